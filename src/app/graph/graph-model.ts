import type { NodeRef, PlanTrace } from '../../trace/plan-trace.ts';
import { cardModel, type CardMetrics, type CardModel } from './card-model.ts';
import type { Frame } from './frames.ts';
import type { Box, PlanLayout } from './layout.ts';
import { layoutPlan } from './layout.ts';
import { unionNodes, unionOf, type Union, type UnionEdge } from './union-tree.ts';

/** What an edge says: the row kinds and the way rows are handed on. Empty before these are known. */
export interface EdgeLabel {
  readonly kinds: readonly ('+I' | '−U' | '+U' | '−D')[];
  readonly exchange: string;
  readonly style: 'forward' | 'hash' | 'broadcast' | 'single';
}

/** A picture of a frame: cards, edges and where they stand. */
export interface GraphModel {
  readonly union: Union;
  readonly cards: ReadonlyMap<string, CardModel>;
  readonly layout: PlanLayout;
  readonly labels: ReadonlyMap<string, EdgeLabel>;
  /** Keys of what this step brought or changed. */
  readonly changedKeys: readonly string[];
}

const KINDS: Readonly<Record<string, EdgeLabel['kinds'][number]>> = { I: '+I', UB: '−U', UA: '+U', D: '−D' };

/** Row kinds of a changelog mode text such as `I,UB,UA,D`. */
export function rowKinds(mode: string | undefined): EdgeLabel['kinds'] {
  return (mode ?? '').split(',').flatMap((kind) => KINDS[kind.trim()] ?? []);
}

function edgeLabel(trace: PlanTrace, edge: UnionEdge, refs: ReadonlyMap<string, NodeRef>): EdgeLabel | undefined {
  if (edge.kind === 'removed') return undefined;
  const from = trace.nodes[refs.get(edge.from) ?? -1];
  if (!from) return undefined;
  const kinds = rowKinds(from.changelogMode);
  const distribution = /Exchange/.test(from.type) ? (from.terms.find((term) => term.name === 'distribution')?.text ?? '') : '';
  if (kinds.length === 0 && distribution === '') return undefined;
  const style = distribution.startsWith('hash')
    ? 'hash'
    : distribution.startsWith('broadcast')
      ? 'broadcast'
      : distribution.startsWith('single')
        ? 'single'
        : 'forward';
  return { kinds, exchange: distribution === '' ? 'forward' : distribution, style };
}

export interface GraphInput {
  readonly trace: PlanTrace;
  readonly frame: Frame;
  readonly metrics: CardMetrics;
  readonly previous?: ReadonlyMap<string, Box>;
  readonly withDiff: boolean;
}

/** From a frame to the picture. Pure. */
export function graphModel({ trace, frame, metrics, previous, withDiff }: GraphInput): GraphModel | undefined {
  const isStep = withDiff && frame.position.event !== undefined && frame.diff !== undefined;
  const union = unionOf(frame, isStep);
  if (!union) return undefined;
  const event = frame.position.event;
  const matched = new Set<NodeRef>(isStep && event?.kind === 'firing' ? event.matched : []);
  const columnsOf = (ref: NodeRef | undefined) =>
    ref === undefined ? [] : (trace.nodes[ref]?.inputs ?? []).flatMap((input) => trace.nodes[input]?.columns ?? []);
  const cards = new Map<string, CardModel>();
  const refs = new Map<string, NodeRef>();
  const changedKeys: string[] = [];
  for (const { key, place, isGhost } of unionNodes(union.root)) {
    const node = trace.nodes[place.ref];
    if (!node) continue;
    const pair = isStep ? (isGhost ? frame.diff?.byBefore.get(place) : frame.diff?.byAfter.get(place)) : undefined;
    const before = pair?.before?.ref;
    const isOld = pair !== undefined && (pair.change === 'kept' || pair.change === 'moved' || pair.change === 'changed');
    const card = cardModel({
      key,
      ref: place.ref,
      node,
      pair,
      beforeNode: before === undefined ? undefined : trace.nodes[before],
      inputColumns: columnsOf(place.ref),
      beforeInputColumns: columnsOf(before),
      isMatched: isOld && ((before !== undefined && matched.has(before)) || matched.has(place.ref)),
      metrics,
    });
    cards.set(key, card);
    refs.set(key, place.ref);
    if (card.state !== 'plain' && card.state !== 'moved') changedKeys.push(key);
  }
  const layout = layoutPlan({ union, sizes: cards, previous, gaps: metrics.onlyTimeColumns ? { x: 12, y: 26 } : { x: 28, y: 40 } });
  const labels = new Map<string, EdgeLabel>();
  for (const edge of union.edges) {
    const label = edgeLabel(trace, edge, refs);
    if (label) labels.set(edge.id, label);
  }
  return { union, cards, layout, labels, changedKeys };
}
