import type { NodeRef, TraceNode, TraceTerm } from './plan-trace.ts';
import { diffTerms, hasTermChanges, type TermChange } from './term-diff.ts';

/**
 * One place of a plan. Nodes of a trace are interned, so the same `ref` may stand at two places of one tree (a self join); places are
 * told apart by identity.
 */
export interface PlanTreeNode {
  readonly ref: NodeRef;
  readonly inputs: readonly PlanTreeNode[];
}

/**
 * - `kept`: same text at the same place
 * - `moved`: same text under another parent
 * - `changed`: same kind of node, other terms, changelog mode or distribution
 * - `replaced`: another kind of node took the place
 * - `added`, `removed`: no counterpart
 */
export type PlanChange = 'kept' | 'moved' | 'changed' | 'replaced' | 'added' | 'removed';

export interface NodePair {
  readonly change: PlanChange;
  readonly before?: PlanTreeNode;
  readonly after?: PlanTreeNode;
  /** Terms with their parts; all of kind `same` for kept nodes. */
  readonly terms: readonly TermChange[];
}

export interface PlanDiff {
  /** In pre-order of the new tree, then the removed ones in pre-order of the old tree. */
  readonly pairs: readonly NodePair[];
  readonly byAfter: ReadonlyMap<PlanTreeNode, NodePair>;
  readonly byBefore: ReadonlyMap<PlanTreeNode, NodePair>;
  readonly isSame: boolean;
}

/** Unfolds a reference into a tree of places. */
export function planTree(nodes: readonly TraceNode[], ref: NodeRef): PlanTreeNode {
  return { ref, inputs: (nodes[ref]?.inputs ?? []).map((input) => planTree(nodes, input)) };
}

/** All places, parents before children. */
export function preOrder(tree: PlanTreeNode): PlanTreeNode[] {
  const out: PlanTreeNode[] = [];
  const visit = (node: PlanTreeNode): void => {
    out.push(node);
    node.inputs.forEach(visit);
  };
  visit(tree);
  return out;
}

/** The kind of a node without its convention: `Join` for `LogicalJoin`, `FlinkLogicalJoin` and `StreamPhysicalJoin`. */
export function bareType(type: string): string {
  return type.replace(/^(?:FlinkLogical|Logical|StreamPhysical|StreamExec)/, '');
}

function ownTerms(node: TraceNode): TraceTerm[] {
  const terms = [...node.terms];
  if (node.distribution !== undefined && !terms.some((term) => term.name === 'distribution')) {
    terms.push({ name: 'distribution', text: node.distribution });
  }
  if (node.changelogMode !== undefined) terms.push({ name: 'changelogMode', text: node.changelogMode });
  return terms;
}

/** Finds which place of the old tree each place of the new tree continues. */
class Matcher {
  readonly toBefore = new Map<PlanTreeNode, PlanTreeNode>();
  readonly toAfter = new Map<PlanTreeNode, PlanTreeNode>();
  private readonly beforeParent = new Map<PlanTreeNode, PlanTreeNode>();
  private readonly nodes: readonly TraceNode[];

  constructor(nodes: readonly TraceNode[]) {
    this.nodes = nodes;
  }

  run(before: PlanTreeNode, after: PlanTreeNode): void {
    const old = preOrder(before);
    const fresh = preOrder(after);
    for (const node of old) for (const input of node.inputs) this.beforeParent.set(input, node);
    this.matchSamePlace(before, after);
    this.matchSameSubtree(old, fresh);
    this.matchSameText(old, fresh);
    this.matchAboveMatched(fresh);
    this.matchSameKindDown(before, after);
    this.matchSuccessors(before, after);
  }

  private pair(before: PlanTreeNode, after: PlanTreeNode): void {
    this.toBefore.set(after, before);
    this.toAfter.set(before, after);
  }

  private isFree(before: PlanTreeNode, after: PlanTreeNode): boolean {
    return !this.toAfter.has(before) && !this.toBefore.has(after);
  }

  private pairSubtree(before: PlanTreeNode, after: PlanTreeNode): void {
    if (this.isFree(before, after)) this.pair(before, after);
    before.inputs.forEach((input, i) => {
      const other = after.inputs[i];
      if (other) this.pairSubtree(input, other);
    });
  }

  private type(place: PlanTreeNode): string {
    return this.nodes[place.ref]?.type ?? '';
  }

  private sameText(before: PlanTreeNode, after: PlanTreeNode): boolean {
    if (before.ref === after.ref) return true;
    const a = this.nodes[before.ref];
    const b = this.nodes[after.ref];
    return (
      a !== undefined &&
      b !== undefined &&
      a.type === b.type &&
      a.terms.length === b.terms.length &&
      a.terms.every((term, i) => term.name === b.terms[i]!.name && term.text === b.terms[i]!.text)
    );
  }

  private matchSamePlace(before: PlanTreeNode, after: PlanTreeNode): void {
    if (before.ref === after.ref) {
      this.pairSubtree(before, after);
      return;
    }
    if (!this.sameText(before, after) || before.inputs.length !== after.inputs.length) return;
    this.pair(before, after);
    before.inputs.forEach((input, i) => this.matchSamePlace(input, after.inputs[i]!));
  }

  private matchSameSubtree(old: readonly PlanTreeNode[], fresh: readonly PlanTreeNode[]): void {
    for (const after of fresh) {
      if (this.toBefore.has(after)) continue;
      const before = old.find((candidate) => candidate.ref === after.ref && !this.toAfter.has(candidate));
      if (before) this.pairSubtree(before, after);
    }
  }

