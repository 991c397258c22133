import { defined } from '../../base/assert.ts';
import type { Cluster } from '../../rel/cluster.ts';
import type { Cost } from '../../rel/metadata/cost.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { StepBudget } from '../limits.ts';
import type { AnnouncedMemo, PlannerListener } from '../planner-listener.ts';
import { sameTraits } from '../../rel/traits/trait-set.ts';
import { checkRowType } from '../row-type-check.ts';
import { AbstractConverter } from './abstract-converter.ts';
import { CostPropagation } from './cost-propagation.ts';
import { differingTraits, needsConverter } from './conversion.ts';
import { RelSet } from './rel-set.ts';
import { RelSubset } from './rel-subset.ts';
import { SetMerge } from './set-merge.ts';

/** What the memo tells the search. */
export interface MemoOwner {
  /** A node was registered, or its set has new parents: matches may begin at it. */
  fireRules(node: RelNode): void;
}

export interface MemoOptions {
  readonly cluster: Cluster;
  readonly owner: MemoOwner;
  readonly listener: PlannerListener;
  readonly budget: StepBudget;
  /** Number of the first set; numbers run on over searches. */
  readonly firstSetId: number;
}

/**
 * The equivalence sets of one search: registration of nodes, sub-sets and the converters between them (the part of Calcite's
 * `VolcanoPlanner` below `register`, with `RelSet.add` and `RelSet.getOrCreateSubset`). Nodes registered here have sub-sets as inputs.
 */
export class Memo implements AnnouncedMemo {
  readonly cluster: Cluster;
  readonly listener: PlannerListener;
  /** All sets that ever were, in order of their numbers; merged ones know where they went. */
  readonly sets: RelSet[] = [];
  readonly costs: CostPropagation;
  /** The sub-set that the search is for. */
  root: RelSubset | undefined;
  nextSetId: number;
  private readonly owner: MemoOwner;
  private readonly budget: StepBudget;
  private readonly digests = new Map<string, RelNode>();
  private readonly homes = new Map<RelNode, RelSubset>();
  private readonly prunedNodes = new Set<RelNode>();
  private readonly merging: SetMerge;

  constructor(o: MemoOptions) {
    this.cluster = o.cluster;
    this.listener = o.listener;
    this.owner = o.owner;
    this.budget = o.budget;
    this.nextSetId = o.firstSetId;
    this.costs = new CostPropagation(this);
    this.merging = new SetMerge(this);
  }

  /** The sub-set a registered node was put into (possibly of a set that was merged away since); a sub-set is its own home. */
  home(node: RelNode): RelSubset | undefined {
    return node instanceof RelSubset ? node : this.homes.get(node);
  }

  setHome(node: RelNode, subset: RelSubset): void {
    this.homes.set(node, subset);
  }

  isPruned(node: RelNode): boolean {
    return this.prunedNodes.has(node);
  }

  /** Keeps the node out of further matches; it stays a member and may still be the best. */
  prune(node: RelNode): void {
    if (this.prunedNodes.has(node)) return;
    this.prunedNodes.add(node);
    this.listener.pruned?.(node);
  }

  /** Own cost plus the best costs of the inputs. */
  cost(node: RelNode): Cost {
    return this.costs.cost(node);
  }

  /** The node that is known for this key. */
  known(digestKey: string): RelNode | undefined {
    return this.digests.get(digestKey);
  }

  index(node: RelNode): void {
    this.digests.set(node.digestKey, node);
  }

  unindex(digestKey: string): void {
    this.digests.delete(digestKey);
  }

  fireRules(node: RelNode): void {
    this.owner.fireRules(node);
  }

  /** The live sub-set that stands for a sub-set of a set that may have been merged away. */
  canonical(s: RelSubset): RelSubset {
    return s.set.mergedInto ? this.subsetOf(s.set.live, s.traitSet, s.required) : s;
  }

  /** The sub-set of a node, registered if it is not yet; with an equivalent, the two sets become one. */
  ensureRegistered(node: RelNode, equivalent?: RelNode): RelSubset {
    const s = this.home(node);
    if (!s) return this.register(node, equivalent);
    if (equivalent) {
      const other = defined(this.home(equivalent), `home of ${equivalent.typeName}#${equivalent.id}`);
      if (s.set !== other.set) this.merge(other.set, s.set);
    }
    return this.canonical(s);
  }

  /** Registers a node, as an equivalent of another one if given. */
  register(node: RelNode, equivalent?: RelNode): RelSubset {
    let target: RelSet | undefined;
    if (equivalent) {
      checkRowType(equivalent, node, 'a registration');
      target = this.ensureRegistered(equivalent).set;
    }
    return this.registerImpl(node, target);
  }

  /** The sub-set of the node's set with the given traits, which is thereby required. */
  changeTraits(node: RelNode, traits: TraitSet): RelSubset {
    const s = this.ensureRegistered(node);
    return sameTraits(s.traitSet, traits) ? s : this.subsetOf(s.set, traits, true);
  }

  merge(a: RelSet, b: RelSet): void {
    this.merging.merge(a, b);
  }

