import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import type { Frame } from './frames.ts';

/** A place of the picture: a node of the plan, or the ghost of one that was removed by this step. */
export interface UnionNode {
  readonly key: string;
  readonly place: PlanTreeNode;
  readonly isGhost: boolean;
  readonly inputs: readonly UnionNode[];
}

export interface UnionEdge {
  readonly id: string;
  /** Producer, below. */
  readonly from: string;
  /** Consumer, above. */
  readonly to: string;
  readonly kind: 'plain' | 'new' | 'removed';
  /** Position among the inputs of the consumer. */
  readonly input: number;
  /** Ghosts that stand between the two on the picture. */
  readonly around: readonly string[];
}

export interface Union {
  readonly root: UnionNode;
  readonly edges: readonly UnionEdge[];
}

interface Mutable {
  key: string;
  place: PlanTreeNode;
  isGhost: boolean;
  inputs: Mutable[];
}

function plainTree(frame: Frame, place: PlanTreeNode): Mutable {
  return { key: frame.keys.get(place) ?? '?', place, isGhost: false, inputs: place.inputs.map((input) => plainTree(frame, input)) };
}

function allOf(root: Mutable): Mutable[] {
  return [root, ...root.inputs.flatMap(allOf)];
}

/** Puts the removed nodes of the step back into the tree as ghosts, each between the survivors that it stood between. */
function insertGhosts(frame: Frame, root: Mutable): Mutable {
  const before = frame.before?.tree;
  const diff = frame.diff;
  if (!before || !diff) return root;
  const byPlace = new Map(allOf(root).map((node) => [node.place, node]));
  const parentOf = new Map<Mutable, Mutable>();
  for (const node of byPlace.values()) for (const input of node.inputs) parentOf.set(input, node);
  let top = root;
  /** `above` is what stands above `place` in the picture: a survivor or a ghost. */
  const visit = (place: PlanTreeNode, above: Mutable | undefined, index: number): void => {
    const survivor = diff.byBefore.get(place)?.after;
    const node = survivor && byPlace.get(survivor);
    if (node) {
      place.inputs.forEach((input, i) => visit(input, node, i));
      return;
    }
    const ghost: Mutable = { key: `ghost-${frame.before?.keys.get(place) ?? index}`, place, isGhost: true, inputs: [] };
    const below = firstSurvivors(place)
      .map((after) => byPlace.get(after))
      .find((candidate) => candidate && canStandUnder(candidate, above));
    if (below) {
      const parent = parentOf.get(below);
      if (parent) parent.inputs[parent.inputs.indexOf(below)] = ghost;
      else top = ghost;
      if (parent) parentOf.set(ghost, parent);
      ghost.inputs = [below];
      parentOf.set(below, ghost);
    } else if (above) {
      above.inputs.splice(Math.min(index, above.inputs.length), 0, ghost);
      parentOf.set(ghost, above);
    } else {
      return;
    }
    place.inputs.forEach((input, i) => visit(input, ghost, i));
  };
  const canStandUnder = (candidate: Mutable, above: Mutable | undefined): boolean => {
    const parent = parentOf.get(candidate);
    return parent === above || (above !== undefined && isAncestor(above, candidate));
  };
  const isAncestor = (ancestor: Mutable, node: Mutable): boolean => {
    for (let at = parentOf.get(node); at; at = parentOf.get(at)) if (at === ancestor) return true;
    return false;
  };
  const firstSurvivors = (place: PlanTreeNode): PlanTreeNode[] =>
    place.inputs.flatMap((input) => {
      const after = diff.byBefore.get(input)?.after;
      return after ? [after] : firstSurvivors(input);
    });
  visit(before, undefined, 0);
  return top;
}

function edgesOf(frame: Frame, root: Mutable): UnionEdge[] {
  const edges: UnionEdge[] = [];
  const isKnown = (upper: PlanTreeNode, lower: PlanTreeNode): boolean => {
    if (!frame.diff) return true;
    const a = frame.diff.byAfter.get(upper)?.before;
    const b = frame.diff.byAfter.get(lower)?.before;
    return a !== undefined && b !== undefined && a.inputs.includes(b);
  };
  const visit = (node: Mutable, above: Mutable | undefined, ghosts: readonly string[], input: number): void => {
    if (node.isGhost) {
      node.inputs.forEach((below, i) => visit(below, above, [...ghosts, node.key], ghosts.length > 0 ? input : above ? input : i));
      return;
    }
    if (above) {
      const kind = isKnown(above.place, node.place) ? 'plain' : 'new';
      edges.push({ id: `${node.key}>${above.key}`, from: node.key, to: above.key, kind, input, around: ghosts });
    }
    node.inputs.forEach((below, i) => visit(below, node, [], i));
  };
  visit(root, undefined, [], 0);
  for (const node of allOf(root)) {
    node.inputs.forEach((below, i) => {
      if (node.isGhost || below.isGhost)
        edges.push({ id: `${below.key}~${node.key}`, from: below.key, to: node.key, kind: 'removed', input: i, around: [] });
    });
  }
  return edges;
}

/** The tree that the graph draws for a frame: the plan with the ghosts of the step. */
export function unionOf(frame: Frame, withGhosts: boolean): Union | undefined {
  if (!frame.tree) return undefined;
  const plain = plainTree(frame, frame.tree);
  const root = withGhosts ? insertGhosts(frame, plain) : plain;
  return { root, edges: edgesOf(frame, root) };
}

/** All places of the picture, consumers before producers. */
export function unionNodes(root: UnionNode): UnionNode[] {
  return [root, ...root.inputs.flatMap(unionNodes)];
}
