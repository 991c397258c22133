import { FlinkError } from '../base/diagnostic.ts';
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

/**
 * Throws what Volcano throws where a rule's result is registered with other column types than the node that it stands for
 * (`VolcanoPlanner.register`): rules of Flink's do that in a few plans.
 */
export function checkRegistration(original: RelNode, node: RelNode): void {
  const [from, to] = [node.rowType, original.rowType];
  if (sameFieldTypes(to, from)) return;
  const sizes = from.fields.length === to.fields.length ? '' : ' the field sizes are not equal.';
  const lines = [
    `Type mismatch:${sizes}`,
    `rel rowtype: ${columnsText(from)} NOT NULL`,
    `equiv rowtype: ${columnsText(to)} NOT NULL`,
    ...(sizes === '' ? ['Difference:', difference(from, to), ''] : []),
  ];
  throw new FlinkError('plan/type-mismatch', [{ className: 'IllegalArgumentException', message: lines.join('\n') }]);
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
