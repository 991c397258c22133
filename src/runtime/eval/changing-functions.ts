import type { Value } from '../../types/value.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { CallCompiler, EvalContext, Evaluate, Surroundings } from './contract.ts';
import { EvaluationError, NoEvaluator } from './contract.ts';
import { JavaRandom } from './java-random.ts';
import { splitMillis, utcNanosToLocal } from './time-zone.ts';

/** Functions of time and chance, which give another value on each row. They need `EvalContext.surroundings`, so nothing of them is folded. */

const NANOS = 1_000_000n;
const DAY = 86_400_000;

function surroundingsOf(call: RexCall, context: EvalContext): Surroundings {
  if (!context.surroundings) throw new NoEvaluator(call.op.name);
  return context.surroundings;
}

/** A function of the current instant in milliseconds since the epoch. */
function ofNow(f: (utcMillis: number, context: EvalContext) => Value): CallCompiler {
  return (call, args, context) => {
    if (args.length > 0) throw new NoEvaluator(call.op.name);
    const { nowMillis } = surroundingsOf(call, context);
    return () => f(nowMillis(), context);
  };
}

function localNanos(utcMillis: number, context: EvalContext): bigint {
  return utcNanosToLocal(context.timeZone, BigInt(utcMillis) * NANOS);
}

/** CURRENT_TIMESTAMP, NOW, CURRENT_ROW_TIMESTAMP. */
export const currentTimestamp = ofNow((now) => BigInt(now) * NANOS);
export const localTimestamp = ofNow(localNanos);
export const currentDate = ofNow((now, context) => Math.floor(splitMillis(localNanos(now, context)).millis / DAY));
/** CURRENT_TIME and LOCALTIME: whole seconds. */
export const currentTime = ofNow((now, context) => {
  const { millis } = splitMillis(localNanos(now, context));
  const ofDay = millis - Math.floor(millis / DAY) * DAY;
  return ofDay - (ofDay % 1000);
});
/** UNIX_TIMESTAMP(): seconds since the epoch. */
export const currentUnixTimestamp = ofNow((now) => BigInt(Math.floor(now / 1000)));

/** The generator of a call: with a literal seed one for all rows, with a seed from a column a new one for each row, without seed the session's. */
function generator(call: RexCall, seed: Evaluate | undefined, context: EvalContext): (row: readonly Value[]) => JavaRandom | undefined {
  if (!seed) {
    const { random } = surroundingsOf(call, context);
    return () => random;
  }
  surroundingsOf(call, context);
  const of = (v: Value): JavaRandom | undefined => (v === null ? undefined : new JavaRandom(BigInt(v as number | bigint)));
  if (call.operands[0]?.rex !== 'literal') return (row) => of(seed(row));
  const fixed = of(seed([]));
  return () => fixed;
}

/** RAND([seed]). */
export const rand: CallCompiler = (call, args, context) => {
  const random = generator(call, args[0], context);
  return (row) => random(row)?.nextDouble() ?? null;
};

/** RAND_INTEGER([seed,] bound): from 0 to below the bound. */
export const randInteger: CallCompiler = (call, args, context) => {
  const bound = args.at(-1) as Evaluate;
  const random = generator(call, args.length > 1 ? args[0] : undefined, context);
  return (row) => {
    const limit = bound(row);
    const source = random(row);
    if (limit === null || !source) return null;
    if (Number(limit) <= 0) throw new EvaluationError('IllegalArgumentException', 'bound must be positive');
    return source.nextInt(Number(limit));
  };
};

/** UUID(): a random one (version 4). */
export const uuid: CallCompiler = (call, _args, context) => {
  const { random } = surroundingsOf(call, context);
  return () => {
    const bits = (BigInt.asUintN(64, random.nextLong()) << 64n) | BigInt.asUintN(64, random.nextLong());
    const versioned = (bits & ~(0xfn << 76n) & ~(3n << 62n)) | (4n << 76n) | (2n << 62n);
    const hex = versioned.toString(16).padStart(32, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
};
