import type { NodeBase, SqlBasicCall, SqlCharStringLiteral, SqlDataTypeSpec, SqlIdentifier, SqlLiteral, SqlNode, SqlQuery } from './ast.ts';
import type { SqlDdl, SqlPartitionProperty, SqlTableOption, ShowLike, ShowScope } from './ast-ddl.ts';

/* Statements other than DDL (`ast-ddl.ts`), and the union of everything that may stand alone in a script. */

// --------------------------------------------------------------------------------------------------------------------------- DML

/** `INSERT INTO t PARTITION (…) (a, b) query ON CONFLICT DO …`. */
export interface RichSqlInsert extends NodeBase {
  readonly type: 'RichSqlInsert';
  /** `SqlIdentifier`, `SqlTableRef` (with hints), or a call of kind EXTEND. */
  readonly target: SqlNode;
  readonly source: SqlNode;
  readonly columns?: readonly SqlIdentifier[];
  readonly partition: readonly SqlPartitionProperty[];
  readonly isUpsert: boolean;
  readonly isOverwrite: boolean;
  readonly conflict?: 'ERROR' | 'NOTHING' | 'DEDUPLICATE';
}

/** `STATEMENT SET BEGIN INSERT …; … END` behind EXECUTE, EXPLAIN or COMPILE PLAN. */
export interface SqlStatementSet extends NodeBase {
  readonly type: 'SqlStatementSet';
  readonly inserts: readonly RichSqlInsert[];
}

export interface SqlDelete extends NodeBase {
  readonly type: 'SqlDelete';
  /** `SqlIdentifier`, `SqlTableRef` (with hints), or a call of kind EXTEND. */
  readonly target: SqlNode;
  readonly alias?: SqlIdentifier;
  readonly where?: SqlNode;
}

export interface SqlUpdate extends NodeBase {
  readonly type: 'SqlUpdate';
  /** `SqlIdentifier`, `SqlTableRef` (with hints), or a call of kind EXTEND. */
  readonly target: SqlNode;
  readonly alias?: SqlIdentifier;
  readonly columns: readonly SqlIdentifier[];
  readonly expressions: readonly SqlNode[];
  readonly where?: SqlNode;
}

export interface SqlMerge extends NodeBase {
  readonly type: 'SqlMerge';
  /** `SqlIdentifier`, `SqlTableRef` (with hints), or a call of kind EXTEND. */
  readonly target: SqlNode;
  readonly alias?: SqlIdentifier;
  readonly source: SqlNode;
  readonly condition: SqlNode;
  readonly update?: SqlUpdate;
  readonly insert?: { readonly columns?: readonly SqlIdentifier[]; readonly values: SqlBasicCall; readonly isUpsert: boolean };
}

// ---------------------------------------------------------------------------------------------------------------------- commands

/** `SET 'k' = 'v'`, `SET k = v` (which the SQL client accepts without quotes), or `SET` alone. */
export interface SqlSet extends NodeBase {
  readonly type: 'SqlSet';
  readonly key?: string;
  readonly value?: string;
}

/** `RESET 'k'`, or `RESET` alone. */
export interface SqlReset extends NodeBase {
  readonly type: 'SqlReset';
  readonly key?: string;
}

/** Calcite's own `SET a.b = literal`, `ALTER SYSTEM SET …`, `RESET a.b`; Flink parses it and then refuses it. */
export interface SqlSetOption extends NodeBase {
  readonly type: 'SqlSetOption';
  readonly scope?: 'SYSTEM' | 'SESSION';
  readonly name: SqlIdentifier;
  /** Undefined for RESET. */
  readonly value?: SqlIdentifier | SqlLiteral;
}

export type ExplainDetail = 'ESTIMATED_COST' | 'CHANGELOG_MODE' | 'JSON_EXECUTION_PLAN' | 'PLAN_ADVICE';

