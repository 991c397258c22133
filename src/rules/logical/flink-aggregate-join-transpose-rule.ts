import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { GuardAnswer, RuleCall } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { bitSet, containsAll, intersection, range, shiftSet, union } from '../../rel/bit-set.ts';
import { adaptAggregateCall, aggregateCallKey, remapAggregateCall } from '../../rel/core/aggregate-call.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { SingleRel } from '../../rel/core/single-rel.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { ensureType } from '../../rel/rex/rex-builder.ts';
import { inputRefs } from '../../rel/rex/rex-factory.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { collectInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';
import { isSplittable, otherSide, singleton, topCall } from '../shared/aggregate-splitter.ts';

/**
 * Aggregates below an inner join what can be aggregated there, so that fewer rows meet (Flink's copy of Calcite's rule, with calls). Cost
 * decides whether that was worth it.
 */
export const FlinkAggregateJoinTransposeRule = defineRule({
  description: 'FlinkAggregateJoinTransposeRule',
  operand: some(LogicalAggregate, [any(LogicalJoin)], { predicate: (a) => a.isSimple }),
  explain: { summary: 'Aggregates below an inner join what can be aggregated there, so that fewer rows meet in the join.' },
  matches: (call) => noSnapshotBelow(call.rel<LogicalJoin>(1).right),
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const join = call.rel<LogicalJoin>(1);
    if (aggregate.aggCalls.some((c) => !isSplittable(c) || c.filterArg >= 0 || c.distinct)) return;
    if (join.joinType !== 'inner' || joinInfoOf(join).nonEqui.length > 0) return;
    transpose(call, aggregate, join);
  },
});

function noSnapshotBelow(node: RelNode): GuardAnswer {
  const actual = node.stripped();
  if (actual instanceof LogicalSnapshot) return 'the right side is a snapshot';
  return actual instanceof SingleRel ? noSnapshotBelow(actual.input()) : true;
}

/** One side of the join, narrowed or aggregated. */
interface Side {
  readonly input: RelNode;
  readonly unique: boolean;
  /** Position of a call to the column of its partial result. */
  readonly split: ReadonlyMap<number, number>;
}

function transpose(call: RuleCall, aggregate: LogicalAggregate, join: LogicalJoin): void {
  const joinColumns = collectInputRefs(join.condition);
  const keyColumns = equivalentColumns(aggregate.groupSet, call.mq.pulledUpPredicates(join));
  const below = union(aggregate.groupSet, bitSet(joinColumns));
  const leftCount = join.left.rowType.fields.length;
  const left = makeSide(call, aggregate, join.left, { offset: 0, below });
  const right = makeSide(call, aggregate, join.right, { offset: leftCount, below });
  // With two unique sides nothing is gained; the plan may even be what an earlier run of this rule has made.
  if (left.unique && right.unique) return;

  const table = new Map<number, number>();
  const leftWidth = left.input.rowType.fields.length;
  below.filter((i) => i < leftCount).forEach((i, k) => table.set(i, k));
  below.filter((i) => i >= leftCount).forEach((i, k) => table.set(i, leftWidth + k));

  const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(left.input).push(right.input);
  builder.join(join.joinType, remapRefs(join.condition, table));
  const joined = builder.peek().rowType;
  const projects: RexNode[] = inputRefs(joined.fields);
  const register = (e: RexNode): number => {
    const known = projects.findIndex((p) => rexEquals(p, e));
    return known >= 0 ? known : projects.push(e) - 1;
  };
  const calls = aggregate.aggCalls.map((c, i) => {
    const rightTotal = right.split.get(i);
    return topCall(c, joined, [left.split.get(i), rightTotal === undefined ? undefined : rightTotal + leftWidth], register);
  });
  builder.project(projects);
  const keys = bitSet(aggregate.groupSet.map((i) => defined(table.get(i), `key ${i}`)));
  if (containsAll(keyColumns, joinColumns)) {
    // Every group is one row of the join: no aggregate is needed above.
    const row = builder.peek().rowType;
    const values = calls.map((c, i) => {
      const { type } = defined(aggregate.rowType.fields[keys.length + i], 'result');
      return ensureType(type, singleton(c, row), false);
    });
    builder.project([...builder.fields(keys), ...values]);
  } else builder.aggregate(builder.groupKeyOf(keys), calls);
  call.transformTo(builder.build());
}

function makeSide(
  call: RuleCall,
  aggregate: LogicalAggregate,
  input: RelNode,
  place: { readonly offset: number; readonly below: readonly number[] },
): Side {
  const { offset } = place;
  const own = range(offset, offset + input.rowType.fields.length);
  const keys = shiftSet(intersection(place.below, own), -offset);
  const unique = call.mq.columnsUnique(input, keys) === true;
  const builder = call.builder().transform(CALCITE_BUILDER_CONFIG).push(input);
  const shifted = (c: AggregateCall): AggregateCall => remapAggregateCall(c, (i) => i - offset);
  const split = new Map<number, number>();
  if (unique) {
    const projects: RexNode[] = builder.fields(keys);
    aggregate.aggCalls.forEach((c, i) => {
      if (c.args.length === 0 || !containsAll(own, c.args)) return;
      const value = ensureType(c.type, singleton(shifted(c), input.rowType), false);
      const key = value.rex === 'inputRef' ? keys.indexOf(value.index) : -1;
      split.set(i, key >= 0 ? key : projects.push(value) - 1);
    });
    return { input: builder.project(projects).build(), unique, split };
  }
  const calls: AggregateCall[] = [];
  aggregate.aggCalls.forEach((c, i) => {
    const made = containsAll(own, c.args)
      ? adaptAggregateCall(shifted(c), (k) => k, input.rowType, { from: aggregate.groupSet.length, to: keys.length })
      : otherSide(c);
    if (!made) return;
    const known = calls.findIndex((k) => aggregateCallKey(k) === aggregateCallKey(made));
    split.set(i, keys.length + (known >= 0 ? known : calls.push(made) - 1));
  });
  return { input: builder.aggregate(builder.groupKeyOf(keys), calls).build(), unique, split };
}

/** Group keys and the columns that are equal to one of them. */
function equivalentColumns(groupSet: readonly number[], predicates: readonly RexNode[]): readonly number[] {
  const columns = new Set(groupSet);
  for (const p of predicates) {
    if (p.rex !== 'call' || p.op.kind !== 'EQUALS') continue;
    const [a, b] = p.operands;
    if (a?.rex !== 'inputRef' || b?.rex !== 'inputRef') continue;
    if (groupSet.includes(a.index)) columns.add(b.index);
    if (groupSet.includes(b.index)) columns.add(a.index);
  }
  return bitSet(columns);
}
