import type { AggregateCall } from './core/aggregate-call.ts';
import type { BuilderField, RelBuilder } from './rel-builder.ts';
import type { RelNode } from './rel-node.ts';
import type { RexFieldCollation, RexNode } from './rex/rex-node.ts';
import type { SqlOperator } from '../catalog/sql-operator.ts';
import { simpleType, relRowType } from '../types/sql-type.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { bitSet, compareBitSets, containsAll, sameSet } from './bit-set.ts';
import { aggregateCallKey, fieldsUsedBy, makeAggregateCall, remapAggregateCall } from './core/aggregate-call.ts';
import { aggregateRowType } from './core/aggregate.ts';
import { LogicalAggregate } from './logical/logical-aggregate.ts';
import { LogicalProject } from './logical/logical-project.ts';
import { Registrar } from './rel-builder-registrar.ts';
import { call, exactLiteral } from './rex/rex-factory.ts';
import { rexText } from './rex/rex-text.ts';
import { IS_TRUE } from './rex/standard-operators.ts';

/** Expressions to group by; `sets` for grouping sets, each a part of `nodes`. */
export interface GroupKey {
  readonly nodes: readonly RexNode[];
  readonly sets?: readonly (readonly RexNode[])[];
}

/** An aggregate call over expressions (Calcite's `RelBuilder.AggCall`). */
export interface BuilderAggregateCall {
  readonly op: SqlOperator;
  readonly operands: readonly RexNode[];
  readonly distinct?: boolean;
  readonly approximate?: boolean;
  readonly ignoreNulls?: boolean;
  readonly filter?: RexNode;
  readonly orderKeys?: readonly RexFieldCollation[];
  readonly name?: string;
}

type AnyCall = BuilderAggregateCall | AggregateCall;

function isPlain(c: AnyCall): c is AggregateCall {
  return 'args' in c;
}

/** A nullable filter counts only where it is true. */
function filterOf(c: BuilderAggregateCall): RexNode | undefined {
  return c.filter?.type.nullable ? call(IS_TRUE, [c.filter]) : c.filter;
}

function register(c: AnyCall, registrar: Registrar): void {
  if (isPlain(c)) return;
  registrar.registerAll(c.operands);
  const filter = filterOf(c);
  if (filter) registrar.register(filter);
}

/** The call over the columns of `input`; a COUNT drops arguments that are never null. */
function resolve(c: AnyCall, registrar: Registrar, groupCount: number, input: RelNode): AggregateCall {
  if (isPlain(c)) return c;
  let args = registrar.registerAll(c.operands);
  const filter = filterOf(c);
  if (c.op.kind === 'COUNT' && !c.distinct) args = args.filter((i) => input.rowType.fields[i]?.type.nullable);
  const collation = (c.orderKeys ?? []).map((k) => ({
    index: registrar.register(k.expr),
    direction: k.direction,
    nullDirection: k.nullDirection,
  }));
  return makeAggregateCall(
    {
      op: c.op,
      args,
      distinct: c.distinct,
      approximate: c.approximate,
      ignoreNulls: c.ignoreNulls,
      filterArg: filter ? registrar.register(filter) : -1,
      collation,
      name: c.name,
    },
    input.rowType,
    groupCount,
  );
}

/** Calcite's `RelBuilder.aggregate`. */
export function buildAggregate(b: RelBuilder, key: GroupKey, calls: readonly AnyCall[]): void {
  if (key.nodes.length === 0 && calls.length === 0 && b.config.pruneInputOfAggregate) {
    // No column at all: one row, whatever the input.
    b.values([[]], relRowType([]));
    return;
  }
  const registrar = new Registrar(
    b.fields(),
    b.peek().rowType.fields.map((f) => f.name),
  );
  const groupSet = bitSet(registrar.registerAll(key.nodes));
  if (calls.length === 0 && isUniqueAlready(b, key, groupSet, registrar)) {
    b.project(b.fields(groupSet));
    return;
  }
  let groupSets: readonly (readonly number[])[] = [groupSet];
  if (key.sets) {
    const sorted = key.sets.map((s) => groupingSet(s, groupSet, registrar)).sort(compareBitSets);
    const hasDuplicates = sorted.some((s, i) => i > 0 && sameSet(s, sorted[i - 1] ?? []));
    if (hasDuplicates || calls.some((c) => c.op.kind === 'GROUP_ID')) {
      splitDuplicateSets(b, groupSet, sorted, calls);
      return;
    }
    groupSets = sorted;
  }
  calls.forEach((c) => register(c, registrar));
  b.project(registrar.nodes).rename(registrar.names);
  const frame = b.popFrame();
  const resolved = calls.map((c) => resolve(c, registrar, groupSet.length, frame.rel));
  const pruned = b.config.pruneInputOfAggregate ? pruneInput(frame.rel, groupSet, groupSets, resolved) : undefined;
  const input = pruned?.input ?? frame.rel;
  const fields = pruned?.kept ? pruned.kept.map((i) => frame.fields[i] ?? { aliases: [], name: '' }) : frame.fields;
  const aggCalls = pruned?.calls ?? resolved;

  const finish = (set: readonly number[], sets: readonly (readonly number[])[], list: readonly AggregateCall[]): void => {
    const rel = LogicalAggregate.create(input, { groupSet: set, groupSets: sets, aggCalls: list });
    const outputs: BuilderField[] = rel.rowType.fields.map((f, i) => {
      const e = i < set.length ? registrar.nodes[set[i] ?? 0] : undefined;
      return (e?.rex === 'inputRef' ? fields[e.index] : undefined) ?? { aliases: [], name: f.name };
    });
    b.pushFrame({ rel, fields: outputs });
  };

  const keys = aggCalls.map(aggregateCallKey);
  const distinct = aggCalls.filter((_, i) => keys.indexOf(keys[i] ?? '') === i);
  if (!b.config.dedupAggregateCalls || distinct.length === aggCalls.length) {
    finish(pruned?.groupSet ?? groupSet, pruned?.groupSets ?? groupSets, aggCalls);
    return;
  }
  // Calcite keeps the unpruned keys here; they agree wherever keys come first.
  finish(groupSet, groupSets, distinct);
  const distinctKeys = distinct.map(aggregateCallKey);
  b.project([
    ...b.fields(groupSet.map((_, i) => i)),
    ...aggCalls.map((c, i) => {
      const field = b.field(groupSet.length + distinctKeys.indexOf(keys[i] ?? ''));
      return c.name === undefined ? field : b.alias(field, c.name);
    }),
  ]);
}

