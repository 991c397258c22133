import type { Cost } from '../rel/metadata/cost.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { TraitSet } from '../rel/traits/trait-set.ts';
import type { RelRule, RuleCall } from './rule.ts';

/** A match as the engines announce it: what the rule saw, and what it said about it so far. */
export interface AnnouncedCall extends RuleCall {
  /** Sentences of `note`, in order; grows until the attempt is over. */
  readonly notes: readonly string[];
}

/** What a Volcano engine says of a sub-set. */
export interface AnnouncedSubset {
  readonly setId: number;
  readonly traitSet: TraitSet;
  readonly best: RelNode | undefined;
  readonly bestCost: Cost;
}

/** What a Volcano engine shows of its memo when a search is over. */
export interface AnnouncedMemo {
  readonly sets: readonly {
    readonly id: number;
    readonly mergedInto: { readonly id: number } | undefined;
    readonly subsets: readonly AnnouncedSubset[];
    readonly nodes: Iterable<RelNode>;
  }[];
  readonly root: AnnouncedSubset | undefined;
  isPruned(node: RelNode): boolean;
  /** Own cost plus the best costs of the inputs. */
  cost(node: RelNode): Cost;
}

/**
 * What both engines announce (Calcite's `RelOptListener`, and what it does not tell). The engines do not know who listens and never read
 * anything back; a listener must not change nodes. All methods are optional, so that a listener names only what it wants.
 */
export interface PlannerListener {
  /** Before a rule's `onMatch`: operands matched and `matches` said yes. */
  attempted?(call: AnnouncedCall): void;
  /** After it, whether or not it produced anything. */
  attemptEnded?(call: AnnouncedCall): void;
  /** Before the engine takes a production in: the plan still is the old one. HEP: at most one an attempt. Volcano: one a `transformTo`. */
  produced?(call: AnnouncedCall, node: RelNode): void;
  /** After it was taken in. `root`: the current plan (HEP only, inputs are vertices). */
  productionEnded?(call: AnnouncedCall, node: RelNode, root?: RelNode): void;
  /** `matches` refused, with its reason. No attempt. */
  refused?(rule: RelRule, nodes: readonly RelNode[], reason: string): void;
  /**
   * A node is now an equivalent of `placeholder` (a HEP vertex or a Volcano sub-set). `physical` is false for the second of Volcano's two
   * events a node, whose class is named by the set.
   */
  equivalent?(node: RelNode, placeholder: RelNode, physical: boolean): void;
  /** HEP: a vertex was garbage. */
  discarded?(node: RelNode): void;
  /** The node stands in the final plan; undefined ends Volcano's list. */
  chosen?(node: RelNode | undefined): void;
  /** Volcano: a set came into being. */
  setCreated?(setId: number): void;
  /** Volcano: a sub-set came into being. */
  subsetCreated?(subset: AnnouncedSubset): void;
  /** Volcano: a node became a member. `node.id` is the number that memos print. */
  memberAdded?(setId: number, node: RelNode): void;
  /** Volcano: a set was merged into another. */
  merged?(from: number, into: number): void;
  /** Volcano: a sub-set has a new best node. */
  bestChanged?(subset: AnnouncedSubset, node: RelNode, cost: Cost): void;
  /** Volcano: a node takes part in no further match. */
  pruned?(node: RelNode): void;
  /** Volcano: the search is over, with or without a plan. */
  searchEnded?(memo: AnnouncedMemo): void;
}

/** Announces to several listeners in order. */
export function combineListeners(list: readonly PlannerListener[]): PlannerListener {
  const [only] = list;
  if (only && list.length === 1) return only;
  return {
    attempted: (c) => list.forEach((l) => l.attempted?.(c)),
    attemptEnded: (c) => list.forEach((l) => l.attemptEnded?.(c)),
    produced: (c, n) => list.forEach((l) => l.produced?.(c, n)),
    productionEnded: (c, n, r) => list.forEach((l) => l.productionEnded?.(c, n, r)),
    refused: (r, n, why) => list.forEach((l) => l.refused?.(r, n, why)),
    equivalent: (n, p, physical) => list.forEach((l) => l.equivalent?.(n, p, physical)),
    discarded: (n) => list.forEach((l) => l.discarded?.(n)),
    chosen: (n) => list.forEach((l) => l.chosen?.(n)),
    setCreated: (id) => list.forEach((l) => l.setCreated?.(id)),
    subsetCreated: (s) => list.forEach((l) => l.subsetCreated?.(s)),
    memberAdded: (id, n) => list.forEach((l) => l.memberAdded?.(id, n)),
    merged: (from, into) => list.forEach((l) => l.merged?.(from, into)),
    bestChanged: (s, n, c) => list.forEach((l) => l.bestChanged?.(s, n, c)),
    pruned: (n) => list.forEach((l) => l.pruned?.(n)),
    searchEnded: (m) => list.forEach((l) => l.searchEnded?.(m)),
  };
}
