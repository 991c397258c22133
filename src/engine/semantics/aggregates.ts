import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { AggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import type { Accumulators } from '../../runtime/aggregates/aggregate-handler.ts';
import type { Row } from '../../runtime/record.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { StreamPhysicalGroupAggregateBase } from '../../rel/physical/group-aggregate-base.ts';
import type { Bag } from './bag.ts';
import type { Scope } from './expressions.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { isGroupingCall } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import { aggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../../rel/physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../../rel/physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalIncrementalGroupAggregate } from '../../rel/physical/stream-physical-incremental-group-aggregate.ts';
import { StreamPhysicalLocalGroupAggregate } from '../../rel/physical/stream-physical-local-group-aggregate.ts';
import { AggregateHandler } from '../../runtime/aggregates/aggregate-handler.ts';
import { fieldsKey, pick } from '../../runtime/state/row-key.ts';
import { groupBy } from './bag.ts';
import { NotRunnable } from './not-runnable.ts';

/** The functions over rows that are only added: nothing is ever taken back from a whole table. */
export function plainInfos(input: RowType, aggCalls: readonly AggregateCall[]): AggregateInfoList {
  return aggregateInfoList({ input, aggCalls, needRetractions: aggCalls.map(() => false), needInputCount: false });
}

const ORDER_DEPENDENT = /^(LISTAGG|STRING_AGG|ARRAY_AGG|FIRST_VALUE|LAST_VALUE|LAG|LEAD|JSON_ARRAYAGG.*|JSON_OBJECTAGG.*)$/;

/** Tells of functions whose value depends on which row comes first. */
export function noteOrder(names: readonly string[], rows: number, e: PlanEvaluator): void {
  if (rows < 2) return;
  const name = names.find((n) => ORDER_DEPENDENT.test(n));
  if (name !== undefined) e.chooses(`${name} depends on the order of the rows`);
}

/** Values of calls over rows of one group. */
export function aggregateRows(handler: AggregateHandler, rows: Bag): Value[] {
  const accs = handler.create();
  for (const row of rows) handler.accumulate(accs, row);
  return handler.values(accs);
}

/** Aggregates with one or several grouping sets. Without keys there is one group, empty or not. */
export function aggregate(node: Aggregate, e: PlanEvaluator, scope: Scope): Bag {
  const input = node.input().rowType;
  const rows = e.rows(node.input(), scope);
  const isGrouping = node.aggCalls.map((c) => isGroupingCall(c.op.name));
  if (node.aggCalls.some((c) => c.op.name === 'GROUP_ID')) throw new NotRunnable('GROUP_ID cannot be evaluated.');
  const calls = node.aggCalls.filter((_, i) => !isGrouping[i]);
  const handler = new AggregateHandler(plainInfos(input, calls), input);
  return node.groupSets.flatMap((set) =>
    groupsOf(rows, set).map((group) => {
      noteOrder(
        calls.map((c) => c.op.name),
        group.length,
        e,
      );
      const [first = []] = group;
      const keys = node.groupSet.map((k) => (set.includes(k) ? (first[k] ?? null) : null));
      const values = aggregateRows(handler, group).values();
      return [...keys, ...node.aggCalls.map((c, i) => (isGrouping[i] ? groupingBits(c, set) : (values.next().value ?? null)))];
    }),
  );
}

export function groupsOf(rows: Bag, keys: readonly number[]): readonly Bag[] {
  if (keys.length === 0) return [rows];
  return groupBy(rows, (row) => fieldsKey(row, keys));
}

/** GROUPING: a bit for each argument, 1 where it is not a key of the set. */
function groupingBits(call: AggregateCall, set: readonly number[]): Value {
  return call.args.reduce((bits, arg) => bits * 2n + (set.includes(arg) ? 0n : 1n), 0n);
}

/** The group aggregates of the physical plan, in one phase or in two or three. */
export function physicalGroupAggregate(node: StreamPhysicalGroupAggregateBase, e: PlanEvaluator, scope: Scope): Bag {
  const rows = e.rows(node.input(), scope);
  const input = node.input().rowType;
  const names = node.aggCalls.map((c) => c.op.name);
  if (node instanceof StreamPhysicalGroupAggregate) {
    const handler = new AggregateHandler(plainInfos(input, node.aggCalls), input);
    return groupsOf(rows, node.grouping).map((group) => {
      noteOrder(names, group.length, e);
      return [...pick(group[0] ?? [], node.grouping), ...aggregateRows(handler, group)];
    });
  }
  if (node instanceof StreamPhysicalLocalGroupAggregate) {
    const handler = new AggregateHandler(node.aggInfos, input);
    return groupBy(rows, (row) => fieldsKey(row, node.grouping)).map((group) => {
      noteOrder(names, group.length, e);
      const accs = handler.create();
      for (const row of group) handler.accumulate(accs, row);
      return partialRow(pick(group[0] ?? [], node.grouping), accs);
    });
  }
  if (node instanceof StreamPhysicalGlobalGroupAggregate) {
    const handler = new AggregateHandler(node.aggInfos, node.options.localAggInputRowType);
    return groupsOf(rows, node.grouping).map((group) => {
      noteOrder(names, group.length, e);
      return [...pick(group[0] ?? [], node.grouping), ...handler.values(merged(handler, group))];
    });
  }
  if (node instanceof StreamPhysicalIncrementalGroupAggregate) return incremental(node, rows);
  throw new NotRunnable(`${node.typeName} has no meaning over whole tables.`);
}

/** Merges by the partial key, where distinct values are told apart, then by the final key. */
function incremental(node: StreamPhysicalIncrementalGroupAggregate, rows: Bag): Bag {
  const { partialAggGrouping, partialLocalAggInputRowType } = node.options;
  const handler = new AggregateHandler(node.aggInfos, partialLocalAggInputRowType);
  const partial = groupBy(rows, (row) => fieldsKey(row, partialAggGrouping)).map((group) =>
    partialRow(pick(group[0] ?? [], partialAggGrouping), merged(handler, group)),
  );
  return groupBy(partial, (row) => fieldsKey(row, node.grouping)).map((group) => {
    const sums = handler.createPlain();
    for (const row of group) handler.mergePlain(sums, accumulatorsOf(row));
    return partialRow(pick(group[0] ?? [], node.grouping), sums);
  });
}

function merged(handler: AggregateHandler, rows: Bag): Accumulators {
  const accs = handler.create();
  for (const row of rows) handler.merge(accs, accumulatorsOf(row));
  return accs;
}

/** A row between two phases: keys, then the accumulators as one value. */
export function partialRow(keys: Row, accs: Accumulators, ...behind: Value[]): Row {
  return [...keys, { opaque: accs }, ...behind];
}

export function accumulatorsOf(row: Row): Accumulators {
  const v = row.find((x) => typeof x === 'object' && x !== null && 'opaque' in x && Array.isArray(x.opaque));
  if (typeof v === 'object' && v !== null && 'opaque' in v) return v.opaque as Accumulators;
  throw new NotRunnable('What stands between two phases of an aggregation was changed on its way.');
}
