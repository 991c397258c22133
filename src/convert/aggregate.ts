import type { BoundAggregate, BoundExpr, BoundGroupBy, BoundSelect } from '../validate/bound.ts';
import type { AggregateCall } from '../rel/core/aggregate-call.ts';
import type { FieldCollation } from '../rel/traits/distribution.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import type { Blackboard } from './blackboard.ts';
import type { ConvertPlace, Converter } from './converter.ts';
import { Identities, boundKey, boundOperands } from '../validate/bound-key.ts';
import { aggregateCallKey } from '../rel/core/aggregate-call.ts';
import { call, exactLiteral, inputRef } from '../rel/rex/rex-factory.ts';
import { rexKey } from '../rel/rex/rex-key.ts';
import { COUNT, IS_TRUE } from '../rel/rex/standard-operators.ts';
import { blackboardOver } from './blackboard.ts';
import { correlationUse } from './correlation.ts';
import { pushDownNot } from './push-down-not.ts';
import { QUALIFY_FIELD, naturalName } from './select-names.ts';

/** Columns below an aggregation and the calls over them, collected in the order in which Calcite meets them. */
class Aggregation {
  readonly columns: { readonly rex: RexNode; readonly name: string | undefined }[] = [];
  readonly calls: AggregateCall[] = [];
  readonly refs = new Map<string, RexNode>();
  readonly ids = new Identities();
  private readonly names: ReadonlyMap<string, string>;
  private readonly bb: Blackboard;
  private readonly c: Converter;
  private readonly groupCount: number;

  constructor(select: BoundSelect, groupBy: BoundGroupBy, bb: Blackboard, c: Converter) {
    this.bb = bb;
    this.c = c;
    this.groupCount = groupBy.keys.length;
    const names = new Map<string, string>();
    for (const item of select.items) {
      const key = boundKey(item.expr, this.ids);
      names.set(key, item.name ?? `EXPR$${names.size}`);
    }
    this.names = names;
    for (const key of groupBy.keys) this.addColumn(c.expression(key, bb), names.get(boundKey(key, this.ids)));
  }

  private addColumn(rex: RexNode, name: string | undefined): number {
    const own = name ?? (rex.rex === 'inputRef' ? this.bb.fields[rex.index]?.name : undefined);
    const taken = own !== undefined && this.columns.some((col) => col.name === own);
    this.columns.push({ rex, name: taken ? undefined : own });
    return this.columns.length - 1;
  }

  private column(rex: RexNode): number {
    const key = rexKey(rex);
    const found = this.columns.findIndex((col) => rexKey(col.rex) === key);
    return found >= 0 ? found : this.addColumn(rex, undefined);
  }

  /** Finds the aggregate calls of an expression. */
  visit(e: BoundExpr): void {
    if (e.kind === 'aggregate') {
      this.translate(e);
      return;
    }
    boundOperands(e).forEach((o) => this.visit(o));
  }

  private translate(e: BoundAggregate): void {
    const key = boundKey(e, this.ids);
    if (this.refs.has(key)) return;
    let args = e.operands.map((o) => this.column(this.c.expression(o, this.bb)));
    let filterArg = -1;
    if (e.filter) {
      const condition = this.c.expression(e.filter, this.bb);
      filterArg = this.column(condition.type.nullable ? call(IS_TRUE, [condition]) : condition);
    }
    const collation = e.withinGroup.map((item): FieldCollation => ({
      index: this.column(this.c.expression(item.expr, this.bb)),
      direction: item.descending ? 'DESCENDING' : 'ASCENDING',
      // Calcite's own default, unlike that of ORDER BY: nulls count as the largest values.
      nullDirection: item.nulls ?? (item.descending ? 'FIRST' : 'LAST'),
    }));
    const approximate = e.op.name === 'APPROX_COUNT_DISTINCT';
    const op = approximate ? COUNT : e.op;
    const distinct = e.distinct || approximate;
    if (op.kind === 'COUNT' && !distinct) args = args.filter((i) => this.columns[i]?.rex.type.nullable);
    const aggregate: AggregateCall = {
      op,
      distinct,
      approximate,
      ignoreNulls: e.ignoreNulls,
      args,
      filterArg,
      collation,
      type: e.type,
      name: this.names.get(key),
    };
    const text = aggregateCallKey(aggregate);
    let index = this.calls.findIndex((known) => aggregateCallKey(known) === text);
    if (index < 0) {
      index = this.calls.length;
      this.calls.push(aggregate);
    }
    this.refs.set(key, inputRef(this.groupCount + index, e.type));
  }
}

/** GROUP BY, aggregates, HAVING and the select list of an aggregate query. */
export function convertAggregation(
  select: BoundSelect,
  groupBy: BoundGroupBy,
  extra: readonly BoundExpr[],
  input: RelNode,
  place: ConvertPlace,
  c: Converter,
): RelNode {
  const below = blackboardOver(select.scope, input, place);
  const aggregation = new Aggregation(select, groupBy, below, c);
  for (const item of select.items) aggregation.visit(item.expr);
  for (const e of extra) aggregation.visit(e);
  if (select.having) aggregation.visit(select.having);
  if (select.qualify) aggregation.visit(select.qualify);

  let root = aggregate(aggregation, groupBy, select, input, c);
  groupBy.keys.forEach((key, i) => {
    const field = root.rowType.fields[i];
    if (field) aggregation.refs.set(boundKey(key, aggregation.ids), inputRef(i, field.type));
  });
  const bb: Blackboard = {
    scope: select.scope,
    fields: below.fields,
    place,
    grouped: { ids: aggregation.ids, refs: aggregation.refs, keys: groupBy.keys },
  };
  if (select.having) root = having(select, root, bb, c);
  const exprs = [...select.items.map((i) => c.expression(i.expr, bb)), ...extra.map((e) => c.expression(e, bb))];
  const names = [...select.fields.map((f) => f.name), ...extra.map((e, i) => naturalName(e) ?? `EXPR$${select.items.length + i}`)];
  if (select.qualify) {
    exprs.push(c.expression(select.qualify, bb));
    names.push(QUALIFY_FIELD);
  }
  // Sub-queries that read group keys stay as they are: the node above an aggregation sets no correlation variables.
  return c.builder().push(root).project(exprs, names).rename(names).build();
}

function aggregate(aggregation: Aggregation, groupBy: BoundGroupBy, select: BoundSelect, input: RelNode, c: Converter): RelNode {
  const columns = aggregation.columns.length > 0 ? aggregation.columns : [{ rex: exactLiteral(0), name: undefined }];
  const builder = c.builder().push(input);
  builder.projectNamed(
    columns.map((col) => col.rex),
    columns.map((col) => col.name),
  );
  const use = correlationUse(builder.peek(), c, (s) => s === select.scope);
  if (use) {
    builder.build();
    builder.push(input).projectNamed(
      use.rel.rexNodes,
      columns.map((col) => col.name),
      { variablesSet: [use.id], force: true },
    );
  }
  const all = groupBy.keys.map((_, i) => i);
  return builder.aggregate(builder.groupKeyOf(all, groupBy.sets), aggregation.calls).build();
}

function having(select: BoundSelect, root: RelNode, bb: Blackboard, c: Converter): RelNode {
  if (!select.having) return root;
  const condition = c.expression(pushDownNot(select.having), bb);
  return c.builder().push(root).filter(condition).build();
}
