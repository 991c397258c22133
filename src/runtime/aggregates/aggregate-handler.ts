import type { AggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { Row } from '../record.ts';
import type { Accumulator, AccumulatorFactory } from './accumulator.ts';
import { pick, rowKey } from '../state/row-key.ts';
import { accumulatorFactory } from './aggregate-function.ts';

/** The accumulators of all calls for one group. */
export type Accumulators = readonly Accumulator[];

/** Only lets the first copy of a value in, and only the last one out. */
class Distinct implements Accumulator {
  readonly inner: Accumulator;
  private readonly counts: Map<string, { readonly args: readonly Value[]; readonly count: number }>;

  /** With the values of `before` taken as seen, where it is given. */
  constructor(inner: Accumulator, before?: Distinct) {
    this.inner = inner;
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
    const key = rowKey(args);
    const before = this.counts.get(key)?.count ?? 0;
    const after = before + by;
    if (after === 0) this.counts.delete(key);
    else this.counts.set(key, { args, count: after });
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
}

const WITH_VIEWS = /^(JSON_|COLLECT$|ARRAY_AGG$|PERCENTILE$)/;

const RESULT_KINDS = new Set(['COUNT', 'SUM', 'SUM0', 'MIN', 'MAX', 'ROW_NUMBER']);

/** Runs the functions of an aggregation (Flink's generated `AggsHandleFunction`). */
export class AggregateHandler {
  private readonly calls: readonly CallPlan[];
  private readonly resultIndexes: readonly number[];
  private readonly countStar: number | undefined;
  /** True if Flink can put accumulators aside: those with views of state (sets, lists, maps) would share them. */
  readonly isCopyable: boolean;
  /** True if Flink keeps some accumulator as a Java object that it cannot compare. */
  readonly hasRawState: boolean;
  /** True if each function's accumulator is nothing but its result. */
  readonly resultsAreStates: boolean;

  /** `input` is the row type that the calls' arguments refer to. */
  constructor(list: AggregateInfoList, input: RowType) {
    this.isCopyable = list.distinctInfos.length === 0 && list.aggInfos.every((i) => !WITH_VIEWS.test(i.call.op.name));
    this.hasRawState = list.aggInfos.some((i) => i.call.op.name === 'LAG');
    this.resultsAreStates = list.aggInfos.every((i) => i.buffers.length === 1 && RESULT_KINDS.has(i.call.op.kind));
    this.calls = list.aggInfos.map((info) => {
      const create = accumulatorFactory(info, input);
      const distinct = list.distinctInfos.find((d) => d.aggIndexes.includes(info.index));
      if (!distinct) return { args: info.call.args, filterArg: info.call.filterArg, create, plain: create };
      const filterArg = distinct.filterArgs[distinct.aggIndexes.indexOf(info.index)] ?? -1;
      return { args: info.call.args, filterArg, create: () => new Distinct(create()), plain: create };
    });
    this.countStar = list.indexOfCountStar;
    this.resultIndexes = list.aggInfos.map((i) => i.index).filter((i) => !list.countStarInserted || i !== list.indexOfCountStar);
  }

  create(): Accumulators {
    return this.calls.map((c) => c.create());
  }

  accumulate(accs: Accumulators, row: Row): void {
    this.forEach(accs, row, (acc, args) => acc.accumulate(args));
  }

  retract(accs: Accumulators, row: Row): void {
    this.forEach(accs, row, (acc, args) => acc.retract(args));
  }

  merge(accs: Accumulators, other: Accumulators): void {
    accs.forEach((acc, i) => {
      const from = other[i];
      if (from) acc.merge(from);
    });
  }

  /** Copies of accumulators, which go on by themselves; fresh ones of undefined. */
  copy(accs: Accumulators | undefined): Accumulators {
    const copies = this.create();
    if (accs) this.merge(copies, accs);
    return copies;
  }

  /** Accumulators that take over increments as they are: what is distinct was seen to before. */
  createPlain(): Accumulators {
    return this.calls.map((c) => c.plain());
  }

  /** Empty accumulators that still know the distinct values of earlier ones. */
  restart(before: Accumulators | undefined): Accumulators {
    return this.calls.map((c, i) => {
      const known = before?.[i];
      return known instanceof Distinct ? new Distinct(c.plain(), known) : c.create();
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
    return this.resultIndexes.map((i) => accs[i]?.value() ?? null);
  }

  /** True if rows are counted and none is left. Without a count a group is never empty. */
  isEmpty(accs: Accumulators): boolean {
    return this.countStar !== undefined && accs[this.countStar]?.value() === 0n;
  }

  private forEach(accs: Accumulators, row: Row, run: (acc: Accumulator, args: readonly Value[]) => void): void {
    this.calls.forEach((c, i) => {
      if (c.filterArg >= 0 && row[c.filterArg] !== true) return;
      const acc = accs[i];
      if (acc) run(acc, pick(row, c.args));
    });
  }
}
