import type { SqlType } from '../../../types/sql-type.ts';
import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { sameType, sameTypeIgnoringNullability } from '../../../types/sql-type.ts';
import { composeDisjunction } from '../conditions.ts';
import { makeAbstractCast, makeCast } from '../rex-builder.ts';
import { call, nullLiteral, TRUE_LITERAL, withOperands } from '../rex-factory.ts';
import { rexEquals, rexKey, rexListEquals } from '../rex-key.ts';
import { isAlwaysFalse, isAlwaysTrue, isCallOf } from '../rex-node.ts';
import { AND, CASE, OR } from '../standard-operators.ts';
import { isSafeExpression } from './safe-expression.ts';
import { andNot, isTrue } from './truth-tests.ts';

interface Branch {
  readonly condition: RexNode;
  readonly value: RexNode;
}

function branchesOf(e: RexCall): Branch[] {
  const branches: Branch[] = [];
  const last = e.operands.length - 1;
  for (let i = 0; i < last; i += 2) branches.push({ condition: e.operands[i] as RexNode, value: e.operands[i + 1] as RexNode });
  branches.push({ condition: TRUE_LITERAL, value: e.operands[last] as RexNode });
  return branches;
}

function operandsOf(branches: readonly Branch[]): RexNode[] {
  return branches.flatMap((b, i) => (i < branches.length - 1 ? [b.condition, b.value] : [b.value]));
}

/** True if the new type is the old one, or only says NOT NULL where the old one was nullable. */
export function isSameOrNarrower(oldType: SqlType, newType: SqlType): boolean {
  return sameType(oldType, newType) || (oldType.nullable && sameTypeIgnoringNullability(oldType, newType));
}

/** CASE (`RexSimplify.simplifyCase`). */
export function simplifyCase(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const branches = simplifyBranches(s, branchesOf(e), u);
  const [first] = branches;
  if (first && branches.length === 1) {
    return isSameOrNarrower(e.type, first.value.type) ? first.value : makeAbstractCast(e.type, first.value);
  }
  if (e.type.name === 'BOOLEAN') {
    const result = asDisjunction(s, branches, e.type);
    if (result) {
      if (isSameOrNarrower(e.type, result.type)) return s.simplify(result, u);
      const simpler = s.simplify(result, 'UNKNOWN');
      return simpler.type.nullable ? makeCast(e.type, simpler) : simpler;
    }
  }
  const operands = operandsOf(branches);
  return rexListEquals(operands, e.operands) ? e : call(CASE, operands);
}

/** Conditions under FALSE and without predicates, values under `u`; false ones dropped, neighbours of equal value joined by OR. */
function simplifyBranches(s: Simplifier, input: readonly Branch[], u: UnknownAs): Branch[] {
  const conditions = s.withPredicates([]);
  const result: Branch[] = [];
  let pending: { branch: Branch; joined: boolean } | undefined;
  const flush = (): boolean => {
    if (!pending) return false;
    const { branch, joined } = pending;
    pending = undefined;
    const done = joined ? { condition: conditions.simplify(branch.condition, 'FALSE'), value: branch.value } : branch;
    if (isAlwaysFalse(done.condition)) return false;
    result.push(done);
    return isAlwaysTrue(done.condition);
  };
  for (const b of input) {
    let condition = conditions.simplify(b.condition, 'FALSE');
    if (isAlwaysFalse(condition)) continue;
    const value = s.simplify(b.value, u);
    let joined = false;
    if (pending) {
      if (rexEquals(pending.branch.value, value) && isSafeExpression(condition)) {
        condition = call(OR, [pending.branch.condition, condition]);
        joined = true;
      } else if (flush()) {
        return result;
      }
    }
    pending = { branch: { condition, value }, joined };
    if (isAlwaysTrue(condition)) break;
  }
  flush();
  return result;
}

/** True for `x = 1` against `x = 2`. */
function sameRefOtherLiteral(a: RexNode, b: RexNode): boolean {
  if (!isCallOf(a, 'EQUALS') || !isCallOf(b, 'EQUALS')) return false;
  const [x, v] = a.operands as [RexNode, RexNode];
  const [y, w] = b.operands as [RexNode, RexNode];
  return v.rex === 'literal' && w.rex === 'literal' && rexEquals(x, y) && !rexEquals(v, w);
}

/**
 * A boolean CASE of operators that cannot fail as `(p1 AND x) OR (p2 AND y AND NOT p1) OR …` (`simplifyBooleanCase`); undefined if it is
 * not made of such.
 */
function asDisjunction(s: Simplifier, input: readonly Branch[], type: SqlType): RexNode | undefined {
  const branches: Branch[] = [];
  for (const b of input) {
    if ((branches.length > 0 && !isSafeExpression(b.condition)) || !isSafeExpression(b.value)) return undefined;
    const value = sameType(type, b.value.type) ? b.value : makeAbstractCast(type, b.value);
    branches.push({ condition: isTrue(s, b.condition), value });
  }
  const onlyConstants = branches.every((b) => isAlwaysTrue(b.value) || isAlwaysFalse(b.value));
  const terms: RexNode[] = [];
  const notTerms: RexNode[] = [];
  for (const { condition, value } of branches) {
    const used = !isAlwaysFalse(value);
    if (used) terms.push(andNot(isAlwaysTrue(value) ? condition : call(AND, [condition, value]), notTerms, sameRefOtherLiteral));
    // With true and false only, `a OR (b AND NOT a)` is `a OR b`.
    if (!onlyConstants || !used) notTerms.push(condition);
  }
  return composeDisjunction(terms);
}

/** COALESCE of Calcite's own kind: without nulls, repetitions and what follows the first NOT NULL operand. */
export function simplifyCoalesce(s: Simplifier, e: RexCall): RexNode {
  const operands: RexNode[] = [];
  const seen = new Set<string>();
  for (const o of e.operands) {
    const operand = s.simplify(o, 'UNKNOWN');
    const isNull = operand.rex === 'literal' && operand.value.kind === 'null';
    if (!isNull && !seen.has(rexKey(operand))) {
      seen.add(rexKey(operand));
      operands.push(operand);
    }
    if (!operand.type.nullable) break;
  }
  const [only] = operands;
  if (!only) return nullLiteral(e.type);
  if (operands.length === 1) return only;
  return rexListEquals(operands, e.operands) ? e : withOperands(e, operands);
}
