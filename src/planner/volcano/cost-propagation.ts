import { defined } from '../../base/assert.ts';
import type { Cost } from '../../rel/metadata/cost.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Memo } from './memo.ts';
import { INFINITE_COST, TINY_COST, ZERO_COST, costIsLt, plusCost } from '../../rel/metadata/cost.ts';
import { CyclicMetadataError } from '../../rel/metadata/metadata-query.ts';
import { JavaHeap } from './java-heap.ts';
import { satisfies } from './rel-set.ts';
import { RelSubset } from './rel-subset.ts';

function compareCosts(a: Cost, b: Cost): number {
  const isEqual = a.rows === b.rows && a.cpu === b.cpu && a.io === b.io && a.network === b.network && a.memory === b.memory;
  if (isEqual) return 0;
  return costIsLt(a, b) ? -1 : 1;
}

/** Costs of nodes and best members of sub-sets (Calcite's `VolcanoPlanner.getCost` and `propagateCostImprovements`). */
export class CostPropagation {
  private readonly memo: Memo;

  constructor(memo: Memo) {
    this.memo = memo;
  }

  /** Own cost plus the best costs of the inputs; infinite for a node that nothing can run. */
  cost(node: RelNode): Cost {
    if (node instanceof RelSubset) return node.bestCost;
    if (node.traitSet.convention === 'NONE') return INFINITE_COST;
    const self = this.memo.cluster.mq.selfCost(node);
    const own = costIsLt(ZERO_COST, self) ? self : TINY_COST;
    return node.inputs.reduce((sum, input) => plusCost(sum, this.cost(input)), own);
  }

  /** The best of a new sub-set among the members that are already there: the first of the cheapest. */
  initialBest(s: RelSubset): void {
    for (const node of s.members) {
      const cost = this.cost(node);
      if (!costIsLt(cost, s.bestCost)) continue;
      s.best = node;
      s.bestCost = cost;
    }
  }

  /** `propagate` while a node is being registered: a row count that needs itself ends it silently. */
  propagateFirst(node: RelNode): void {
    try {
      this.propagate(node);
    } catch (error) {
      if (!(error instanceof CyclicMetadataError)) throw error;
    }
  }

  /**
   * Lets the cost of a node be felt: sub-sets that it improves (strictly: the node that reached a cost first keeps its place), the nodes
   * above those, and so on, cheapest first. The rows that the metadata cache gives up on the way are part of the behaviour.
   */
  propagate(start: RelNode): void {
    const { mq } = this.memo.cluster;
    const costOf = new Map<RelNode, Cost>();
    const costAt = (n: RelNode): Cost => costOf.get(n) ?? INFINITE_COST;
    const heap = new JavaHeap<RelNode>((a, b) => compareCosts(costAt(a), costAt(b)));
    costOf.set(start, this.cost(start));
    heap.add(start);
    for (let node = heap.poll(); node; node = heap.poll()) {
      const cost = costAt(node);
      const { set } = defined(this.memo.home(node), `home of ${node.typeName}#${node.id}`);
      for (const s of set.subsets) {
        if (!satisfies(node.traitSet, s.traitSet) || !costIsLt(cost, s.bestCost)) continue;
        s.bestCost = cost;
        s.best = node;
        this.memo.listener.bestChanged?.(s, node, cost);
        mq.forget(s);
        for (const parent of set.parents) {
          if (!parent.inputs.includes(s)) continue;
          mq.forget(parent);
          const parentCost = this.cost(parent);
          const known = costOf.get(parent);
          if (known && !costIsLt(parentCost, known)) continue;
          costOf.set(parent, parentCost);
          if (known) heap.remove(parent);
          heap.add(parent);
        }
      }
    }
  }
}
