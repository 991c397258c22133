import type { BoundTable } from '../validate/bound.ts';
import type { Column, ConnectorTable, MetadataColumn } from '../catalog/table.ts';
import type { RelHint, RelNode } from '../rel/rel-node.ts';
import type { RelOptTable, SourceAbility } from '../rel/core/rel-opt-table.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { TableSource } from '../catalog/connector.ts';
import type { Field } from '../types/sql-type.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { tableError, validationError } from '../base/diagnostic.ts';
import { pathNames, summaryPath } from '../catalog/object-path.ts';
import { columnTypeBelowWatermark, tableRowType } from '../catalog/table.ts';
import { createTableSource } from '../catalog/table-factory.ts';
import { flinkTypeText } from '../catalog/flink-type-text.ts';
import { relRowType } from '../types/sql-type.ts';
import { LogicalTableScan } from '../rel/logical/logical-table-scan.ts';
import { LogicalWatermarkAssigner } from '../rel/logical/logical-watermark-assigner.ts';
import { RelBuilder } from '../rel/rel-builder.ts';
import { makeAbstractCast } from '../rel/rex/rex-builder.ts';
import { inputRef } from '../rel/rex/rex-factory.ts';
import { hintOptionsOf, tableHints } from './hints.ts';
import { canCast } from '../validate/expression/cast-rules.ts';

/** A table as nodes: its scan, then a Project for computed and metadata columns, then the watermark (`CatalogSourceTable.toRel`). */
export function convertTable(bound: BoundTable, place: ConvertPlace, c: Converter): RelNode {
  const { table } = bound;
  const hints = tableHints(bound.hints);
  if (table.kind === 'datastream') return scanOf(dataStreamTable(bound), hints, c);
  const options = hintOptionsOf(bound.hints);
  const source = createTableSource(table, new Map(options));
  const duplicates = c.session.config.boolean('table.exec.source.cdc-events-duplicate');
  const scan = scanOf(sourceTable(table, source, options, duplicates), hints, c);
  const projected = project(bound, table, scan, place, c);
  const { watermark } = bound;
  if (!watermark) return projected;
  const parameters = projected.rowType.fields.map((f, i) => inputRef(i, f.type));
  const expr = c.expression(watermark.expr, { scope: undefined, fields: [], parameters, place });
  return LogicalWatermarkAssigner.create(projected, watermark.index, expr);
}

function scanOf(table: RelOptTable, hints: readonly RelHint[], c: Converter): RelNode {
  return LogicalTableScan.create(c.session.cluster, table, hints);
}

function dataStreamTable(bound: BoundTable): RelOptTable {
  const { table } = bound;
  return {
    names: pathNames(table.path),
    rowType: tableRowType(table),
    table,
    kind: 'datastream',
    abilities: [],
    extraDigests: [],
    uniqueKeys: [],
    hintOptions: [],
    eventTimeSnapshotRequired: false,
  };
}

/** The table as its source produces it: physical columns, then metadata in the connector's order. */
function sourceTable(
  table: ConnectorTable,
  source: TableSource,
  hintOptions: RelOptTable['hintOptions'],
  eventsDuplicate: boolean,
): RelOptTable {
  const metadata = readMetadata(table, source);
  checkChangelog(table, source, eventsDuplicate);
  const physical = table.columns.filter((col) => col.kind === 'physical');
  const fields: Field[] = [
    ...physical.map((col) => ({ name: col.name, type: columnTypeBelowWatermark(table, col) })),
    ...metadata.map((m) => ({ name: m.column.name, type: m.type })),
  ];
  const keys = [...new Set(metadata.map((m) => m.column.key))];
  const abilities: SourceAbility[] = keys.length > 0 ? [{ kind: 'metadata', keys }] : [];
  return {
    names: pathNames(table.path),
    rowType: relRowType(fields),
    table,
    source,
    kind: 'source',
    abilities,
    extraDigests: keys.length > 0 ? [`metadata=[${keys.join(', ')}]`] : [],
    uniqueKeys: primaryKeyOf(table, fields),
    hintOptions,
    eventTimeSnapshotRequired: false,
  };
}

