import type { AppliedAbility } from './source-abilities.ts';
import type { NestedColumn } from './nested-schema.ts';
import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Field } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { relRowType, withNullability } from '../../types/sql-type.ts';
import { mapInputRefs } from '../../rel/rex/rex-visit.ts';
import { NestedSchema } from './nested-schema.ts';
import { needsPrimaryKey, withAbilities, withRowType } from './source-abilities.ts';

/** A narrowed table, and how expressions over the old row read over the new one. */
export interface NarrowedSource {
  readonly table: RelOptTable;
  readonly rewrite: (e: RexNode) => RexNode;
}

/**
 * The table narrowed to what expressions read (Flink's `PushProjectIntoTableSourceScanRule`): columns in the order of their first use,
 * metadata after them; a source that takes no projection loses metadata columns only.
 */
export function narrowSource(table: RelOptTable, projects: readonly RexNode[], eventsDuplicate: boolean): NarrowedSource {
  const row = table.rowType;
  const takesProjection = (table.source?.projection ?? 'none') !== 'none';
  const keys = takesProjection && needsPrimaryKey(table, eventsDuplicate) ? primaryKeyRefs(table) : [];
  let schema = new NestedSchema(row, [...projects, ...keys]);
  if (schema.columns.size === 0) schema = new NestedSchema(row, [inputRef(0, defined(row.fields[0], 'first column').type)]);
  if (table.source?.projection !== 'nested') for (const column of schema.columns.values()) column.markLeaf();

  const metadata = takeMetadata(table, schema);
  const physical = takesProjection
    ? leafFields(schema)
    : row.fields.slice(0, physicalCount(table)).map((field) => ({ path: [field.name], field }));
  metadata.forEach((column, i) => {
    schema.columns.set(column.name, column);
    column.newIndex = physical.length + i;
  });

  const applied: AppliedAbility[] = [];
  if (takesProjection) {
    const fields = physical.map((p) => p.path);
    const text = `project=[${physical.map((p) => p.field.name).join(', ')}]`;
    applied.push({ ability: { kind: 'project', fields, metadata: [], nested: fields.some((p) => p.length > 1) }, text });
  }
  if (table.source?.metadata) {
    const read = metadata.map((column) => metadataKey(table, column.name));
    applied.push({ ability: { kind: 'metadata', keys: read }, text: `metadata=[${read.join(', ')}]` });
  }
  const newRow = relRowType([...physical.map((p) => p.field), ...metadata.map(({ name, type }) => ({ name, type }))]);
  return {
    table: withRowType(withAbilities(table, applied), newRow),
    rewrite: takesProjection ? (e) => schema.rewrite(e) : (e) => moveMetadata(e, table, newRow.fields),
  };
}

function physicalCount(table: RelOptTable): number {
  return table.table?.columns.filter((c) => c.kind === 'physical').length ?? table.rowType.fields.length;
}

function primaryKeyRefs(table: RelOptTable): readonly RexNode[] {
  const columns = table.table?.kind === 'connector' ? (table.table.primaryKey?.columns ?? []) : [];
  return columns.map((name) => {
    const i = table.rowType.fields.findIndex((f) => f.name === name);
    return inputRef(i, defined(table.rowType.fields[i], `key column ${name}`).type);
  });
}

/** Takes the metadata columns out of the schema; the answer has them in the order of the row. */
function takeMetadata(table: RelOptTable, schema: NestedSchema): readonly NestedColumn[] {
  if (!table.source?.metadata) return [];
  const taken: NestedColumn[] = [];
  for (const { name } of table.rowType.fields.slice(physicalCount(table))) {
    const column = schema.columns.get(name);
    if (column && schema.columns.delete(name)) taken.push(column);
  }
  return taken;
}

/** The new physical columns: a nested field is called by its path, `a_b`, and is nullable if any row around it is. */
function leafFields(schema: NestedSchema): readonly { readonly path: readonly string[]; readonly field: Field }[] {
  const taken = new Set<string>();
  let duplicates = 0;
  return schema.numberLeaves().map((nodes) => {
    const path = nodes.map((n) => n.name);
    let name = path.join('_');
    while (taken.has(name)) name = `${name}_$${duplicates++}`;
    taken.add(name);
    const type = defined(nodes.at(-1), 'leaf').type;
    return { path, field: { name, type: nodes.some((n) => n.type.nullable) ? withNullability(type, true) : type } };
  });
}

function metadataKey(table: RelOptTable, name: string): string {
  const column = table.table?.columns.find((c) => c.name === name);
  return column?.kind === 'metadata' ? column.key : name;
}

/** Physical columns keep their places, metadata is found by name. */
function moveMetadata(e: RexNode, table: RelOptTable, fields: readonly Field[]): RexNode {
  return mapInputRefs(e, (i) => {
    const name = table.rowType.fields[i]?.name;
    const isMetadata = table.table?.columns.some((c) => c.name === name && c.kind === 'metadata');
    return isMetadata ? fields.findIndex((f) => f.name === name) : i;
  });
}
