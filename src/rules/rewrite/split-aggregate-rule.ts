import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { makeAggregateCall } from '../../rel/core/aggregate-call.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { FlinkLogicalAggregate } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalExpand } from '../../rel/flink-logical/flink-logical-expand.ts';
import { RelNode as RelNodeClass } from '../../rel/rel-node.ts';
import { call as rexCall, bigintLiteral, exactLiteral, inputRef, nullLiteral } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { DIVIDE, EQUALS, MOD } from '../../rel/rex/standard-operators.ts';
import { builtIn } from '../shared/built-in.ts';
import { expandProjects } from '../shared/grouping-sets.ts';
import { finalFunctions, isSplittable, needsBucket, partialFunctions, splitGroupSets, SplitFilters } from '../shared/split-aggregate.ts';
import { holdsWindowStartEnd } from '../shared/window-aggregation.ts';

/**
 * Spreads distinct values of a hot key over buckets: a first aggregate by key and bucket, a second one by key alone (Flink's
 * `SplitAggregateRule`). With several distinct columns rows are copied once a bucket column, and filters tell the copies apart.
 */
export const SplitAggregateRule = defineRule({
  description: 'SplitAggregateRule',
  operand: some(FlinkLogicalAggregate, [any(RelNodeClass, { convention: 'LOGICAL' })]),
  explain: { summary: 'A DISTINCT aggregate is split in two: by key and hash bucket first, by key then, so that hot keys are spread.' },
  matches: (call) => {
    const node = call.rel<FlinkLogicalAggregate>(0);
    if (node.partialFinalType !== 'NONE') return 'the aggregate is half of a split one';
    if (!node.aggCalls.some((c) => c.distinct)) return 'no DISTINCT call';
    if (!node.cluster.config.boolean('table.optimizer.distinct-agg.split.enabled')) return 'the option is off';
    if (!node.aggCalls.every(isSplittable)) return 'a function cannot be split';
    const window = node.cluster.mq.windowProperties(node.input());
    if (holdsWindowStartEnd(node.groupSet, window)) {
      if (!window.isRowtime) return 'a window in processing time';
      if (window.spec.kind === 'SESSION') return 'a session window';
    }
    return true;
  },
  onMatch: (call) => {
    const original = call.rel<FlinkLogicalAggregate>(0);
    const builder = call.builder().push(call.rel(1));
    const buckets = addBuckets(builder, original);
    const sets = splitGroupSets(original, buckets);
    const partial = partialAggregate(builder, original, sets);
    const final = finalAggregate(partial, original, sets.full);
    const merged = mergeAverages(call.builder().push(final), original);
    call.transformTo(asCalc(call.builder().push(merged).convert(original.rowType, false).build()));
  },
});

/** `MOD(HASH_CODE(c), 1024)` for each column whose values are counted once; gives the bucket's column by the value's. */
function addBuckets(builder: RelBuilder, original: FlinkLogicalAggregate): ReadonlyMap<number, number> {
  const columns = new Set(original.aggCalls.filter(needsBucket).flatMap((c) => c.args));
  const hashed = [...columns].filter((i) => !original.groupSet.includes(i)).sort((a, b) => a - b);
  if (hashed.length === 0) return new Map();
  const fields = builder.fields();
  const count = exactLiteral(original.cluster.config.integer('table.optimizer.distinct-agg.split.bucket-num'));
  const bucketOf = (i: number): RexNode => rexCall(MOD, [rexCall(builtIn('HASH_CODE'), [builder.field(i)]), count]);
  replaceTop(builder, (b) => b.project([...fields, ...hashed.map(bucketOf)]));
  return new Map(hashed.map((column, i) => [column, fields.length + i]));
}

