import type { MetadataColumn, PhysicalColumn } from '../catalog/table.ts';
import type { TableSink } from '../catalog/connector.ts';
import type { Field, SqlType } from '../types/sql-type.ts';
import type { BoundInsert } from '../validate/insert.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Converter } from './converter.ts';
import { UnsupportedError, validationError } from '../base/diagnostic.ts';
import { flinkTypeText } from '../catalog/flink-type-text.ts';
import { pathNames, summaryPath } from '../catalog/object-path.ts';
import { sinkColumns } from '../catalog/table.ts';
import { createTableSink } from '../catalog/table-factory.ts';
import { isCastAvoidable, supportsImplicitCast } from '../types/cast-support.ts';
import { arrayType, mapType, multisetType, rowTypeOf, withNullability, withoutIndicator } from '../types/sql-type.ts';
import { Project } from '../rel/core/project.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { LogicalSink } from '../rel/logical/logical-sink.ts';
import { RelBuilder } from '../rel/rel-builder.ts';
import { makeAbstractCast, makeCast } from '../rel/rex/rex-builder.ts';
import { inputRef, inputRefs } from '../rel/rex/rex-factory.ts';
import { hintOptionsOf, relHint } from './hints.ts';

type SinkColumn = PhysicalColumn | MetadataColumn;

/** INSERT: the source's plan, cast to the sink's columns where needed, below a Sink (`DynamicSinkUtils.convertSinkToRel`). */
export function convertInsert(insert: BoundInsert, aliasHints: boolean, c: Converter): RelNode {
  const { table } = insert;
  const source = c.query(insert.source, { top: true, aliasHints });
  if (table.kind !== 'connector') {
    throw new UnsupportedError('insert-target', 'INSERT into a table made from a stream is not supported.', insert.node.span);
  }
  const sink = createTableSink(table, new Map(hintOptionsOf(insert.hints)));
  const columns = sinkColumns(table);
  const name = summaryPath(table.path);
  checkSink(insert, sink, name, columns);
  const cast = castToSink(source, columns, name);
  const input = columns.some((col) => col.kind === 'metadata') ? metadataLast(cast, columns, sink, c) : cast;
  return LogicalSink.create(input, {
    names: pathNames(table.path),
    table,
    tableSink: sink,
    targetColumns: insert.targetColumns?.map((i) => [table.columns.findIndex((col) => col.name === columns[i]?.name)]),
    staticPartitions: insert.staticPartitions,
    overwrite: insert.overwrite,
    hints: insert.hints.filter((h) => h.name.names[0]?.toUpperCase() === 'OPTIONS').map(relHint),
    conflictStrategy: insert.conflict,
  });
}

function checkSink(insert: BoundInsert, sink: TableSink, name: string, columns: readonly SinkColumn[]): void {
  const { table } = insert;
  if (table.kind === 'connector' && table.partitionKeys.length > 0 && !sink.partitioning) {
    throw validationError(
      'convert/sink',
      `Table '${name}' is a partitioned table, but the underlying DynamicTableSink doesn't implement the SupportsPartitioning interface.`,
    );
  }
  if (insert.overwrite && !sink.overwrite) {
    throw validationError(
      'convert/sink',
      `INSERT OVERWRITE requires that the underlying DynamicTableSink of table '${name}' implements the SupportsOverwrite interface.`,
    );
  }
  const persisted = columns.filter((col) => col.kind === 'metadata');
  if (persisted.length === 0) return;
  const keys = sink.metadata;
  if (!keys) {
    throw validationError(
      'convert/sink',
      `Table '${name}' declares persistable metadata columns, but the underlying DynamicTableSink doesn't implement the SupportsWritingMetadata interface. If the column should not be persisted, it can be declared with the VIRTUAL keyword.`,
    );
  }
  for (const col of persisted) {
    if (keys.some((k) => k.key === col.key)) continue;
    throw validationError(
      'convert/sink',
      `Invalid metadata key '${col.key}' in column '${col.name}' of table '${name}'. The DynamicTableSink class '${sink.className}' supports the following metadata keys for writing:\n${keys.map((k) => k.key).join('\n')}`,
    );
  }
}

function schemaText(fields: readonly Field[]): string {
  return `[${fields.map((f) => `${f.name}: ${flinkTypeText(f.type)}`).join(', ')}]`;
}

/** NOT NULL at no depth: a sink's constraints are checked while running. */
function nullableDeep(t: SqlType): SqlType {
  if (t.name === 'ARRAY' && t.element) return arrayType(nullableDeep(t.element), true);
  if (t.name === 'MULTISET' && t.element) return multisetType(nullableDeep(t.element), true);
  if (t.name === 'MAP' && t.key && t.value) return mapType(nullableDeep(t.key), nullableDeep(t.value), true);
  if (t.name === 'ROW' && t.fields) {
    return rowTypeOf(
      t.fields.map((f) => ({ name: f.name, type: nullableDeep(f.type) })),
      true,
      t.structKind,
    );
  }
  return withNullability(withoutIndicator(t), true);
}

function castToSink(source: RelNode, columns: readonly SinkColumn[], name: string): RelNode {
  const sinkFields = columns.map((col): Field => ({ name: col.name, type: nullableDeep(col.type) }));
  const queryFields = source.rowType.fields;
  const mismatch = (cause: string): Error =>
    validationError(
      'convert/sink-schema',
      `Column types of query result and sink for '${name}' do not match.\nCause: ${cause}\n\nQuery schema: ${schemaText(queryFields)}\nSink schema:  ${schemaText(sinkFields)}`,
    );
  if (queryFields.length !== sinkFields.length) throw mismatch('Different number of columns.');
  let needsCast = false;
  sinkFields.forEach((target, i) => {
    const given = queryFields[i];
    if (!given || !supportsImplicitCast(given.type, target.type)) {
      throw mismatch(`Incompatible types for sink column '${target.name}' at position ${i + 1}.`);
    }
    if (!isCastAvoidable(given.type, target.type)) needsCast = true;
  });
  return needsCast ? castAll(source, sinkFields) : source;
}

/** One Project with the sink's names and exactly its types; a Project below is taken up into it. */
function castAll(source: RelNode, target: readonly Field[]): RelNode {
  const isProject = source instanceof Project;
  const exprs = isProject ? source.projects : inputRefs(source.rowType.fields);
  const projects = target.map((f, i) => {
    const e = exprs[i];
    if (!e) throw new Error('as many columns as the sink has');
    return e.type.digest === f.type.digest ? e : makeCast(f.type, e, true);
  });
  return LogicalProject.create(isProject ? source.input() : source, {
    projects,
    names: target.map((f) => f.name),
    hints: isProject ? source.relHints : [],
    variablesSet: isProject ? source.variablesSet : [],
  });
}

/** Persisted metadata goes behind the physical columns under its keys, in the sink's order and types. */
function metadataLast(input: RelNode, columns: readonly SinkColumn[], sink: TableSink, c: Converter): RelNode {
  const ref = (i: number): RexNode => inputRef(i, input.rowType.fields[i]?.type ?? input.rowType);
  const exprs: RexNode[] = [];
  const names: string[] = [];
  columns.forEach((col, i) => {
    if (col.kind !== 'physical') return;
    exprs.push(ref(i));
    names.push(col.name);
  });
  for (const key of sink.metadata ?? []) {
    const i = columns.findIndex((col) => col.kind === 'metadata' && col.key === key.key);
    if (i < 0) continue;
    exprs.push(makeAbstractCast(key.type, ref(i)));
    names.push(key.key);
  }
  return new RelBuilder(c.session.cluster).push(input).project(exprs, names, true).build();
}
