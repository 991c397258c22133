import type { NodeBase, SqlCharStringLiteral, SqlDataTypeSpec, SqlIdentifier, SqlIntervalLiteral, SqlNode } from './ast.ts';

/* Statements that define, change or drop something, and the clauses they are made of. Names are Flink's. */

// ----------------------------------------------------------------------------------------------------------- parts of statements

/** `'key' = 'value'` of a WITH clause. */
export interface SqlTableOption extends NodeBase {
  readonly type: 'SqlTableOption';
  readonly key: SqlCharStringLiteral;
  readonly value: SqlCharStringLiteral;
}

/** `key = value` or `key` of a PARTITION clause. */
export interface SqlPartitionProperty extends NodeBase {
  readonly type: 'SqlPartitionProperty';
  readonly key: SqlIdentifier;
  readonly value?: SqlNode;
}

/** `c INT NOT NULL PRIMARY KEY NOT ENFORCED COMMENT 'x'`. */
export interface SqlRegularColumn extends NodeBase {
  readonly type: 'SqlRegularColumn';
  readonly name: SqlIdentifier;
  readonly dataType: SqlDataTypeSpec;
  readonly constraint?: SqlTableConstraint;
  readonly comment?: SqlCharStringLiteral;
}

/** `c AS expr COMMENT 'x'`. */
export interface SqlComputedColumn extends NodeBase {
  readonly type: 'SqlComputedColumn';
  readonly name: SqlIdentifier;
  readonly expr: SqlNode;
  readonly comment?: SqlCharStringLiteral;
}

/** `c INT METADATA FROM 'key' VIRTUAL COMMENT 'x'`. */
export interface SqlMetadataColumn extends NodeBase {
  readonly type: 'SqlMetadataColumn';
  readonly name: SqlIdentifier;
  readonly dataType: SqlDataTypeSpec;
  /** The key of FROM; undefined: the column's own name. */
  readonly metadataAlias?: SqlCharStringLiteral;
  readonly isVirtual: boolean;
  readonly comment?: SqlCharStringLiteral;
}

export type SqlTableColumn = SqlRegularColumn | SqlComputedColumn | SqlMetadataColumn;

/** `ADD c INT AFTER b`. */
export interface SqlTableColumnPosition extends NodeBase {
  readonly type: 'SqlTableColumnPosition';
  readonly column: SqlTableColumn;
  readonly preference?: 'FIRST' | 'AFTER';
  readonly after?: SqlIdentifier;
}

/** `CONSTRAINT n PRIMARY KEY (a, b) NOT ENFORCED`. */
export interface SqlTableConstraint extends NodeBase {
  readonly type: 'SqlTableConstraint';
  readonly name?: SqlIdentifier;
  readonly unique: 'PRIMARY KEY' | 'UNIQUE';
  /** For a constraint behind a column: that column. */
  readonly columns: readonly SqlIdentifier[];
  /** Undefined if neither ENFORCED nor NOT ENFORCED was written. */
  readonly enforced?: boolean;
  readonly isTableConstraint: boolean;
}

/** `WATERMARK FOR ts AS ts - INTERVAL '5' SECOND`; the position is that of the word WATERMARK. */
export interface SqlWatermark extends NodeBase {
  readonly type: 'SqlWatermark';
  readonly eventTimeColumn: SqlIdentifier;
  readonly strategy: SqlNode;
}

/** `DISTRIBUTED BY HASH(k) INTO 6 BUCKETS`. */
export interface SqlDistribution extends NodeBase {
  readonly type: 'SqlDistribution';
  readonly distributionKind?: 'HASH' | 'RANGE';
  readonly bucketColumns: readonly SqlIdentifier[];
  /** The count as digits. */
  readonly bucketCount?: string;
}

export interface SqlTableLikeOption {
  readonly strategy: 'INCLUDING' | 'EXCLUDING' | 'OVERWRITING';
  readonly feature: 'ALL' | 'CONSTRAINTS' | 'DISTRIBUTION' | 'GENERATED' | 'METADATA' | 'OPTIONS' | 'PARTITIONS' | 'WATERMARKS';
}

