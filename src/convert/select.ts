import type { BoundExpr, BoundSelect, BoundSortItem } from '../validate/bound.ts';
import type { FieldCollation } from '../rel/traits/distribution.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Blackboard } from './blackboard.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { Identities, boundKey } from '../validate/bound-key.ts';
import { uniquify } from '../rel/names.ts';
import { LogicalFilter } from '../rel/logical/logical-filter.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { LogicalSort } from '../rel/logical/logical-sort.ts';
import { removeNullabilityCast } from '../rel/rex/rex-builder.ts';
import { inputRef, inputRefs } from '../rel/rex/rex-factory.ts';
import { isAlwaysTrue } from '../rel/rex/rex-node.ts';
import { convertAggregation } from './aggregate.ts';
import { blackboardOver } from './blackboard.ts';
import { correlationUse } from './correlation.ts';
import { distinct } from './distinct.ts';
import { nullDirectionOf } from './expression/over.ts';
import { checkedHint } from './hint-checks.ts';
import { relHint } from './hints.ts';
import { oneRow } from './one-row.ts';
import { pushDownNot } from './push-down-not.ts';
import { QUALIFY_FIELD, naturalName } from './select-names.ts';

/** SELECT: FROM, WHERE, the aggregation or the select list, DISTINCT, ORDER BY with its limits. */
export function convertSelect(select: BoundSelect, outer: ConvertPlace, c: Converter): RelNode {
  const inner: ConvertPlace = { ...outer, top: false };
  let root = select.from ? c.relation(select.from, inner) : oneRow(c);
  root = convertWhere(select, root, inner, c);
  const ignoresOrder = !outer.top && !select.offset && !select.fetch;
  const order = ignoresOrder ? { collation: [], extra: [] } : collate(select);
  root = select.groupBy
    ? convertAggregation(select, select.groupBy, order.extra, root, inner, c)
    : convertSelectList(select, order.extra, root, inner, c);
  if (select.qualify) root = removeQualify(root, c);
  if (select.distinct) root = distinct(root, c);
  root = convertOrder(select, order, root, outer, c);
  c.session.spans?.set(root, select.span);
  if (select.hints.length > 0)
    c.hints.attach(
      root,
      select.hints.map((h) => checkedHint(relHint(h), h.span)),
    );
  return root;
}

function convertWhere(select: BoundSelect, root: RelNode, place: ConvertPlace, c: Converter): RelNode {
  if (!select.where) return root;
  const bb = blackboardOver(select.scope, root, place);
  const condition = removeNullabilityCast(c.expression(pushDownNot(select.where), bb));
  if (isAlwaysTrue(condition)) return root;
  const filter = LogicalFilter.create(root, condition);
  const use = correlationUse(filter, c, (s) => s === select.scope);
  if (!use || !(use.rel instanceof LogicalFilter)) return filter;
  return LogicalFilter.create(use.rel.input(), use.rel.condition, [use.id]);
}

/** Sort keys as columns of the select list, and the expressions that have to be appended to it. */
interface Order {
  readonly collation: readonly FieldCollation[];
  readonly extra: readonly BoundExpr[];
}

function collate(select: BoundSelect): Order {
  const ids = new Identities();
  const keys = select.items.map((i) => boundKey(i.expr, ids));
  const extra: BoundExpr[] = [];
  const collation = select.orderBy.map((item: BoundSortItem): FieldCollation => {
    const key = boundKey(item.expr, ids);
    let index = keys.indexOf(key);
    if (index < 0) {
      index = keys.length;
      keys.push(key);
      extra.push(item.expr);
    }
    return { index, direction: item.descending ? 'DESCENDING' : 'ASCENDING', nullDirection: nullDirectionOf(item) };
  });
  return { collation, extra };
}

/** Names of the select list and of appended sort keys, made unique. */
function listNames(select: BoundSelect, extra: readonly BoundExpr[]): string[] {
  const used = new Set<string>();
  const derive = (own: string | undefined, i: number): string => {
    const base = own ?? `EXPR$${i}`;
    let name = base;
    for (let j = 0; used.has(name); j++) name = `${base}${j}`;
    used.add(name);
    return name;
  };
  const names = select.items.map((item, i) => derive(item.name, i));
  extra.forEach((e, i) => names.push(derive(naturalName(e), select.items.length + i)));
  return uniquify(names);
}

function convertSelectList(select: BoundSelect, extra: readonly BoundExpr[], root: RelNode, place: ConvertPlace, c: Converter): RelNode {
  const bb: Blackboard = blackboardOver(select.scope, root, place);
  const exprs: RexNode[] = [...select.items.map((i) => c.expression(i.expr, bb)), ...extra.map((e) => c.expression(e, bb))];
  const names = listNames(select, extra);
  if (select.qualify) {
    exprs.push(c.expression(select.qualify, bb));
    names.push(QUALIFY_FIELD);
  }
  const project = c.builder().push(root).projectNamed(exprs, names, true).build();
  const use = correlationUse(project, c, (s) => s === select.scope);
  if (!use || !(use.rel instanceof LogicalProject)) return project;
  return c
    .builder()
    .push(root)
    .projectNamed(use.rel.projects, names, { force: true, variablesSet: [use.id] })
    .build();
}

/** Filters by the last column and drops it. */
function removeQualify(root: RelNode, c: Converter): RelNode {
  const fields = root.rowType.fields.slice(0, -1);
  const last = root.rowType.fields.length - 1;
  const condition = inputRef(last, root.rowType.fields[last]?.type ?? root.rowType);
  const filter = LogicalFilter.create(root, condition);
  return c
    .builder()
    .push(filter)
    .project(
      inputRefs(fields),
      fields.map((f) => f.name),
      true,
    )
    .build();
}

/** Sort with limits; sort keys that were appended are removed above it. */
function convertOrder(select: BoundSelect, order: Order, root: RelNode, place: ConvertPlace, c: Converter): RelNode {
  const bb = blackboardOver(select.scope, root, place);
  const bound = (e: BoundExpr | undefined): RexNode | undefined => e && c.expression(e, bb);
  const offset = isZero(select.offset) && !select.fetch && order.collation.length === 0 ? undefined : bound(select.offset);
  const fetch = bound(select.fetch);
  if (order.collation.length === 0 && !offset && !fetch) return root;
  const sort = LogicalSort.create(root, { collation: order.collation, offset, fetch });
  if (order.extra.length === 0) return sort;
  const fields = sort.rowType.fields.slice(0, sort.rowType.fields.length - order.extra.length);
  return LogicalProject.create(sort, { projects: inputRefs(fields), names: fields.map((f) => f.name) });
}

function isZero(e: BoundExpr | undefined): boolean {
  return e?.kind === 'literal' && e.value.kind === 'decimal' && e.value.value.unscaled === 0n;
}
