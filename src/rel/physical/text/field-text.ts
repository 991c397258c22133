import type { FieldCollation } from '../../traits/distribution.ts';
import type { RelDistribution } from '../../traits/distribution.ts';
import type { RowType } from '../../../types/sql-type.ts';

/** Name of a field by index. */
export function fieldName(row: RowType, index: number): string {
  return row.fields[index]?.name ?? `$${index}`;
}

/** All field names of a row. */
export function fieldNames(row: RowType): readonly string[] {
  return row.fields.map((f) => f.name);
}

/** `a, b` (Flink's `fieldToString`). */
export function fieldListText(indexes: readonly number[], row: RowType): string {
  return indexes.map((i) => fieldName(row, i)).join(', ');
}

/** `ts ASC, a DESC` (Flink's `collationToString`). */
export function collationListText(collation: readonly FieldCollation[], row: RowType): string {
  return collation.map((c) => `${fieldName(row, c.index)} ${directionText(c)}`).join(', ');
}

function directionText(c: FieldCollation): string {
  switch (c.direction) {
    case 'ASCENDING':
    case 'STRICTLY_ASCENDING':
      return 'ASC';
    case 'CLUSTERED':
      return 'CLU';
    default:
      return 'DESC';
  }
}

/** `hash[a, b]`, `single` (Flink's `CommonPhysicalExchange`). */
export function distributionItemText(d: RelDistribution, row: RowType): string {
  switch (d.type) {
    case 'hash':
      return `hash[${fieldListText(d.keys, row)}]`;
    case 'range':
      return `range[${collationListText(d.collation, row)}]`;
    case 'rr':
      return 'rebalance';
    default:
      return d.type;
  }
}

/** `expr AS name`, or the bare text where both agree. */
export function namedItem(text: string, name: string): string {
  return text === name ? text : `${text} AS ${name}`;
}
