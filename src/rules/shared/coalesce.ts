import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { hasOperator } from '../../rel/rex/rex-visit.ts';

/** The function under any spelling: some calls keep the one of the query. */
function isCoalesceName(name: string): boolean {
  return name.toUpperCase() === 'COALESCE';
}

export function isCoalesce(e: RexNode): e is RexCall {
  return e.rex === 'call' && isCoalesceName(e.op.name);
}

/** True if some expression of the node contains COALESCE. */
export function containsCoalesce(node: RelNode): boolean {
  return node.rexNodes.some((e) => hasOperator(e, (op) => isCoalesceName(op.name)));
}
