import type { RelNode } from '../../rel/rel-node.ts';

/**
 * The trees with a node of its own for every place that a shared node stands in (Flink's `SameRelObjectShuttle`): what is used twice is
 * decided by equality afterwards.
 */
export function withoutSharedNodes(roots: readonly RelNode[]): readonly RelNode[] {
  const seen = new Set<RelNode>();
  const visit = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const isSeen = seen.has(node);
    seen.add(node);
    const inputs = node.inputs.map(visit);
    return isSeen || inputs.some((n, i) => n !== node.inputs[i]) ? node.copy(node.traitSet, inputs) : node;
  };
  return roots.map(visit);
}
