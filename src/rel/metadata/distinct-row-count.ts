import type { Aggregate } from '../core/aggregate.ts';
import type { Calc } from '../core/calc.ts';
import type { Join } from '../core/join.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { Project } from '../core/project.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { bitSet } from '../bit-set.ts';
import { Aggregate as AggregateClass } from '../core/aggregate.ts';
import { Calc as CalcClass } from '../core/calc.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join as JoinClass } from '../core/join.ts';
import { Project as ProjectClass } from '../core/project.ts';
import { Rank, rankRangeSize } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { Values } from '../core/values.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { composeConjunction, composeConjunctionOrNone, conjunctions } from '../rex/conditions.ts';
import { call } from '../rex/rex-factory.ts';
import { isAlwaysTrue } from '../rex/rex-node.ts';
import { collectInputRefs, shiftRefs, substituteRefs } from '../rex/rex-visit.ts';
import { AND } from '../rex/standard-operators.ts';
import { toCnfWithinBudget } from '../rex/to-cnf.ts';
import {
  adaptDistinct,
  bothPredicates,
  calciteDistinctValues,
  numDistinctValues,
  retypeRefs,
  splitByColumns,
  splitGroupKeys,
  splitOnAggregate,
} from './estimates.ts';
import { guessSelectivity } from './guess-selectivity.ts';
import { semiJoinSelectivity } from './semi-join-selectivity.ts';
import { windowPropertyPredicate } from './selectivity.ts';

type Answer = number | undefined;

/**
 * Distinct values of the columns among the rows that fulfil the predicate (Flink's `FlinkRelMdDistinctRowCount`). Without statistics of
 * columns most questions end as "unknown" at a scan.
 */
export function distinctRowCount(mq: MetadataQuery, node: RelNode, columns: readonly number[], predicate: RexNode | undefined): Answer {
  const trivial = columns.length === 0 && (!predicate || isAlwaysTrue(predicate));
  if (node instanceof Expand) return expandDistinct(mq, node, columns, predicate);
  if (node instanceof Rank) return rankDistinct(mq, node, columns, predicate);
  if (node instanceof Sort) {
    const distinct = mq.distinctRowCount(node.input(), columns, predicate);
    return distinct === undefined ? undefined : Math.min(distinct, mq.rowCount(node));
  }
  if (node instanceof Union) {
    let sum = 0;
    for (const input of node.inputs) {
      const distinct = mq.distinctRowCount(input, columns, predicate && retypeRefs(predicate, input.rowType));
      if (distinct === undefined) return undefined;
      sum += distinct;
    }
    return sum;
  }
  if (node.typeName === 'StreamPhysicalExchange') return mq.distinctRowCount(node.input(), columns, predicate);
  if (isCovered(node) && trivial) return 1;
  if (node instanceof TableScan) return scanDistinct(mq, node, columns, predicate);
  if (node instanceof Values) {
    const rows = mq.rowCount(node) / 2;
    return numDistinctValues(rows, rows * guessSelectivity(predicate));
  }
  if (node instanceof Filter) return mq.distinctRowCount(node.input(), columns, bothPredicates(predicate, node.condition));
  if (node instanceof ProjectClass) return calcDistinct(mq, node, node.projects, undefined, { columns, predicate });
  if (node instanceof CalcClass) return calcDistinct(mq, node, node.projects, node.condition, { columns, predicate });
  if (node instanceof WindowAggregate) {
    const first = node.rowType.fields.length - node.properties.length;
    if (columns.some((c) => c >= first)) return undefined;
    return aggregateDistinct(mq, node, columns, windowPropertyPredicate(node, predicate));
  }
  if (node instanceof AggregateClass) return aggregateDistinct(mq, node, columns, predicate);
  if (node instanceof Window) return windowDistinct(mq, node, columns, predicate);
  if (node instanceof JoinClass) return joinDistinct(mq, node, columns, predicate);
  return fallbackDistinct(mq, node, columns, predicate);
}

/** Nodes whose handlers start with "no columns and no condition: one value". */
function isCovered(node: RelNode): boolean {
  return [TableScan, Values, Filter, ProjectClass, CalcClass, AggregateClass, Window, JoinClass].some((c) => node instanceof c);
}

/** Any other node: distinct rows only where the columns are a key. */
function fallbackDistinct(mq: MetadataQuery, node: RelNode, columns: readonly number[], predicate: RexNode | undefined): Answer {
  if (mq.columnsUnique(node, columns) !== true) return undefined;
  return mq.rowCount(node) * mq.selectivity(node, predicate);
}

