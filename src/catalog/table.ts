import type { SqlNode } from '../sql/ast.ts';
import type { RowType, SqlType } from '../types/sql-type.ts';
import { relRowType, withoutIndicator } from '../types/sql-type.ts';
import type { ObjectPath } from './object-path.ts';

/** A column that the connector stores. */
export interface PhysicalColumn {
  readonly kind: 'physical';
  readonly name: string;
  readonly type: SqlType;
  readonly comment?: string;
}

/** `c AS expr`. */
export interface ComputedColumn {
  readonly kind: 'computed';
  readonly name: string;
  /** Type of the expression, its time attribute included (`PROCTIME()`). */
  readonly type: SqlType;
  readonly expression: SqlNode;
  /** The expression as SQL text with names quoted, as Flink keeps and shows it. */
  readonly sql: string;
  readonly comment?: string;
}

/** `c INT METADATA FROM 'key' VIRTUAL`. */
export interface MetadataColumn {
  readonly kind: 'metadata';
  readonly name: string;
  /** The declared type; the connector's may differ and is then cast. */
  readonly type: SqlType;
  /** The key of FROM, else the column's own name. */
  readonly key: string;
  /** True if FROM was written. */
  readonly hasAlias: boolean;
  readonly isVirtual: boolean;
  readonly comment?: string;
}

export type Column = PhysicalColumn | ComputedColumn | MetadataColumn;

/** `WATERMARK FOR column AS expr`. */
export interface WatermarkSpec {
  readonly column: string;
  readonly expression: SqlNode;
  readonly sql: string;
  readonly type: SqlType;
}

/** `PRIMARY KEY (…) NOT ENFORCED`. */
export interface PrimaryKey {
  /** Given or generated (`PK_a_b`). */
  readonly name: string;
  readonly columns: readonly string[];
}

/** `DISTRIBUTED BY HASH(k) INTO n BUCKETS`. */
export interface Distribution {
  readonly kind: 'HASH' | 'RANGE' | 'UNKNOWN';
  readonly bucketCount?: number;
  readonly bucketKeys: readonly string[];
}

interface TableBase {
  readonly path: ObjectPath;
  readonly isTemporary: boolean;
  /**
   * All columns in declared order. Types are those of Flink's `ResolvedSchema`: the column of the watermark carries ROWTIME, a computed
   * `PROCTIME()` carries PROCTIME.
   */
  readonly columns: readonly Column[];
  readonly comment?: string;
}

/** Made by CREATE TABLE: options name a connector. Options are checked only when a query uses the table (`table-factory.ts`). */
export interface ConnectorTable extends TableBase {
  readonly kind: 'connector';
  /** At most one; a list because Flink keeps one. */
  readonly watermarks: readonly WatermarkSpec[];
  readonly primaryKey?: PrimaryKey;
  readonly partitionKeys: readonly string[];
  readonly distribution?: Distribution;
  readonly options: ReadonlyMap<string, string>;
}

/** Made from a DataStream by a program (`--@ datastream`): prints `DataStreamScan`; time attributes are plain columns, no project above. */
export interface DataStreamTable extends TableBase {
  readonly kind: 'datastream';
}

/** Made by CREATE VIEW: the query stands in place of a scan. */
export interface ViewTable extends TableBase {
  readonly kind: 'view';
  /** The query as parsed; resolved again, in the context in which the view was made, wherever the view is used. */
  readonly query: SqlNode;
  /** Catalog and database that were current when the view was made. */
  readonly currentCatalog: string;
  readonly currentDatabase: string;
  /** The query as SQL text, and with all names expanded. */
  readonly originalSql: string;
  readonly expandedSql: string;
}

export type CatalogTable = ConnectorTable | DataStreamTable | ViewTable;

/** `--@ temporal-table-function F ON T TIME rt KEY k`: a table function over the versions of a table. */
export interface TemporalTableFunction {
  readonly kind: 'temporal-table-function';
  readonly name: string;
  readonly table: ObjectPath;
  readonly timeAttribute: string;
  readonly key: string;
}

export function columnOf(table: CatalogTable, name: string): Column | undefined {
  return table.columns.find((c) => c.name === name);
}

/** The row that a query sees: every column, time attributes included. */
export function tableRowType(table: CatalogTable): RowType {
  return relRowType(table.columns.map((c) => ({ name: c.name, type: c.type })));
}

/** Type of a column below the WatermarkAssigner: the watermarked column is still a plain timestamp there. */
export function columnTypeBelowWatermark(table: ConnectorTable, column: Column): SqlType {
  return table.watermarks.some((w) => w.column === column.name) ? withoutIndicator(column.type) : column.type;
}

export function physicalColumns(table: CatalogTable): readonly PhysicalColumn[] {
  return table.columns.filter((c) => c.kind === 'physical');
}

export function metadataColumns(table: CatalogTable): readonly MetadataColumn[] {
  return table.columns.filter((c) => c.kind === 'metadata');
}

/** Columns that an INSERT writes: physical ones and metadata that is not VIRTUAL, in declared order. */
export function sinkColumns(table: CatalogTable): readonly (PhysicalColumn | MetadataColumn)[] {
  return table.columns.filter(
    (c): c is PhysicalColumn | MetadataColumn => c.kind === 'physical' || (c.kind === 'metadata' && !c.isVirtual),
  );
}

/** Positions of the primary key's columns among all columns. */
export function primaryKeyIndexes(table: CatalogTable): readonly number[] | undefined {
  if (table.kind !== 'connector' || !table.primaryKey) return undefined;
  return table.primaryKey.columns.map((name) => table.columns.findIndex((c) => c.name === name));
}
