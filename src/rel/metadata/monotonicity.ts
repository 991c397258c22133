import type { AggregateCall } from '../core/aggregate-call.ts';
import type { Calc } from '../core/calc.ts';
import type { Join } from '../core/join.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { Rank } from '../core/rank.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { isInsertOnly } from '../../catalog/changelog-mode.ts';
import { isRowtime, isTimeIndicator } from '../../types/sql-type.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc as CalcClass } from '../core/calc.ts';
import { Correlate } from '../core/correlate.ts';
import { Expand } from '../core/expand.ts';
import { Join as JoinClass } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank as RankClass } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';
import { TableScan } from '../core/table-scan.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { StreamPhysicalChangelogNormalize } from '../physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalGroupAggregate } from '../physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalIncrementalGroupAggregate } from '../physical/stream-physical-incremental-group-aggregate.ts';
import { StreamPhysicalLocalGroupAggregate } from '../physical/stream-physical-local-group-aggregate.ts';
import { StreamPhysicalRank } from '../physical/stream-physical-rank.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { filteredColumnInterval } from './filtered-column-interval.ts';
import { joinColumns } from './join-columns.ts';
import { isDeduplication } from './key-rules.ts';

/** How the value of a column of one row may change over time. */
export type Monotonicity = 'CONSTANT' | 'INCREASING' | 'DECREASING' | 'NOT_MONOTONIC';

/** One entry a column; undefined: rows may be deleted, so nothing can be said. */
export type Monotonicities = readonly Monotonicity[] | undefined;

function all(m: Monotonicity, node: RelNode): Monotonicity[] {
  return node.rowType.fields.map(() => m);
}

/** Passing the changes of the input on, without saying in which columns they show. */
const PLAIN: ReadonlySet<string> = new Set([
  'StreamPhysicalDropUpdateBefore',
  'StreamPhysicalWatermarkAssigner',
  'StreamPhysicalMiniBatchAssigner',
  'StreamPhysicalLookupJoin',
  'StreamPhysicalCorrelate',
]);

const NEVER_UPDATING: ReadonlySet<string> = new Set([
  'FlinkLogicalOverAggregate',
  'StreamPhysicalOverAggregate',
  'StreamPhysicalIntervalJoin',
]);

/** Which columns of a changing result only grow or fall (Flink's `FlinkRelMdModifiedMonotonicity`); decides for UpdateFast ranks. */
export function modifiedMonotonicity(mq: MetadataQuery, node: RelNode): Monotonicities {
  if (node instanceof TableScan) return scanMonotonicity(node);
  if (node instanceof Project) return projectMonotonicity(mq, node.projects, node.input());
  if (node instanceof CalcClass) return calcMonotonicity(mq, node);
  if (NEVER_UPDATING.has(node.typeName)) return all('CONSTANT', node);
  if (node instanceof Expand || node instanceof Correlate || PLAIN.has(node.typeName)) return passing(mq, node);
  if (node instanceof RankClass) return rankMonotonicity(mq, node);
  if (node.typeName === 'StreamPhysicalExchange' || node.typeName === 'StreamPhysicalGlobalGroupAggregate')
    return mq.modifiedMonotonicity(node.input());
  if (node instanceof StreamPhysicalChangelogNormalize) {
    return all('NOT_MONOTONIC', node).map((m, i) => (node.uniqueKeys.includes(i) ? 'CONSTANT' : m));
  }
  if (node instanceof WindowAggregate) return undefined;
  if (node instanceof StreamPhysicalGroupWindowAggregate) {
    return isAppend(mq, node.input()) && !node.options.emit.produceUpdates ? all('CONSTANT', node) : undefined;
  }
  if (node instanceof Aggregate) return aggregateMonotonicity(mq, node.input(), node.groupSet, node.aggCalls);
  if (
    node instanceof StreamPhysicalGroupAggregate ||
    node instanceof StreamPhysicalLocalGroupAggregate ||
    node instanceof StreamPhysicalIncrementalGroupAggregate
  ) {
    return aggregateMonotonicity(mq, node.input(), node.grouping, node.aggCalls);
  }
  if (node instanceof JoinClass) return joinMonotonicity(mq, node);
  if (node instanceof Union) {
    const inputs = node.inputs.map((input) => mq.modifiedMonotonicity(input));
    const [first] = inputs;
    if (!first || inputs.includes(undefined)) return undefined;
    return inputs.every((m) => m?.join() === first.join()) ? first : all('NOT_MONOTONIC', node);
  }
  return undefined;
}

