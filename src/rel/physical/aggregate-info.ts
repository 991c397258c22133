import type { AggregateCall } from '../core/aggregate-call.ts';
import type { Field, RowType, SqlType } from '../../types/sql-type.ts';
import { checkAggregateType } from './aggregate-types.ts';
import { COUNT } from '../rex/standard-operators.ts';
import { decimalType, rawType, rowTypeOf, simpleType, stringType, withNullability } from '../../types/sql-type.ts';

/** One function of an aggregation as it runs (Flink's `AggregateInfo`). */
export interface AggregateInfo {
  readonly call: AggregateCall;
  readonly index: number;
  /** The function must undo rows, so it prints `_RETRACT`. */
  readonly consumeRetraction: boolean;
  /** Fields of the accumulator; one named after the function where it keeps an object. */
  readonly buffers: readonly Field[];
  /** Two accumulators can be merged, so the aggregation can be split into phases. */
  readonly mergeable: boolean;
}

/** Calls that share one set of distinct values. */
export interface DistinctInfo {
  readonly argIndexes: readonly number[];
  readonly filterArgs: readonly number[];
  readonly aggIndexes: readonly number[];
}

/** Flink's `AggregateInfoList`. */
export interface AggregateInfoList {
  readonly aggInfos: readonly AggregateInfo[];
  readonly distinctInfos: readonly DistinctInfo[];
  /** COUNT(*) that tells empty groups, needed where rows are retracted. */
  readonly indexOfCountStar?: number;
  readonly countStarInserted: boolean;
}

export interface AggregateInfoRequest {
  readonly input: RowType;
  readonly aggCalls: readonly AggregateCall[];
  /** One flag a call; the inserted COUNT(*) follows `needInputCount`. */
  readonly needRetractions: readonly boolean[];
  readonly needInputCount: boolean;
  readonly indexOfExistingCountStar?: number;
}

/** Builds the list (Flink's `AggregateUtil.transformToStreamAggregateInfoList`). */
export function aggregateInfoList(r: AggregateInfoRequest): AggregateInfoList {
  const { calls, indexOfCountStar, inserted } = withCountStar(r);
  const { distinctInfos, newCalls } = extractDistinct(calls);
  const aggInfos = newCalls.map((call, index): AggregateInfo => {
    const consumeRetraction = r.needRetractions[index] ?? r.needInputCount;
    return { call, index, consumeRetraction, ...accumulatorOf(call, r.input, consumeRetraction) };
  });
  return { aggInfos, distinctInfos, indexOfCountStar, countStarInserted: inserted };
}

/** The functions without an inserted COUNT(*) (Flink's `getActualAggregateInfos`). */
export function actualAggInfos(list: AggregateInfoList): readonly AggregateInfo[] {
  return list.countStarInserted ? list.aggInfos.filter((i) => i.index !== list.indexOfCountStar) : list.aggInfos;
}

/** Names of all accumulator fields, running index over all of them; distinct sets last. */
export function accumulatorFields(list: AggregateInfoList): readonly Field[] {
  const buffers = list.aggInfos.flatMap((i) => i.buffers).map((f, i) => ({ name: `${f.name}$${i}`, type: f.type }));
  const distinct = list.distinctInfos.map((_, i) => ({
    name: `distinct$${i}`,
    type: rawType('org.apache.flink.table.api.dataview.MapView', true),
  }));
  return [...buffers, ...distinct];
}

function withCountStar(r: AggregateInfoRequest): { calls: readonly AggregateCall[]; indexOfCountStar?: number; inserted: boolean } {
  if (r.indexOfExistingCountStar !== undefined && r.indexOfExistingCountStar >= 0) {
    return { calls: r.aggCalls, indexOfCountStar: r.indexOfExistingCountStar, inserted: false };
  }
  if (!r.needInputCount) return { calls: r.aggCalls, inserted: false };
  const existing = r.aggCalls.findLastIndex(isCountStar);
  if (existing >= 0) return { calls: r.aggCalls, indexOfCountStar: existing, inserted: false };
  return { calls: [...r.aggCalls, countStarCall()], indexOfCountStar: r.aggCalls.length, inserted: true };
}

function isCountStar(c: AggregateCall): boolean {
  return c.op.kind === 'COUNT' && c.filterArg < 0 && c.args.length === 0 && !c.approximate && !c.distinct;
}

/** The COUNT(*) that Flink adds to see when a group is empty. */
export function countStarCall(): AggregateCall {
  return {
    op: COUNT,
    distinct: false,
    approximate: false,
    ignoreNulls: false,
    args: [],
    filterArg: -1,
    collation: [],
    type: simpleType('BIGINT', false),
    name: '_$count1$_',
  };
}

