import { FlinkError } from '../../base/diagnostic.ts';
import { quoteName, quotedPath } from '../../catalog/object-path.ts';
import type { ConnectorTable, Distribution } from '../../catalog/table.ts';
import type { SqlIdentifier, SqlNode } from '../../sql/ast.ts';
import type { SqlAlterTable } from '../../sql/ast-ddl.ts';
import { alterError, simpleName } from './alter-errors.ts';
import { alterSchema } from './alter-schema.ts';
import { distributionOf, optionsOf, resolveTable } from './create-table.ts';
import type { DdlContext } from './ddl-context.ts';
import { ddlError } from './ddl-context.ts';
import type { DraftColumn, SchemaDraft } from './schema-draft.ts';
import { draftOf } from './schema-draft.ts';

export function alterTable(node: SqlAlterTable, context: DdlContext): void {
  const path = context.catalog.qualify(node.name.names);
  const table = context.catalog.findTable(path);
  if (!table || table.isTemporary) {
    if (node.ifExists) return;
    throw ddlError(`Table ${quotedPath(path)} doesn't exist or is a temporary table.`);
  }
  if (table.kind !== 'connector') throw ddlError('ALTER TABLE for a view is not allowed');
  const changed = change(node, table, context);
  if (changed) context.catalog.replaceTable(changed);
}

function change(node: SqlAlterTable, table: ConnectorTable, context: DdlContext): ConnectorTable | undefined {
  switch (node.type) {
    case 'SqlAlterTableRename':
      context.catalog.renameTable(table, context.catalog.qualify(node.newName.names), 'ALTER TABLE');
      return undefined;
    case 'SqlAlterTableOptions':
      return { ...table, options: new Map([...table.options, ...optionsOf(node.options)]) };
    case 'SqlAlterTableReset': {
      const keys = node.keys.map((k) => k.value);
      if (keys.length === 0) throw ddlError('ALTER TABLE RESET does not support empty key');
      if (keys.includes('connector')) throw ddlError("ALTER TABLE RESET does not support changing 'connector'");
      return { ...table, options: new Map([...table.options].filter(([k]) => !keys.includes(k))) };
    }
    case 'SqlAlterTableAdd':
    case 'SqlAlterTableModify':
      return alterSchema(node, table, context);
    case 'SqlAlterTableDropColumn':
      return dropColumns(node.columns, table, context);
    case 'SqlAlterTableRenameColumn':
      return renameColumn(simpleName(node.oldColumn), simpleName(node.newColumn), table, context);
    case 'SqlAlterTableDropPrimaryKey':
      return dropPrimaryKey(table, undefined);
    case 'SqlAlterTableDropConstraint':
      return dropPrimaryKey(table, node.constraintName.names.join('.'));
    case 'SqlAlterTableDropWatermark': {
      if (table.watermarks.length === 0) throw alterError('The current table does not define any watermark strategy.');
      return resolveTable({ ...draftOf(table), watermarks: [] }, table, context);
    }
    case 'SqlAlterTableAddDistribution':
      if (table.distribution) {
        throw alterError(
          `The current table has already defined the distribution '${distributionText(table.distribution)}'. You can modify it or drop it before adding a new one.`,
        );
      }
      return withDistribution(table, distributionOf(node.distribution), context);
    case 'SqlAlterTableModifyDistribution':
      if (!table.distribution) throw alterError('The base table does not define any distribution. You might want to add a new one.');
      return withDistribution(table, distributionOf(node.distribution), context);
    case 'SqlAlterTableDropDistribution':
      if (!table.distribution) throw ddlError(`Table ${quotedPath(table.path)} does not have a distribution to drop.`);
      return { ...table, distribution: undefined };
    case 'SqlAddPartitions':
    case 'SqlDropPartitions':
      return undefined;
  }
}

function withDistribution(table: ConnectorTable, distribution: Distribution, context: DdlContext): ConnectorTable {
  try {
    return resolveTable(draftOf(table), { ...table, distribution }, context);
  } catch (error) {
    if (error instanceof FlinkError) throw error.wrap('TableException', `Could not execute AlterTable in path ${quotedPath(table.path)}`);
    throw error;
  }
}