/** `LIKE base (INCLUDING ALL …)`. */
export interface SqlTableLike extends NodeBase {
  readonly type: 'SqlTableLike';
  readonly source: SqlIdentifier;
  readonly options: readonly SqlTableLikeOption[];
}

/** `START_MODE = FROM_NOW(INTERVAL '1' DAY)`. */
export interface SqlStartMode extends NodeBase {
  readonly type: 'SqlStartMode';
  readonly mode:
    'FROM_BEGINNING' | 'FROM_NOW' | 'FROM_TIMESTAMP' | 'RESUME_OR_FROM_BEGINNING' | 'RESUME_OR_FROM_NOW' | 'RESUME_OR_FROM_TIMESTAMP';
  readonly argument?: SqlNode;
}

export interface SqlResource extends NodeBase {
  readonly type: 'SqlResource';
  readonly resourceType: 'JAR' | 'ARTIFACT';
  readonly path: SqlCharStringLiteral;
}

/** `FROM db` / `IN db` of SHOW. */
export interface ShowScope {
  readonly preposition: 'FROM' | 'IN';
  readonly name: SqlIdentifier;
}

/** `NOT LIKE 'x%'` of SHOW. */
export interface ShowLike {
  readonly operator: 'LIKE' | 'ILIKE';
  readonly negated: boolean;
  readonly pattern: SqlCharStringLiteral;
}

// ------------------------------------------------------------------------------------------------------------------------ tables

/** What every form of CREATE TABLE may have. */
interface TableDefinition extends NodeBase {
  readonly name: SqlIdentifier;
  /** Columns in order; for CREATE TABLE AS the list may be plain names, which then stand in `columnNames`. */
  readonly columns: readonly SqlTableColumn[];
  /** `CREATE TABLE t (b, a) AS …`: an order of the query's columns. */
  readonly columnNames: readonly SqlIdentifier[];
  /** Table constraints only; constraints of columns stand with them. */
  readonly constraints: readonly SqlTableConstraint[];
  readonly watermark?: SqlWatermark;
  readonly comment?: SqlCharStringLiteral;
  readonly distribution?: SqlDistribution;
  readonly partitionKeys: readonly SqlIdentifier[];
  readonly options: readonly SqlTableOption[];
}

export interface SqlCreateTable extends TableDefinition {
  readonly type: 'SqlCreateTable';
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
}

export interface SqlCreateTableLike extends TableDefinition {
  readonly type: 'SqlCreateTableLike';
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
  readonly like: SqlTableLike;
}

export interface SqlCreateTableAs extends TableDefinition {
  readonly type: 'SqlCreateTableAs';
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
  readonly query: SqlNode;
}

/** `CREATE OR REPLACE TABLE … AS`, `REPLACE TABLE … AS`. */
export interface SqlReplaceTableAs extends TableDefinition {
  readonly type: 'SqlReplaceTableAs';
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
  /** True for `CREATE OR REPLACE`. */
  readonly isCreateOrReplace: boolean;
  readonly query: SqlNode;
}

export interface SqlCreateOrAlterMaterializedTable extends TableDefinition {
  readonly type: 'SqlCreateOrAlterMaterializedTable';
  readonly isOrAlter: boolean;
  readonly startMode?: SqlStartMode;
  readonly freshness?: SqlIntervalLiteral;
  readonly refreshMode?: 'FULL' | 'CONTINUOUS';
  readonly query: SqlNode;
}

/** What ALTER TABLE … ADD / MODIFY ( … ) lists. */
interface SchemaChange extends NodeBase {
  readonly name: SqlIdentifier;
  readonly ifExists: boolean;
  readonly columns: readonly SqlTableColumnPosition[];
  readonly constraints: readonly SqlTableConstraint[];
  readonly watermark?: SqlWatermark;
}

interface TableChange extends NodeBase {
  readonly name: SqlIdentifier;
  readonly ifExists: boolean;
}

/** `ALTER TABLE t ADD PARTITION (…) WITH (…)`. */
export interface SqlAddPartitions extends TableChange {
  readonly type: 'SqlAddPartitions';
  readonly ifNotExists: boolean;
  readonly partitions: readonly { readonly spec: readonly SqlPartitionProperty[]; readonly options?: readonly SqlTableOption[] }[];
}

