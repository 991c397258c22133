import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { hasOperator } from '../../rel/rex/rex-visit.ts';

export function isCoalesce(e: RexNode): e is RexCall {
  return e.rex === 'call' && e.op.name === 'COALESCE';
}

/** True if some expression of the node contains COALESCE. */
export function containsCoalesce(node: RelNode): boolean {
  return node.rexNodes.some((e) => hasOperator(e, (op) => op.name === 'COALESCE'));
}
