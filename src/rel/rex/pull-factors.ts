import type { RexNode } from './rex-node.ts';
import { composeConjunction, composeDisjunction, conjunctions, flattenAnd, flattenOr } from './conditions.ts';
import { rexKey } from './rex-key.ts';
import { isCallOf } from './rex-node.ts';

/**
 * Pulls conjuncts that all operands of an OR share out of it (`RexUtil.pullFactors`): `(a AND b) OR (a AND c)` becomes
 * `a AND (b OR c)`. Goes down through ANDs only; the common ones come first, in the order of the first operand.
 */
export function pullFactors(e: RexNode): RexNode {
  if (isCallOf(e, 'AND')) {
    const list: RexNode[] = [];
    for (const operand of flattenAnd(e.operands)) {
      const pulled = pullFactors(operand);
      if (isCallOf(pulled, 'AND')) list.push(...pulled.operands);
      else list.push(pulled);
    }
    return composeConjunction(list);
  }
  if (isCallOf(e, 'OR')) {
    const operands = flattenOr(e.operands);
    const factors = commonFactors(operands);
    if (factors.size === 0) return composeDisjunction(operands);
    const rests = operands.map((o) => composeConjunction(conjunctions(o).filter((c) => !factors.has(rexKey(c)))));
    return composeConjunction([...factors.values(), composeDisjunction(rests)]);
  }
  return e;
}

function commonFactors(nodes: readonly RexNode[]): Map<string, RexNode> {
  const factors = new Map<string, RexNode>();
  for (const [i, node] of nodes.entries()) {
    const list = conjunctions(node);
    if (i === 0) {
      for (const c of list) factors.set(rexKey(c), c);
    } else {
      const keys = new Set(list.map(rexKey));
      for (const key of [...factors.keys()]) if (!keys.has(key)) factors.delete(key);
    }
  }
  return factors;
}