interface MutableDistinct {
  readonly argIndexes: readonly number[];
  readonly filterArgs: number[];
  readonly aggIndexes: number[];
}

function extractDistinct(calls: readonly AggregateCall[]): { distinctInfos: readonly DistinctInfo[]; newCalls: readonly AggregateCall[] } {
  const infos = new Map<string, MutableDistinct>();
  const newCalls = calls.map((call, index) => {
    if (!call.distinct || call.approximate || call.args.length === 0) return call;
    const key = call.args.join(',');
    const info = infos.get(key) ?? { argIndexes: call.args, filterArgs: [], aggIndexes: [] };
    infos.set(key, info);
    info.filterArgs.push(call.filterArg);
    info.aggIndexes.push(index);
    return { ...call, distinct: false, approximate: false, filterArg: -1, collation: [] };
  });
  return { distinctInfos: [...infos.values()], newCalls };
}

const BIGINT = simpleType('BIGINT', true);

function accumulatorOf(call: AggregateCall, input: RowType, retract: boolean): { buffers: readonly Field[]; mergeable: boolean } {
  const arg = call.args[0] === undefined ? undefined : input.fields[call.args[0]]?.type;
  checkAggregateType(call, arg, retract);
  const declarative = (...buffers: Field[]): { buffers: readonly Field[]; mergeable: boolean } => ({ buffers, mergeable: true });
  const sum = (): Field => ({ name: 'sum', type: sumType(arg) });
  const count: Field = { name: 'count', type: BIGINT };
  switch (call.op.kind) {
    case 'COUNT':
      return declarative(call.args.length === 0 ? { name: 'count1', type: BIGINT } : count);
    case 'SUM':
      return retract ? declarative(sum(), count) : declarative(sum());
    case 'SUM0':
      return declarative(sum());
    case 'AVG':
      return declarative({ name: 'sum', type: avgSumType(arg) }, count);
    case 'MIN':
    case 'MAX':
      if (!retract && arg) return declarative({ name: call.op.kind.toLowerCase(), type: withNullability(arg, true) });
      return object(call, true, [arg ?? BIGINT, BIGINT, DATA_VIEW]);
    case 'SINGLE_VALUE':
      return declarative(
        { name: 'value', type: arg ? withNullability(arg, true) : BIGINT },
        { name: 'count', type: simpleType('INTEGER', true) },
      );
    case 'LISTAGG':
      if (retract) return object(call, true, [DATA_VIEW, DATA_VIEW]);
      return declarative({ name: 'accDelimiter', type: stringType(true) }, { name: 'concatAcc', type: stringType(true) });
    case 'FIRST_VALUE':
    case 'LAST_VALUE':
      return object(call, false);
    default:
      return otherAccumulator(call);
  }
}

function otherAccumulator(call: AggregateCall): { buffers: readonly Field[]; mergeable: boolean } {
  switch (call.op.name) {
    case '$WELFORD_M2$1': {
      const double = simpleType('DOUBLE', true);
      return object(call, true, [BIGINT, double, double]);
    }
    case 'ARRAY_AGG':
    case 'PERCENTILE':
      return object(call, true, [DATA_VIEW, DATA_VIEW]);
    default:
      // JSON_ARRAYAGG has no merge either.
      return object(call, !call.op.name.startsWith('JSON_ARRAYAGG'));
  }
}

/** A list or a map that may live in state. */
const DATA_VIEW = rawType('org.apache.flink.table.api.dataview.MapView', true);

/** A function that keeps an object; `parts` are the object's fields where they matter to the size of a row. */
function object(call: AggregateCall, mergeable: boolean, parts?: readonly SqlType[]): { buffers: readonly Field[]; mergeable: boolean } {
  const type = parts
    ? rowTypeOf(
        parts.map((t, i) => ({ name: `f${i}`, type: t })),
        true,
      )
    : rawType(call.op.name, true);
  return { buffers: [{ name: call.op.name.toLowerCase(), type }], mergeable };
}

function sumType(arg: SqlType | undefined): SqlType {
  if (!arg) return BIGINT;
  return arg.name === 'DECIMAL' ? decimalType(38, arg.scale ?? 0, true) : withNullability(arg, true);
}

function avgSumType(arg: SqlType | undefined): SqlType {
  if (arg?.name === 'DECIMAL') return decimalType(38, arg.scale ?? 0, true);
  return arg?.name === 'FLOAT' || arg?.name === 'DOUBLE' ? simpleType('DOUBLE', true) : BIGINT;
}
