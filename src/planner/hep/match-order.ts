import type { HepGraph } from './hep-graph.ts';
import type { HepRelVertex } from './hep-rel-vertex.ts';

/** Calcite's `HepMatchOrder`. */
export type MatchOrder = 'ARBITRARY' | 'BOTTOM_UP' | 'TOP_DOWN' | 'DEPTH_FIRST';

/** Whether a success starts the whole walk over again, instead of going on below the new vertex. */
export function restartsWalk(order: MatchOrder): boolean {
  return order === 'TOP_DOWN' || order === 'BOTTOM_UP';
}

/**
 * The vertices in the order of one walk, as they stand now. Top-down is a breadth-first topological order (a vertex comes after all of its
 * parents; siblings in edge order), bottom-up its exact reverse, so the deepest level comes first and right inputs before left ones. Both
 * cover the whole graph whatever `start` is. The other two orders are a pre-order below `start` that lists a shared vertex once a path.
 */
export function walkOrder(graph: HepGraph, order: MatchOrder, start: HepRelVertex): readonly HepRelVertex[] {
  switch (order) {
    case 'TOP_DOWN':
      return topological(graph);
    case 'BOTTOM_UP':
      return topological(graph).reverse();
    default:
      return preOrder(graph, start);
  }
}

/** Kahn's algorithm with a first-in first-out queue. */
function topological(graph: HepGraph): HepRelVertex[] {
  const open = new Map<HepRelVertex, number>();
  const result: HepRelVertex[] = [];
  for (const v of graph.vertices()) {
    const parents = graph.parents(v).length;
    open.set(v, parents);
    if (parents === 0) result.push(v);
  }
  for (let next = 0; next < result.length; next++) {
    const v = result[next];
    if (!v) break;
    for (const target of graph.targets(v)) {
      const left = (open.get(target) ?? 0) - 1;
      open.set(target, left);
      if (left === 0) result.push(target);
    }
  }
  return result;
}

function preOrder(graph: HepGraph, start: HepRelVertex): HepRelVertex[] {
  const result: HepRelVertex[] = [];
  const visit = (v: HepRelVertex): void => {
    result.push(v);
    graph.targets(v).forEach(visit);
  };
  visit(start);
  return result;
}
