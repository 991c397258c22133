import type { Cost } from '../rel/metadata/cost.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { NodeRef, ProgramTrace } from '../trace/plan-trace.ts';
import type { ProgramHead } from '../trace/trace-builder.ts';
import type { AnnouncedCall, AnnouncedMemo, AnnouncedSubset, PlannerListener } from './planner-listener.ts';
import type { InternedTrees, LookThrough, PlanInterner } from './plan-interner.ts';
import type { NodeVisit, ProgramListener } from './program-listener.ts';
import type { RelRule } from './rule.ts';
import { ProgramBuilder } from '../trace/trace-builder.ts';
import { MemoRecorder } from './memo-recorder.ts';
import { RelSubset } from './volcano/rel-subset.ts';

export interface RecorderOptions extends ProgramHead {
  readonly interner: PlanInterner;
  /** Number of the first step; steps are numbered over a stage. */
  readonly firstOrdinal?: number;
  /** Whether the program's stage prints `changelogMode`. */
  readonly withChangelogMode?: boolean;
}

interface OpenStep {
  readonly matched: readonly NodeRef[];
  readonly before: NodeRef;
  readonly after: NodeRef;
}

/**
 * Turns what the engines announce during one leaf program into a `ProgramTrace`. Listens to either engine and to programs without rules.
 * Trees are written down at the moment of the event, since the engines change nodes in place.
 */
export class ProgramRecorder implements PlannerListener, ProgramListener {
  private readonly interner: PlanInterner;
  private readonly builder: ProgramBuilder;
  private readonly withChangelogMode: boolean;
  private readonly memo: MemoRecorder;
  private readonly refusals = new Map<string, { readonly nodes: readonly RelNode[]; readonly reason: string }>();
  private readonly before: NodeRef;
  /** The whole plan after the last step. */
  private plan: NodeRef;
  private open: OpenStep | undefined;
  private readonly isMemo: boolean;

  /** `tree`: the plan on entry. */
  constructor(tree: RelNode, o: RecorderOptions) {
    this.interner = o.interner;
    this.isMemo = o.kind === 'volcano';
    this.builder = new ProgramBuilder({ name: o.name, kind: o.kind, pass: o.pass }, o.firstOrdinal);
    this.withChangelogMode = o.withChangelogMode ?? false;
    this.memo = new MemoRecorder(o.interner);
    this.before = this.interner.intern(tree);
    this.plan = this.before;
  }

  /** Steps so far. */
  get size(): number {
    return this.builder.size;
  }

  attempted(call: AnnouncedCall): void {
    this.builder.countAttempt(call.rule.description);
    this.memo.attemptBegins();
  }

  produced(call: AnnouncedCall, node: RelNode): void {
    this.builder.countProduction(call.rule.description);
    const look = lookFor(call);
    const shared: InternedTrees = new Map();
    // In a memo a tree may lead back to itself; then it depends on where one begins.
    const intern = (n: RelNode): NodeRef => this.interner.intern(n, look, this.isMemo ? undefined : shared);
    const matched = call.rels.map(intern);
    const after = intern(node);
    this.open = { matched, before: matched[0] ?? after, after };
  }

  productionEnded(call: AnnouncedCall, node: RelNode, root?: RelNode): void {
    const step = this.open;
    if (!step) return;
    this.open = undefined;
    const plan = root && this.interner.intern(root);
    const events = this.memo.takeEvents();
    const changed = plan === undefined ? events.length > 0 : !this.interner.table.haveSameText(this.plan, plan);
    this.builder.addStep({
      kind: 'firing',
      rule: call.rule.description,
      ...step,
      matchedTypes: call.rels.map((r) => r.typeName),
      producedType: node.typeName,
      // The array grows until the attempt is over.
      notes: call.notes,
      changed,
      ...(plan === undefined ? { memo: events } : { root: plan }),
    });
    if (plan !== undefined) this.plan = plan;
  }

  refused(rule: RelRule, nodes: readonly RelNode[], reason: string): void {
    this.refusals.set(rule.description, { nodes, reason });
  }

  visited(visit: NodeVisit): void {
    const before = this.interner.intern(visit.node);
    const after = this.interner.intern(visit.result);
    this.builder.addStep({
      kind: 'node',
      action: visit.action,
      before,
      after,
      changed: !this.interner.table.haveSameText(before, after),
      notes: visit.notes ?? [],
      ...(visit.required !== undefined && { required: visit.required }),
      ...(visit.provided !== undefined && { provided: visit.provided }),
    });
  }

  setCreated(set: number): void {
    this.memo.setCreated(set);
  }

  subsetCreated(subset: AnnouncedSubset): void {
    this.memo.subsetCreated(subset);
  }

  memberAdded(set: number, node: RelNode): void {
    this.memo.memberAdded(set, node);
  }

  merged(from: number, into: number): void {
    this.memo.merged(from, into);
  }

  bestChanged(subset: AnnouncedSubset, node: RelNode, cost: Cost): void {
    this.memo.bestChanged(subset, node, cost);
  }

  searchEnded(memo: AnnouncedMemo): void {
    this.builder.setMemo(this.memo.end(memo));
  }

  /** The program is done; `tree` is its result. */
  finish(tree: RelNode): ProgramTrace {
    return this.end(this.interner.intern(tree));
  }

  /** The program threw: the trace up to that point. */
  fail(reason: string): ProgramTrace {
    return this.end(this.plan, reason);
  }

  private end(after: NodeRef, failed?: string): ProgramTrace {
    for (const [rule, { nodes, reason }] of this.refusals) {
      this.builder.addRefusal({ rule, nodes: nodes.map((n) => this.interner.intern(n)), reason });
    }
    return this.builder.finish({
      before: this.before,
      after,
      beforeText: this.text(this.before),
      afterText: this.text(after),
      ...(failed !== undefined && { failed }),
    });
  }

  private text(ref: NodeRef): string {
    return this.interner.treeText(ref, { withChangelogMode: this.withChangelogMode });
  }
}

/** Looks through placeholders; where a bound node is a member of a sub-set, it is the one that is seen there. */
function lookFor(call: AnnouncedCall): LookThrough {
  return (input) => {
    if (!(input instanceof RelSubset)) return input.stripped();
    return call.rels.find((r, i) => i > 0 && input.members.includes(r)) ?? input.stripped();
  };
}
