import { defined } from '../../base/assert.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { CompiledOperand, CompiledRule } from './compiled-rule.ts';
import type { Memo } from './memo.ts';
import { fitsBesidesClass } from './compiled-rule.ts';
import { RelSubset } from './rel-subset.ts';
import { satisfies } from './rel-set.ts';

/**
 * Finds all bindings of a rule in which `node` stands at the operand `entry` (Calcite's `VolcanoRuleCall.match`). From the entry the way
 * leads up to the root operand over parents of the node's set, then down over members of inputs. `found` gets the bound nodes in pre-order
 * of the operands.
 */
export function matchFrom(
  memo: Memo,
  rule: CompiledRule,
  entry: CompiledOperand,
  node: RelNode,
  found: (rels: readonly RelNode[]) => void,
): void {
  if (!fitsBesidesClass(entry.operand, node)) return;
  if (rule.operands.length === 1) {
    found([node]);
    return;
  }
  const bound: RelNode[] = [];
  bound[entry.index] = node;
  const solve = (step: number): void => {
    const operand = entry.solveOrder[step];
    if (!operand) {
      found([...bound]);
      return;
    }
    const previous = defined(entry.solveOrder[step - 1], 'operand before');
    const last = defined(bound[previous.index], 'node of the operand before');
    const isClimb = previous.parent === operand;
    const candidates = isClimb ? consumers(memo, last) : providers(operand, bound);
    for (const candidate of candidates) {
      if (rule.rule.transformation && candidate.traitSet.convention !== last.traitSet.convention) continue;
      if (!(candidate instanceof operand.operand.nodeClass) || !fitsBesidesClass(operand.operand, candidate)) continue;
      if (isClimb && operand.operand.policy !== 'unordered' && !isInput(candidate, previous.ordinal, last)) continue;
      bound[operand.index] = candidate;
      solve(step + 1);
    }
  };
  solve(1);
}

/** Nodes above the node's sub-set: those that have an input of its set which the sub-set's traits satisfy. */
function consumers(memo: Memo, node: RelNode): readonly RelNode[] {
  const s = defined(memo.home(node), `home of ${node.typeName}#${node.id}`);
  return s.set.parents.filter((p) => p.inputs.some((x) => x instanceof RelSubset && x.set === s.set && satisfies(s.traitSet, x.traitSet)));
}

/** Members of the input (of any input, for unordered children) of the node bound to the operand's parent. */
function providers(operand: CompiledOperand, bound: readonly RelNode[]): readonly RelNode[] {
  const parent = defined(operand.parent, 'parent operand');
  const node = defined(bound[parent.index], 'node of the parent operand');
  if (parent.operand.policy === 'unordered') return [...new Set(node.inputs.flatMap(members))];
  const input = node.inputs[operand.ordinal];
  return input ? members(input) : [];
}

function members(input: RelNode): readonly RelNode[] {
  return input instanceof RelSubset ? input.members : [];
}

function isInput(parent: RelNode, ordinal: number, node: RelNode): boolean {
  const input = parent.inputs[ordinal];
  return input instanceof RelSubset && input.set.nodes.has(node) && satisfies(node.traitSet, input.traitSet);
}
