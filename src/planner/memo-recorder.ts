import type { Cost } from '../rel/metadata/cost.ts';
import type { MetadataQuery } from '../rel/metadata/metadata-query.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { MemoEvent, MemoSet, MemoTrace, TraceCost } from '../trace/plan-trace.ts';
import type { AnnouncedMemo, AnnouncedSubset } from './planner-listener.ts';
import type { PlanInterner } from './plan-interner.ts';
import { RelSubset } from './volcano/rel-subset.ts';

type MutableCost = { -readonly [K in keyof TraceCost]: TraceCost[K] };

/**
 * The Volcano half of `ProgramRecorder`: what happened to sets since the last step, and the memo at the end. Row counts are asked only when
 * the search is over, since a question in between would leave its answer in the metadata cache and change what the search sees.
 */
export class MemoRecorder {
  private readonly interner: PlanInterner;
  private events: MemoEvent[] = [];
  private initial: readonly MemoEvent[] | undefined;
  private readonly rowCounts: { readonly cost: MutableCost; readonly node: RelNode }[] = [];

  constructor(interner: PlanInterner) {
    this.interner = interner;
  }

  /** What came before the first attempt is the registration of the tree. */
  attemptBegins(): void {
    this.initial ??= this.takeEvents();
  }

  takeEvents(): readonly MemoEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  setCreated(set: number): void {
    this.events.push({ kind: 'set', set });
  }

  subsetCreated(s: AnnouncedSubset): void {
    this.events.push({ kind: 'subset', set: s.setId, traits: s.traitSet.text });
  }

  memberAdded(set: number, node: RelNode): void {
    this.events.push({ kind: 'member', set, node: this.interner.internAlone(node), rel: node.id, traits: node.traitSet.text });
  }

  merged(from: number, into: number): void {
    this.events.push({ kind: 'merge', from, into });
  }

  bestChanged(s: AnnouncedSubset, node: RelNode, cost: Cost): void {
    this.events.push({ kind: 'best', set: s.setId, traits: s.traitSet.text, rel: node.id, cost: this.costOf(node, cost) });
  }

  end(memo: AnnouncedMemo): MemoTrace {
    const initial = this.initial ?? this.takeEvents();
    const winners = winningSubsets(memo.root);
    const sets = memo.sets.map((set): MemoSet => ({
      id: set.id,
      ...(set.mergedInto && { mergedInto: set.mergedInto.id }),
      subsets: set.subsets.map((s) => ({
        traits: s.traitSet.text,
        ...(s.best && { best: s.best.id, cost: this.costOf(s.best, s.bestCost) }),
        winner: winners.has(s),
      })),
      members: [...set.nodes].map((node) => {
        const cost = memo.cost(node);
        return {
          rel: node.id,
          node: this.interner.internAlone(node),
          traits: node.traitSet.text,
          inputs: node.inputs.flatMap((n) => (n instanceof RelSubset ? [`${n.set.live.id}.${n.traitSet.text}`] : [])),
          ...(Number.isFinite(cost.rows) && { cost: this.costOf(node, cost) }),
          pruned: memo.isPruned(node),
        };
      }),
    }));
    for (const { cost, node } of this.rowCounts) cost.rowCount = rowCount(node.cluster.mq, node);
    return { sets, rootSet: memo.root?.setId ?? -1, initial };
  }

  private costOf(node: RelNode, { rows, cpu, io, network, memory }: Cost): TraceCost {
    const cost: MutableCost = { rowCount: 0, rows, cpu, io, network, memory };
    this.rowCounts.push({ cost, node });
    return cost;
  }
}

function rowCount(mq: MetadataQuery, node: RelNode): number {
  try {
    return mq.rowCount(node);
  } catch {
    // A row count that needs itself has no value to show.
    return 0;
  }
}

/** The sub-sets on the way of the best plan. */
function winningSubsets(root: AnnouncedSubset | undefined): ReadonlySet<AnnouncedSubset> {
  const winners = new Set<AnnouncedSubset>(root?.best ? [root] : []);
  for (const s of winners) for (const input of s.best?.inputs ?? []) if (input instanceof RelSubset && input.best) winners.add(input);
  return winners;
}
