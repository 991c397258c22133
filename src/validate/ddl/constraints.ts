import { FlinkError } from '../../base/diagnostic.ts';
import type { PrimaryKey } from '../../catalog/table.ts';
import type { SqlTableColumn, SqlTableConstraint, SqlTableLikeOption } from '../../sql/ast-ddl.ts';

/** A mistake that Flink finds in the tree alone, before it looks at the catalog. */
function treeError(message: string): FlinkError {
  return new FlinkError('catalog/ddl', [{ className: 'SqlValidateException', message }]);
}

/** Constraints of the table and of its columns, checked (`SqlConstraintValidator`); gives the primary key. */
export function checkConstraints(
  constraints: readonly SqlTableConstraint[],
  columns: readonly SqlTableColumn[],
): SqlTableConstraint | undefined {
  const ofColumns = columns.flatMap((c) => (c.type === 'SqlRegularColumn' && c.constraint ? [c.constraint] : []));
  const all = [...constraints, ...ofColumns];
  for (const c of all) {
    if (c.unique === 'UNIQUE') throw treeError('UNIQUE constraint is not supported yet');
    if (c.enforced !== false) {
      throw treeError(
        "Flink doesn't support ENFORCED mode for PRIMARY KEY constraint. ENFORCED/NOT ENFORCED controls if the constraint checks are performed on the incoming/outgoing data. " +
          'Flink does not own the data therefore the only supported mode is the NOT ENFORCED mode',
      );
    }
  }
  if (all.length > 1) throw treeError('Duplicate primary key definition');
  return all[0];
}

/** The key with its name: the user's, or `PK_` and the columns. */
export function primaryKeyOf(constraint: SqlTableConstraint): PrimaryKey {
  const columns = constraint.columns.map((c) => c.names.join('.'));
  return { name: constraint.name?.names[0] ?? `PK_${columns.join('_')}`, columns };
}

/** OVERWRITING is for the features of which there can be several. */
const OVERWRITABLE: ReadonlySet<SqlTableLikeOption['feature']> = new Set(['WATERMARKS', 'OPTIONS', 'GENERATED', 'METADATA']);

/** `SqlTableLike.validate`. */
export function checkLikeOptions(options: readonly SqlTableLikeOption[]): void {
  if (new Set(options.map((o) => o.feature)).size !== options.length) {
    throw treeError('Each like option feature can be declared only once.');
  }
  for (const o of options) {
    if (o.strategy === 'OVERWRITING' && !OVERWRITABLE.has(o.feature)) {
      throw treeError(`Illegal merging strategy '${o.strategy}' for '${o.feature}' option.`);
    }
  }
}

/** `SqlCreateTableAs.validate` and kin: what these forms cannot have. */
export function unsupportedForm(message: string): FlinkError {
  return treeError(message);
}
