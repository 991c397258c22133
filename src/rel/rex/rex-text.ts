import type { RexNode } from './rex-node.ts';

/** Calcite's `RexNode.toString`. */
export function rexText(e: RexNode): string {
  return e.rex;
}