/** `ALTER TABLE t DROP IF EXISTS PARTITION (…), PARTITION (…)`. */
export interface SqlDropPartitions extends TableChange {
  readonly type: 'SqlDropPartitions';
  readonly ifPartitionExists: boolean;
  readonly partitions: readonly (readonly SqlPartitionProperty[])[];
}

export type SqlAlterTable =
  | (TableChange & { readonly type: 'SqlAlterTableRename'; readonly newName: SqlIdentifier })
  | (TableChange & { readonly type: 'SqlAlterTableRenameColumn'; readonly oldColumn: SqlIdentifier; readonly newColumn: SqlIdentifier })
  | (TableChange & { readonly type: 'SqlAlterTableReset'; readonly keys: readonly SqlCharStringLiteral[] })
  | (TableChange & { readonly type: 'SqlAlterTableOptions'; readonly options: readonly SqlTableOption[] })
  | (SchemaChange & { readonly type: 'SqlAlterTableAdd' | 'SqlAlterTableModify' })
  | (TableChange & {
      readonly type: 'SqlAlterTableAddDistribution' | 'SqlAlterTableModifyDistribution';
      readonly distribution: SqlDistribution;
    })
  | (TableChange & { readonly type: 'SqlAlterTableDropColumn'; readonly columns: readonly SqlIdentifier[] })
  | (TableChange & { readonly type: 'SqlAlterTableDropPrimaryKey' | 'SqlAlterTableDropDistribution' | 'SqlAlterTableDropWatermark' })
  | (TableChange & { readonly type: 'SqlAlterTableDropConstraint'; readonly constraintName: SqlIdentifier })
  | SqlAddPartitions
  | SqlDropPartitions;

interface MaterializedTableChange extends NodeBase {
  readonly name: SqlIdentifier;
}

export type SqlAlterMaterializedTable =
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableSuspend' })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableResume'; readonly options: readonly SqlTableOption[] })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableRefresh'; readonly partition: readonly SqlPartitionProperty[] })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableFreshness'; readonly freshness: SqlIntervalLiteral })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableRefreshMode'; readonly refreshMode: 'FULL' | 'CONTINUOUS' })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableOptions'; readonly options: readonly SqlTableOption[] })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableReset'; readonly keys: readonly SqlCharStringLiteral[] })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableAsQuery'; readonly query: SqlNode })
  | (MaterializedTableChange & {
      readonly type: 'SqlAlterMaterializedTableAddDistribution' | 'SqlAlterMaterializedTableModifyDistribution';
      readonly distribution: SqlDistribution;
    })
  | (SchemaChange & { readonly type: 'SqlAlterMaterializedTableAddSchema' | 'SqlAlterMaterializedTableModifySchema' })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableDropColumn'; readonly columns: readonly SqlIdentifier[] })
  | (MaterializedTableChange & {
      readonly type:
        'SqlAlterMaterializedTableDropPrimaryKey' | 'SqlAlterMaterializedTableDropDistribution' | 'SqlAlterMaterializedTableDropWatermark';
    })
  | (MaterializedTableChange & { readonly type: 'SqlAlterMaterializedTableDropConstraint'; readonly constraintName: SqlIdentifier });

// ------------------------------------------------------------------------------------------------------- views, functions, others

export interface SqlCreateView extends NodeBase {
  readonly type: 'SqlCreateView';
  readonly name: SqlIdentifier;
  readonly fieldList: readonly SqlIdentifier[];
  readonly query: SqlNode;
  readonly replace: boolean;
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
  readonly comment?: SqlCharStringLiteral;
}

export type SqlAlterView =
  | (NodeBase & { readonly type: 'SqlAlterViewRename'; readonly name: SqlIdentifier; readonly newName: SqlIdentifier })
  | (NodeBase & { readonly type: 'SqlAlterViewAs'; readonly name: SqlIdentifier; readonly query: SqlNode });

export interface SqlCreateFunction extends NodeBase {
  readonly type: 'SqlCreateFunction';
  readonly name: SqlIdentifier;
  readonly className: SqlCharStringLiteral;
  readonly language?: 'JAVA' | 'SCALA' | 'SQL' | 'PYTHON';
  readonly ifNotExists: boolean;
  readonly isTemporary: boolean;
  readonly isSystem: boolean;
  readonly resources: readonly SqlResource[];
  readonly options: readonly SqlTableOption[];
}

