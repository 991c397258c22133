import { InvariantError } from '../base/assert.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RowType } from '../types/sql-type.ts';
import { sameFieldTypes } from '../types/sql-type.ts';

function columnsText(t: RowType): string {
  return `RecordType(${t.fields.map((f) => `${f.type.digest} ${f.name}`).join(', ')})`;
}

function difference(a: RowType, b: RowType): string {
  if (a.fields.length !== b.fields.length) return `Type mismatch: the field sizes are not equal.`;
  return a.fields
    .flatMap((f, i) => {
      const other = b.fields[i];
      return other && other.type.digest !== f.type.digest ? [`${f.name}: ${f.type.digest} -> ${other.type.digest}`] : [];
    })
    .join('\n');
}

/** Throws, in the words of Calcite's assertion, if `node` may not stand for `original`; `rule` is who said so. */
export function checkRowType(original: RelNode, node: RelNode, rule: string): void {
  if (sameFieldTypes(original.rowType, node.rowType)) return;
  throw new InvariantError(
    [
      'Cannot add expression of different type to set:',
      `set type is ${columnsText(original.rowType)}`,
      `expression type is ${columnsText(node.rowType)}`,
      `set is ${original.typeName}#${original.id}`,
      `expression is ${node.typeName}#${node.id}`,
      'Difference:',
      difference(original.rowType, node.rowType),
      `(produced by ${rule})`,
    ].join('\n'),
  );
}
