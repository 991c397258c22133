import type { SqlIdentifier } from '../ast.ts';
import type {
  SqlAddPartitions,
  SqlAlterFunction,
  SqlAlterMaterializedTable,
  SqlAlterTable,
  SqlDdl,
  SqlDropPartitions,
  SqlPartitionProperty,
  SqlTableColumnPosition,
  SqlTableOption,
} from '../ast-ddl.ts';
import { freshness, refreshMode } from './create-table.ts';
import { functionBody } from './create-other.ts';
import { NAME, type Kinds } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, parenthesizedCompoundNames, simpleIdentifier } from './identifier.ts';
import { quotedString } from './literal.ts';
import { from, placeOf, type Place } from './place.ts';
import {
  alteredColumn,
  distribution,
  ifExists,
  ifNotExists,
  newSchema,
  partitionSpec,
  properties,
  propertyKeys,
  tableConstraint,
  watermark,
  withOption,
  type TableSchema,
} from './table-parts.ts';
import { dataType, TYPE } from './type.ts';

/** ALTER TABLE, behind those words. */
export function alterTable(g: Grammar): SqlAlterTable {
  const { c } = g;
  const start = c.last;
  const isConditional = ifExists(c);
  const name = compoundIdentifier(c);
  const head = { name, ifExists: isConditional };
  const place = (): Place => from(start, c.last);
  if (c.ahead('RENAME', 'TO')) {
    c.advance();
    c.advance();
    return { type: 'SqlAlterTableRename', ...head, newName: compoundIdentifier(c), ...place() };
  }
  if (c.take('RENAME')) {
    const oldColumn = compoundIdentifier(c);
    c.require('TO');
    const newColumn = compoundIdentifier(c);
    return { type: 'SqlAlterTableRenameColumn', ...head, oldColumn, newColumn, ...place() };
  }
  if (c.take('RESET')) return { type: 'SqlAlterTableReset', ...head, keys: propertyKeys(c), ...place() };
  if (c.take('SET')) return { type: 'SqlAlterTableOptions', ...head, options: properties(c), ...place() };
  if (c.take('ADD')) return addToTable(g, head, start);
  if (c.take('MODIFY')) {
    if (c.take('DISTRIBUTION')) return { type: 'SqlAlterTableModifyDistribution', ...head, distribution: distribution(c), ...c.last };
    return { type: 'SqlAlterTableModify', ...head, ...schemaChange(g), ...place() };
  }
  c.require('DROP');
  return dropFromTable(g, head, start);
}

interface Head {
  readonly name: SqlIdentifier;
  readonly ifExists: boolean;
}

function addToTable(g: Grammar, head: Head, start: Place): SqlAlterTable {
  const { c } = g;
  if (c.ahead('IF', 'NOT') || c.ahead('PARTITION', '(')) return addPartitions(g, head, start);
  if (c.take('DISTRIBUTION')) return { type: 'SqlAlterTableAddDistribution', ...head, distribution: distribution(c), ...c.last };
  return { type: 'SqlAlterTableAdd', ...head, ...schemaChange(g), ...from(start, c.last) };
}

function addPartitions(g: Grammar, head: Head, start: Place): SqlAddPartitions {
  const { c } = g;
  const isConditional = ifNotExists(c);
  const partitions: { spec: SqlPartitionProperty[]; options?: SqlTableOption[] }[] = [];
  do {
    c.require('PARTITION');
    const spec = partitionSpec(c);
    partitions.push(c.at('WITH') ? { spec, options: withOption(c) } : { spec });
  } while (c.at('PARTITION'));
  return { type: 'SqlAddPartitions', ...head, ifNotExists: isConditional, partitions, ...from(start, c.last) };
}

function dropPartitions(g: Grammar, head: Head, start: Place): SqlDropPartitions {
  const { c } = g;
  const ifPartitionExists = ifExists(c);
  const partitions: SqlPartitionProperty[][] = [];
  do {
    c.require('PARTITION');
    partitions.push(partitionSpec(c));
  } while (c.take(','));
  return { type: 'SqlDropPartitions', ...head, ifPartitionExists, partitions, ...from(start, c.last) };
}