function scanDistinct(mq: MetadataQuery, node: TableScan, columns: readonly number[], predicate: RexNode | undefined): Answer {
  const selectivity = predicate ? mq.selectivity(node, predicate) : 1;
  if (mq.columnsUnique(node, columns) === true) return mq.rowCount(node) * selectivity;
  // Tables have no statistics of their columns.
  return columns.length === 0 ? adaptDistinct(mq.rowCount(node), 1, selectivity) : undefined;
}

/** Output columns that are plain references, as input columns, and the others. */
export function splitColumns(projects: readonly RexNode[], columns: readonly number[]): { base: number[]; computed: number[] } {
  const base: number[] = [];
  const computed: number[] = [];
  for (const c of columns) {
    const e = projects[c];
    if (e?.rex === 'inputRef') base.push(e.index);
    else computed.push(c);
  }
  return { base: bitSet(base), computed };
}

interface Question {
  readonly columns: readonly number[];
  readonly predicate: RexNode | undefined;
}

function calcDistinct(
  mq: MetadataQuery,
  node: Project | Calc,
  projects: readonly RexNode[],
  condition: RexNode | undefined,
  q: Question,
): Answer {
  const split = splitColumns(projects, q.columns);
  const pushed = q.predicate && composeConjunctionOrNone(conjunctions(q.predicate));
  const below = bothPredicates(condition, pushed && substituteRefs(pushed, projects));
  let distinct = mq.distinctRowCount(node.input(), split.base, below);
  if (distinct === undefined) return undefined;
  if (split.computed.length === 0) return distinct;
  for (const c of split.computed) {
    const e = projects[c];
    const size = e && expressionCardinality(mq, node, e);
    if (size === undefined) return undefined;
    distinct *= size;
  }
  return numDistinctValues(distinct, mq.rowCount(node));
}

/** Distinct values of an expression (Flink's `cardOfCalcExpr`). */
export function expressionCardinality(mq: MetadataQuery, node: Project | Calc, e: RexNode): Answer {
  const condition = node instanceof CalcClass ? node.condition : undefined;
  switch (e.rex) {
    case 'inputRef': {
      const distinct = mq.distinctRowCount(node.input(), [e.index], condition);
      return distinct === undefined ? undefined : numDistinctValues(distinct, mq.averageRowSize(node));
    }
    case 'literal':
      return numDistinctValues(1, mq.averageRowSize(node));
    case 'call': {
      const rows = mq.rowCount(node);
      const distinct = callCardinality(mq, node, e);
      return distinct === undefined ? undefined : numDistinctValues(distinct, rows);
    }
    default:
      return undefined;
  }
}

const EXTRACT_UNITS: Readonly<Record<string, number>> = {
  YEAR: 130,
  MONTH: 12,
  DAY: 31,
  HOUR: 24,
  MINUTE: 60,
  QUARTER: 4,
  WEEK: 53,
  DOW: 7,
  DOY: 366,
  DECADE: 13,
  CENTURY: 2,
  MILLENNIUM: 2,
};

function callCardinality(mq: MetadataQuery, node: Project | Calc, e: Extract<RexNode, { rex: 'call' }>): Answer {
  const [a, b] = e.operands;
  const of = (x: RexNode | undefined): Answer => (x ? expressionCardinality(mq, node, x) : undefined);
  switch (e.op.kind) {
    case 'MINUS_PREFIX':
      return of(a);
    case 'PLUS':
    case 'MINUS': {
      const [x, y] = [of(a), of(b)];
      return x === undefined || y === undefined ? undefined : Math.max(x, y);
    }
    case 'TIMES':
    case 'DIVIDE': {
      const [x, y] = [of(a), of(b)];
      return x === undefined || y === undefined ? undefined : x * y;
    }
    case 'EXTRACT':
      return extractCardinality(a, b) ?? of(b);
    default:
      return e.operands.length === 1 ? of(a) : mq.rowCount(node) / 10;
  }
}

function extractCardinality(unit: RexNode | undefined, operand: RexNode | undefined): Answer {
  if (unit?.rex !== 'literal' || unit.value.kind !== 'symbol') return undefined;
  const isTime = operand?.type.name === 'TIMESTAMP' || operand?.type.name === 'TIME';
  switch (unit.value.value) {
    case 'SECOND':
    case 'MILLISECOND':
      return isTime ? 60_000 : 60;
    case 'MICROSECOND':
      return isTime ? 60_000_000 : 60;
    case 'EPOCH':
      return isTime ? 130 * 24 * 60 * 60 * 1000 : 130 * 24 * 60 * 60;
    default:
      return EXTRACT_UNITS[unit.value.value];
  }
}

