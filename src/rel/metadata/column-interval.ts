import type { Calc } from '../core/calc.ts';
import type { Expand } from '../core/expand.ts';
import type { IntervalValue, ValueInterval } from './value-interval.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { AggregateCall } from '../core/aggregate-call.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexCall, RexLiteral, RexNode } from '../rex/rex-node.ts';
import type { Values } from '../core/values.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc as CalcClass } from '../core/calc.ts';
import { Expand as ExpandClass } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { Values as ValuesClass } from '../core/values.ts';
import { Window } from '../core/window.ts';
import { groupingOf } from './grouping.ts';
import { alternatives, predicateOnColumn } from './column-predicate.ts';
import { conjunctions } from '../rex/conditions.ts';
import { expandSearch } from '../rex/expand-search.ts';
import { isAlwaysFalse, isAlwaysTrue } from '../rex/rex-node.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';
import { reversedComparison } from '../rex/standard-operators.ts';
import {
  intervalValue,
  EMPTY_INTERVAL,
  INFINITE_INTERVAL,
  intersectIntervals,
  isFinite,
  isInfinite,
  makeInterval,
  unionIntervals,
} from './value-interval.ts';

type Answer = ValueInterval | undefined;

/** The values that a column may have, as far as conditions and constants tell (Flink's `FlinkRelMdColumnInterval`). */
export function columnInterval(mq: MetadataQuery, node: RelNode, index: number): Answer {
  if (node instanceof ValuesClass) return valuesInterval(node, index);
  if (node instanceof Project) return expressionInterval(mq, node.projects[index], node.input());
  if (node instanceof Filter) return filterInterval(mq.columnInterval(node.input(), index), node.condition, index);
  if (node instanceof CalcClass) return calcInterval(mq, node, index);
  if (node instanceof Sort || node.typeName === 'StreamPhysicalExchange') return mq.columnInterval(node.input(), index);
  if (node instanceof ExpandClass) return expandInterval(mq, node, index);
  if (node instanceof Rank) return rankInterval(mq, node, index);
  if (node instanceof Window || node.typeName === 'StreamPhysicalOverAggregate') {
    return index < node.input().rowType.fields.length ? mq.columnInterval(node.input(), index) : undefined;
  }
  if (node instanceof Join) {
    const count = node.left.rowType.fields.length;
    const own = index < count ? mq.columnInterval(node.left, index) : mq.columnInterval(node.right, index - count);
    return conjunctions(node.condition).length === 0 ? own : filterInterval(own, node.condition, index);
  }
  if (node instanceof Union) {
    const all = node.inputs.map((input) => mq.columnInterval(input, index));
    return all.reduce((a, b) => (a && b ? unionIntervals(a, b) : undefined));
  }
  const grouping = node instanceof Aggregate ? { keys: node.groupSet, calls: node.aggCalls } : groupingOf(node);
  return grouping ? aggregateInterval(mq, node.input(), grouping.keys, grouping.calls, index) : undefined;
}

export function literalInterval(e: RexLiteral): ValueInterval {
  const value = intervalValue(e.value);
  return value === undefined ? EMPTY_INTERVAL : makeInterval(value, value);
}

function valuesInterval(node: Values, index: number): ValueInterval {
  return node.tuples.reduce<ValueInterval>((sum, t) => {
    const e = t[index];
    return e ? unionIntervals(sum, literalInterval(e)) : sum;
  }, EMPTY_INTERVAL);
}

function expressionInterval(mq: MetadataQuery, e: RexNode | undefined, input: RelNode): Answer {
  if (e?.rex === 'inputRef') return mq.columnInterval(input, e.index);
  if (e?.rex === 'literal') return literalInterval(e);
  if (e?.rex !== 'call') return undefined;
  switch (e.op.kind) {
    case 'CASE': {
      const results = e.operands.filter((_, i) => i % 2 !== 0 || i === e.operands.length - 1);
      return results.map((r) => expressionInterval(mq, r, input)).reduce((a, b) => (a && b ? unionIntervals(a, b) : undefined));
    }
    case 'PLUS':
    case 'MINUS':
    case 'TIMES': {
      if (e.operands.length !== 2) return undefined;
      const a = expressionInterval(mq, e.operands[0], input);
      const b = expressionInterval(mq, e.operands[1], input);
      if (!a || !b) return undefined;
      if (e.op.kind === 'TIMES') return product(a, b);
      return sum(a, e.op.kind === 'MINUS' ? negative(b) : b);
    }
    default:
      return undefined;
  }
}

function negative(i: ValueInterval): ValueInterval {
  if (i.kind === 'empty') return i;
  const turn = (v: IntervalValue | undefined): IntervalValue | undefined => (typeof v === 'number' ? -v : undefined);
  return makeInterval(turn(i.upper), turn(i.lower), i.includeUpper, i.includeLower);
}

function sum(a: ValueInterval, b: ValueInterval): Answer {
  if (a.kind === 'empty' || b.kind === 'empty') return undefined;
  const add = (x: IntervalValue | undefined, y: IntervalValue | undefined): number | undefined =>
    typeof x === 'number' && typeof y === 'number' ? x + y : undefined;
  const lower = add(a.lower, b.lower);
  const upper = add(a.upper, b.upper);
  if (lower === undefined && upper === undefined) return undefined;
  return makeInterval(lower, upper, a.includeLower && b.includeLower, a.includeUpper && b.includeUpper);
}