function dropFromTable(g: Grammar, head: Head, start: Place): SqlAlterTable {
  const { c } = g;
  if (c.ahead('IF', 'EXISTS') || c.ahead('PARTITION', '(')) return dropPartitions(g, head, start);
  const columns = droppedColumns(g);
  const place = (): Place => from(start, c.last);
  if (columns) return { type: 'SqlAlterTableDropColumn', ...head, columns, ...place() };
  if (c.takeWords('PRIMARY', 'KEY')) return { type: 'SqlAlterTableDropPrimaryKey', ...head, ...place() };
  if (c.take('CONSTRAINT')) return { type: 'SqlAlterTableDropConstraint', ...head, constraintName: simpleIdentifier(c), ...place() };
  const word = c.require('DISTRIBUTION', 'WATERMARK').kind;
  return { type: word === 'WATERMARK' ? 'SqlAlterTableDropWatermark' : 'SqlAlterTableDropDistribution', ...head, ...place() };
}

/** One column, or several in parentheses. */
function droppedColumns(g: Grammar): readonly SqlIdentifier[] | undefined {
  const { c } = g;
  if (c.atAny(NAME)) return [compoundIdentifier(c)];
  if (!c.at('(')) return undefined;
  return parenthesizedCompoundNames(c, () => (c.atAny(TYPE) ? dataType(c) : undefined));
}

type Change = TableSchema & { readonly positions: SqlTableColumnPosition[] };

const CONSTRAINT_WORDS: Kinds = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE']);

/** What ADD or MODIFY lists: one item, or several in parentheses. */
function schemaChange(g: Grammar): Pick<SqlAlterTable & { type: 'SqlAlterTableAdd' }, 'columns' | 'constraints' | 'watermark'> {
  const { c } = g;
  const change: Change = { ...newSchema(), positions: [] };
  if (c.take('(')) {
    do changeItem(g, change);
    while (c.take(','));
    c.require(')');
  } else {
    changeItem(g, change);
  }
  return { columns: change.positions, constraints: change.constraints, ...(change.watermark && { watermark: change.watermark }) };
}

function changeItem(g: Grammar, change: Change): void {
  const { c } = g;
  if (c.atAny(NAME)) change.positions.push(columnPosition(g));
  else if (c.atAny(CONSTRAINT_WORDS)) change.constraints.push(tableConstraint(c));
  else watermark(g, change);
}

/** AddOrModifyColumn. */
function columnPosition(g: Grammar): SqlTableColumnPosition {
  const { c } = g;
  const column = alteredColumn(g);
  if (c.take('AFTER')) {
    return { type: 'SqlTableColumnPosition', column, preference: 'AFTER', after: compoundIdentifier(c), ...c.last };
  }
  if (c.take('FIRST')) return { type: 'SqlTableColumnPosition', column, preference: 'FIRST', ...c.last };
  return { type: 'SqlTableColumnPosition', column, ...c.last };
}

/** ALTER MATERIALIZED TABLE, behind those words. */
export function alterMaterializedTable(g: Grammar): SqlAlterMaterializedTable {
  const { c } = g;
  const start = c.last;
  const name = compoundIdentifier(c);
  const place = (): Place => from(start, c.last);
  if (c.take('SUSPEND')) return { type: 'SqlAlterMaterializedTableSuspend', name, ...placeOf(start) };
  if (c.take('RESUME')) return { type: 'SqlAlterMaterializedTableResume', name, options: withOption(c), ...placeOf(start) };
  if (c.take('REFRESH')) {
    const partition = c.take('PARTITION') ? partitionSpec(c) : [];
    return { type: 'SqlAlterMaterializedTableRefresh', name, partition, ...place() };
  }
  if (c.take('SET')) return setMaterializedTable(g, name, start);
  if (c.take('RESET')) return { type: 'SqlAlterMaterializedTableReset', name, keys: propertyKeys(c), ...place() };
  if (c.take('AS')) {
    const query = g.orderedQueryOrExpression('QUERY');
    return { type: 'SqlAlterMaterializedTableAsQuery', name, query, ...place() };
  }
  if (c.at('ADD', 'MODIFY')) {
    const isAdd = c.advance().kind === 'ADD';
    if (c.take('DISTRIBUTION')) {
      const type = isAdd ? 'SqlAlterMaterializedTableAddDistribution' : 'SqlAlterMaterializedTableModifyDistribution';
      return { type, name, distribution: distribution(c), ...place() };
    }
    const type = isAdd ? 'SqlAlterMaterializedTableAddSchema' : 'SqlAlterMaterializedTableModifySchema';
    return { type, name, ifExists: false, ...schemaChange(g), ...place() };
  }
  c.require('DROP');
  return dropFromMaterializedTable(g, name, start);
}

