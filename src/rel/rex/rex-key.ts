import type { RexNode } from './rex-node.ts';
import { rexText } from './rex-text.ts';

/** Key of an expression: two expressions are equal exactly if their keys are (operands of symmetrical calls in one order). */
export function rexKey(e: RexNode): string {
  return rexText(e);
}
