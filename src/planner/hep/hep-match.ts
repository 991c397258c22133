import type { RelNode } from '../../rel/rel-node.ts';
import type { Operand } from '../rule.ts';
import { HepRelVertex } from './hep-rel-vertex.ts';

/**
 * Binds a rule's operand tree to a node of the graph (Calcite's `HepPlanner.matchOperands`). The bound nodes come in pre-order of the
 * operands; undefined if it does not match. `leaf()` is not enforced: it looks at no input.
 */
export function matchOperands(operand: Operand, node: RelNode): readonly RelNode[] | undefined {
  const bound: RelNode[] = [];
  return bind(operand, node, bound) ? bound : undefined;
}

/** Whether the operand fits the node alone: class, convention, predicate. */
export function fitsOperand(operand: Operand, node: RelNode): boolean {
  if (!(node instanceof operand.nodeClass)) return false;
  if (operand.convention !== undefined && node.traitSet.convention !== operand.convention) return false;
  return operand.predicate === undefined || operand.predicate(node);
}

function bind(operand: Operand, node: RelNode, bound: RelNode[]): boolean {
  if (!fitsOperand(operand, node)) return false;
  if (!node.inputs.every((n) => n instanceof HepRelVertex)) return false;
  bound.push(node);
  switch (operand.policy) {
    case 'any':
      return true;
    case 'unordered':
      return operand.children.every((child) => node.inputs.some((input) => bindOrUndo(child, input.stripped(), bound)));
    default:
      if (node.inputs.length < operand.children.length) return false;
      return operand.children.every((child, i) => bind(child, node.input(i).stripped(), bound));
  }
}

function bindOrUndo(operand: Operand, node: RelNode, bound: RelNode[]): boolean {
  const size = bound.length;
  if (bind(operand, node, bound)) return true;
  bound.length = size;
  return false;
}
