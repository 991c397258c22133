import type { RexNode } from './rex/rex-node.ts';
import { collectInputRefs } from './rex/rex-visit.ts';

/** Which inputs of a join an expression reads. */
export type JoinSide = 'left' | 'right' | 'both' | 'none';

export function sideOf(e: RexNode, leftCount: number): JoinSide {
  const refs = collectInputRefs(e);
  const left = refs.some((i) => i < leftCount);
  const right = refs.some((i) => i >= leftCount);
  if (left) return right ? 'both' : 'left';
  return right ? 'right' : 'none';
}