export interface SqlRichExplain extends NodeBase {
  readonly type: 'SqlRichExplain';
  readonly statement: SqlStatement | SqlNode;
  /** In the order written. */
  readonly details: readonly ExplainDetail[];
}

/** Calcite's `DESCRIBE STATEMENT query`, its only way into the plain explain of Calcite. */
export interface SqlExplain extends NodeBase {
  readonly type: 'SqlExplain';
  readonly statement: SqlStatement | SqlNode;
  readonly level: string;
  readonly depth: string;
  readonly format: string;
}

/** `EXECUTE query`, `EXECUTE STATEMENT SET …`. */
export interface SqlExecute extends NodeBase {
  readonly type: 'SqlExecute';
  readonly statement: RichSqlInsert | SqlStatementSet | SqlNode;
}

export interface SqlPlanCommand extends NodeBase {
  readonly type: 'SqlCompilePlan' | 'SqlCompileAndExecutePlan' | 'SqlExecutePlan';
  readonly path: SqlCharStringLiteral;
  readonly ifNotExists: boolean;
  /** Absent for EXECUTE PLAN. */
  readonly statement?: RichSqlInsert | SqlStatementSet;
}

/** SHOW in all its forms. */
export interface SqlShow extends NodeBase {
  readonly type:
    | 'SqlShowCatalogs'
    | 'SqlShowCurrentCatalog'
    | 'SqlShowCurrentDatabase'
    | 'SqlShowDatabases'
    | 'SqlShowTables'
    | 'SqlShowColumns'
    | 'SqlShowFunctions'
    | 'SqlShowProcedures'
    | 'SqlShowModules'
    | 'SqlShowModels'
    | 'SqlShowConnections'
    | 'SqlShowJars'
    | 'SqlShowJobs'
    | 'SqlShowCreateTable'
    | 'SqlShowCreateView'
    | 'SqlShowCreateCatalog'
    | 'SqlShowCreateModel'
    | 'SqlShowCreateConnection'
    | 'SqlShowCreateMaterializedTable'
    | 'SqlShowPartitions';
  readonly scope?: ShowScope;
  readonly like?: ShowLike;
  /** The object of SHOW CREATE, SHOW COLUMNS (with its preposition in `scope`) and SHOW PARTITIONS. */
  readonly name?: SqlIdentifier;
  /** What SHOW TABLES lists: tables, views or materialized tables. */
  readonly listed?: 'TABLES' | 'VIEWS' | 'MATERIALIZED TABLES';
  /** `SHOW USER FUNCTIONS`, `SHOW FULL MODULES`, `SHOW CREATE OR ALTER MATERIALIZED TABLE`. */
  readonly modifier?: 'USER' | 'FULL' | 'OR ALTER';
  readonly partition?: readonly SqlPartitionProperty[];
}

/** DESCRIBE of a named object. */
export interface SqlDescribe extends NodeBase {
  readonly type:
    | 'SqlRichDescribeTable'
    | 'SqlRichDescribeFunction'
    | 'SqlRichDescribeModel'
    | 'SqlRichDescribeConnection'
    | 'SqlDescribeCatalog'
    | 'SqlDescribeDatabase'
    | 'SqlDescribeSchema'
    | 'SqlDescribeTable';
  readonly name: SqlIdentifier;
  readonly isExtended: boolean;
  /** Calcite's `DESCRIBE TABLE t c`. */
  readonly column?: SqlIdentifier;
}

export interface SqlDescribeJob extends NodeBase {
  readonly type: 'SqlDescribeJob';
  readonly jobId: SqlCharStringLiteral;
}

export interface SqlStopJob extends NodeBase {
  readonly type: 'SqlStopJob';
  readonly jobId: SqlCharStringLiteral;
  readonly withSavepoint: boolean;
  readonly withDrain: boolean;
}

export interface SqlUse extends NodeBase {
  readonly type: 'SqlUseCatalog' | 'SqlUseDatabase';
  readonly name: SqlIdentifier;
}

