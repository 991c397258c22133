import type { RelNode } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { RelSubset } from './rel-subset.ts';
import { traitsSatisfy } from '../../rel/traits/trait-set.ts';

/** `x satisfies y` for whole trait sets, with the usual case of equal texts first. */
export function satisfies(x: TraitSet, y: TraitSet): boolean {
  return x === y || x.text === y.text || traitsSatisfy(x, y);
}

/**
 * Equivalent nodes of all traits (Calcite's `RelSet`). All lists keep the order in which things came; every walk of the engine is in that
 * order. `parents` lists a node once for each of its inputs that lies in the set.
 */
export class RelSet {
  readonly id: number;
  /** Members in order of registration. */
  readonly nodes = new Set<RelNode>();
  readonly subsets: RelSubset[] = [];
  /** Pairs of trait texts for which a converter was considered. */
  readonly conversions = new Set<string>();
  /** The first member ever: its row type, names included, is the set's. */
  first: RelNode | undefined;
  /** Where the members went when the set was merged away. */
  mergedInto: RelSet | undefined;
  private readonly parentList: RelNode[] = [];
  private distinctParents: readonly RelNode[] | undefined;
  private readonly byTraits = new Map<string, RelSubset>();
  private readonly memberLists = new Map<RelSubset, readonly RelNode[]>();

  constructor(id: number) {
    this.id = id;
  }

  /** The set that stands for this one after all merges. */
  get live(): RelSet {
    return this.mergedInto ? this.mergedInto.live : this;
  }

  /** How many inputs of registered nodes lie in the set. */
  get parentCount(): number {
    return this.parentList.length;
  }

  /** Nodes that have an input in the set, each once, in order. */
  get parents(): readonly RelNode[] {
    return (this.distinctParents ??= [...new Set(this.parentList)]);
  }

  addParent(node: RelNode): void {
    this.parentList.push(node);
    this.distinctParents = undefined;
  }

  /** Takes one entry of the node out. */
  removeParent(node: RelNode): void {
    const i = this.parentList.indexOf(node);
    if (i >= 0) this.parentList.splice(i, 1);
    this.distinctParents = undefined;
  }

  addNode(node: RelNode): void {
    this.nodes.add(node);
    this.memberLists.clear();
  }

  removeNode(node: RelNode): void {
    this.nodes.delete(node);
    this.memberLists.clear();
  }

  addSubset(subset: RelSubset): void {
    this.subsets.push(subset);
    this.byTraits.set(subset.traitSet.text, subset);
  }

  /** The sub-set with exactly these traits. */
  subset(traits: TraitSet): RelSubset | undefined {
    return this.byTraits.get(traits.text);
  }

  /** Nodes of the set, in order, whose traits satisfy those of the sub-set. */
  members(subset: RelSubset): readonly RelNode[] {
    let list = this.memberLists.get(subset);
    if (!list) this.memberLists.set(subset, (list = [...this.nodes].filter((n) => satisfies(n.traitSet, subset.traitSet))));
    return list;
  }
}
