import type { SqlIdentifier } from '../sql/ast.ts';
import type { CatalogTable, ConnectorTable, ViewTable } from '../catalog/table.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundExpr, BoundRelation, BoundTable } from './bound.ts';
import type { Binder, ExprContext, QueryPlace } from './expression/context.ts';
import type { FromContext } from './from-context.ts';
import { columnTypeBelowWatermark, tableRowType } from '../catalog/table.ts';
import { contextError } from './errors.ts';
import { NameScope } from './name-scope.ts';
import { findWithItem } from './with-names.ts';

/** A name in FROM: an item of WITH, a view, or a table. */
export function bindTableName(id: SqlIdentifier, cx: FromContext): BoundRelation {
  const [only] = id.names;
  const withItem = id.names.length === 1 && only !== undefined ? findWithItem(cx.place.with, only) : undefined;
  if (withItem) {
    const query = cx.binder.query(withItem.item.query, withItem.place);
    const columns = withItem.item.columnList?.map((c) => c.names[0] ?? '');
    const fields = query.fields.map((f, i): Field => ({ name: columns?.[i] ?? f.name, type: f.type }));
    return { kind: 'derived', origin: 'with', query, fields, span: id.span };
  }
  const { catalog } = cx.binder.session;
  const [currentCatalog, currentDatabase] = cx.place.path;
  const moved = currentCatalog !== catalog.currentCatalog || currentDatabase !== catalog.currentDatabase;
  const names =
    !moved || id.names.length > 2
      ? id.names
      : id.names.length === 2
        ? [currentCatalog, ...id.names]
        : [currentCatalog, currentDatabase, ...id.names];
  const found = catalog.lookupTable(names);
  if (!found.found) throw contextError('validate/unknown-table', id, found.message);
  return bindTable(found.table, id, cx);
}

function bindTable(table: CatalogTable, id: SqlIdentifier, cx: FromContext): BoundRelation {
  if (table.kind === 'view') return bindView(table, id, cx);
  return boundTable(cx.binder, table, { span: id.span, hints: cx.hints ?? [] });
}

function bindView(view: ViewTable, id: SqlIdentifier, cx: FromContext): BoundRelation {
  const place: QueryPlace = {
    parent: undefined,
    with: undefined,
    path: [view.currentCatalog, view.currentDatabase],
    depth: cx.place.depth + 1,
  };
  const query = cx.binder.query(view.query, place);
  const fields = query.fields.map((f, i): Field => ({ name: view.columns[i]?.name ?? f.name, type: f.type }));
  return { kind: 'derived', origin: 'view', view: view.path.name, query, fields, span: id.span };
}

/** A table with its computed columns and watermark bound over its own columns. */
export function boundTable(
  binder: Binder,
  table: Exclude<CatalogTable, { readonly kind: 'view' }>,
  at: Pick<BoundTable, 'span' | 'hints'>,
): BoundTable {
  const fields = tableRowType(table).fields;
  if (table.kind !== 'connector') return { kind: 'table', table, fields, computed: new Map(), ...at };
  const cx = tableContext(binder, table);
  const computed = new Map<string, BoundExpr>();
  for (const c of table.columns) if (c.kind === 'computed') computed.set(c.name, binder.expression(c.expression, cx));
  const [spec] = table.watermarks;
  const index = table.columns.findIndex((c) => c.name === spec?.column);
  const watermark = spec && index >= 0 ? { index, expr: binder.expression(spec.expression, cx) } : undefined;
  return { kind: 'table', table, fields, computed, watermark, ...at };
}

/** Expressions over the columns of a table, below its watermark. */
function tableContext(binder: Binder, table: ConnectorTable): ExprContext {
  const parameters = table.columns.map((c) => ({ name: c.name, type: columnTypeBelowWatermark(table, c) }));
  const { catalog } = binder.session;
  return {
    binder,
    place: { parent: undefined, with: undefined, path: [catalog.currentCatalog, catalog.currentDatabase], depth: 0 },
    scope: new NameScope('parameters', undefined),
    aggregates: 'refused',
    groupCount: -1,
    windows: new Map(),
    parameters,
  };
}
