import type { MemoSet, MemoTrace, ProgramTrace, TraceCost } from '../../../trace/plan-trace.ts';
import type { PlanPosition } from '../../graph/positions.ts';

export interface MemoMember {
  readonly rel: number;
  readonly node: number;
  readonly traits: string;
  readonly inputs: readonly string[];
  readonly cost?: TraceCost;
  readonly isBest: boolean;
  /** On the plan that won in the end, or has won so far. */
  readonly isOnBestPlan: boolean;
  readonly isPruned: boolean;
  readonly isNewest: boolean;
}

export interface MemoLane {
  readonly id: number;
  readonly columns: string;
  /** Members of the set without an implementation in the wanted convention. */
  readonly logical: readonly MemoMember[];
  readonly candidates: readonly MemoMember[];
  readonly isRoot: boolean;
}

/** The convention at the head of a trait text. */
export function conventionOf(traits: string): string {
  return traits.split(/[.,\s]/)[0] ?? traits;
}

/** Which members a search has made up to a step: those that later firings of the program announce are left out. */
function membersUpTo(program: ProgramTrace, position: PlanPosition): ReadonlySet<number> {
  const later = new Set<number>();
  program.steps.forEach((step) => {
    if (step.kind !== 'firing' || step.ordinal <= (position.event?.ordinal ?? 0)) return;
    for (const event of step.memo ?? []) if (event.kind === 'member') later.add(event.rel);
  });
  return later;
}

function newestMembers(position: PlanPosition): ReadonlySet<number> {
  const event = position.event;
  return new Set(event?.kind === 'firing' ? (event.memo ?? []).flatMap((change) => (change.kind === 'member' ? [change.rel] : [])) : []);
}

/** Sets that the winning plan runs through, from the root down. */
function bestPlanRels(memo: MemoTrace): ReadonlySet<number> {
  const byId = new Map(memo.sets.map((set) => [set.id, set]));
  const rels = new Set<number>();
  const visit = (id: number, traits: string | undefined, depth: number): void => {
    const set = resolve(byId, id);
    if (!set || depth > memo.sets.length + 2) return;
    const subset =
      set.subsets.find((candidate) => candidate.traits === traits && candidate.best !== undefined) ??
      set.subsets.find((candidate) => candidate.winner && candidate.best !== undefined);
    const member = set.members.find((candidate) => candidate.rel === subset?.best);
    if (!member || rels.has(member.rel)) return;
    rels.add(member.rel);
    for (const input of member.inputs) {
      const match = /^(?:RelSubset#|rel#\d+:Subset#|#)?(\d+)\.?(.*)$/.exec(input);
      if (match) visit(Number(match[1]), match[2], depth + 1);
    }
  };
  visit(memo.rootSet, undefined, 0);
  return rels;
}

function resolve(byId: ReadonlyMap<number, MemoSet>, id: number): MemoSet | undefined {
  let set = byId.get(id);
  for (let i = 0; set?.mergedInto !== undefined && i < byId.size; i++) set = byId.get(set.mergedInto);
  return set;
}

/** Sets from the root downwards: each before the sets that its members read. */
function order(memo: MemoTrace): MemoSet[] {
  const byId = new Map(memo.sets.map((set) => [set.id, set]));
  const out: MemoSet[] = [];
  const seen = new Set<number>();
  const visit = (id: number): void => {
    const set = resolve(byId, id);
    if (!set || seen.has(set.id)) return;
    seen.add(set.id);
    for (const member of set.members) {
      for (const input of member.inputs) {
        const match = /(\d+)/.exec(input);
        if (match) visit(Number(match[1]));
      }
    }
    out.push(set);
  };
  visit(memo.rootSet);
  for (const set of memo.sets) if (set.mergedInto === undefined) visit(set.id);
  const reversed = out.reverse();
  const root = reversed.findIndex((set) => set.id === resolve(byId, memo.rootSet)?.id);
  return root > 0 ? [...reversed.splice(root, 1), ...reversed] : reversed;
}

/** The convention that the search was asked for: that of the plan that won, else any that has a best member. */
function wantedConventions(memo: MemoTrace): ReadonlySet<string> {
  const subsets = memo.sets.flatMap((set) => set.subsets.filter((subset) => subset.best !== undefined));
  const winners = subsets.filter((subset) => subset.winner);
  return new Set((winners.length > 0 ? winners : subsets).map((subset) => conventionOf(subset.traits)));
}

export interface MemoInput {
  readonly program: ProgramTrace;
  readonly position: PlanPosition;
  readonly columnsOf: (node: number) => string;
  readonly typeOf: (node: number) => string;
}

/** The memo as lanes, one a set, as it stood after the step at the cursor. */
export function memoLanes({ program, position, columnsOf, typeOf }: MemoInput): MemoLane[] {
  const memo = program.memo;
  if (!memo) return [];
  const later = membersUpTo(program, position);
  const newest = newestMembers(position);
  const best = bestPlanRels(memo);
  const wanted = wantedConventions(memo);
  return order(memo).flatMap((set) => {
    const members = set.members
      .filter((member) => !later.has(member.rel) && typeOf(member.node) !== 'AbstractConverter')
      .map((member): MemoMember => {
        const isBest = set.subsets.some((subset) => subset.best === member.rel);
        return {
          rel: member.rel,
          node: member.node,
          traits: member.traits,
          inputs: member.inputs,
          cost: member.cost,
          isBest,
          isOnBestPlan: best.has(member.rel),
          isPruned: member.pruned,
          isNewest: newest.has(member.rel),
        };
      });
    if (members.length === 0) return [];
    const isCandidate = (member: MemoMember): boolean => wanted.has(conventionOf(member.traits));
    const candidates = members
      .filter(isCandidate)
      .sort((a, b) => Number(b.isOnBestPlan) - Number(a.isOnBestPlan) || Number(b.isBest) - Number(a.isBest) || a.rel - b.rel);
    return [
      {
        id: set.id,
        columns: columnsOf(members[0]!.node),
        logical: members.filter((member) => !isCandidate(member)),
        candidates,
        isRoot: set.id === memo.rootSet,
      },
    ];
  });
}