  private registerImpl(original: RelNode, wanted: RelSet | undefined): RelSubset {
    if (original instanceof RelSubset) return this.registerSubset(original, wanted);
    const node = this.withRegisteredInputs(original);
    const equal = this.known(node.digestKey);
    if (equal === node) return defined(this.homes.get(node), `home of ${node.typeName}#${node.id}`);
    if (equal) return this.registerDuplicate(node, equal, wanted);
    let target = wanted;
    if (node instanceof AbstractConverter) {
      const input = this.inputSubset(node).set;
      if (target && target !== input && !target.mergedInto) {
        this.merge(target, input);
        if (this.merging.fixInputs(node)) {
          const twin = this.known(node.digestKey);
          if (twin && twin !== node) return defined(this.homes.get(twin), 'home of a converter');
        }
      } else {
        target = input;
      }
    }
    return this.registerNew(node, (target ?? this.createSet()).live);
  }

  private registerSubset(s: RelSubset, wanted: RelSet | undefined): RelSubset {
    if (wanted && wanted !== s.set && !wanted.mergedInto) this.merge(wanted, s.set);
    return this.canonical(s);
  }

  private registerDuplicate(node: RelNode, equal: RelNode, wanted: RelSet | undefined): RelSubset {
    this.handOverPruning(node, equal);
    return this.registerSubset(defined(this.homes.get(equal), `home of ${equal.typeName}#${equal.id}`), wanted);
  }

  private registerNew(node: RelNode, target: RelSet): RelSubset {
    this.budget.countNode();
    const s = this.addToSet(node, target);
    this.index(node);
    for (const input of node.inputs) this.asSubset(input).set.addParent(node);
    this.fireRules(node);
    return s;
  }

  /** Children first, left to right. */
  private withRegisteredInputs(node: RelNode): RelNode {
    const inputs = node.inputs.map((n) => this.ensureRegistered(n));
    if (inputs.every((n, i) => n === node.inputs[i])) return node;
    const copy = node.copy(node.traitSet, inputs);
    copy.forgetDigest();
    return copy;
  }

  /** A node that is given up for an equal one leaves its pruning behind. */
  handOverPruning(from: RelNode, to: RelNode): void {
    if (this.prunedNodes.has(from)) this.prune(to);
  }

  private createSet(): RelSet {
    const set = new RelSet(this.nextSetId++);
    this.sets.push(set);
    this.listener.setCreated?.(set.id);
    return set;
  }

  /** Puts a node into a set and lets its cost be felt above. */
  addToSet(node: RelNode, set: RelSet): RelSubset {
    const s = this.subsetOf(set, node.traitSet, node.isEnforcer);
    if (!set.nodes.has(node)) {
      this.listener.equivalent?.(node, s, true);
      if (set.first) checkRowType(set.first, node, `a merge into set ${set.id}`);
      set.addNode(node);
      this.listener.equivalent?.(node, s, false);
      this.listener.memberAdded?.(set.id, node);
    }
    set.first ??= node;
    this.homes.set(node, s);
    this.costs.propagateFirst(node);
    return s;
  }

  /** The sub-set of the set with these traits, made if it is missing, with the converters that it calls for. */
  subsetOf(set: RelSet, traits: TraitSet, required: boolean): RelSubset {
    const known = set.subset(traits);
    const s = known ?? this.createSubset(set, traits);
    if (s.traitSet.convention === 'NONE') return s;
    const isNews = !known || (required ? !s.required : !s.delivered);
    if (required) s.required = true;
    else s.delivered = true;
    if (isNews) this.addConverters(set, s, required);
    return s;
  }

  private createSubset(set: RelSet, traits: TraitSet): RelSubset {
    const s = new RelSubset(this.cluster, set, traits);
    set.addSubset(s);
    this.costs.initialBest(s);
    this.listener.equivalent?.(s, s, false);
    this.listener.subsetCreated?.(s);
    if (s.best) this.listener.bestChanged?.(s, s.best, s.bestCost);
    return s;
  }

  private addConverters(set: RelSet, s: RelSubset, required: boolean): void {
    for (const other of set.subsets.filter((o) => (required ? o.delivered : o.required))) {
      const [from, to] = required ? [other, s] : [s, other];
      if (from === to || !needsConverter(from.traitSet, to.traitSet)) continue;
      const pair = `${from.traitSet.text} -> ${to.traitSet.text}`;
      if (set.conversions.has(pair)) continue;
      set.conversions.add(pair);
      this.register(new AbstractConverter(from, to.traitSet), to);
    }
  }

  /** A converter to the root for each sub-set of its set that differs from it in exactly one trait. */
  ensureRootConverters(): void {
    const root = defined(this.root, 'root of the search');
    const have = new Set(root.members.filter((n) => n instanceof AbstractConverter).map((n) => n.input()));
    for (const s of [...root.set.subsets]) {
      if (differingTraits(root.traitSet, s.traitSet) !== 1 || have.has(s)) continue;
      have.add(s);
      this.register(new AbstractConverter(s, root.traitSet), root);
    }
  }

  inputSubset(node: RelNode): RelSubset {
    return this.asSubset(node.input());
  }

  asSubset(input: RelNode): RelSubset {
    if (input instanceof RelSubset) return input;
    throw new Error(`${input.typeName}#${input.id} is not a sub-set`);
  }
}
