import type { PlanTrace, StatementTrace } from '../../trace/plan-trace.ts';

/** A statement with the trace whose node table it refers to. */
export interface Planned {
  readonly trace: PlanTrace;
  readonly statement: StatementTrace;
}

/** True if there is a whole plan to show. */
export function isGood(statement: StatementTrace): boolean {
  return statement.stop === 'done' && !statement.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** Plans that are kept of earlier traces and this one. */
const MOST_KEPT = 40;

/** Below this share of common words two texts are not the same statement. */
const LEAST_LIKENESS = 0.4;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
}

/** The share of words that two texts have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const left = wordsOf(a);
  const right = wordsOf(b);
  const common = [...left].filter((word) => right.has(word)).length;
  return common / Math.max(1, left.size + right.size - common);
}

/**
 * Traces by reference, outside of what the store compares: a state only holds the shelf's number. The shelf remembers the last good
 * plan of each statement, which stays on stage while an edit does not plan.
 */
export class TraceShelf {
  readonly trace: PlanTrace | undefined;
  readonly ruleSummaries: Readonly<Record<string, string>>;
  /** Whole plans of this trace, and of earlier ones whose statements do not stand in this one any more. */
  private readonly good: readonly Planned[];

  constructor(trace?: PlanTrace, ruleSummaries: Readonly<Record<string, string>> = {}, before?: TraceShelf) {
    this.trace = trace;
    this.ruleSummaries = ruleSummaries;
    const own = (trace?.statements ?? []).flatMap((statement) =>
      trace && isGood(statement) && statement.ast !== undefined ? [{ trace, statement }] : [],
    );
    const texts = new Set(own.map((planned) => planned.statement.text));
    const earlier = (before?.good ?? []).filter((planned) => !texts.has(planned.statement.text));
    this.good = [...own, ...earlier].slice(0, MOST_KEPT);
  }

  /** The newest plan of a statement, good or not. */
  latest(number: number): Planned | undefined {
    const statement = this.trace?.statements.find((candidate) => candidate.number === number);
    return this.trace && statement ? { trace: this.trace, statement } : undefined;
  }

  /**
   * The last whole plan that a statement had before the present text. Numbers shift when statements come and go, so the text decides:
   * the plan whose statement has most words in common; a statement that has little in common with any has none.
   */
  lastGood(number: number): Planned | undefined {
    const latest = this.latest(number);
    if (!latest) return undefined;
    let best: Planned | undefined;
    let bestScore = LEAST_LIKENESS;
    for (const planned of this.good) {
      if (planned.trace === this.trace) continue;
      const score = likeness(planned.statement.text, latest.statement.text) + (planned.statement.number === number ? 0.001 : 0);
      if (score <= bestScore) continue;
      best = planned;
      bestScore = score;
    }
    return best;
  }
}
