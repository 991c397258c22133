import type { AggregateInfo } from '../../rel/physical/aggregate-info.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { AccumulatorFactory } from './accumulator.ts';
import type { BitmapCombination } from './bitmap-aggregates.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { decimalType, simpleType } from '../../types/sql-type.ts';
import { checkStreaming } from './batch-only.ts';
import { bitmapAggregate } from './bitmap-aggregates.ts';
import { extreme } from './extremes.ts';
import { jsonAggregate } from './json-aggregates.ts';
import { percentile } from './percentile.ts';
import { ranking } from './ranking.ts';
import { average, count, sum, sum0, welford } from './sums.ts';
import { arrayAgg, collect, lag, listAgg, positional, singleValue } from './values.ts';

/** The accumulators of a call over rows of the type `input`. Throws `UnsupportedError` for functions that are not built. */
export function accumulatorFactory(info: AggregateInfo, input: RowType): AccumulatorFactory {
  const { call, consumeRetraction } = info;
  const arg = call.args[0] === undefined ? undefined : input.fields[call.args[0]]?.type;
  const argument = (): SqlType => {
    if (!arg) throw new Error(`${call.op.name} without an argument`);
    return arg;
  };
  switch (call.op.kind) {
    case 'COUNT':
      return count(call.args.length === 0);
    case 'SUM':
      return sum(sumTypeOf(argument()), consumeRetraction);
    case 'SUM0':
      return sum0(sumTypeOf(argument()));
    case 'AVG':
      return average(averageSumType(argument()), call.type);
    case 'MIN':
      return extreme(-1, consumeRetraction);
    case 'MAX':
      return extreme(1, consumeRetraction);
    case 'FIRST_VALUE':
      return positional(false, consumeRetraction);
    case 'LAST_VALUE':
      return positional(true, consumeRetraction);
    case 'LISTAGG':
      return listAgg();
    case 'COLLECT':
      return collect(argument());
    case 'SINGLE_VALUE':
      return singleValue();
    default:
  }
  const named = byName(call, arg);
  if (named) return named;
  checkStreaming(call.op.name);
  throw new UnsupportedError('aggregate', `The aggregate function ${call.op.name} cannot be run yet.`);
}

function byName(call: AggregateCall, arg: SqlType | undefined): AccumulatorFactory | undefined {
  const { name } = call.op;
  if (name === 'LAG') return lag();
  if (name === 'ROW_NUMBER') return count(true);
  if (name === 'RANK' || name === 'DENSE_RANK') return ranking();
  if (name === 'ARRAY_AGG') return arrayAgg(call.ignoreNulls);
  if (name === 'PERCENTILE') return percentile(call.type.name === 'ARRAY');
  if (name.startsWith('$WELFORD_M2')) return welford();
  const json = /^JSON_(ARRAY|OBJECT)AGG_(ABSENT|NULL)_ON_NULL$/.exec(name);
  if (json) return jsonAggregate(json[1] === 'ARRAY' ? 'array' : 'object', json[2] === 'ABSENT');
  const bitmap = /^BITMAP_(BUILD|AND|OR|XOR)_(CARDINALITY_)?AGG$/.exec(name);
  return bitmap && arg ? bitmapAggregate(bitmap[1] as BitmapCombination, bitmap[2] !== undefined) : undefined;
}

function sumTypeOf(arg: SqlType): SqlType {
  return arg.name === 'DECIMAL' ? decimalType(38, arg.scale ?? 0, true) : arg;
}

function averageSumType(arg: SqlType): SqlType {
  if (arg.name === 'DECIMAL') return decimalType(38, arg.scale ?? 0, true);
  return simpleType(arg.name === 'FLOAT' || arg.name === 'DOUBLE' ? 'DOUBLE' : 'BIGINT', true);
}