interface Pruned {
  readonly input: RelNode;
  /** Columns kept, or undefined if all are (or if the input's Project is gone altogether). */
  readonly kept?: readonly number[];
  readonly groupSet: readonly number[];
  readonly groupSets: readonly (readonly number[])[];
  readonly calls: readonly AggregateCall[];
}

/** Drops columns of a Project below that neither keys nor calls read. */
function pruneInput(
  rel: RelNode,
  groupSet: readonly number[],
  groupSets: readonly (readonly number[])[],
  calls: readonly AggregateCall[],
): Pruned | undefined {
  if (!(rel instanceof LogicalProject)) return undefined;
  const kept = fieldsUsedBy(groupSet, calls);
  if (kept.length === 0) return { input: rel.input(), groupSet, groupSets, calls };
  if (kept.length === rel.rowType.fields.length) return undefined;
  const target = (i: number): number => kept.indexOf(i);
  const pick = <T>(list: readonly T[]): T[] => list.filter((_, i) => kept.includes(i));
  const input = LogicalProject.create(rel.input(), {
    projects: pick(rel.projects),
    names: pick(rel.names),
    hints: rel.relHints,
    variablesSet: rel.variablesSet,
  });
  return {
    input,
    kept,
    groupSet: groupSet.map(target),
    groupSets: groupSets.map((s) => s.map(target)).sort(compareBitSets),
    calls: calls.map((c) => remapAggregateCall(c, target)),
  };
}

/** Without calls, an input that is unique on the keys (or has at most one row) needs no Aggregate. */
function isUniqueAlready(b: RelBuilder, key: GroupKey, groupSet: readonly number[], registrar: Registrar): boolean {
  const { mq } = b.cluster;
  const isSimple = key.sets === undefined || key.sets.length === 1;
  const input = b.peek();
  if (groupSet.length === 0 && !((mq.minRowCount(input) ?? 0) >= 1)) return false;
  if (b.config.aggregateUnique || !isSimple) return false;
  if (registrar.addedCount === 0 && mq.columnsUnique(input, groupSet) === true) return true;
  const most = mq.maxRowCount(input);
  return most !== undefined && most <= 1;
}

/**
 * Columns of one grouping set. One that names more than the key is refused in Calcite's words: so it ends there when the decorrelator leaves
 * out constant keys but not their places in the sets.
 */
function groupingSet(nodes: readonly RexNode[], groupSet: readonly number[], registrar: Registrar): readonly number[] {
  const set = bitSet(registrar.registerAll(nodes));
  if (containsAll(groupSet, set)) return set;
  const message = `group set element [${nodes.map((e) => rexText(e)).join(', ')}] must be a subset of group key`;
  throw new FlinkError('plan/grouping-sets', [{ className: 'IllegalArgumentException', message }]);
}

/** Repeated grouping sets (and GROUP_ID) as a union of aggregates without repetition. */
function splitDuplicateSets(
  b: RelBuilder,
  groupSet: readonly number[],
  sorted: readonly (readonly number[])[],
  calls: readonly AnyCall[],
): void {
  const distinctSets = sorted.filter((s, i) => i === 0 || !sameSet(s, sorted[i - 1] ?? []));
  const rounds: (readonly number[])[][] = [];
  for (const set of distinctSets) {
    const count = sorted.filter((s) => sameSet(s, set)).length;
    for (let i = 0; i < count; i++) (rounds[i] ??= []).push(set);
  }
  const names = aggregateRowType(b.peek().rowType, {
    groupSet,
    groupSets: sorted,
    aggCalls: calls.map((c) => ({ ...nameOnly(c) })),
  }).fields.map((f) => f.name);
  const frame = b.popFrame();
  const others = calls.filter((c) => c.op.kind !== 'GROUP_ID');
  rounds.forEach((sets, groupId) => {
    b.pushFrame(frame);
    b.aggregate(b.groupKeyOf(groupSet, sets), others);
    const list: RexNode[] = b.fields(groupSet.map((_, i) => i));
    let next = groupSet.length;
    for (const c of calls) list.push(c.op.kind === 'GROUP_ID' ? exactLiteral(groupId, simpleType('BIGINT', false)) : b.field(next++));
    b.project(list, names);
  });
  b.union(true, rounds.length);
}

/** A stand-in of a call that is good for names only. */
function nameOnly(c: AnyCall): AggregateCall {
  return {
    op: c.op,
    distinct: false,
    approximate: false,
    ignoreNulls: false,
    args: [],
    filterArg: -1,
    collation: [],
    type: simpleType('BOOLEAN', false),
    name: c.name,
  };
}
