import type { RexNode } from './rex-node.ts';
import { simpleType } from '../../types/sql-type.ts';
import { call, FALSE_LITERAL, TRUE_LITERAL } from './rex-factory.ts';
import { rexKey } from './rex-key.ts';
import { isAlwaysFalse, isAlwaysTrue, isCallOf } from './rex-node.ts';
import { isDeterministic } from './rex-visit.ts';
import { AND, IS_NOT_NULL, NOT, OR } from './standard-operators.ts';

/** Lists of conditions: composing, splitting and flattening AND and OR (Calcite's `RexUtil` and `RelOptUtil`). */

/** Operands of nested ANDs in order, without `true` and without repetitions (`RexUtil.flattenAnd`). */
export function flattenAnd(nodes: readonly RexNode[]): RexNode[] {
  return flattenUnique(nodes, 'AND', isAlwaysTrue);
}

/** Operands of nested ORs in order, without `false` and without repetitions (`RexUtil.flattenOr`). */
export function flattenOr(nodes: readonly RexNode[]): RexNode[] {
  return flattenUnique(nodes, 'OR', isAlwaysFalse);
}

function flattenUnique(nodes: readonly RexNode[], kind: 'AND' | 'OR', isNeutral: (e: RexNode) => boolean): RexNode[] {
  const result: RexNode[] = [];
  const seen = new Set<string>();
  const add = (e: RexNode): void => {
    if (isCallOf(e, kind)) {
      e.operands.forEach(add);
    } else if (!isNeutral(e)) {
      const key = rexKey(e);
      if (seen.has(key)) return;
      seen.add(key);
      result.push(e);
    }
  };
  nodes.forEach(add);
  return result;
}

/** An AND of the conditions (`RexUtil.composeConjunction`): `true` for none, the condition itself for one, `false` if one is false. */
export function composeConjunction(nodes: readonly RexNode[]): RexNode {
  return composeConjunctionOrNone(nodes) ?? TRUE_LITERAL;
}

/** As `composeConjunction`, but undefined instead of `true` if nothing is left. */
export function composeConjunctionOrNone(nodes: readonly RexNode[]): RexNode | undefined {
  const list = flattenAnd(nodes);
  if (list.length <= 1) return list[0];
  return list.some(isAlwaysFalse) ? FALSE_LITERAL : call(AND, list);
}

/** An OR of the conditions (`RexUtil.composeDisjunction`): `false` for none, the condition itself for one, `true` if one is true. */
export function composeDisjunction(nodes: readonly RexNode[]): RexNode {
  return composeDisjunctionOrNone(nodes) ?? FALSE_LITERAL;
}

/** As `composeDisjunction`, but undefined instead of `false` if nothing is left. */
export function composeDisjunctionOrNone(nodes: readonly RexNode[]): RexNode | undefined {
  const list = flattenOr(nodes);
  if (list.length <= 1) return list[0];
  return list.some(isAlwaysTrue) ? TRUE_LITERAL : call(OR, list);
}

/** Conjuncts of nested ANDs, repetitions kept, `true` dropped (`RelOptUtil.conjunctions`). */
export function conjunctions(e: RexNode | undefined): RexNode[] {
  const result: RexNode[] = [];
  const split = (n: RexNode): void => {
    if (isCallOf(n, 'AND')) n.operands.forEach(split);
    else if (!isAlwaysTrue(n)) result.push(n);
  };
  if (e) split(e);
  return result;
}

/** Disjuncts of nested ORs, repetitions kept, `false` dropped (`RelOptUtil.disjunctions`). */
export function disjunctions(e: RexNode): RexNode[] {
  const result: RexNode[] = [];
  const split = (n: RexNode): void => {
    if (isCallOf(n, 'OR')) n.operands.forEach(split);
    else if (!isAlwaysFalse(n)) result.push(n);
  };
  split(e);
  return result;
}

/**
 * Splits a conjunction into plain terms and the arguments of NOT (`RelOptUtil.decomposeConjunction`): `a AND NOT b AND NOT (c AND d)` gives
 * the term a and the negated terms b and `c AND d`. A NOT over an OR is spread over its operands; `true` and `NOT false` are left out.
 */
export function decomposeConjunction(e: RexNode, terms: RexNode[], notTerms: RexNode[]): void {
  if (isAlwaysTrue(e)) return;
  if (isCallOf(e, 'AND')) {
    for (const operand of e.operands) decomposeConjunction(operand, terms, notTerms);
  } else if (isCallOf(e, 'NOT')) {
    const x = e.operands[0] as RexNode;
    if (isAlwaysFalse(x)) return;
    if (!isCallOf(x, 'OR')) {
      notTerms.push(x);
      return;
    }
    for (const or of disjunctions(x)) {
      if (isCallOf(or, 'NOT')) terms.push(or.operands[0] as RexNode);
      else notTerms.push(or);
    }
  } else {
    terms.push(e);
  }
}

/** NOT of an expression, or the argument of a NOT (`RexUtil.not`). */
export function not(e: RexNode): RexNode {
  return isCallOf(e, 'NOT') ? (e.operands[0] as RexNode) : addNot(e);
}

/** NOT around an expression, even around another NOT. */
export function addNot(e: RexNode): RexNode {
  return call(NOT, [e], e.type);
}

/** IS NOT NULL as a call, or `true` for an operand that is NOT NULL (RelBuilder's `isNotNull`). */
export function isNotNull(e: RexNode): RexNode {
  return e.type.nullable ? call(IS_NOT_NULL, [e]) : TRUE_LITERAL;
}

/** Conditions that are deterministic (`RexUtil.retainDeterministic`). */
export function retainDeterministic(list: readonly RexNode[]): RexNode[] {
  return list.filter(isDeterministic);
}

/** An AND or OR over all its nested operands, repetitions kept (`RexUtil.flatten`); other expressions unchanged. */
export function flatten(e: RexNode): RexNode {
  if (!isCallOf(e, 'AND') && !isCallOf(e, 'OR')) return e;
  const kind = e.op.kind;
  if (!e.operands.some((o) => isCallOf(o, kind))) return e;
  const operands: RexNode[] = [];
  const split = (n: RexNode): void => {
    if (isCallOf(n, kind)) n.operands.forEach(split);
    else operands.push(n);
  };
  e.operands.forEach(split);
  return call(e.op, operands, e.type);
}

/** True if no AND lies directly in an AND and no OR in an OR, at any depth (`RexUtil.isFlat`). */
export function isFlat(e: RexNode): boolean {
  if (e.rex !== 'call') return true;
  const kind = e.op.kind;
  if ((kind === 'AND' || kind === 'OR') && e.operands.some((o) => isCallOf(o, kind))) return false;
  return e.operands.every(isFlat);
}

export const BOOLEAN_NULLABLE = simpleType('BOOLEAN', true);