function isAppend(mq: MetadataQuery, node: RelNode): boolean {
  return mq.modifiedMonotonicity(node)?.every((m) => m === 'CONSTANT') ?? false;
}

function hasUpdates(mq: MetadataQuery, node: RelNode): boolean {
  return mq.modifiedMonotonicity(node)?.some((m) => m !== 'CONSTANT') ?? false;
}

function passing(mq: MetadataQuery, node: RelNode): Monotonicities {
  const input = node.input(0);
  if (mq.modifiedMonotonicity(input) === undefined) return undefined;
  return all(isAppend(mq, input) ? 'CONSTANT' : 'NOT_MONOTONIC', node);
}

function scanMonotonicity(node: TableScan): Monotonicities {
  const { table } = node;
  if (table.kind === 'intermediate') return table.intermediate?.monotonicity ?? all('CONSTANT', node);
  const isLogicalScan = node.typeName === 'FlinkLogicalTableSourceScan' || node.typeName === 'StreamPhysicalTableSourceScan';
  if (isLogicalScan && table.source?.isScan && !isInsertOnly(table.source.changelogMode)) return all('NOT_MONOTONIC', node);
  return all('CONSTANT', node);
}

function projectMonotonicity(mq: MetadataQuery, projects: readonly RexNode[], input: RelNode): Monotonicities {
  const below = mq.modifiedMonotonicity(input);
  if (!below) return undefined;
  if (below.every((m) => m === 'CONSTANT')) return projects.map(() => 'CONSTANT');
  return projects.map((e) => expressionMonotonicity(e, below));
}

function expressionMonotonicity(e: RexNode, input: readonly Monotonicity[]): Monotonicity {
  if (e.rex === 'inputRef') return input[e.index] ?? 'NOT_MONOTONIC';
  const operand = e.rex === 'call' && (e.op.kind === 'AS' || e.op.kind === 'CAST') ? e.operands[0] : undefined;
  return operand ? expressionMonotonicity(operand, input) : 'NOT_MONOTONIC';
}

function calcMonotonicity(mq: MetadataQuery, node: Calc): Monotonicities {
  const result = projectMonotonicity(mq, node.projects, node.input());
  const below = mq.modifiedMonotonicity(node.input());
  if (!result || !below || !node.condition) return result;
  const changing = new Map<number, Monotonicity>();
  below.forEach((m, i) => {
    if (m !== 'CONSTANT') changing.set(i, m);
  });
  return mayRetract(node.condition, changing) ? result.map(() => 'NOT_MONOTONIC') : result;
}

/** Whether a row that fulfilled the condition may stop doing so. */
function mayRetract(e: RexNode, changing: ReadonlyMap<number, Monotonicity>): boolean {
  if (e.rex === 'inputRef') return changing.has(e.index);
  if (e.rex !== 'call') return false;
  const operands = e.operands.map(withoutCast);
  const column = operands.find((o) => o.rex === 'inputRef' && changing.has(o.index));
  const m = column?.rex === 'inputRef' ? changing.get(column.index) : undefined;
  switch (e.op.kind) {
    case 'AND':
    case 'OR':
      // Only the first two operands are looked at, as in Flink.
      return operands.slice(0, 2).some((o) => mayRetract(o, changing));
    case 'GREATER_THAN':
    case 'GREATER_THAN_OR_EQUAL':
      return m !== undefined && m !== 'INCREASING';
    case 'LESS_THAN':
    case 'LESS_THAN_OR_EQUAL':
      return m !== undefined && m !== 'DECREASING';
    case 'SEARCH':
    case 'IN':
    case 'EQUALS':
    case 'NOT_EQUALS':
    case 'NOT_IN':
      return m !== undefined;
    case 'NOT':
    case 'IS_NOT_TRUE':
    case 'IS_TRUE':
    case 'IS_NOT_NULL':
    case 'IS_NULL':
      return operands[0] !== undefined && mayRetract(operands[0], changing);
    default:
      return false;
  }
}

function withoutCast(e: RexNode): RexNode {
  const operand = isCallOf(e, 'AS') || isCallOf(e, 'CAST') ? e.operands[0] : undefined;
  return operand ? withoutCast(operand) : e;
}