function partialAggregate(
  builder: RelBuilder,
  original: FlinkLogicalAggregate,
  sets: ReturnType<typeof splitGroupSets>,
): FlinkLogicalAggregate {
  const { full, ofCall, ordered, added } = sets;
  const calls = original.aggCalls.flatMap((c, i) => partialFunctions(c).map((op) => ({ call: { ...c, op }, set: ofCall[i] ?? full })));
  const needsCopies = added > 1;
  const input = needsCopies ? expandWithFilters(builder, calls, { full, ordered }) : { node: builder.build(), filterOf: undefined };
  const { rowType } = input.node;
  const aggCalls = calls.map(({ call: c }, i) =>
    makeAggregateCall(
      { op: c.op, args: c.args, distinct: c.distinct, approximate: c.approximate, filterArg: input.filterOf?.[i] ?? c.filterArg },
      rowType,
      full.length,
    ),
  );
  return FlinkLogicalAggregate.create(input.node, { groupSet: full, groupSets: [full], aggCalls, hints: original.hints }, 'PARTIAL');
}

interface PartialCall {
  readonly call: AggregateCall;
  readonly set: readonly number[];
}

/** Rows copied once a group set, and a BOOLEAN column for each set and filter that calls look at. */
function expandWithFilters(
  builder: RelBuilder,
  calls: readonly PartialCall[],
  { full, ordered }: { readonly full: readonly number[]; readonly ordered: readonly (readonly number[])[] },
): { readonly node: RelNode; readonly filterOf: readonly number[] } {
  const input = builder.build();
  const { fields } = input.rowType;
  const expanded = FlinkLogicalExpand.create(input, expandProjects(fields, full, ordered, []), fields.length);
  builder.push(expanded);
  const id = builder.field(fields.length);
  const filters = new SplitFilters(fields.length, full);
  const filterOf = calls.map((c) => filters.columnOf(c.set, c.call.filterArg));
  const columns = filters.list.map(({ id: expected, filterArg }) => {
    const own = rexCall(EQUALS, [id, exactLiteral(expected)]);
    return { expression: composeConjunction(filterArg < 0 ? [own] : [own, builder.field(filterArg)]), name: `$g_${expected}` };
  });
  const kept = builder.fields().slice(0, fields.length);
  const names = [...kept.map(() => undefined), ...columns.map((c) => c.name)];
  replaceTop(builder, (b) => b.project([...kept, ...columns.map((c) => c.expression)], names));
  return { node: builder.build(), filterOf };
}

function finalAggregate(partial: FlinkLogicalAggregate, original: FlinkLogicalAggregate, full: readonly number[]): FlinkLogicalAggregate {
  const { rowType } = partial;
  const groupSet = original.groupSet.map((k) => full.indexOf(k));
  let position = full.length;
  const aggCalls = original.aggCalls.flatMap((c) =>
    finalFunctions(c).map((op) => makeAggregateCall({ op, args: [position++], approximate: c.approximate }, rowType, groupSet.length)),
  );
  return FlinkLogicalAggregate.create(partial, { groupSet, groupSets: [groupSet], aggCalls, hints: original.hints }, 'FINAL');
}

/** AVG is a sum and a count by now: `IF(count = 0, NULL, sum / count)`. */
function mergeAverages(builder: RelBuilder, original: FlinkLogicalAggregate): RelNode {
  if (!original.aggCalls.some((c) => c.op.kind === 'AVG')) return builder.build();
  const { fields } = builder.peek().rowType;
  const at = (i: number): RexNode => inputRef(i, fields[i]?.type ?? original.rowType);
  let position = original.groupSet.length;
  const values = original.aggCalls.map((c): RexNode => {
    const first = at(position++);
    if (c.op.kind !== 'AVG') return first;
    const count = at(position++);
    return rexCall(builtIn('IF'), [rexCall(EQUALS, [count, bigintLiteral(0)]), nullLiteral(c.type), rexCall(DIVIDE, [first, count])]);
  });
  replaceTop(builder, (b) => b.project([...original.groupSet.map((_, i) => at(i)), ...values]));
  return builder.build();
}

/** What the builder makes is of the logical convention: a Calc instead of a Project. */
function replaceTop(builder: RelBuilder, make: (builder: RelBuilder) => RelBuilder): void {
  builder.push(asCalc(make(builder).build()));
}

function asCalc(node: RelNode): RelNode {
  if (!(node instanceof LogicalProject)) return node;
  const names = node.rowType.fields.map((f) => f.name);
  return FlinkLogicalCalc.create(node.input(), RexProgram.create(node.input().rowType, node.projects, undefined, names));
}