export interface SqlUseModules extends NodeBase {
  readonly type: 'SqlUseModules';
  readonly names: readonly SqlIdentifier[];
}

export interface SqlLoadModule extends NodeBase {
  readonly type: 'SqlLoadModule';
  readonly name: SqlIdentifier;
  readonly options: readonly SqlTableOption[];
}

export interface SqlUnloadModule extends NodeBase {
  readonly type: 'SqlUnloadModule';
  readonly name: SqlIdentifier;
}

export interface SqlJarCommand extends NodeBase {
  readonly type: 'SqlAddJar' | 'SqlRemoveJar';
  readonly path: SqlCharStringLiteral;
}

export interface SqlAnalyzeTable extends NodeBase {
  readonly type: 'SqlAnalyzeTable';
  readonly name: SqlIdentifier;
  readonly partition: readonly SqlPartitionProperty[];
  readonly columns: readonly SqlIdentifier[];
  readonly allColumns: boolean;
}

export interface SqlTruncateTable extends NodeBase {
  readonly type: 'SqlTruncateTable';
  readonly name: SqlIdentifier;
}

/** Words with nothing behind them: `BEGIN STATEMENT SET`, `END`. */
export interface SqlBareCommand extends NodeBase {
  readonly type: 'SqlBeginStatementSet' | 'SqlEndStatementSet';
}

/** Commands that Flink recognises before its grammar sees the text. */
export interface ClientCommand extends NodeBase {
  readonly type: 'ClientCommand';
  readonly command: 'HELP' | 'QUIT' | 'CLEAR';
}

// ------------------------------------------------------------------------------------------------------------------ `--@` comments

export interface DirectiveColumn extends NodeBase {
  readonly name: string;
  /** Type as written, upper-cased; `PROCTIME` and `ROWTIME` append a time attribute that is not a field of the record. */
  readonly dataType: string;
}

/** `--@ datastream T (a INT, pt PROCTIME)`: a table made from a DataStream. */
export interface DatastreamDirective extends NodeBase {
  readonly type: 'DatastreamDirective';
  readonly name: string;
  readonly columns: readonly DirectiveColumn[];
}

/** `--@ temporal-table-function F ON T TIME rt KEY k`. */
export interface TemporalTableFunctionDirective extends NodeBase {
  readonly type: 'TemporalTableFunctionDirective';
  readonly name: string;
  readonly table: string;
  readonly timeAttribute: string;
  readonly key: string;
}

/** `--@ function f(INT, STRING) RETURNS BIGINT [NOT DETERMINISTIC]` or `… TABLE(c1 INT, …)`: a function written in Java. */
export interface FunctionDirective extends NodeBase {
  readonly type: 'FunctionDirective';
  readonly name: string;
  readonly argumentTypes: readonly SqlDataTypeSpec[];
  /** Of a scalar function. */
  readonly returns?: SqlDataTypeSpec;
  /** Of a table function. */
  readonly table?: readonly { readonly name: string; readonly dataType: SqlDataTypeSpec }[];
  readonly deterministic: boolean;
}

export type Directive = DatastreamDirective | TemporalTableFunctionDirective | FunctionDirective;

/** Every statement that is not a query. */
// prettier-ignore
export type SqlStatement =
  | SqlDdl | RichSqlInsert | SqlStatementSet | SqlDelete
  | SqlUpdate | SqlMerge | SqlSet | SqlReset | SqlSetOption | SqlRichExplain | SqlExplain | SqlExecute | SqlPlanCommand | SqlShow
  | SqlDescribe | SqlDescribeJob | SqlStopJob | SqlUse | SqlUseModules | SqlLoadModule | SqlUnloadModule | SqlJarCommand | SqlAnalyzeTable
  | SqlTruncateTable | SqlBareCommand | ClientCommand | Directive;

/** What a statement of a script may be. `SqlQuery` and `SqlStatement` share no `type`. */
export type ScriptNode = SqlQuery | SqlStatement;
