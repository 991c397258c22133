import { UnsupportedError, tableError } from '../../base/diagnostic.ts';
import type { Config } from '../../catalog/config.ts';
import type { SqlStatement } from '../../sql/ast-statement.ts';
import { alterTable } from './alter-table.ts';
import {
  alterDatabase,
  alterFunction,
  createCatalog,
  createDatabase,
  createFunction,
  dropCatalog,
  dropDatabase,
  dropFunction,
  useStatement,
} from './catalog-statements.ts';
import { createTableAsOf } from './create-table-as.ts';
import type { TableAs } from './create-table-as.ts';
import { createTableOf, optionsOf } from './create-table.ts';
import type { DdlContext } from './ddl-context.ts';
import { applyDirective } from './directives.ts';
import { alterView, createView } from './view.ts';

/** What became of a statement that is no query and no INSERT. */
export type StatementOutcome =
  /** The catalog has changed, or nothing had to be done. */
  | { readonly kind: 'done' }
  /** SET or RESET: options in force from now on. */
  | { readonly kind: 'config'; readonly config: Config }
  /** CREATE TABLE AS: the table is there; its query is still to be planned as an INSERT. */
  | { readonly kind: 'table-as'; readonly tableAs: TableAs };

/** `TableEnvironmentImpl.UNSUPPORTED_QUERY_IN_EXECUTE_SQL_MSG`; a client lists the options for a SET or RESET without a key. */
const NOT_EXECUTABLE =
  'Unsupported SQL query! executeSql() only accepts a single SQL statement of type CREATE TABLE, DROP TABLE, ALTER TABLE, ' +
  'CREATE DATABASE, DROP DATABASE, ALTER DATABASE, CREATE FUNCTION, DROP FUNCTION, ALTER FUNCTION, CREATE CATALOG, DROP CATALOG, ' +
  'USE CATALOG, USE [CATALOG.]DATABASE, SHOW CATALOGS, SHOW DATABASES, SHOW TABLES, SHOW [USER] FUNCTIONS, SHOW PARTITIONS' +
  'CREATE VIEW, DROP VIEW, SHOW VIEWS, INSERT, DESCRIBE, LOAD MODULE, UNLOAD MODULE, USE MODULES, SHOW [FULL] MODULES.';

const DONE: StatementOutcome = { kind: 'done' };

/** True for statements that `applyStatement` takes: everything but queries, DML and EXPLAIN. */
export function changesCatalog(node: SqlStatement): boolean {
  return /^Sql(Create|Replace|Alter|Drop|Use|Set$|Reset$|AddPartitions)/.test(node.type) || node.type.endsWith('Directive');
}

/** Applies a statement to the catalog or the options. Throws `FlinkError` with the chain that Flink has; nothing is changed then. */
export function applyStatement(node: SqlStatement, context: DdlContext, config: Config): StatementOutcome {
  const { catalog } = context;
  switch (node.type) {
    case 'SqlCreateTable':
    case 'SqlCreateTableLike':
      catalog.createTable(createTableOf(node, context), { ignoreIfExists: node.ifNotExists });
      return DONE;
    case 'SqlCreateTableAs': {
      const tableAs = createTableAsOf(node, context);
      catalog.createTable(tableAs.table, { ignoreIfExists: node.ifNotExists });
      return { kind: 'table-as', tableAs };
    }
    case 'SqlCreateView':
      createView(node, context);
      return DONE;
    case 'SqlAlterViewRename':
    case 'SqlAlterViewAs':
      alterView(node, context);
      return DONE;
    case 'SqlDropTable':
    case 'SqlDropView': {
      const kind = node.type === 'SqlDropTable' ? 'table' : 'view';
      const path = catalog.qualify(node.name.names);
      if (node.isTemporary) catalog.dropTemporaryTable(path, kind, node.ifExists);
      else catalog.dropTable(path, kind, node.ifExists);
      return DONE;
    }
    case 'SqlCreateCatalog':
      createCatalog(node, catalog);
      return DONE;
    case 'SqlCreateDatabase':
      createDatabase(node, catalog);
      return DONE;
    case 'SqlDropCatalog':
      dropCatalog(node, catalog);
      return DONE;
    case 'SqlDropDatabase':
      dropDatabase(node, catalog);
      return DONE;
    case 'SqlAlterDatabase':
      alterDatabase(node.name.names, optionsOf(node.options), catalog);
      return DONE;
    case 'SqlUseCatalog':
    case 'SqlUseDatabase':
      useStatement(node, catalog);
      return DONE;
    case 'SqlCreateFunction':
      createFunction(node, catalog);
      return DONE;
    case 'SqlAlterFunction':
      alterFunction(node, catalog);
      return DONE;
    case 'SqlDropFunction':
      dropFunction(node, catalog);
      return DONE;
    case 'SqlSet':
      if (node.key === undefined) throw tableError('catalog/option-key', NOT_EXECUTABLE);
      return { kind: 'config', config: config.with(node.key, node.value ?? '') };
    case 'SqlReset':
      if (node.key === undefined) throw tableError('catalog/option-key', NOT_EXECUTABLE);
      return { kind: 'config', config: config.without(node.key) };
    case 'DatastreamDirective':
    case 'TemporalTableFunctionDirective':
    case 'FunctionDirective':
      applyDirective(node, catalog);
      return DONE;
    case 'SqlAlterTableRename':
    case 'SqlAlterTableRenameColumn':
    case 'SqlAlterTableReset':
    case 'SqlAlterTableOptions':
    case 'SqlAlterTableAdd':
    case 'SqlAlterTableModify':
    case 'SqlAlterTableAddDistribution':
    case 'SqlAlterTableModifyDistribution':
    case 'SqlAlterTableDropColumn':
    case 'SqlAlterTableDropPrimaryKey':
    case 'SqlAlterTableDropDistribution':
    case 'SqlAlterTableDropWatermark':
    case 'SqlAlterTableDropConstraint':
    case 'SqlAddPartitions':
    case 'SqlDropPartitions':
      alterTable(node, context);
      return DONE;
    default:
      throw new UnsupportedError('statement', `Statements of the kind ${node.type} are not supported.`, node.span);
  }
}