function primaryKeyOf(table: ConnectorTable, fields: readonly Field[]): readonly (readonly number[])[] {
  if (!table.primaryKey) return [];
  const key = table.primaryKey.columns.map((name) => fields.findIndex((f) => f.name === name));
  return key.every((i) => i >= 0) ? [key] : [];
}

interface ReadMetadata {
  readonly column: MetadataColumn;
  readonly type: Field['type'];
}

function readMetadata(table: ConnectorTable, source: TableSource): readonly ReadMetadata[] {
  const columns = table.columns.filter((col) => col.kind === 'metadata');
  if (columns.length === 0) return [];
  const keys = source.metadata;
  if (!keys) {
    throw validationError(
      'convert/metadata',
      `Table '${source.summary}' declares metadata columns, but the underlying DynamicTableSource doesn't implement the SupportsReadingMetadata interface. Therefore, metadata cannot be read from the given source.`,
    );
  }
  for (const column of columns) {
    const key = keys.find((k) => k.key === column.key);
    if (!key) {
      throw validationError(
        'convert/metadata',
        `Invalid metadata key '${column.key}' in column '${column.name}' of table '${summaryPath(table.path)}'. The DynamicTableSource class '${source.className}' supports the following metadata keys for reading:\n${keys.map((k) => k.key).join('\n')}`,
      );
    }
    if (!canCast(key.type, column.type)) {
      throw validationError(
        'convert/metadata',
        `Invalid data type for metadata column '${column.name}' with metadata key '${column.key}' of table '${summaryPath(table.path)}'. The column cannot be declared as '${flinkTypeText(key.type)}' because the type must be castable from metadata type '${flinkTypeText(column.type)}'.`,
      );
    }
  }
  const read: ReadMetadata[] = [];
  for (const k of keys) {
    const column = columns.find((col) => col.key === k.key);
    if (column) read.push({ column, type: k.type });
  }
  return read;
}

function checkChangelog(table: ConnectorTable, source: TableSource, eventsDuplicate: boolean): void {
  if (!source.isScan) return;
  const { changelogMode: mode } = source;
  const name = summaryPath(table.path);
  if (mode.kinds.has('UA') && !mode.kinds.has('UB') && !table.primaryKey) {
    throw tableError(
      'convert/changelog',
      `Table '${name}' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. This requires defining a primary key constraint on the table.`,
    );
  }
  if (mode.kinds.has('UA') && mode.kinds.has('UB') && eventsDuplicate && !table.primaryKey) {
    throw tableError(
      'convert/changelog',
      `Configuration 'table.exec.source.cdc-events-duplicate' is enabled which requires the changelog sources to define a PRIMARY KEY. However, table '${name}' doesn't have a primary key.`,
    );
  }
}

/** Columns in declared order: computed ones from their expressions, metadata cast to the declared type. */
function project(bound: BoundTable, table: ConnectorTable, scan: RelNode, place: ConvertPlace, c: Converter): RelNode {
  if (table.columns.every((col) => col.kind === 'physical')) return scan;
  const names = scan.rowType.fields.map((f) => f.name);
  const byKey = new Map<string, string>();
  for (const col of table.columns) if (col.kind === 'metadata' && !byKey.has(col.key)) byKey.set(col.key, col.name);
  const stored = (col: Column): RexNode | undefined => {
    if (col.kind === 'computed') return undefined;
    const name = col.kind === 'metadata' ? (byKey.get(col.key) ?? col.name) : col.name;
    const index = names.indexOf(name);
    const field = scan.rowType.fields[index];
    if (!field) throw new Error(`no field for the column ${col.name}`);
    const ref = inputRef(index, field.type);
    return col.kind === 'metadata' ? makeAbstractCast(col.type, ref) : ref;
  };
  const columns = table.columns.map(stored);
  const exprs = table.columns.map((col, i): RexNode => {
    const own = columns[i];
    if (own) return own;
    const expr = bound.computed.get(col.name);
    if (!expr) throw new Error(`no expression for the column ${col.name}`);
    return c.expression(expr, { scope: undefined, fields: [], parameters: columns, place });
  });
  return new RelBuilder(c.session.cluster)
    .push(scan)
    .project(
      exprs,
      table.columns.map((col) => col.name),
      true,
    )
    .build();
}