function product(a: ValueInterval, b: ValueInterval): Answer {
  if (a.kind === 'empty' || b.kind === 'empty' || !isFinite(a) || !isFinite(b)) return undefined;
  const ends: { value: number; include: boolean }[] = [];
  for (const [x, includeX] of [[a.lower, a.includeLower] as const, [a.upper, a.includeUpper] as const]) {
    for (const [y, includeY] of [[b.lower, b.includeLower] as const, [b.upper, b.includeUpper] as const]) {
      if (typeof x !== 'number' || typeof y !== 'number') return undefined;
      ends.push({ value: x * y, include: includeX && includeY });
    }
  }
  const lower = Math.min(...ends.map((e) => e.value));
  const upper = Math.max(...ends.map((e) => e.value));
  const included = (v: number): boolean => ends.some((e) => e.value === v && e.include);
  return makeInterval(lower, upper, included(lower), included(upper));
}

/** What a condition leaves of a column's interval; undefined if nothing is known. */
export function filterInterval(own: Answer, condition: RexNode, index: number): Answer {
  const start = own ?? INFINITE_INTERVAL;
  const related = predicateOnColumn(expandSearch(condition), index);
  if (related && isAlwaysFalse(related)) return EMPTY_INTERVAL;
  if (related && !isAlwaysTrue(related) && collectInputRefs(related).length === 0) return undefined;
  const result = related
    ? alternatives(related)
        .map((parts) => parts.reduce<ValueInterval>(intersectWith, start))
        .reduce((a, b) => unionIntervals(a, b))
    : start;
  return isInfinite(result) ? undefined : result;
}

function intersectWith(i: ValueInterval, e: RexNode): ValueInterval {
  const single = e.rex === 'call' ? comparisonInterval(e) : undefined;
  return single ? intersectIntervals(i, single) : i;
}

function comparisonInterval(e: RexCall): Answer {
  const [a, b] = e.operands;
  if (e.operands.length !== 2 || !a || !b) return undefined;
  let kind: string | undefined = e.op.kind;
  let literal: RexNode = b;
  if (a.rex === 'literal' && b.rex === 'inputRef') {
    literal = a;
    kind = e.op.kind === 'EQUALS' ? 'EQUALS' : reversedComparison(e.op.kind)?.kind;
  } else if (a.rex !== 'inputRef') {
    return undefined;
  }
  const value = literal.rex === 'literal' ? intervalValue(literal.value) : undefined;
  if (value === undefined) return undefined;
  switch (kind) {
    case 'EQUALS':
      return makeInterval(value, value);
    case 'LESS_THAN':
      return makeInterval(undefined, value, false, false);
    case 'LESS_THAN_OR_EQUAL':
      return makeInterval(undefined, value, false, true);
    case 'GREATER_THAN':
      return makeInterval(value, undefined, false, false);
    case 'GREATER_THAN_OR_EQUAL':
      return makeInterval(value, undefined, true, false);
    default:
      return undefined;
  }
}

function calcInterval(mq: MetadataQuery, node: Calc, index: number): Answer {
  const e = node.projects[index];
  if (e?.rex !== 'inputRef') return expressionInterval(mq, e, node.input());
  const own = mq.columnInterval(node.input(), e.index);
  return node.condition ? filterInterval(own, node.condition, e.index) : own;
}

function expandInterval(mq: MetadataQuery, node: Expand, index: number): Answer {
  let all: Answer;
  for (const project of node.projects) {
    const e = project[index];
    if (e?.rex === 'literal' && e.value.kind === 'null') continue;
    const one = e?.rex === 'inputRef' ? mq.columnInterval(node.input(), e.index) : e?.rex === 'literal' ? literalInterval(e) : undefined;
    if (!one) return undefined;
    all = all ? unionIntervals(all, one) : one;
  }
  return all;
}

function rankInterval(mq: MetadataQuery, node: Rank, index: number): Answer {
  const { outputRankNumber, rankRange } = node.rank;
  if (!outputRankNumber || index !== node.rowType.fields.length - 1) return mq.columnInterval(node.input(), index);
  if (rankRange.kind === 'constant') return makeInterval(rankRange.start, rankRange.end);
  if (rankRange.kind === 'noEnd') return undefined;
  const end = mq.columnInterval(node.input(), rankRange.endIndex);
  return end?.kind === 'range' && end.upper !== undefined ? makeInterval(1, end.upper, true, end.includeUpper) : undefined;
}

function aggregateInterval(
  mq: MetadataQuery,
  input: RelNode,
  keys: readonly number[],
  calls: readonly AggregateCall[],
  index: number,
): Answer {
  const key = keys[index];
  if (key !== undefined) return mq.columnInterval(input, key);
  const c = calls[index - keys.length];
  if (c?.op.kind === 'COUNT') return makeInterval(0, undefined, true, false);
  if (c?.op.kind !== 'SUM' && c?.op.kind !== 'SUM0') return undefined;
  return sumInterval(mq.columnInterval(input, c.args[0] ?? 0));
}

/** A sum of values that are never negative (never positive) only grows (falls). */
export function sumInterval(argument: Answer): Answer {
  if (argument?.kind !== 'range') return undefined;
  if (typeof argument.lower === 'number') {
    return argument.lower >= 0 ? makeInterval(argument.lower, undefined, argument.includeLower, false) : undefined;
  }
  if (typeof argument.upper === 'number' && argument.upper <= 0)
    return makeInterval(undefined, argument.upper, false, argument.includeUpper);
  return undefined;
}
