import type { Expand } from '../core/expand.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Aggregate } from '../core/aggregate.ts';
import type { AggregateCall } from '../core/aggregate-call.ts';
import { exp, log, pow } from '../../base/exact-math.ts';
import { rexKey } from '../rex/rex-key.ts';
import { composeConjunctionOrNone, conjunctions } from '../rex/conditions.ts';
import { collectInputRefs, mapInputRefs } from '../rex/rex-visit.ts';

/*
 * Formulas and splits that several estimators share (Calcite's `RelMdUtil`, Flink's `FlinkRelMdUtil`).
 */

/** Rows and distinct values are at least 1 wherever they are asked (`validateResult`). */
export function atLeastOne(x: number): number {
  return x === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : Math.max(x, 1);
}

function capInfinity(x: number): number {
  return x === Number.POSITIVE_INFINITY ? Number.MAX_VALUE : x;
}

/** Distinct values expected when `selected` values are drawn from a domain (Flink's `numDistinctVals`). */
export function numDistinctValues(domain: number, selected: number): number {
  const size = capInfinity(domain);
  const drawn = capInfinity(selected);
  if (Math.abs(1 / domain) < 1e-9 || domain < 1) {
    const result = size > 0 ? (1 - exp((-1 * drawn) / size)) * size : 0;
    return Math.max(0, Math.min(result, Math.min(size, drawn)));
  }
  return calciteDistinctValues(size, drawn);
}

/** Calcite's formula `N (1 - (1 - 1/N)^n)`: exact, or one of two series, by how many terms the series needs. */
export function calciteDistinctValues(domain: number, selected: number): number {
  const size = capInfinity(domain);
  const drawn = capInfinity(selected);
  if (!(size > 0)) return 0;
  const maxTerms = 32;
  let terms = 1;
  if (size > 10) {
    for (let power = size; power / drawn <= 1e16; power *= power) terms *= 2;
  } else {
    terms = maxTerms + 1;
  }
  let result = 0;
  if (terms > maxTerms) {
    result = (1 - exp(drawn * log(1 - 1 / size))) * size;
  } else if (terms > 1) {
    let exponent = 0;
    let power = size;
    for (let i = 1; i <= terms; i++) {
      exponent -= drawn / power / i;
      power *= size;
    }
    result = (1 - exp(exponent)) * size;
  } else {
    let selected = drawn;
    let domain = 1;
    let factorial = 1;
    let sign = 1;
    for (let i = 1; i < 5; i++) {
      result += (sign * selected) / factorial / domain;
      selected *= drawn;
      domain *= size;
      factorial *= i + 1;
      sign = -sign;
    }
  }
  return Math.max(0, Math.min(result, size, drawn));
}

/** Distinct values left after a condition of this selectivity. */
export function adaptDistinct(rows: number, distinct: number, selectivity: number): number {
  const ndv = Math.min(distinct, rows);
  return Math.max((1 - pow(1 - selectivity, rows / ndv)) * ndv, 1);
}

/** Rows of an aggregate by rows of its input, if nothing is known of the keys. */
export function aggregationRatio(keyCount: number): number {
  return 1 - exp(-0.1 * keyCount);
}

export interface SplitPredicate {
  /** Over the columns that were asked for. */
  readonly pushable: RexNode | undefined;
  readonly rest: RexNode | undefined;
  readonly restList: readonly RexNode[];
}

/** Conjuncts that read only the first `columnCount` columns, and the others (`splitFilters`). */
export function splitByColumns(predicate: RexNode | undefined, columnCount: number): SplitPredicate {
  const list = conjunctions(predicate);
  const inside = list.filter((e) => collectInputRefs(e).every((i) => i < columnCount));
  const restList = list.filter((e) => !inside.includes(e));
  return { pushable: composeConjunctionOrNone(inside), rest: composeConjunctionOrNone(restList), restList };
}

/** Both conditions, each conjunct once. */
export function bothPredicates(a: RexNode | undefined, b: RexNode | undefined): RexNode | undefined {
  return composeConjunctionOrNone([...conjunctions(a), ...conjunctions(b)]);
}

/** Conjuncts of the first that are none of the second. */
export function minusPredicates(a: RexNode | undefined, b: RexNode | undefined): RexNode | undefined {
  const known = new Set(conjunctions(b).map(rexKey));
  return composeConjunctionOrNone(conjunctions(a).filter((e) => !known.has(rexKey(e))));
}

/** A condition on an aggregate's output: the part on its keys, over the input, and the rest. */
export function splitOnAggregate(agg: Aggregate, predicate: RexNode | undefined): SplitPredicate {
  const split = splitByColumns(predicate, agg.groupSet.length);
  return { ...split, pushable: split.pushable && mapInputRefs(split.pushable, (i) => agg.groupSet[i] ?? i) };
}

export interface SplitKeys {
  /** Over the aggregate's input. */
  readonly keys: readonly number[];
  readonly calls: readonly AggregateCall[];
}

/** Output columns of an aggregate as input columns and calls; calls do not count when all keys are there. */
export function splitGroupKeys(agg: Aggregate, columns: readonly number[]): SplitKeys {
  const keyCount = agg.groupSet.length;
  const hasAll = agg.groupSet.every((_, i) => columns.includes(i));
  const keys: number[] = [];
  const calls: AggregateCall[] = [];
  for (const c of columns) {
    const key = agg.groupSet[c];
    if (key !== undefined) keys.push(key);
    else if (!hasAll) {
      const aggCall = agg.aggCalls[c - keyCount];
      if (aggCall) calls.push(aggCall);
    }
  }
  return { keys: [...new Set(keys)].sort((a, b) => a - b), calls };
}

/** Input columns that an output column of an Expand shows; −1 stands for anything else. */
export function expandSources(expand: Expand, column: number): readonly number[] {
  return [...new Set(expand.projects.map((p) => (p[column]?.rex === 'inputRef' ? p[column].index : -1)))];
}

/** The same condition with the types of another row. */
export function retypeRefs(e: RexNode, row: RowType): RexNode {
  return mapInputRefs(
    e,
    (i) => i,
    (i) => row.fields[i]?.type ?? e.type,
  );
}