function expandDistinct(mq: MetadataQuery, node: Expand, columns: readonly number[], predicate: RexNode | undefined): Answer {
  const kept =
    predicate &&
    composeConjunction(conjunctions(toCnfWithinBudget(predicate)).filter((e) => !collectInputRefs(e).includes(node.expandIdIndex)));
  if (!columns.includes(node.expandIdIndex)) return mq.distinctRowCount(node.input(), columns, kept);
  let sum = 0;
  for (const project of node.projects) {
    const keys: number[] = [];
    for (const c of columns) {
      const e = project[c];
      if (c !== node.expandIdIndex && e?.rex === 'inputRef') keys.push(e.index);
    }
    const distinct = mq.distinctRowCount(node.input(), bitSet(keys), kept);
    if (distinct === undefined) return undefined;
    sum += distinct;
  }
  return sum;
}

function rankDistinct(mq: MetadataQuery, node: Rank, columns: readonly number[], predicate: RexNode | undefined): Answer {
  const rankColumn = node.rank.outputRankNumber ? node.rowType.fields.length - 1 : -1;
  const keys = columns.filter((c) => c !== rankColumn);
  const split = rankColumn < 0 ? { pushable: predicate, rest: undefined } : splitByColumns(predicate, rankColumn);
  const below = keys.length > 0 ? mq.distinctRowCount(node.input(), keys, split.pushable) : 1;
  if (below === undefined) return undefined;
  const ranks = rankColumn > 0 && columns.includes(rankColumn) ? rankRangeSize(node.rank.rankRange) : 1;
  const selectivity = split.rest ? mq.selectivity(node, split.rest) : 1;
  return adaptDistinct(mq.rowCount(node), below * ranks, selectivity);
}

function aggregateDistinct(mq: MetadataQuery, agg: Aggregate, columns: readonly number[], predicate: RexNode | undefined): Answer {
  if (columns.length === 0 && (!predicate || isAlwaysTrue(predicate))) return 1;
  const { pushable, rest } = splitOnAggregate(agg, predicate);
  const split = splitGroupKeys(agg, columns);
  const input = agg.input();
  const keys = mq.distinctRowCount(input, split.keys, pushable);
  if (keys === undefined) return undefined;
  const inputRows = mq.rowCount(input);
  let calls = 1;
  for (const c of split.calls) {
    let size: Answer;
    if (c.op.kind === 'COUNT') size = Math.sqrt(2 * inputRows);
    else if (c.args.length > 0) {
      const args = mq.distinctRowCount(input, bitSet(c.args), pushable);
      size = args === undefined ? undefined : args * 0.1;
    }
    if (size === undefined) return undefined;
    calls *= Math.max(size, 1);
  }
  const distinct = keys * calls;
  if (!rest) return Math.min(distinct, inputRows);
  return Math.min(adaptDistinct(mq.rowCount(agg), distinct, guessSelectivity(rest)), inputRows);
}

function windowDistinct(mq: MetadataQuery, node: Window, columns: readonly number[], predicate: RexNode | undefined): Answer {
  const count = node.input().rowType.fields.length;
  if (columns.some((c) => c >= count)) return undefined;
  const { pushable, rest } = splitByColumns(predicate, count);
  const distinct = mq.distinctRowCount(node.input(), columns, pushable);
  if (distinct === undefined || !rest) return distinct;
  return adaptDistinct(mq.rowCount(node), distinct, guessSelectivity(rest));
}

function joinDistinct(mq: MetadataQuery, join: Join, columns: readonly number[], predicate: RexNode | undefined): Answer {
  if (join.joinType === 'semi' || join.joinType === 'anti') {
    const kept = semiJoinSelectivity(mq, join);
    return mq.distinctRowCount(join.left, columns, predicate ? call(AND, [kept, predicate]) : kept);
  }
  const count = join.left.rowType.fields.length;
  const leftList: RexNode[] = [];
  const rightList: RexNode[] = [];
  for (const e of conjunctions(predicate)) {
    const refs = collectInputRefs(e);
    if (refs.every((i) => i < count) && (join.joinType === 'inner' || join.joinType === 'left')) leftList.push(e);
    else if (refs.every((i) => i >= count) && (join.joinType === 'inner' || join.joinType === 'right'))
      rightList.push(shiftRefs(e, -count));
  }
  const leftColumns = columns.filter((c) => c < count);
  const rightColumns = columns.filter((c) => c >= count).map((c) => c - count);
  const left = mq.distinctRowCount(join.left, leftColumns, composeConjunctionOrNone(leftList));
  const right = mq.distinctRowCount(join.right, rightColumns, composeConjunctionOrNone(rightList));
  return left === undefined || right === undefined ? undefined : calciteDistinctValues(left * right, mq.rowCount(join));
}
