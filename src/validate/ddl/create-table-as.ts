import type { ConnectorTable } from '../../catalog/table.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import type { SqlCreateTableAs, SqlReplaceTableAs } from '../../sql/ast-ddl.ts';
import type { Field } from '../../types/sql-type.ts';
import { withNullability, withoutIndicator } from '../../types/sql-type.ts';
import { supportsImplicitCast } from '../../types/cast-support.ts';
import { checkConstraints, primaryKeyOf, unsupportedForm } from './constraints.ts';
import { checkPartitionKeys, distributionOf, optionsOf, resolveTable } from './create-table.ts';
import { deriveDataType } from './data-type.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';
import { checkedPrimaryKey, nameOf, watermarkDraft } from './schema-builder.ts';
import { uniqueName } from './view.ts';
import type { DraftColumn, SchemaDraft } from './schema-draft.ts';

/** CREATE TABLE AS: the table, and for each column that is written the query's column that fills it (undefined: NULL). */
export interface TableAs {
  readonly table: ConnectorTable;
  readonly sources: readonly (number | undefined)[];
}

/** The table that CREATE TABLE AS makes of its columns and those of the query (`MergeTableAsUtil`). */
export function createTableAsOf(node: SqlCreateTableAs | SqlReplaceTableAs, context: DdlContext): TableAs {
  const constraint = checkConstraints(node.constraints, node.columns);
  if (node.isTemporary) throw unsupportedForm('CREATE TABLE AS SELECT syntax does not support to create temporary table yet.');
  const used = new Set<string>();
  const query = context.resolver.resolveQuery(node.query).fields.map((f): Field => {
    const name = uniqueName(f.name, used);
    used.add(name);
    return { name, type: withoutIndicator(f.type) };
  });
  const columns =
    node.columnNames.length > 0
      ? reorder(node, query)
      : mergeColumns(node, query, constraint?.columns.map((c) => c.names.join('.')) ?? [], context);
  const byName = new Map(columns.map((c) => [c.name, c]));
  const draft: SchemaDraft = {
    columns,
    watermarks: node.watermark ? [watermarkDraft(node.watermark, visibleFields(columns, context), context)] : [],
    primaryKey: constraint && (checkedPrimaryKey(constraint, byName), primaryKeyOf(constraint)),
  };
  const partitionKeys = node.partitionKeys.map((k) => k.names.join('.'));
  checkPartitionKeys(partitionKeys, draft);
  const table = resolveTable(
    draft,
    {
      path: context.catalog.qualify(node.name.names),
      isTemporary: false,
      options: optionsOf(node.options),
      partitionKeys,
      distribution: node.distribution && distributionOf(node.distribution),
      comment: node.comment?.value,
    },
    context,
  );
  return { table, sources: sourcesOf(table, query) };
}

/** `(b, a)`: the query's columns in another order. */
function reorder(node: SqlCreateTableAs | SqlReplaceTableAs, query: readonly Field[]): readonly DraftColumn[] {
  if (node.columnNames.length !== query.length) {
    throw ddlError('The number of columns in the column list must match the number of columns in the source schema.');
  }
  return node.columnNames.map((id) => {
    const name = id.names.join('.');
    const field = query.find((f) => f.name === name);
    if (!field) throw ddlError(`Column '${name}' not found in the source schema.`);
    return { kind: 'physical', ...field };
  });
}

/** The statement's own columns first, then the query's; a column of both stays at the query's place with the statement's type. */
function mergeColumns(
  node: SqlCreateTableAs | SqlReplaceTableAs,
  query: readonly Field[],
  key: readonly string[],
  context: DdlContext,
): readonly DraftColumn[] {
  const own = new Map<string, DraftColumn>();
  const fromQuery = new Map<string, DraftColumn>(query.map((f) => [f.name, { kind: 'physical', ...f }]));
  const visible = new Map<string, Field>(query.map((f) => [f.name, f]));
  node.columns.forEach((column, i) => {
    const name = nameOf(column);
    if (own.has(name)) throw ddlError(`A column named '${name}' already exists in the schema. `);
    let draft: DraftColumn;
    if (column.type === 'SqlComputedColumn') {
      const resolved = context.resolver.resolveExpression(column.expr, [...visible.values()]);
      const expression = resolved.expression ?? column.expr;
      draft = { kind: 'computed', name, expression, sql: context.toSql(expression), comment: column.comment?.value };
      visible.set(name, { name, type: resolved.type });
    } else {
      const declared = deriveDataType(column.dataType);
      const type = key.includes(name) ? withNullability(declared, false) : declared;
      draft =
        column.type === 'SqlRegularColumn'
          ? { kind: 'physical', name, type, comment: column.comment?.value }
          : {
              kind: 'metadata',
              name,
              type,
              alias: column.metadataAlias?.value,
              isVirtual: column.isVirtual,
              comment: column.comment?.value,
            };
      visible.set(name, { name, type });
    }
    const old = query.find((f) => f.name === name);
    if (!old) {
      own.set(name, draft);
      return;
    }
    checkReplacement(draft, old, i);
    fromQuery.set(name, draft);
  });
  return [...own.values(), ...fromQuery.values()];
}

function checkReplacement(column: DraftColumn, source: Field, position: number): void {
  const exists = `A column named '${column.name}' already exists in the source schema. `;
  if (column.kind === 'computed') throw ddlError(`${exists}Computed columns cannot overwrite columns from source.`);
  if (column.kind === 'metadata' && column.isVirtual)
    throw ddlError(`${exists}Virtual metadata columns cannot overwrite columns from source.`);
  if (!supportsImplicitCast(source.type, column.type)) {
    throw ddlError(
      `Incompatible types for sink column '${column.name}' at position ${position + 1}. ` +
        `The source column has type '${flinkTypeText(source.type)}', while the target column has type '${flinkTypeText(column.type)}'.`,
    );
  }
}

function visibleFields(columns: readonly DraftColumn[], context: DdlContext): readonly Field[] {
  const sources = columns.flatMap((c) => (c.kind === 'computed' ? [] : [{ name: c.name, type: c.type }]));
  return columns.map((c) => ({
    name: c.name,
    type: c.kind === 'computed' ? context.resolver.resolveExpression(c.expression, sources).type : c.type,
  }));
}

function sourcesOf(table: ConnectorTable, query: readonly Field[]): readonly (number | undefined)[] {
  const written = table.columns.filter((c) => c.kind === 'physical' || (c.kind === 'metadata' && !c.isVirtual));
  return written.map((c) => {
    const index = query.findIndex((f) => f.name === c.name);
    if (index >= 0) return index;
    if (!c.type.nullable) throw ddlError(`Column '${c.name}' has no default value and does not allow NULLs.`);
    return undefined;
  });
}
