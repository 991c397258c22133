import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import { COUNT, SUM0 } from '../../rel/rex/standard-operators.ts';
import { bitSet, union } from '../../rel/bit-set.ts';
import { expandId } from './grouping-sets.ts';

const PLAIN = new Set(['COUNT', 'AVG', 'MIN', 'MAX', 'SUM', 'SUM0', 'SINGLE_VALUE']);

/** Functions whose partial results can be aggregated again (Flink's `doAllAggSupportSplit`). */
export function isSplittable(c: AggregateCall): boolean {
  return PLAIN.has(c.op.kind) || (['FIRST_VALUE', 'LAST_VALUE', 'LISTAGG'].includes(c.op.name) && c.args.length === 1);
}

/** Calls that are split by hash bucket: DISTINCT ones, and those that would gather all rows of a key in retraction. */
export function needsBucket(c: AggregateCall): boolean {
  return c.distinct || ['MIN', 'MAX', 'FIRST_VALUE', 'LAST_VALUE'].includes(c.op.name);
}

export function partialFunctions(c: AggregateCall): readonly SqlOperator[] {
  return c.op.kind === 'AVG' ? [SUM0, COUNT] : [c.op];
}

export function finalFunctions(c: AggregateCall): readonly SqlOperator[] {
  if (c.op.kind === 'AVG') return [SUM0, SUM0];
  return c.op.kind === 'COUNT' ? [SUM0] : [c.op];
}

export interface SplitGroupSets {
  /** The keys of each call's partial result. */
  readonly ofCall: readonly (readonly number[])[];
  /** All different ones in Calcite's order. */
  readonly ordered: readonly (readonly number[])[];
  readonly full: readonly number[];
  /** How many sets were added by calls that need a bucket. */
  readonly added: number;
}

/** The group keys, with the buckets of a call's arguments where it needs them. */
export function splitGroupSets(aggregate: Aggregate, buckets: ReadonlyMap<number, number>): SplitGroupSets {
  const distinct = new Map<string, readonly number[]>();
  let added = 0;
  const ofCall = aggregate.aggCalls.map((c) => {
    const set = needsBucket(c) ? union(bitSet(c.args.map((i) => buckets.get(i) ?? i)), aggregate.groupSet) : aggregate.groupSet;
    const key = set.join();
    if (needsBucket(c) && !distinct.has(key)) added++;
    distinct.set(key, set);
    return set;
  });
  const ordered = [...distinct.values()].sort(compareSets);
  return { ofCall, ordered, full: ordered.reduce((a, b) => union(a, b), []), added };
}

/** Bit by bit, the longer first (`ImmutableBitSet.ORDERING`). */
function compareSets(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? Infinity) - (b[i] ?? Infinity);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Columns that tell which copy of a row a call looks at, one for each pair of group set and filter. */
export class SplitFilters {
  private readonly offset: number;
  private readonly full: readonly number[];
  private readonly columns = new Map<string, number>();
  readonly list: { readonly id: bigint; readonly filterArg: number }[] = [];

  constructor(offset: number, full: readonly number[]) {
    this.offset = offset;
    this.full = full;
  }

  columnOf(set: readonly number[], filterArg: number): number {
    const key = `${set.join()}/${filterArg}`;
    const known = this.columns.get(key);
    if (known !== undefined) return known;
    const column = this.offset + this.list.length;
    this.columns.set(key, column);
    this.list.push({ id: expandId(this.full, set), filterArg });
    return column;
  }
}