function rankMonotonicity(mq: MetadataQuery, node: Rank): Monotonicities {
  const { partitionKey, orderKey, outputRankNumber } = node.rank;
  const input = mq.modifiedMonotonicity(node.input());
  if (node instanceof StreamPhysicalRank && isDeduplication(node)) return deduplicateMonotonicity(mq, node);
  if (!input || partitionKey.some((k) => input[k] !== 'CONSTANT')) return undefined;
  const result = all('NOT_MONOTONIC', node);
  for (const k of partitionKey) result[k] = 'CONSTANT';
  if (outputRankNumber) result[result.length - 1] = 'CONSTANT';
  const [first] = orderKey;
  if (first) {
    const type = node.rowType.fields[first.index]?.type;
    // A time attribute counts as increasing here, whatever the input says of it.
    const m = type && isTimeIndicator(type) ? 'INCREASING' : input[first.index];
    if ((m === 'INCREASING' || m === 'CONSTANT') && first.direction === 'DESCENDING') result[first.index] = 'INCREASING';
    else if ((m === 'DECREASING' || m === 'CONSTANT') && first.direction === 'ASCENDING') result[first.index] = 'DECREASING';
    else result[first.index] = 'NOT_MONOTONIC';
  }
  return result;
}

/** Keeping the first row by processing time never updates; else everything but the key may change. */
function deduplicateMonotonicity(mq: MetadataQuery, node: Rank): Monotonicities {
  if (!isAppend(mq, node.input())) return undefined;
  const { orderKey, partitionKey } = node.rank;
  const [first] = orderKey;
  const keepsLast = orderKey.length === 1 && first !== undefined && first.direction.endsWith('DESCENDING');
  const byRowtime = orderKey.some((c) => {
    const type = node.input().rowType.fields[c.index]?.type;
    return type !== undefined && isRowtime(type);
  });
  if (!keepsLast && !byRowtime) return all('CONSTANT', node);
  return all('NOT_MONOTONIC', node).map((m, i) => (partitionKey.includes(i) ? 'CONSTANT' : m));
}

function aggregateMonotonicity(
  mq: MetadataQuery,
  input: RelNode,
  keys: readonly number[],
  calls: readonly AggregateCall[],
): Monotonicities {
  const below = mq.modifiedMonotonicity(input);
  if (!below || keys.some((k) => below[k] !== 'CONSTANT')) return undefined;
  const updating = hasUpdates(mq, input);
  const results = calls.map((c): Monotonicity => {
    const own = callMonotonicity(mq, c, input);
    if (!updating || c.args.length === 0) return own;
    if (c.args.length > 1) return 'NOT_MONOTONIC';
    return below[c.args[0] ?? 0] !== own && c.op.kind !== 'COUNT' ? 'NOT_MONOTONIC' : own;
  });
  return [...keys.map((): Monotonicity => 'CONSTANT'), ...results];
}

function callMonotonicity(mq: MetadataQuery, c: AggregateCall, input: RelNode): Monotonicity {
  switch (c.op.kind) {
    case 'COUNT':
    case 'MAX':
      return 'INCREASING';
    case 'MIN':
      return 'DECREASING';
    case 'SUM':
    case 'SUM0': {
      const interval = filteredColumnInterval(mq, input, c.args[0] ?? 0, c.filterArg);
      if (interval?.kind !== 'range') return 'NOT_MONOTONIC';
      if (interval.lower !== undefined) return typeof interval.lower === 'number' && interval.lower >= 0 ? 'INCREASING' : 'NOT_MONOTONIC';
      return typeof interval.upper === 'number' && interval.upper <= 0 ? 'DECREASING' : 'NOT_MONOTONIC';
    }
    default:
      return 'NOT_MONOTONIC';
  }
}

function joinMonotonicity(mq: MetadataQuery, join: Join): Monotonicities {
  if (join.joinType === 'anti') return undefined;
  const left = mq.modifiedMonotonicity(join.left);
  const right = mq.modifiedMonotonicity(join.right);
  if (!left || !right) return undefined;
  const info = joinColumns(join);
  const keysStay = info.left.every((k) => left[k] === 'CONSTANT') && info.right.every((k) => right[k] === 'CONSTANT');
  const updating = hasUpdates(mq, join.left) || hasUpdates(mq, join.right);
  if (!keysStay || (updating && !info.isEqui)) return undefined;
  return join.joinType === 'semi' ? left : [...left, ...right];
}
