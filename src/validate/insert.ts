import type { RichSqlInsert } from '../sql/ast-statement.ts';
import type { SqlHint, SqlIdentifier, SqlNode } from '../sql/ast.ts';
import type { CatalogTable, MetadataColumn, PhysicalColumn } from '../catalog/table.ts';
import type { Field, SqlType } from '../types/sql-type.ts';
import type { BoundExpr, BoundQuery, BoundSelect } from './bound.ts';
import type { Binder } from './expression/context.ts';
import { UnsupportedError, validationError } from '../base/diagnostic.ts';
import { quotedPath } from '../catalog/object-path.ts';
import { sinkColumns } from '../catalog/table.ts';
import { withNullability } from '../types/sql-type.ts';
import { topPlace } from './binder.ts';
import { NO_PLACE, contextError, validating } from './errors.ts';
import { operatorNamed } from './expression/call-binding.ts';
import { NameScope } from './name-scope.ts';

export interface BoundInsert {
  readonly table: Exclude<CatalogTable, { readonly kind: 'view' }>;
  readonly source: BoundQuery;
  /** Positions among the sink's columns, in the order written; undefined without a column list. */
  readonly targetColumns: readonly number[] | undefined;
  readonly staticPartitions: readonly (readonly [string, string])[];
  readonly overwrite: boolean;
  readonly conflict: RichSqlInsert['conflict'];
  readonly hints: readonly SqlHint[];
  readonly node: RichSqlInsert;
}

type SinkColumn = PhysicalColumn | MetadataColumn;

function targetName(node: SqlNode): { readonly id: SqlIdentifier; readonly hints: readonly SqlHint[] } {
  if (node.type === 'SqlIdentifier') return { id: node, hints: [] };
  if (node.type === 'SqlTableRef') return { id: node.name, hints: node.hints };
  throw new UnsupportedError('insert-target', 'This target of INSERT is not supported.', node.span);
}

/** INSERT: the source with columns reordered and completed for the sink. Checks of types come later, while converting. */
export function bindInsert(binder: Binder, node: RichSqlInsert): BoundInsert {
  const { session } = binder;
  const { id, hints } = targetName(node.target);
  const path = session.catalog.qualify(id.names);
  const table = session.catalog.findTable(path);
  let source: BoundQuery;
  let targetColumns: readonly number[] | undefined;
  if (table && table.kind !== 'view' && (node.columns || node.partition.length > 0)) {
    const columns = sinkColumns(table);
    const plan = insertPlan(node, columns, binder);
    source = rearrange(binder.query(node.source, topPlace(session)), plan, node, columns);
    targetColumns = node.columns && plan.targets;
  } else {
    // Flink validates the source as a statement of its own, so its messages are wrapped twice.
    source = validating(() => binder.query(node.source, topPlace(session)));
  }
  if (!table) {
    throw validationError(
      'validate/unknown-sink',
      `Cannot find table '${quotedPath(path)}' in any of the catalogs [${session.catalog.catalogNames().join(', ')}], nor as a temporary table.`,
      id.span,
    );
  }
  if (table.kind === 'view') throw new UnsupportedError('insert-into-view', 'INSERT into a view is not supported.', id.span);
  return {
    table,
    source,
    targetColumns,
    staticPartitions: node.partition.map((p): readonly [string, string] => [p.key.names.join('.'), p.value ? literalText(p.value) : '']),
    overwrite: node.isOverwrite,
    conflict: node.conflict,
    hints,
    node,
  };
}

function literalText(node: SqlNode): string {
  switch (node.type) {
    case 'SqlCharStringLiteral':
      return node.value;
    case 'SqlNumericLiteral':
      return node.text;
    case 'SqlBooleanLiteral':
      return String(node.value);
    case 'SqlUnknownLiteral':
      return node.value;
    default:
      return '';
  }
}

interface InsertPlan {
  /** Values of columns that the source does not give, by position of the sink's column. */
  readonly assigned: ReadonlyMap<number, BoundExpr>;
  /** For each of the other columns in the sink's order: its position in the source; undefined keeps the source's order. */
  readonly order: readonly number[] | undefined;
  readonly targets: readonly number[];
}

function columnIndex(columns: readonly SinkColumn[], id: SqlIdentifier, taken: ReadonlySet<number>): number {
  const name = id.names[id.names.length - 1] ?? '';
  const index = columns.findIndex((c) => c.name === name);
  if (index < 0) throw contextError('validate/unknown-column', id, `Unknown target column '${name}'`);
  if (taken.has(index)) throw contextError('validate/duplicate-column', id, `Target column '${name}' is assigned more than once`);
  return index;
}

