import type { PlanTrace } from '../../../trace/plan-trace.ts';
import { diffTrees, preOrder, type NodePair, type PlanDiff, type PlanTreeNode } from '../../../trace/plan-diff.ts';
import { cardModel, type CardMetrics, type CardModel } from '../../graph/card-model.ts';
import { layoutPlan, type PlanLayout } from '../../graph/layout.ts';
import { unionNodes, unionOf, type Union } from '../../graph/union-tree.ts';
import type { Frame } from '../../graph/frames.ts';
import { titleOf } from '../../graph/card-model.ts';

export interface ComparePane {
  readonly cards: ReadonlyMap<string, CardModel>;
  /** Places that have no counterpart on this side. */
  readonly holes: readonly string[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export interface Difference {
  readonly key: string;
  readonly kind: 'replaced' | 'changed' | 'added' | 'removed';
  readonly title: string;
  readonly pair: NodePair;
}

export interface CompareModel {
  readonly layout: PlanLayout;
  readonly union: Union;
  readonly a: ComparePane;
  readonly b: ComparePane;
  readonly differences: readonly Difference[];
}

function edgesOf(tree: PlanTreeNode, keyOf: (place: PlanTreeNode) => string): { from: string; to: string }[] {
  return preOrder(tree).flatMap((place) => place.inputs.map((input) => ({ from: keyOf(input), to: keyOf(place) })));
}

export interface CompareInput {
  readonly trace: PlanTrace;
  readonly a: PlanTreeNode;
  readonly b: PlanTreeNode;
  readonly metrics: CardMetrics;
}

/** Two plans over one picture: the same row and column is the same role in both. */
export function compareModel({ trace, a, b, metrics }: CompareInput): CompareModel | undefined {
  const diff: PlanDiff = diffTrees(trace.nodes, a, b);
  const aKeys = new Map(preOrder(a).map((place, i) => [place, `a${i}`]));
  const bKeys = new Map(
    preOrder(b).map((place, i) => [place, diff.byAfter.get(place)?.before ? aKeys.get(diff.byAfter.get(place)!.before!)! : `b${i}`]),
  );
  const position = { index: 0, stage: '', step: 0, globalStep: 0, endsProgram: false };
  const before: Frame = { position, tree: a, keys: aKeys };
  const union = unionOf({ position, tree: b, keys: bKeys, diff, before }, true);
  if (!union) return undefined;
  const keyOfPlace = new Map<PlanTreeNode, string>();
  const placeA = new Map<string, PlanTreeNode>();
  const placeB = new Map<string, PlanTreeNode>();
  for (const node of unionNodes(union.root)) {
    keyOfPlace.set(node.place, node.key);
    if (node.isGhost) {
      placeA.set(node.key, node.place);
    } else {
      placeB.set(node.key, node.place);
      const old = diff.byAfter.get(node.place)?.before;
      if (old) {
        placeA.set(node.key, old);
        keyOfPlace.set(old, node.key);
      }
    }
  }
  const make = (key: string, place: PlanTreeNode, side: 'a' | 'b'): CardModel => {
    const pair = side === 'a' ? diff.byBefore.get(place) : diff.byAfter.get(place);
    const kept = side === 'a' ? 'removed' : 'added';
    const terms = pair?.terms
      .filter((term) => term.kind !== (side === 'a' ? 'added' : 'removed'))
      .map((term) => ({ ...term, parts: term.parts.filter((part) => part.kind === 'same' || part.kind === kept) }));
    const other = side === 'a' ? pair?.after : pair?.before;
    const columns = (place.inputs ?? []).flatMap((input) => trace.nodes[input.ref]?.columns ?? []);
    return cardModel({
      key,
      ref: place.ref,
      node: trace.nodes[place.ref]!,
      pair: pair && terms ? { ...pair, change: pair.change === 'replaced' ? 'changed' : pair.change, terms } : undefined,
      beforeNode: other ? trace.nodes[other.ref] : undefined,
      inputColumns: columns,
      beforeInputColumns: (other?.inputs ?? []).flatMap((input) => trace.nodes[input.ref]?.columns ?? []),
      isMatched: false,
      metrics,
    });
  };
  const cardsA = new Map([...placeA].map(([key, place]) => [key, make(key, place, 'a')]));
  const cardsB = new Map([...placeB].map(([key, place]) => [key, make(key, place, 'b')]));
  const keys = unionNodes(union.root).map((node) => node.key);
  const sizes = new Map(
    keys.map((key) => {
      const x = cardsA.get(key);
      const y = cardsB.get(key);
      return [key, { width: Math.max(x?.width ?? 0, y?.width ?? 0), height: Math.max(x?.height ?? 0, y?.height ?? 0) }];
    }),
  );
  const layout = layoutPlan({ union, sizes, gaps: { x: 24, y: 36 } });
  const keyOf = (place: PlanTreeNode): string => keyOfPlace.get(place) ?? '';
  const differences = diff.pairs.flatMap((pair): Difference[] => {
    if (pair.change === 'kept' || pair.change === 'moved') return [];
    const after = pair.after && titleOf(trace.nodes[pair.after.ref]?.type ?? '');
    const old = pair.before && titleOf(trace.nodes[pair.before.ref]?.type ?? '');
    const place = pair.after ?? pair.before!;
    return [
      { key: keyOf(place), kind: pair.change, title: after && old && after !== old ? `${old}, ${after}` : (after ?? old ?? ''), pair },
    ];
  });
  return {
    layout,
    union,
    a: { cards: cardsA, holes: keys.filter((key) => !cardsA.has(key)), edges: edgesOf(a, keyOf) },
    b: { cards: cardsB, holes: keys.filter((key) => !cardsB.has(key)), edges: edgesOf(b, keyOf) },
    differences,
  };
}