/** ``DISTRIBUTED BY HASH(`a`) INTO 3 BUCKETS``. */
function distributionText(d: Distribution): string {
  const kind = d.kind === 'UNKNOWN' ? '' : d.kind;
  const keys = d.bucketKeys.length > 0 ? ` BY ${kind}(${d.bucketKeys.map(quoteName).join(', ')})` : '';
  return `DISTRIBUTED${keys}${d.bucketCount === undefined ? '' : ` INTO ${d.bucketCount} BUCKETS`}`;
}

function dropPrimaryKey(table: ConnectorTable, constraint: string | undefined): ConnectorTable {
  const key = table.primaryKey;
  if (!key) throw alterError('The current table does not define any primary key.');
  if (constraint !== undefined && constraint !== key.name) {
    throw alterError(
      `The current table does not define a primary key constraint named '${constraint}'. Available constraint name: ['${key.name}'].`,
    );
  }
  return { ...table, primaryKey: undefined };
}

/** Names that an expression refers to, by their first part. */
function referencedNames(node: SqlNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      const record = value as Readonly<Record<string, unknown>>; // a node of the tree, read field by field
      if (record['type'] === 'SqlIdentifier') {
        const first = (value as SqlIdentifier).names[0]; // just checked
        if (first !== undefined) names.add(first);
      } else for (const [key, child] of Object.entries(record)) if (key !== 'functionName' && key !== 'pos' && key !== 'span') visit(child);
    }
  };
  visit(node);
  return names;
}

function checkReferences(name: string, columns: readonly DraftColumn[], table: ConnectorTable): void {
  const quoted = quoteName(name);
  if (!columns.some((c) => c.name === name)) throw alterError(`The column ${quoted} does not exist in the base table.`);
  const users = columns
    .filter((c) => c.kind === 'computed' && c.name !== name && referencedNames(c.expression).has(name))
    .map((c) => quoteName(c.name));
  if (users.length > 0) throw alterError(`The column ${quoted} is referenced by computed column ${users.sort().join(', ')}.`);
  if (table.partitionKeys.includes(name)) throw alterError(`The column ${quoted} is used as the partition keys.`);
  for (const w of table.watermarks) {
    if (w.column === name || referencedNames(w.expression).has(name)) {
      throw alterError(`The column ${quoted} is referenced by watermark expression.`);
    }
  }
  if (table.distribution?.bucketKeys.includes(name)) throw alterError(`The column ${quoted} is used as a distribution key.`);
}

function dropColumns(list: readonly SqlIdentifier[], table: ConnectorTable, context: DdlContext): ConnectorTable {
  const names: string[] = [];
  for (const id of list) {
    const name = simpleName(id);
    if (names.includes(name)) throw alterError(`Duplicate column ${quoteName(name)}.`);
    names.push(name);
  }
  const draft = draftOf(table);
  // Computed columns go first, so that a column and what is calculated from it can be dropped together.
  const order = [...names].sort((a, b) => dependencies(b, draft) - dependencies(a, draft));
  let columns = draft.columns;
  for (const name of order) {
    checkReferences(name, columns, table);
    if (table.primaryKey?.columns.includes(name)) throw alterError(`The column ${quoteName(name)} is used as the primary key.`);
    columns = columns.filter((c) => c.name !== name);
  }
  return resolveTable({ ...draft, columns }, table, context);
}

function dependencies(name: string, draft: SchemaDraft): number {
  const column = draft.columns.find((c) => c.name === name);
  return column?.kind === 'computed' ? referencedNames(column.expression).size : 0;
}

function renameColumn(from: string, to: string, table: ConnectorTable, context: DdlContext): ConnectorTable {
  const draft = draftOf(table);
  checkReferences(from, draft.columns, table);
  if (draft.columns.some((c) => c.name === to)) throw alterError(`The column ${quoteName(to)} already existed in table schema.`);
  const rename = (n: string): string => (n === from ? to : n);
  const columns = draft.columns.map((c): DraftColumn => {
    if (c.name !== from) return c;
    // A metadata column without FROM keeps reading the key of its old name.
    return c.kind === 'metadata' ? { ...c, name: to, alias: c.alias ?? from } : { ...c, name: to };
  });
  const primaryKey = draft.primaryKey && { ...draft.primaryKey, columns: draft.primaryKey.columns.map(rename) };
  return resolveTable({ ...draft, columns, primaryKey }, table, context);
}
