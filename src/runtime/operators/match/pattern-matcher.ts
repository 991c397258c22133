import type { Row } from '../../record.ts';
import type { SkipStrategy } from './skip-strategy.ts';
import type { MatchScope, PatternState } from './pattern-states.ts';
import { JavaPriorityQueue } from '../../state/java-priority-queue.ts';

/** Rows in the order in which they were fed: by time, then counted within it (Flink's `EventId`). */
export interface EventId {
  readonly time: number;
  readonly id: number;
}

export function compareEvents(a: EventId, b: EventId): number {
  return a.time === b.time ? a.id - b.id : a.time < b.time ? -1 : 1;
}

/** A row in its variable; a chain back to the first row of the match. */
export interface MatchedRow {
  readonly variable: string;
  readonly event: EventId;
  readonly row: Row;
  readonly before: MatchedRow | undefined;
}

/** Rows by variable, oldest first, variables in the order of their first rows. */
export type RowsByVariable = ReadonlyMap<string, readonly MatchedRow[]>;

interface PartialMatch {
  readonly state: PatternState;
  readonly last: MatchedRow | undefined;
  /** The first row; the match that has none yet waits at the start state. */
  readonly start: EventId | undefined;
}

export interface PatternPlan {
  readonly start: PatternState;
  /** WITHIN in milliseconds; 0 without a bound. */
  readonly within: number;
  readonly skip: SkipStrategy;
  /** Turns what a condition throws into what Flink makes of it. */
  readonly guard: <T>(run: () => T) => T;
}

/** Order of matches: by first row, the one that has none last. */
function byStart(a: PartialMatch, b: PartialMatch): number {
  if (!a.start || !b.start) return (a.start ? 0 : 1) - (b.start ? 0 : 1);
  return compareEvents(a.start, b.start);
}

function queue(): JavaPriorityQueue<PartialMatch> {
  return new JavaPriorityQueue(byStart);
}

/**
 * Finds the matches of one key (Flink's `NFA` with its `NFAState`). Every partial match keeps its own chain of rows; Flink shares them in a
 * buffer with versions, which comes to the same.
 */
export class PatternMatcher {
  private readonly plan: PatternPlan;
  private partial = queue();
  private readonly completed = queue();
  private count = { time: -Infinity, next: 0 };
  /** A match began since this was last taken back, so its end by WITHIN must be watched. */
  hasStarted = false;

  constructor(plan: PatternPlan) {
    this.plan = plan;
    this.partial.add({ state: plan.start, last: undefined, start: undefined });
  }

  /** Only the start is left: nothing to remember. */
  get isIdle(): boolean {
    return this.partial.size === 1 && this.completed.size === 0;
  }

  /** What it holds, for people: the rows of each match that is under way or waits, by variable. */
  value(): readonly ReadonlyMap<string, readonly Row[]>[] {
    const open = [...this.completed.elements, ...this.partial.elements].filter((m) => m.start);
    return open.map((m) => new Map([...rowsByVariable(m.last)].map(([variable, rows]) => [variable, rows.map((r) => r.row)])));
  }

  /** The next row. Gives the matches that can be told now. */
  process(row: Row, time: number): readonly RowsByVariable[] {
    const partial = queue();
    const complete = queue();
    let event: EventId | undefined;
    const register = (): EventId => (event ??= this.register(time));
    for (const match of this.partial.elements) {
      for (const next of this.successors(match, { row, time, register })) {
        if (!match.start && next.start && time > 0) this.hasStarted = true;
        (next.state.isFinal ? complete : partial).add(next);
      }
    }
    return this.release(partial, complete);
  }

  /** No row before `time` will come. Matches that took too long end, which may let others go that waited for them. */
  advance(time: number): readonly RowsByVariable[] {
    const { within } = this.plan;
    const partial = queue();
    for (const match of this.partial.elements) {
      if (!match.start || within <= 0 || elapsed(match.start.time, time) < within) partial.add(match);
    }
    return this.release(partial, queue());
  }

  private register(time: number): EventId {
    if (this.count.time !== time) this.count = { time, next: 0 };
    return { time, id: this.count.next++ };
  }

  private *successors(
    match: PartialMatch,
    o: { readonly row: Row; readonly time: number; readonly register: () => EventId },
  ): Generator<PartialMatch> {
    const scope = scopeOf(match, o.row, o.time);
    const { guard } = this.plan;
    // All edges first: conditions are asked before any row is taken.
    for (const { variable, target } of guard(() => takingEdges(match.state, scope))) {
      const event = o.register();
      const last: MatchedRow = { variable, event, row: o.row, before: match.last };
      const start = match.start ?? event;
      yield { state: target, last, start };
      const final = guard(() => finalBehind(target, scope));
      if (final) yield { state: final, last, start };
    }
    if (!match.start) yield match;
  }

  /** Completed matches go out by their start, unless an earlier partial match might still become one. */
  private release(partial: JavaPriorityQueue<PartialMatch>, complete: JavaPriorityQueue<PartialMatch>): readonly RowsByVariable[] {
    const { completed } = this;
    for (const match of complete.elements) completed.add(match);
    const found: RowsByVariable[] = [];
    for (let first = completed.peek(); first; first = completed.peek()) {
      const open = partial.peek();
      if (open && byStart(first, open) > 0) break;
      completed.poll();
      const rows = rowsByVariable(first.last);
      const isSkipped = this.plan.skip(rows);
      for (const list of [partial, completed]) list.removeIf(({ start }) => start !== undefined && isSkipped(start));
      found.push(rows);
    }
    this.partial = partial;
    return found;
  }
}

/** Flink counts in 64 bits: from before 1970 to the last watermark the time is negative. */
function elapsed(from: number, to: number): number {
  return to === Infinity && from < 0 ? -Infinity : to - from;
}

/** States that take the row, reached without taking it before. */
function takingEdges(from: PatternState, scope: MatchScope): { readonly variable: string; readonly target: PatternState }[] {
  const edges: { readonly variable: string; readonly target: PatternState }[] = [];
  for (let state: PatternState | undefined = from; state;) {
    const { take, proceed, variable }: PatternState = state;
    if (take?.condition(scope)) edges.push({ variable, target: take.target });
    state = proceed?.condition(scope) ? proceed.target : undefined;
  }
  return edges;
}

/** The final state, if what is left of the pattern needs no row. */
function finalBehind(from: PatternState, scope: MatchScope): PatternState | undefined {
  for (let state: PatternState | undefined = from; state;) {
    const { proceed }: PatternState = state;
    if (!proceed?.condition(scope)) return undefined;
    if (proceed.target.isFinal) return proceed.target;
    state = proceed.target;
  }
  return undefined;
}

function scopeOf(match: PartialMatch, current: Row, time: number): MatchScope {
  let rows: RowsByVariable | undefined;
  return {
    current,
    time,
    rowsOf: (variable) => {
      rows ??= rowsByVariable(match.last);
      return (rows.get(variable) ?? []).map((m) => m.row);
    },
  };
}

function rowsByVariable(last: MatchedRow | undefined): RowsByVariable {
  const chain: MatchedRow[] = [];
  for (let m = last; m; m = m.before) chain.push(m);
  const byVariable = new Map<string, MatchedRow[]>();
  for (const m of chain.reverse()) {
    const list = byVariable.get(m.variable);
    if (list) list.push(m);
    else byVariable.set(m.variable, [m]);
  }
  return byVariable;
}
