import type { MemoTrace, NodeRef, ProgramKind, ProgramTrace, Refusal, RuleCount, StageTrace, Step } from './plan-trace.ts';

/** A step before it has its place in the program. */
export type StepDraft = Step extends infer S ? (S extends Step ? Omit<S, 'ordinal'> : never) : never;

export interface ProgramHead {
  /** Path text: `predicate_pushdown / predicate rewrite / filter rules`. */
  readonly name: string;
  readonly kind: ProgramKind;
  /** Round of a repeated group, from 1. */
  readonly pass: number;
}

export interface ProgramEnd {
  readonly before: NodeRef;
  readonly after: NodeRef;
  readonly beforeText: string;
  readonly afterText: string;
  readonly failed?: string;
}

/** Collects one leaf program of a trace: plain data in, plain data out. */
export class ProgramBuilder {
  readonly head: ProgramHead;
  private readonly counts = new Map<string, { rule: string; attempts: number; productions: number }>();
  private readonly refusals = new Map<string, Refusal>();
  private readonly steps: Step[] = [];
  private memo: MemoTrace | undefined;
  private readonly firstOrdinal: number;

  /** `firstOrdinal`: ordinals run on over the programs of a stage. */
  constructor(head: ProgramHead, firstOrdinal = 1) {
    this.head = head;
    this.firstOrdinal = firstOrdinal;
  }

  /** Number of steps so far. */
  get size(): number {
    return this.steps.length;
  }

  countAttempt(rule: string): void {
    this.count(rule).attempts++;
  }

  countProduction(rule: string): void {
    this.count(rule).productions++;
  }

  addStep(draft: StepDraft): void {
    this.steps.push({ ...draft, ordinal: this.firstOrdinal + this.steps.length });
  }

  /** The last refusal of a rule replaces the one before. */
  addRefusal(refusal: Refusal): void {
    this.refusals.set(refusal.rule, refusal);
  }

  setMemo(memo: MemoTrace): void {
    this.memo = memo;
  }

  finish(end: ProgramEnd): ProgramTrace {
    const rules: readonly RuleCount[] = [...this.counts.values()];
    return { ...this.head, rules, refusals: [...this.refusals.values()], steps: this.steps, ...end, ...(this.memo && { memo: this.memo }) };
  }

  private count(rule: string): { attempts: number; productions: number } {
    let count = this.counts.get(rule);
    if (!count) this.counts.set(rule, (count = { rule, attempts: 0, productions: 0 }));
    return count;
  }
}

/** A stage of its programs, with its totals. */
export function stageTrace(name: string, programs: readonly ProgramTrace[]): StageTrace {
  const tries = programs.reduce((sum, p) => sum + p.rules.reduce((n, r) => n + r.attempts, 0), 0);
  const changes = programs.reduce((sum, p) => sum + p.steps.filter((s) => s.changed).length, 0);
  return { name, programs, tries, changes };
}
