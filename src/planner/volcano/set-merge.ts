import { defined } from '../../base/assert.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Memo } from './memo.ts';
import type { RelSet } from './rel-set.ts';
import { costIsLt } from '../../rel/metadata/cost.ts';
import { AbstractConverter } from './abstract-converter.ts';
import { satisfies } from './rel-set.ts';
import { RelSubset } from './rel-subset.ts';

/** Makes two sets one (Calcite's `VolcanoPlanner.merge`, `RelSet.mergeWith`, `VolcanoPlanner.rename`). */
export class SetMerge {
  private readonly memo: Memo;

  constructor(memo: Memo) {
    this.memo = memo;
  }

  merge(a: RelSet, b: RelSet): void {
    const [x, y] = [a.live, b.live];
    if (x === y) return;
    const [survivor, dying] = isSurvivor(x, y) ? [x, y] : [y, x];
    this.mergeInto(survivor, dying);
    const { memo } = this;
    if (memo.root && memo.root.set === dying) {
      memo.root = memo.subsetOf(survivor, memo.root.traitSet, memo.root.required);
      memo.ensureRootConverters();
    }
  }

  private mergeInto(survivor: RelSet, dying: RelSet): void {
    const { memo } = this;
    dying.mergedInto = survivor;
    memo.listener.merged?.(dying.id, survivor.id);
    const improved = this.takeSubsets(survivor, dying);
    this.takeNodes(survivor, dying);
    for (const node of improved) memo.costs.propagate(node);
    for (const parent of [...dying.parents]) this.rename(parent);
    // Renaming may have merged the survivor away; whoever took it has done the rest.
    if (survivor.mergedInto) return;
    for (const parent of [...survivor.parents]) memo.costs.propagate(parent);
    // Members have new parents: matches may begin at any of them; those known by name are not queued again.
    for (const node of [...survivor.nodes]) memo.fireRules(node);
  }

  /** Gives the survivor the sub-sets of the dying set; the nodes that are better than what it has. */
  private takeSubsets(survivor: RelSet, dying: RelSet): ReadonlySet<RelNode> {
    const improved = new Set<RelNode>();
    for (const d of [...dying.subsets]) {
      let s = d;
      if (d.delivered || !d.required) s = this.memo.subsetOf(survivor, d.traitSet, false);
      if (d.required) s = this.memo.subsetOf(survivor, d.traitSet, true);
      if (d.best && costIsLt(d.bestCost, s.bestCost)) improved.add(d.best);
    }
    return improved;
  }

  private takeNodes(survivor: RelSet, dying: RelSet): void {
    const { memo } = this;
    const consumers = new Set(survivor.parents);
    for (const node of [...dying.nodes]) {
      if (consumers.has(node) && isPointless(node)) memo.prune(node);
      const equal = memo.known(node.digestKey);
      if (equal && equal !== node) memo.handOverPruning(node, equal);
      else if (!memo.isPruned(node)) memo.addToSet(node, survivor);
    }
  }

  /** After a set was merged away: a node above it gets the live sub-sets as inputs, and may thereby equal another one. */
  private rename(node: RelNode): void {
    const { memo } = this;
    if (!this.fixInputs(node)) return;
    const equal = memo.known(node.digestKey);
    if (!equal || equal === node) {
      memo.index(node);
      return;
    }
    memo.handOverPruning(node, equal);
    for (const input of node.inputs) memo.asSubset(input).set.removeParent(node);
    const old = defined(memo.home(node), `home of ${node.typeName}#${node.id}`);
    const kept = defined(memo.home(equal), `home of ${equal.typeName}#${equal.id}`);
    memo.setHome(node, kept);
    old.set.removeNode(node);
    for (const s of old.set.subsets) {
      if (s.best !== node) continue;
      s.best = equal;
      memo.costs.propagate(equal);
    }
    if (kept !== old) memo.merge(kept.set, old.set);
  }

  /** Replaces inputs in sets that were merged away, in place; true if there were any. The node is no longer known by its old key. */
  fixInputs(node: RelNode): boolean {
    const { memo } = this;
    const olds = node.inputs.map((n) => memo.asSubset(n));
    const news = olds.map((s) => memo.canonical(s));
    if (news.every((s, i) => s === olds[i])) return false;
    news.forEach((s, i) => {
      const old = olds[i];
      if (!old || old.set === s.set) return;
      old.set.removeParent(node);
      s.set.addParent(node);
    });
    memo.cluster.mq.forget(node);
    memo.unindex(node.digestKey);
    news.forEach((s, i) => {
      if (s !== olds[i]) node.replaceInput(i, s);
    });
    return true;
  }
}

/** A child survives its parent; else the set with more parents, more nodes, the smaller number. */
function isSurvivor(a: RelSet, b: RelSet): boolean {
  const isAboveB = childSets(a).has(b);
  const isBelowB = childSets(b).has(a);
  if (isAboveB !== isBelowB) return isBelowB;
  if (a.parentCount !== b.parentCount) return a.parentCount > b.parentCount;
  if (a.nodes.size !== b.nodes.size) return a.nodes.size > b.nodes.size;
  return a.id < b.id;
}

function childSets(set: RelSet): ReadonlySet<RelSet> {
  const result = new Set<RelSet>();
  for (const node of set.nodes) {
    if (node instanceof AbstractConverter) continue;
    for (const input of node.inputs) if (input instanceof RelSubset) result.add(input.set.live);
  }
  result.delete(set);
  return result;
}

/** A node that consumes its own set and adds nothing to it. */
function isPointless(node: RelNode): boolean {
  if (node.isEnforcer) return false;
  const [only] = node.inputs;
  return node.inputs.length !== 1 || (only !== undefined && satisfies(only.traitSet, node.traitSet));
}