function setMaterializedTable(g: Grammar, name: SqlIdentifier, start: Place): SqlAlterMaterializedTable {
  const { c } = g;
  if (c.takeWords('FRESHNESS', '=')) {
    return { type: 'SqlAlterMaterializedTableFreshness', name, freshness: freshness(g), ...from(start, c.last) };
  }
  if (c.takeWords('REFRESH_MODE', '=')) {
    return { type: 'SqlAlterMaterializedTableRefreshMode', name, refreshMode: refreshMode(c), ...from(start, c.last) };
  }
  return { type: 'SqlAlterMaterializedTableOptions', name, options: properties(c), ...from(start, c.last) };
}

function dropFromMaterializedTable(g: Grammar, name: SqlIdentifier, start: Place): SqlAlterMaterializedTable {
  const { c } = g;
  const columns = droppedColumns(g);
  const place = (): Place => from(start, c.last);
  if (columns) return { type: 'SqlAlterMaterializedTableDropColumn', name, columns, ...place() };
  if (c.takeWords('PRIMARY', 'KEY')) return { type: 'SqlAlterMaterializedTableDropPrimaryKey', name, ...place() };
  if (c.take('CONSTRAINT')) {
    return { type: 'SqlAlterMaterializedTableDropConstraint', name, constraintName: simpleIdentifier(c), ...place() };
  }
  const isWatermark = c.require('DISTRIBUTION', 'WATERMARK').kind === 'WATERMARK';
  const type = isWatermark ? 'SqlAlterMaterializedTableDropWatermark' : 'SqlAlterMaterializedTableDropDistribution';
  return { type, name, ...place() };
}

/** ALTER VIEW, behind those words. */
export function alterView(g: Grammar): SqlDdl {
  const { c } = g;
  const start = c.last;
  const name = compoundIdentifier(c);
  if (c.takeWords('RENAME', 'TO')) return { type: 'SqlAlterViewRename', name, newName: compoundIdentifier(c), ...from(start, c.last) };
  c.require('AS');
  const query = g.orderedQueryOrExpression('QUERY');
  return { type: 'SqlAlterViewAs', name, query, ...from(start, c.last) };
}

/** ALTER CATALOG and ALTER DATABASE, behind those words. */
export function alterCatalog(g: Grammar): SqlDdl {
  const { c } = g;
  const start = c.last;
  const name = simpleIdentifier(c);
  const head = { name, ifExists: false };
  if (c.take('SET')) return { type: 'SqlAlterCatalogOptions', ...head, options: properties(c), ...from(start, c.last) };
  if (c.take('RESET')) return { type: 'SqlAlterCatalogReset', ...head, keys: propertyKeys(c), ...from(start, c.last) };
  c.require('COMMENT');
  return { type: 'SqlAlterCatalogComment', name, comment: quotedString(c), ...from(start, c.last) };
}

export function alterDatabase(g: Grammar): SqlDdl {
  const { c } = g;
  const start = c.last;
  const name = compoundIdentifier(c);
  c.require('SET');
  return { type: 'SqlAlterDatabase', name, ifExists: false, options: properties(c), ...from(start, c.last) };
}

/** ALTER MODEL and ALTER CONNECTION, behind those words. */
export function alterModelOrConnection(g: Grammar, what: 'Model' | 'Connection'): SqlDdl {
  const { c } = g;
  const start = c.last;
  const isConditional = ifExists(c);
  const head = { name: compoundIdentifier(c), ifExists: isConditional };
  if (c.ahead('RENAME', 'TO')) {
    c.advance();
    c.advance();
    return { type: `SqlAlter${what}Rename`, ...head, newName: compoundIdentifier(c), ...from(start, c.last) };
  }
  if (c.take('SET')) return { type: `SqlAlter${what}Set`, ...head, options: properties(c), ...from(start, c.last) };
  c.require('RESET');
  return { type: `SqlAlter${what}Reset`, ...head, keys: propertyKeys(c), ...from(start, c.last) };
}

/** ALTER FUNCTION, behind ALTER. */
export function alterFunction(g: Grammar): SqlAlterFunction {
  const { c } = g;
  const isTemporary = c.take('TEMPORARY') !== undefined;
  const isSystem = isTemporary && c.take('SYSTEM') !== undefined;
  c.require('FUNCTION');
  const start = c.last;
  const isConditional = ifExists(c);
  const name = compoundIdentifier(c);
  const { className, language } = functionBody(c);
  return {
    type: 'SqlAlterFunction',
    name,
    className,
    ...(language && { language }),
    ifExists: isConditional,
    isTemporary,
    isSystem,
    ...from(start, c.last),
  };
}
