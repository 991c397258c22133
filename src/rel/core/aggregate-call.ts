import type { FieldCollation } from '../traits/distribution.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';

/** Calcite's `AggregateCall`. Equality: everything but name and type (`aggregateCallKey`). */
export interface AggregateCall {
  readonly op: SqlOperator;
  readonly distinct: boolean;
  readonly approximate: boolean;
  readonly ignoreNulls: boolean;
  readonly args: readonly number[];
  /** Index of the BOOLEAN filter column, or −1. */
  readonly filterArg: number;
  readonly collation: readonly FieldCollation[];
  readonly type: SqlType;
  readonly name?: string;
}

/** `COUNT(DISTINCT $2) FILTER $4`, `COUNT()`, `SUM($3)`, `ARRAY_AGG($1) WITHIN GROUP ([2 DESC])`. */
export function aggregateCallText(c: AggregateCall): string {
  let text = `${c.op.name}(${c.approximate ? 'APPROXIMATE ' : ''}${c.distinct ? 'DISTINCT ' : ''}${c.args.map((a) => `$${a}`).join(', ')})`;
  if (c.collation.length > 0) text += ` WITHIN GROUP ([${c.collation.map(collationText).join(', ')}])`;
  if (c.filterArg >= 0) text += ` FILTER $${c.filterArg}`;
  return text;
}

export function aggregateCallKey(c: AggregateCall): string {
  return `${aggregateCallText(c)}${c.ignoreNulls ? ' IGNORE NULLS' : ''}`;
}

/** `1 DESC-nulls-last`, as windows and matches print their order. */
export function collationText(c: FieldCollation): string {
  const direction = c.direction === 'DESCENDING' ? 'DESC' : 'ASC';
  const nulls = c.nullDirection === 'FIRST' ? '-nulls-first' : c.nullDirection === 'LAST' ? '-nulls-last' : '';
  return `${c.index} ${direction}${nulls}`;
}
