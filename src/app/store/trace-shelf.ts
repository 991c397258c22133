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

/**
 * Traces by reference, outside of what the store compares: a state only holds the shelf's number. The shelf remembers the last good
 * plan of each statement, which stays on stage while an edit does not plan.
 */
export class TraceShelf {
  readonly trace: PlanTrace | undefined;
  readonly ruleSummaries: Readonly<Record<string, string>>;
  private readonly good: ReadonlyMap<number, Planned>;

  constructor(trace?: PlanTrace, ruleSummaries: Readonly<Record<string, string>> = {}, before?: TraceShelf) {
    this.trace = trace;
    this.ruleSummaries = ruleSummaries;
    const good = new Map(before?.good);
    for (const statement of trace?.statements ?? []) if (trace && isGood(statement)) good.set(statement.number, { trace, statement });
    this.good = good;
  }

  /** The newest plan of a statement, good or not. */
  latest(number: number): Planned | undefined {
    const statement = this.trace?.statements.find((candidate) => candidate.number === number);
    return this.trace && statement ? { trace: this.trace, statement } : undefined;
  }

  /** The last plan of that statement that was whole. */
  lastGood(number: number): Planned | undefined {
    return this.good.get(number);
  }
}