export interface SqlAlterFunction extends NodeBase {
  readonly type: 'SqlAlterFunction';
  readonly name: SqlIdentifier;
  readonly className: SqlCharStringLiteral;
  readonly language?: 'JAVA' | 'SCALA' | 'SQL' | 'PYTHON';
  readonly ifExists: boolean;
  readonly isTemporary: boolean;
  readonly isSystem: boolean;
}

/** CREATE CATALOG, DATABASE, CONNECTION: a name, a comment, options. */
export interface SqlCreateNamed extends NodeBase {
  readonly type: 'SqlCreateCatalog' | 'SqlCreateDatabase' | 'SqlCreateConnection';
  readonly name: SqlIdentifier;
  readonly comment?: SqlCharStringLiteral;
  readonly options: readonly SqlTableOption[];
  readonly ifNotExists: boolean;
  readonly isTemporary: boolean;
  readonly isSystem: boolean;
}

export interface SqlCreateModel extends NodeBase {
  /** The second with `query`. */
  readonly type: 'SqlCreateModel' | 'SqlCreateModelAs';
  readonly name: SqlIdentifier;
  readonly inputColumns: readonly SqlTableColumn[];
  readonly outputColumns: readonly SqlTableColumn[];
  readonly comment?: SqlCharStringLiteral;
  readonly options: readonly SqlTableOption[];
  readonly query?: SqlNode;
  readonly isTemporary: boolean;
  readonly ifNotExists: boolean;
}

/** `ALTER CATALOG c SET (…)`, `ALTER DATABASE d SET (…)`, `ALTER MODEL m SET (…)`, `ALTER CONNECTION c SET (…)`. */
export interface SqlAlterOptions extends NodeBase {
  readonly type: 'SqlAlterCatalogOptions' | 'SqlAlterDatabase' | 'SqlAlterModelSet' | 'SqlAlterConnectionSet';
  readonly name: SqlIdentifier;
  readonly options: readonly SqlTableOption[];
  readonly ifExists: boolean;
}

export interface SqlAlterReset extends NodeBase {
  readonly type: 'SqlAlterCatalogReset' | 'SqlAlterModelReset' | 'SqlAlterConnectionReset';
  readonly name: SqlIdentifier;
  readonly keys: readonly SqlCharStringLiteral[];
  readonly ifExists: boolean;
}

export interface SqlAlterRename extends NodeBase {
  readonly type: 'SqlAlterModelRename' | 'SqlAlterConnectionRename';
  readonly name: SqlIdentifier;
  readonly newName: SqlIdentifier;
  readonly ifExists: boolean;
}

export interface SqlAlterCatalogComment extends NodeBase {
  readonly type: 'SqlAlterCatalogComment';
  readonly name: SqlIdentifier;
  readonly comment: SqlCharStringLiteral;
}

export interface SqlDrop extends NodeBase {
  readonly type:
    | 'SqlDropTable'
    | 'SqlDropView'
    | 'SqlDropFunction'
    | 'SqlDropDatabase'
    | 'SqlDropCatalog'
    | 'SqlDropModel'
    | 'SqlDropConnection'
    | 'SqlDropMaterializedTable';
  readonly name: SqlIdentifier;
  readonly ifExists: boolean;
  readonly isTemporary: boolean;
  readonly isSystem: boolean;
  /** `DROP DATABASE d CASCADE`. */
  readonly cascade: boolean;
}

// prettier-ignore
export type SqlDdl =
  | SqlCreateTable | SqlCreateTableLike | SqlCreateTableAs | SqlReplaceTableAs | SqlCreateOrAlterMaterializedTable | SqlAlterTable
  | SqlAlterMaterializedTable | SqlCreateView | SqlAlterView | SqlCreateFunction | SqlAlterFunction | SqlCreateNamed | SqlCreateModel
  | SqlAlterOptions | SqlAlterReset | SqlAlterRename | SqlAlterCatalogComment | SqlDrop;
