import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { LiteralValue, RexCall, RexLiteral, RexNode, Sarg, SargRange } from './rex-node.ts';
import type { UnknownAs } from './sarg.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { familyOf, simpleType } from '../../types/sql-type.ts';
import { composeConjunction, composeDisjunction } from './conditions.ts';
import { makeTypedLiteral } from './rex-builder.ts';
import { booleanLiteral, call, nullLiteral, sargLiteral } from './rex-factory.ts';
import { isCallOf, sargOf } from './rex-node.ts';
import { mapChildren } from './rex-visit.ts';
import {
  closedRange,
  complementRanges,
  isAllSarg,
  isComplementedPoints,
  isNoneSarg,
  isPointRange,
  isPointsSarg,
  makeSarg,
  point,
  sargComplexity,
  unionRanges,
} from './sarg.ts';
import {
  AND,
  EQUALS,
  GREATER_THAN,
  GREATER_THAN_OR_EQUAL,
  IS_NOT_NULL,
  IS_NULL,
  LESS_THAN,
  LESS_THAN_OR_EQUAL,
  NOT_EQUALS,
  OR,
  SEARCH,
} from './standard-operators.ts';

/** The condition that a Sarg over everything or nothing stands for (`RexUtil.simpleSarg`). */
export function simpleSarg(ref: RexNode, sarg: Sarg, unknownAs: UnknownAs): RexNode {
  const nullAs = sarg.nullAs === 'UNKNOWN' ? unknownAs : sarg.nullAs;
  if (isAllSarg(sarg)) {
    if (nullAs === 'TRUE') return booleanLiteral(true);
    const notNull = call(IS_NOT_NULL, [ref]);
    return nullAs === 'FALSE' ? notNull : call(OR, [notNull, nullLiteral(simpleType('BOOLEAN', true))]);
  }
  if (nullAs === 'TRUE') return call(IS_NULL, [ref]);
  return nullAs === 'FALSE' ? booleanLiteral(false) : call(NOT_EQUALS, [ref, ref]);
}

/** Comparisons in place of `SEARCH(ref, sarg)`, constants of the given type (`RexUtil.sargRef`). */
export function expandSarg(ref: RexNode, sarg: Sarg, type: SqlType, unknownAs: UnknownAs): RexNode {
  if (isAllSarg(sarg) || isNoneSarg(sarg)) return simpleSarg(ref, sarg, unknownAs);
  const compare = (op: SqlOperator, value: LiteralValue): RexNode => call(op, [ref, makeTypedLiteral(value, type, true)]);
  const list: RexNode[] = [];
  if (sarg.nullAs === 'TRUE' && unknownAs === 'UNKNOWN') list.push(call(IS_NULL, [ref]));
  if (isPointsSarg(sarg)) {
    for (const r of sarg.ranges) if (r.lower) list.push(compare(EQUALS, r.lower));
  } else if (isComplementedPoints(sarg)) {
    const points = complementRanges(sarg.ranges).flatMap((r) => (r.lower ? [compare(NOT_EQUALS, r.lower)] : []));
    list.push(composeConjunction(points));
  } else {
    for (const r of sarg.ranges) list.push(expandRange(r, compare));
  }
  const any = composeDisjunction(list);
  return sarg.nullAs === 'FALSE' && unknownAs === 'UNKNOWN' ? call(AND, [call(IS_NOT_NULL, [ref]), any]) : any;
}

function expandRange(r: SargRange, compare: (op: SqlOperator, value: LiteralValue) => RexNode): RexNode {
  if (isPointRange(r) && r.lower) return compare(EQUALS, r.lower);
  const lower = r.lower && compare(r.lowerClosed ? GREATER_THAN_OR_EQUAL : GREATER_THAN, r.lower);
  const upper = r.upper && compare(r.upperClosed ? LESS_THAN_OR_EQUAL : LESS_THAN, r.upper);
  if (lower && upper) return call(AND, [lower, upper]);
  return lower ?? upper ?? booleanLiteral(true);
}

function expandOne(search: RexCall): RexNode {
  const literal = search.operands[1] as RexLiteral;
  return expandSarg(search.operands[0] as RexNode, sargOf(search), literal.type, 'UNKNOWN');
}

/** Expands all SEARCH calls whose complexity is below the limit, if one is given (`RexUtil.expandSearch`); AND and OR around them become flat. */
export function expandSearch(e: RexNode, maxComplexity?: number): RexNode {
  const rewrite = (n: RexNode): RexNode => {
    if (isCallOf(n, 'SEARCH') && (maxComplexity === undefined || sargComplexity(sargOf(n)) < maxComplexity)) return expandOne(n);
    const mapped = mapChildren(n, rewrite);
    if (mapped === n || mapped.rex !== 'call') return mapped;
    if (mapped.op.kind === 'AND') return composeConjunction(mapped.operands);
    return mapped.op.kind === 'OR' ? composeDisjunction(mapped.operands) : mapped;
  };
  return rewrite(e);
}

/** Expands the SEARCH calls that pass the test, leaving everything around them as it is (`FlinkRexUtil.expandSearch`). */
export function expandSearchIf(e: RexNode, test: (search: RexCall) => boolean): RexNode {
  if (isCallOf(e, 'SEARCH') && test(e)) return expandSearch(e);
  return mapChildren(e, (n) => expandSearchIf(n, test));
}

/** A SEARCH call over a Sarg of the given literal type. */
export function searchCall(ref: RexNode, sarg: Sarg, type: SqlType): RexCall {
  return call(SEARCH, [ref, sargLiteral(sarg, type)]);
}

function constantValue(e: RexNode): LiteralValue | undefined {
  return e.rex === 'literal' && e.value.kind !== 'null' && e.value.kind !== 'sarg' ? e.value : undefined;
}

function commonType(list: readonly RexNode[]): SqlType {
  const type = leastRestrictive(list.map((e) => e.type));
  if (!type) throw new Error("Can't find leastRestrictive type for SARG");
  return type;
}

/** `arg IN (…)`: a SEARCH if all are literals of the argument's family, else an OR of equalities (`RexBuilder.makeIn`). */
export function makeIn(arg: RexNode, list: readonly RexNode[]): RexNode {
  if (list.length > 0 && list.every((e) => familyOf(e.type) === familyOf(arg.type))) {
    const values = list.map(constantValue);
    if (!values.includes(undefined)) {
      const ranges = values.reduce((all, v) => (v ? unionRanges(all, [point(v)]) : all), makeSarg([], 'UNKNOWN').ranges);
      return searchCall(arg, makeSarg(ranges, 'UNKNOWN'), commonType(list));
    }
  }
  return composeDisjunction(list.map((e) => call(EQUALS, [arg, e])));
}

/** `arg BETWEEN lower AND upper`: a SEARCH for literals of the argument's family, else an AND of two comparisons (`RexBuilder.makeBetween`). */
export function makeBetween(arg: RexNode, lower: RexNode, upper: RexNode): RexNode {
  const low = constantValue(lower);
  const high = constantValue(upper);
  if (low && high && familyOf(lower.type) === familyOf(arg.type) && familyOf(upper.type) === familyOf(arg.type)) {
    return searchCall(arg, makeSarg(closedRange(low, high), 'UNKNOWN'), commonType([lower, upper]));
  }
  return call(AND, [call(GREATER_THAN_OR_EQUAL, [arg, lower]), call(LESS_THAN_OR_EQUAL, [arg, upper])]);
}
