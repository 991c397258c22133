import type { Cluster } from './cluster.ts';
import type { RexNode } from './rex/rex-node.ts';
import { RexSimplifier } from './rex/rex-simplify/simplifier.ts';

/*
 * What everything that builds nodes asks of the simplifier: no predicates, constant casts folded by the cluster's executor.
 */

function simplifier(cluster: Cluster): RexSimplifier {
  return new RexSimplifier({ executor: cluster.executor });
}

/** An expression of a Project: simplified, its type kept (`simplifyPreservingType`). */
export function simplifyProjection(cluster: Cluster, e: RexNode): RexNode {
  return simplifier(cluster).simplifyPreservingType(e);
}

/** Conditions of a Filter (`simplifyFilterPredicates`); undefined if they can never hold. */
export function simplifyConjunction(cluster: Cluster, list: readonly RexNode[]): RexNode | undefined {
  return simplifier(cluster).simplifyFilterPredicates(list);
}

/** A condition of a join (`simplifyUnknownAsFalse`). */
export function simplifyUnknownAsFalse(cluster: Cluster, e: RexNode): RexNode {
  return simplifier(cluster).simplify(e, 'FALSE');
}

/** Any expression outside conditions (`simplify`: unknown stays unknown). */
export function simplifyExpression(cluster: Cluster, e: RexNode): RexNode {
  return simplifier(cluster).simplify(e, 'UNKNOWN');
}
