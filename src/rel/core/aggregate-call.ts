import type { FieldCollation } from '../traits/distribution.ts';
import type { CallBinding, SqlOperator } from '../../catalog/sql-operator.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';

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
  const distinct = c.distinct ? (c.args.length > 0 ? 'DISTINCT ' : 'DISTINCT') : '';
  let text = `${c.op.name}(${c.approximate ? 'APPROXIMATE ' : ''}${distinct}${c.args.map((a) => `$${a}`).join(', ')})`;
  if (c.collation.length > 0) text += ` WITHIN GROUP (${collationListText(c.collation)})`;
  if (c.filterArg >= 0) text += ` FILTER $${c.filterArg}`;
  return text;
}

export function aggregateCallKey(c: AggregateCall): string {
  return `${aggregateCallText(c)}${c.ignoreNulls ? ' IGNORE NULLS' : ''}`;
}

/** Calcite's `RelFieldCollation.shortString`: `ASC-nulls-first`; the direction's own null order does not print (`ASC` = nulls last, `DESC` = nulls first). */
export function shortDirectionText(c: FieldCollation): string {
  const descending = c.direction === 'DESCENDING' || c.direction === 'STRICTLY_DESCENDING';
  const direction = c.direction === 'CLUSTERED' ? 'CLU' : descending ? 'DESC' : 'ASC';
  if (c.nullDirection === 'UNSPECIFIED' || c.nullDirection === (descending ? 'FIRST' : 'LAST')) return direction;
  return `${direction}-nulls-${c.nullDirection === 'FIRST' ? 'first' : 'last'}`;
}

/** One member of a collation's text: `1 DESC-nulls-last`; plain ascending is the bare index. */
export function collationText(c: FieldCollation): string {
  const direction = shortDirectionText(c);
  return direction === 'ASC' ? `${c.index}` : `${c.index} ${direction}`;
}

/** Calcite's `RelCollation.toString`: `[0, 1 DESC-nulls-last]`. */
export function collationListText(list: readonly FieldCollation[]): string {
  return `[${list.map(collationText).join(', ')}]`;
}

/** Flink's `RelExplainUtil.collationToString`: `$0 ASC, $1 DESC`, or with the names of a row. */
export function orderText(list: readonly FieldCollation[], names?: readonly string[]): string {
  return list.map((c) => `${names?.[c.index] ?? `$${c.index}`} ${c.direction.endsWith('DESCENDING') ? 'DESC' : 'ASC'}`).join(', ');
}

/** Result type of an aggregate call: nullable where a group may be empty (no keys, or a FILTER) and the function says so. */
export function aggregateType(op: SqlOperator, argTypes: readonly SqlType[], groupCount: number, hasFilter: boolean): SqlType {
  const binding: CallBinding = {
    operandTypes: argTypes,
    isLiteral: () => false,
    isNullLiteral: () => false,
    literalValue: () => undefined,
    symbol: () => undefined,
    groupCount,
    hasFilter,
  };
  return op.inferReturnType(binding);
}

export interface AggregateCallOptions {
  readonly op: SqlOperator;
  readonly args: readonly number[];
  readonly distinct?: boolean;
  readonly approximate?: boolean;
  readonly ignoreNulls?: boolean;
  readonly filterArg?: number;
  readonly collation?: readonly FieldCollation[];
  readonly name?: string;
}

/** A call over an input row, its type derived (Calcite's `AggregateCall.create`). */
export function makeAggregateCall(o: AggregateCallOptions, input: RowType, groupCount: number, type?: SqlType): AggregateCall {
  const filterArg = o.filterArg ?? -1;
  const argTypes = o.args.map((i) => {
    const field = input.fields[i];
    if (!field) throw new Error(`no argument ${i} in ${input.digest}`);
    return field.type;
  });
  return {
    op: o.op,
    distinct: o.distinct ?? false,
    approximate: o.approximate ?? false,
    ignoreNulls: o.ignoreNulls ?? false,
    args: o.args,
    filterArg,
    collation: o.collation ?? [],
    type: type ?? aggregateType(o.op, argTypes, groupCount, filterArg >= 0),
    name: o.name,
  };
}

/** The call over another row: arguments, filter and order renumbered (Calcite's `AggregateCall.transform`). */
export function remapAggregateCall(c: AggregateCall, target: (index: number) => number): AggregateCall {
  return {
    ...c,
    args: c.args.map(target),
    filterArg: c.filterArg < 0 ? -1 : target(c.filterArg),
    collation: c.collation.map((k) => ({ ...k, index: target(k.index) })),
  };
}

/**
 * The call over another input with another number of group keys (Calcite's `AggregateCall.adaptTo`): arguments and filter renumbered, the
 * order left as it is, the type derived again where anything changed.
 */
export function adaptAggregateCall(
  c: AggregateCall,
  target: (index: number) => number,
  input: RowType,
  keys: { readonly from: number; readonly to: number },
): AggregateCall {
  const args = c.args.map(target);
  const filterArg = c.filterArg < 0 ? -1 : target(c.filterArg);
  const isSame = keys.from === keys.to && filterArg === c.filterArg && args.every((a, i) => a === c.args[i]);
  return makeAggregateCall({ ...c, args, filterArg }, input, keys.to, isSame ? c.type : undefined);
}

/** Input fields that keys and calls read, ascending (Calcite's `getAllFields2`). */
export function fieldsUsedBy(groupSet: readonly number[], calls: readonly AggregateCall[]): number[] {
  const used = new Set(groupSet);
  for (const c of calls) {
    c.args.forEach((i) => used.add(i));
    if (c.filterArg >= 0) used.add(c.filterArg);
    c.collation.forEach((k) => used.add(k.index));
  }
  return [...used].sort((a, b) => a - b);
}