  private matchSameText(old: readonly PlanTreeNode[], fresh: readonly PlanTreeNode[]): void {
    for (const after of fresh) {
      if (this.toBefore.has(after)) continue;
      const before = old.find((candidate) => !this.toAfter.has(candidate) && this.sameText(candidate, after));
      if (before) this.pair(before, after);
    }
  }

  /** A new node over a surviving input continues the old node over that input, if it is of the same kind. */
  private matchAboveMatched(fresh: readonly PlanTreeNode[]): void {
    for (const after of [...fresh].reverse()) {
      if (this.toBefore.has(after)) continue;
      for (const input of after.inputs) {
        const below = this.toBefore.get(input);
        let above = below && this.beforeParent.get(below);
        while (above && !this.toAfter.has(above) && this.type(above) !== this.type(after)) above = this.beforeParent.get(above);
        if (above && this.isFree(above, after) && this.type(above) === this.type(after)) {
          this.pair(above, after);
          break;
        }
      }
    }
  }

  private matchSameKindDown(before: PlanTreeNode, after: PlanTreeNode): void {
    if (this.isFree(before, after) && this.type(before) === this.type(after)) this.pair(before, after);
    if (this.toBefore.get(after) !== before) return;
    before.inputs.forEach((input, i) => {
      const other = after.inputs[i];
      if (other) this.matchSameKindDown(input, other);
    });
  }

  /** What is left: the topmost old and new node of one place belong together, one took the other's place. */
  private matchSuccessors(before: PlanTreeNode, after: PlanTreeNode): void {
    const visit = (place: PlanTreeNode, expected: PlanTreeNode | undefined): void => {
      if (!this.toBefore.has(place) && expected && this.isFree(expected, place) && this.mayFollow(expected, place))
        this.pair(expected, place);
      const counterpart = this.toBefore.get(place);
      place.inputs.forEach((input, i) => visit(input, counterpart ? counterpart.inputs[i] : undefined));
    };
    visit(after, before);
  }

  /** An old node whose surviving input would become the new node's own ancestor cannot be its forerunner. */
  private mayFollow(before: PlanTreeNode, after: PlanTreeNode): boolean {
    const inside = new Set(preOrder(after));
    const survivors = preOrder(before)
      .map((place) => this.toAfter.get(place))
      .filter((place) => place !== undefined);
    if (survivors.some((place) => !inside.has(place))) return false;
    const isLeafPair = before.inputs.length === 0 && after.inputs.length === 0;
    return (
      isLeafPair ||
      before.inputs.length > 1 ||
      after.inputs.length > 1 ||
      bareType(this.type(before)) === bareType(this.type(after)) ||
      survivors.length > 0
    );
  }
}

function changeOf(matcher: Matcher, nodes: readonly TraceNode[], before: PlanTreeNode, after: PlanTreeNode, parents: Parents): NodePair {
  const a = nodes[before.ref]!;
  const b = nodes[after.ref]!;
  const terms = diffTerms(ownTerms(a), ownTerms(b));
  if (a.type !== b.type) return { change: 'replaced', before, after, terms };
  if (hasTermChanges(terms)) return { change: 'changed', before, after, terms };
  const parent = parents.after.get(after);
  const wasUnder = parents.before.get(before);
  const same =
    (parent === undefined && wasUnder === undefined) ||
    (parent !== undefined && wasUnder !== undefined && matcher.toBefore.get(parent) === wasUnder);
  return { change: same ? 'kept' : 'moved', before, after, terms };
}

interface Parents {
  readonly before: ReadonlyMap<PlanTreeNode, PlanTreeNode>;
  readonly after: ReadonlyMap<PlanTreeNode, PlanTreeNode>;
}

function parentsOf(places: readonly PlanTreeNode[]): Map<PlanTreeNode, PlanTreeNode> {
  const parents = new Map<PlanTreeNode, PlanTreeNode>();
  for (const place of places) for (const input of place.inputs) parents.set(input, place);
  return parents;
}

/** What changed between two trees of one node table. Pure; cost grows with the product of the parts that differ only. */
export function diffTrees(nodes: readonly TraceNode[], before: PlanTreeNode, after: PlanTreeNode): PlanDiff {
  const matcher = new Matcher(nodes);
  matcher.run(before, after);
  const old = preOrder(before);
  const fresh = preOrder(after);
  const parents: Parents = { before: parentsOf(old), after: parentsOf(fresh) };
  const pairs: NodePair[] = [];
  const byAfter = new Map<PlanTreeNode, NodePair>();
  const byBefore = new Map<PlanTreeNode, NodePair>();
  for (const place of fresh) {
    const counterpart = matcher.toBefore.get(place);
    const pair: NodePair = counterpart
      ? changeOf(matcher, nodes, counterpart, place, parents)
      : { change: 'added', after: place, terms: diffTerms([], ownTerms(nodes[place.ref]!)) };
    pairs.push(pair);
    byAfter.set(place, pair);
    if (counterpart) byBefore.set(counterpart, pair);
  }
  for (const place of old) {
    if (byBefore.has(place)) continue;
    const pair: NodePair = { change: 'removed', before: place, terms: diffTerms(ownTerms(nodes[place.ref]!), []) };
    pairs.push(pair);
    byBefore.set(place, pair);
  }
  return { pairs, byAfter, byBefore, isSame: pairs.every((pair) => pair.change === 'kept') };
}

/** What changed between the plans under two references. */
export function diffPlans(nodes: readonly TraceNode[], before: NodeRef, after: NodeRef): PlanDiff {
  return diffTrees(nodes, planTree(nodes, before), planTree(nodes, after));
}
