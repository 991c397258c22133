import { FlinkError } from '../../base/diagnostic.ts';
import { quoteName } from '../../catalog/object-path.ts';
import type { ConnectorTable } from '../../catalog/table.ts';
import type { SqlAlterTable, SqlTableColumn, SqlTableColumnPosition } from '../../sql/ast-ddl.ts';
import { ALTER_PREFIX, alterError, simpleName } from './alter-errors.ts';
import { checkConstraints, primaryKeyOf } from './constraints.ts';
import { resolveTable } from './create-table.ts';
import { deriveDataType } from './data-type.ts';
import type { DdlContext } from './ddl-context.ts';
import type { DraftColumn } from './schema-draft.ts';
import { draftOf, withKeyNotNull } from './schema-draft.ts';

type SchemaChange = Extract<SqlAlterTable, { readonly type: 'SqlAlterTableAdd' | 'SqlAlterTableModify' }>;

/** ALTER TABLE … ADD and MODIFY of columns, key and watermark (`SchemaConverter`). */
export function alterSchema(node: SchemaChange, table: ConnectorTable, context: DdlContext): ConnectorTable {
  const isAdd = node.type === 'SqlAlterTableAdd';
  const constraint = checkConstraints(
    node.constraints,
    node.columns.map((c) => c.column),
  );
  const draft = draftOf(table);
  const columns = new Map(draft.columns.map((c) => [c.name, c]));
  let order = draft.columns.map((c) => c.name);
  const seen = new Set<string>();
  for (const position of node.columns) {
    const name = simpleName(position.column.name);
    if (seen.has(name)) throw alterError(`Encounter duplicate column ${quoteName(name)}.`);
    seen.add(name);
    order = placed(order, name, position, isAdd);
  }
  for (const { column } of node.columns) {
    const name = simpleName(column.name);
    columns.set(name, columnDraft(column, name, isAdd ? undefined : columns.get(name)?.comment, context));
  }

  let watermarks = draft.watermarks;
  if (node.watermark) {
    const [old] = watermarks;
    if (isAdd && old) {
      throw alterError(
        `The current table has already defined the watermark strategy ${quoteName(old.column)} AS ${old.sql}. You might want to drop it before adding a new one.`,
      );
    }
    if (!isAdd && !old) throw alterError('The current table does not define any watermark. You might want to add a new one.');
    const { eventTimeColumn, strategy } = node.watermark;
    if (eventTimeColumn.names.length > 1) throw alterError('Watermark strategy on nested column is not supported yet.');
    watermarks = [{ column: eventTimeColumn.names[0] ?? '', expression: strategy, sql: context.toSql(strategy) }];
  }

  let primaryKey = draft.primaryKey;
  if (constraint) {
    if (isAdd && primaryKey) {
      throw alterError(
        `The current table has already defined the primary key constraint [${primaryKey.columns.map(quoteName).join(', ')}]. You might want to drop it before adding a new one.`,
      );
    }
    if (!isAdd && !primaryKey) {
      throw alterError('The current table does not define any primary key constraint. You might want to add a new one.');
    }
    primaryKey = primaryKeyOf(constraint);
  }

  const list = order.flatMap((name) => columns.get(name) ?? []);
  try {
    return resolveTable({ columns: withKeyNotNull(list, primaryKey?.columns ?? []), watermarks, primaryKey }, table, context);
  } catch (error) {
    if (error instanceof FlinkError) throw error.wrap('ValidationException', `${ALTER_PREFIX}${error.causes[0]?.message ?? ''}`);
    throw error;
  }
}

function placed(order: readonly string[], name: string, position: SqlTableColumnPosition, isAdd: boolean): string[] {
  const exists = order.includes(name);
  if (isAdd && exists) throw alterError(`Column ${quoteName(name)} already exists in the table.`);
  if (!isAdd && !exists) throw alterError(`Column ${quoteName(name)} does not exist in the table.`);
  if (position.preference === 'FIRST') return [name, ...order.filter((n) => n !== name)];
  if (position.preference === 'AFTER' && position.after) {
    const after = simpleName(position.after);
    if (!order.includes(after)) throw alterError(`Referenced column ${quoteName(after)} by 'AFTER' does not exist in the table.`);
    const rest = order.filter((n) => n !== name);
    const index = rest.indexOf(after) + 1;
    return [...rest.slice(0, index), name, ...rest.slice(index)];
  }
  return exists ? [...order] : [...order, name];
}

function columnDraft(column: SqlTableColumn, name: string, oldComment: string | undefined, context: DdlContext): DraftColumn {
  const comment = column.comment?.value ?? oldComment;
  switch (column.type) {
    case 'SqlRegularColumn':
      return { kind: 'physical', name, type: deriveDataType(column.dataType), comment };
    case 'SqlMetadataColumn':
      return {
        kind: 'metadata',
        name,
        type: deriveDataType(column.dataType),
        alias: column.metadataAlias?.value,
        isVirtual: column.isVirtual,
        comment,
      };
    case 'SqlComputedColumn':
      return { kind: 'computed', name, expression: column.expr, sql: context.toSql(column.expr), comment };
  }
}
