import type { AggregateInfo, AggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Accumulator, AccumulatorFactory } from '../aggregates/accumulator.ts';
import type { Row } from '../record.ts';
import { accumulatorFactory } from '../aggregates/aggregate-function.ts';
import { sameState } from '../aggregates/same-state.ts';
import { RunError } from '../run-error.ts';
import { keySelector, valueKey } from '../state/row-key.ts';

/** Accumulators behind one row, one for each call. */
export type OverState = readonly Accumulator[];

/**
 * How Flink's accumulator of a function behaves when it is put aside and taken up again: its values are copied; or it is one object that goes
 * on being changed wherever it is referred to; or its content stands in a view of the state, which is emptied after each record.
 */
type Keeping = 'copied' | 'shared' | 'viewed';

interface Call {
  readonly args: readonly number[];
  readonly keeping: Keeping;
  readonly create: AccumulatorFactory;
  /** For DISTINCT: the key under which a value was seen. */
  readonly distinctKey: ((args: readonly Value[]) => string) | undefined;
  /** Its accumulator is a Java object for which Flink has no comparison. */
  readonly isRaw: boolean;
}

const VIEWED: ReadonlySet<string> = new Set(['COLLECT', 'PERCENTILE']);
const RAW: ReadonlySet<string> = new Set(['COLLECT', 'PERCENTILE', 'LAG', 'ARRAY_AGG']);

/** FIRST_VALUE and LAST_VALUE as Flink keeps them in a row: the first one remembers when it came. */
class Position implements Accumulator {
  private held: Value = null;
  private order = -1;
  private readonly last: boolean;
  private readonly clock: () => number;

  constructor(last: boolean, clock: () => number) {
    this.last = last;
    this.clock = clock;
  }

  accumulate(args: readonly Value[]): void {
    const x = args[0] ?? null;
    if (x === null || (!this.last && this.order >= 0)) return;
    this.held = x;
    if (!this.last) this.order = this.clock();
  }

  retract(): void {}

  merge(other: Accumulator): void {
    if (!(other instanceof Position)) return;
    this.held = other.held;
    this.order = other.order;
  }

  value(): Value {
    return this.held;
  }

  get key(): string {
    return `${valueKey(this.held)}|${this.order}`;
  }
}

/** The accumulators of an OVER whose order is no time attribute, with all the ways in which Flink keeps them. */
export class OverStates {
  /** True if a row of accumulators is the row of results: Flink takes one for the other with ROWS. */
  readonly resultsAreStates: boolean;
  readonly fieldCount: number;
  private readonly calls: readonly Call[];
  private readonly distinctCount: number;
  private views: readonly Accumulator[] = [];
  private seen: readonly Set<string>[] = [];
  private records = 0;

  constructor(list: AggregateInfoList, input: RowType) {
    this.calls = list.aggInfos.map((info) => this.callOf(info, list, input));
    this.distinctCount = list.distinctInfos.length;
    this.fieldCount = list.aggInfos.reduce((n, i) => n + i.buffers.length, this.distinctCount);
    this.resultsAreStates = this.distinctCount === 0 && list.aggInfos.every((i) => i.buffers.length === 1 && isItsResult(i.call.op.kind));
    this.nextRecord();
  }

  /** Flink clears all views behind each record. */
  nextRecord(): void {
    this.views = this.calls.map((c) => c.create());
    this.seen = this.calls.map(() => new Set<string>());
    this.records++;
  }

  /** Goes on from a state, or begins. */
  from(state: OverState | undefined): OverState {
    return this.calls.map((c, i) => {
      const before = state?.[i];
      if (c.keeping === 'viewed') return this.views[i] as Accumulator;
      if (c.keeping === 'shared') return before ?? c.create();
      const copy = c.create();
      if (before) copy.merge(before);
      return copy;
    });
  }

  accumulate(state: OverState, row: Row): void {
    this.calls.forEach((c, i) => {
      const args = c.args.map((a) => row[a] ?? null);
      const key = c.distinctKey?.(args);
      if (key !== undefined) {
        const seen = this.seen[i] as Set<string>;
        if (seen.has(key)) return;
        seen.add(key);
      }
      state[i]?.accumulate(args);
    });
  }

  values(state: OverState): Value[] {
    return this.calls.map((_, i) => state[i]?.value() ?? null);
  }

  /** Flink compares rows of accumulators field by field, and fails where it comes to a Java object; sets of distinct values come last. */
  isSame(a: OverState, b: OverState): boolean {
    for (const [i, call] of this.calls.entries()) {
      if (call.isRaw) throw notComparable();
      if (!sameAccumulator(a[i], b[i])) return false;
    }
    if (this.distinctCount > 0) throw notComparable();
    return true;
  }

  private callOf({ call, index, ...info }: AggregateInfo, list: AggregateInfoList, input: RowType): Call {
    const { kind, name } = call.op;
    const isPosition = (kind === 'FIRST_VALUE' || kind === 'LAST_VALUE') && call.args.length === 1;
    const isDistinct = list.distinctInfos.some((d) => d.aggIndexes.includes(index));
    return {
      args: call.args,
      keeping: VIEWED.has(name) ? 'viewed' : RAW.has(name) ? 'shared' : 'copied',
      create: isPosition
        ? () => new Position(kind === 'LAST_VALUE', () => this.records)
        : accumulatorFactory({ call, index, ...info }, input),
      distinctKey: isDistinct ? keySelector(call.args.map((_, i) => i)) : undefined,
      isRaw: RAW.has(name),
    };
  }
}

const RESULTS: ReadonlySet<string> = new Set(['COUNT', 'SUM', 'SUM0', 'MIN', 'MAX', 'ROW_NUMBER']);

function isItsResult(kind: string): boolean {
  return RESULTS.has(kind);
}

function sameAccumulator(a: Accumulator | undefined, b: Accumulator | undefined): boolean {
  if (a === b) return true;
  if (!a || !b) return false;
  if (a instanceof Position && b instanceof Position) return a.key === b.key;
  return sameState([a], [b]);
}

function notComparable(): RunError {
  return new RunError('UnsupportedOperationException', 'Unmaterialized BinaryRawValueData cannot be compared.');
}
