import type { RexNode } from './rex-node.ts';
import { addNot, composeConjunction, composeDisjunction, conjunctions, flattenAnd, flattenOr } from './conditions.ts';
import { isCallOf } from './rex-node.ts';
import { countCalls } from './rex-visit.ts';

class OverBudget extends Error {}

/** Conjunctive normal form without a limit (`RexUtil.toCnf`). */
export function toCnf(e: RexNode): RexNode {
  return convert(e, Infinity);
}

/**
 * Conjunctive normal form unless it would have more than twice as many calls as the expression, which then stays as it is
 * (`FlinkRexUtil.toCnf`).
 */
export function toCnfWithinBudget(e: RexNode): RexNode {
  try {
    return convert(e, countCalls(e) * 2);
  } catch (error) {
    if (error instanceof OverBudget) return e;
    throw error;
  }
}

function convert(e: RexNode, budget: number): RexNode {
  const checked = (node: RexNode): RexNode => {
    if (budget !== Infinity && countCalls(node) > budget) throw new OverBudget();
    return node;
  };
  if (isCallOf(e, 'AND')) {
    const list: RexNode[] = [];
    for (const operand of flattenAnd(e.operands)) {
      const cnf = convert(operand, budget);
      if (isCallOf(cnf, 'AND')) list.push(...cnf.operands);
      else list.push(cnf);
    }
    return checked(composeConjunction(list));
  }
  if (isCallOf(e, 'OR')) {
    const [head, ...rest] = flattenOr(e.operands);
    if (!head) return e;
    const heads = conjunctions(convert(head, budget));
    const tails = conjunctions(convert(composeDisjunction(rest), budget));
    return checked(composeConjunction(heads.flatMap((h) => tails.map((t) => composeDisjunction([h, t])))));
  }
  if (isCallOf(e, 'NOT')) {
    const x = e.operands[0] as RexNode;
    if (isCallOf(x, 'NOT')) return convert(x.operands[0] as RexNode, budget);
    if (isCallOf(x, 'OR')) return convert(composeConjunction(flattenOr(x.operands).map(addNot)), budget);
    if (isCallOf(x, 'AND')) return convert(composeDisjunction(flattenAnd(x.operands).map(addNot)), budget);
  }
  return e;
}
