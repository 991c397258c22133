import { upperBound } from '../timeline/scales.ts';
import type { OperatorMoment, RunOperator, RunTrace } from '../../trace/run-trace.ts';

/** How the state of an operator grows over a run. */
export interface LedgerEntry {
  readonly operator: number;
  /** Entries at the sampled steps, ascending. */
  readonly entries: readonly number[];
  readonly now: OperatorMoment['stateTotal'];
  readonly timers: number;
  /** Rows that the operator has got up to the last sampled step. */
  readonly rowsIn: number;
  readonly ttl: number;
  readonly verdict: Verdict;
}

/**
 * `expires`: a time to live ends every entry; `cleaned`: timers or windows that close take entries away; `unbounded`: nothing but a
 * deletion in the input ever will, and their number has grown; `kept`: nothing will, but they have not grown.
 */
export type Verdict = 'empty' | 'expires' | 'cleaned' | 'unbounded' | 'kept';

/** What will become of the state, judged by its time to live, its timers, its windows and how it went so far. */
export function verdictOf(ttl: number, moments: readonly OperatorMoment[], hasWindows = false): Verdict {
  const last = moments.at(-1);
  const totals = moments.map((moment) => moment.stateTotal.entries);
  const peak = Math.max(0, ...totals);
  if (!last || peak === 0) return 'empty';
  if (ttl > 0) return 'expires';
  if (hasWindows || moments.some((moment) => moment.timersTotal > 0)) return 'cleaned';
  const elements = moments.map((moment) => moment.stateTotal.elements);
  const grows = (values: readonly number[]): boolean => new Set(values.filter((value) => value > 0)).size > 1;
  return grows(totals) || grows(elements) ? 'unbounded' : 'kept';
}

/** Steps at which the state is looked at, from the start to the playhead. */
export function samples(at: number, most = 6): readonly number[] {
  const n = Math.min(most, at + 1);
  return [...new Set(Array.from({ length: n }, (_, i) => Math.round((at * (i + 1)) / n)))];
}

/** Operators that keep anything. */
export function statefulOperators(operators: readonly RunOperator[]): readonly number[] {
  return operators.flatMap((operator, i) => (operator.stateTtl === undefined ? [] : [i]));
}

export function ledgerEntry(run: RunTrace, operator: number, moments: readonly OperatorMoment[]): LedgerEntry {
  const ttl = run.operators[operator]?.stateTtl ?? 0;
  const last = moments.at(-1);
  return {
    operator,
    entries: moments.map((moment) => moment.stateTotal.entries),
    now: last?.stateTotal ?? { entries: 0, elements: 0, bytes: 0 },
    timers: last?.timersTotal ?? 0,
    rowsIn: upperBound(run.operators[operator]?.recordsIn ?? [], last?.step ?? 0),
    ttl,
    verdict: verdictOf(
      ttl,
      moments,
      run.windows.some((window) => window.operator === operator),
    ),
  };
}

const DAY_SECONDS = 86_400;

/** What an operator would keep if rows went on coming at a rate and were as different as those of the run; undefined where that says nothing. */
export function growthAt(
  entry: LedgerEntry,
  rowsPerSecond: number,
): { readonly kind: 'per-day' | 'level'; readonly bytes: number } | undefined {
  if (entry.rowsIn === 0 || entry.now.bytes === 0) return undefined;
  const perSecond = (entry.now.bytes / entry.rowsIn) * rowsPerSecond;
  if (entry.verdict === 'unbounded') return { kind: 'per-day', bytes: perSecond * DAY_SECONDS };
  return entry.verdict === 'expires' ? { kind: 'level', bytes: (perSecond * entry.ttl) / 1000 } : undefined;
}
