import type { AggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Row } from '../record.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { keySelector } from '../state/row-key.ts';
import { accumulatorFactory } from './aggregate-function.ts';

/** The accumulators of all calls for one group. */
export type Accumulators = readonly Accumulator[];

/** Only lets the first copy of a value in, and only the last one out. */
class Distinct implements Accumulator {
  readonly inner: Accumulator;
  private readonly keyOf: (args: readonly Value[]) => string;
  private readonly counts: Map<string, { readonly args: readonly Value[]; count: number }>;

  /** With the values of `before` taken as seen, where it is given. */
  constructor(inner: Accumulator, keyOf: (args: readonly Value[]) => string, before?: Distinct) {
    this.inner = inner;
    this.keyOf = keyOf;
    this.counts = before?.counts ?? new Map();
  }

  accumulate(args: readonly Value[]): void {
    this.add(args, 1);
  }

  retract(args: readonly Value[]): void {
    this.add(args, -1);
  }

  merge(other: Accumulator): void {
    if (other instanceof Distinct) for (const { args, count } of other.counts.values()) this.add(args, count);
  }

  value(): Value {
    return this.inner.value();
  }

  private add(args: readonly Value[], by: number): void {
    const key = this.keyOf(args);
    const known = this.counts.get(key);
    const before = known?.count ?? 0;
    const after = before + by;
    if (after === 0) this.counts.delete(key);
    else if (known) known.count = after;
    // The list of arguments belongs to the caller.
    else this.counts.set(key, { args: args.slice(), count: after });
    if (before <= 0 && after > 0) this.inner.accumulate(args);
    else if (before > 0 && after <= 0) this.inner.retract(args);
  }
}

interface CallPlan {
  readonly args: readonly number[];
  readonly filterArg: number;
  readonly create: AccumulatorFactory;
  /** Without its set of distinct values. */
  readonly plain: AccumulatorFactory;
  /** Key of the arguments. */
  readonly keyOf: (args: readonly Value[]) => string;
  /** The arguments of the row at work: functions take what they need out of it. */
  readonly values: Value[];
}

/** Runs the functions of an aggregation (Flink's generated `AggsHandleFunction`). */
export class AggregateHandler {
  private readonly calls: readonly CallPlan[];
  private readonly resultIndexes: readonly number[];
  private readonly noValues: readonly null[];
  private readonly countStar: number | undefined;
  /** What it was made of. */
  readonly list: AggregateInfoList;
  readonly input: RowType;

  /** `input` is the row type that the calls' arguments refer to. */
  constructor(list: AggregateInfoList, input: RowType) {
    this.list = list;
    this.input = input;
    this.calls = list.aggInfos.map((info) => {
      const plain = accumulatorFactory(info, input);
      const { args } = info.call;
      const keyOf = keySelector(args.map((_, i) => i));
      const common = { args, plain, keyOf, values: args.map(() => null) };
      const distinct = list.distinctInfos.find((d) => d.aggIndexes.includes(info.index));
      if (!distinct) return { ...common, filterArg: info.call.filterArg, create: plain };
      const filterArg = distinct.filterArgs[distinct.aggIndexes.indexOf(info.index)] ?? -1;
      return { ...common, filterArg, create: () => new Distinct(plain(), keyOf) };
    });
    this.countStar = list.indexOfCountStar;
    this.resultIndexes = list.aggInfos.map((i) => i.index).filter((i) => !list.countStarInserted || i !== list.indexOfCountStar);
    this.noValues = this.resultIndexes.map(() => null);
  }

  create(): Accumulators {
    return this.calls.map((c) => c.create());
  }

  accumulate(accs: Accumulators, row: Row): void {
    for (let i = 0; i < this.calls.length; i++) {
      const args = argumentsOf(this.calls[i] as CallPlan, row);
      if (args) accs[i]?.accumulate(args);
    }
  }

  retract(accs: Accumulators, row: Row): void {
    for (let i = 0; i < this.calls.length; i++) {
      const args = argumentsOf(this.calls[i] as CallPlan, row);
      if (args) accs[i]?.retract(args);
    }
  }

  merge(accs: Accumulators, other: Accumulators): void {
    accs.forEach((acc, i) => {
      const from = other[i];
      if (from) acc.merge(from);
    });
  }

  /** Accumulators that take over increments as they are: what is distinct was seen to before. */
  createPlain(): Accumulators {
    return this.calls.map((c) => c.plain());
  }

  /** Empty accumulators that still know the distinct values of earlier ones. */
  restart(before: Accumulators | undefined): Accumulators {
    return this.calls.map((c, i) => {
      const known = before?.[i];
      return known instanceof Distinct ? new Distinct(c.plain(), c.keyOf, known) : c.create();
    });
  }

  mergePlain(accs: Accumulators, increment: Accumulators): void {
    accs.forEach((acc, i) => {
      const from = increment[i];
      if (from) acc.merge(from instanceof Distinct ? from.inner : from);
    });
  }

  /** Values of the calls as written; an inserted COUNT(*) is left out. */
  values(accs: Accumulators): Value[] {
    const values: Value[] = this.noValues.slice();
    for (let i = 0; i < values.length; i++) values[i] = accs[this.resultIndexes[i] as number]?.value() ?? null;
    return values;
  }

  /** True if rows are counted and none is left. Without a count a group is never empty. */
  isEmpty(accs: Accumulators): boolean {
    return this.countStar !== undefined && accs[this.countStar]?.value() === 0n;
  }
}

/** Undefined where the FILTER clause refuses the row. */
function argumentsOf({ args, filterArg, values }: CallPlan, row: Row): readonly Value[] | undefined {
  if (filterArg >= 0 && row[filterArg] !== true) return undefined;
  for (let i = 0; i < args.length; i++) values[i] = row[args[i] as number] ?? null;
  return values;
}