function insertPlan(node: RichSqlInsert, columns: readonly SinkColumn[], binder: Binder): InsertPlan {
  const assigned = new Map<number, BoundExpr>();
  for (const p of node.partition) {
    const index = columnIndex(columns, p.key, new Set(assigned.keys()));
    const type = columns[index]?.type;
    if (type && p.value) assigned.set(index, castLiteral(p.value, type, binder));
  }
  const partitions = new Set(assigned.keys());
  if (!node.columns) return { assigned, order: undefined, targets: [] };
  const targets: number[] = [];
  for (const id of node.columns) targets.push(columnIndex(columns, id, new Set(targets)));
  const order: number[] = [];
  columns.forEach((c, i) => {
    if (partitions.has(i)) return;
    const at = targets.indexOf(i);
    if (at >= 0) {
      order.push(at);
      return;
    }
    if (!c.type.nullable) {
      throw contextError('validate/not-null-column', NO_PLACE, `Column '${c.name}' has no default value and does not allow NULLs`);
    }
    assigned.set(i, typedNull(c.type, node, binder));
  });
  return { assigned, order, targets };
}

function castContext(binder: Binder): Parameters<typeof operatorNamed>[0] {
  return {
    binder,
    place: topPlace(binder.session),
    scope: new NameScope('empty', undefined),
    aggregates: 'refused',
    groupCount: -1,
    windows: new Map(),
  };
}

function castLiteral(node: SqlNode, type: SqlType, binder: Binder): BoundExpr {
  const bound = binder.expression(node, castContext(binder));
  if (bound.type.digest.replace(/ NOT NULL$/, '') === type.digest.replace(/ NOT NULL$/, '')) return bound;
  const target = withNullability(type, false);
  return { kind: 'call', op: operatorNamed(castContext(binder), 'CAST'), operands: [bound], type: target, origin: bound.origin };
}

function typedNull(type: SqlType, node: RichSqlInsert, binder: Binder): BoundExpr {
  const origin = { pos: NO_PLACE.pos, span: node.span };
  const nullable = withNullability(type, true);
  const operand: BoundExpr = { kind: 'literal', value: { kind: 'null' }, type: nullable, origin };
  return { kind: 'call', op: operatorNamed(castContext(binder), 'CAST'), operands: [operand], type: nullable, origin };
}

/** Puts the source's columns into the sink's order and fills in the assigned ones. */
function rearrange(query: BoundQuery, plan: InsertPlan, node: RichSqlInsert, columns: readonly SinkColumn[]): BoundQuery {
  const place = <T>(given: readonly T[], assigned: (i: number) => T | undefined): readonly T[] => {
    const { order } = plan;
    const rest = order ? order.flatMap((i) => (given[i] === undefined ? [] : [given[i]])) : [...given];
    const result: T[] = [];
    columns.forEach((_, i) => {
      const own = assigned(i);
      if (own !== undefined) result.push(own);
      else {
        const next = rest.shift();
        if (next !== undefined) result.push(next);
      }
    });
    return [...result, ...rest];
  };
  const width = query.fields.length;
  if (plan.order && width !== plan.order.length) {
    throw contextError('validate/column-count', node.source, 'Number of columns must match number of query columns');
  }
  switch (query.kind) {
    case 'select': {
      const items = place(query.items, (i) => assignedItem(plan, i));
      return { ...query, items, fields: itemFields(items) } satisfies BoundSelect;
    }
    case 'values': {
      const rows = query.rows.map((row) => place(row, (i) => plan.assigned.get(i)));
      const given: readonly Field[] = query.fields;
      const fields = place(given, (i) => assignedField(plan, i)).map((f, i): Field => ({ name: `EXPR$${i}`, type: f.type }));
      return { ...query, rows, fields };
    }
    case 'setOp': {
      const left = rearrange(query.left, plan, node, columns);
      const right = rearrange(query.right, plan, node, columns);
      return { ...query, left, right, fields: left.fields };
    }
  }
}

function assignedItem(plan: InsertPlan, i: number): BoundSelect['items'][number] | undefined {
  const expr = plan.assigned.get(i);
  return expr && { expr, name: undefined };
}

function assignedField(plan: InsertPlan, i: number): Field | undefined {
  const expr = plan.assigned.get(i);
  return expr && { name: '', type: expr.type };
}

function itemFields(items: BoundSelect['items']): readonly Field[] {
  return items.map((item, i): Field => ({ name: item.name ?? `EXPR$${i}`, type: item.expr.type }));
}
