import type { RexCall, RexNode } from '../rel/rex/rex-node.ts';
import type { Value } from '../types/value.ts';
import type { EvalContext, Evaluate } from './eval/contract.ts';
import type { Row } from './record.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { inputRef } from '../rel/rex/rex-factory.ts';
import { mapRex } from '../rel/rex/rex-visit.ts';
import { compileExpression } from './eval/compile-expression.ts';
import { NoEvaluator } from './eval/contract.ts';
import { utcNanosToLocal } from './eval/time-zone.ts';
import { timestampOfMillis } from './event-time.ts';

/** What functions of time read: the virtual clock and the operator's watermark, in milliseconds. */
export interface ExpressionClock {
  readonly now: number;
  readonly watermark: number;
}

type ClockFunction = (call: RexCall, clock: ExpressionClock, context: EvalContext) => Value;

const DAY_NANOS = 86_400_000_000_000n;

function localNow(clock: ExpressionClock, context: EvalContext): bigint {
  return utcNanosToLocal(context.timeZone, timestampOfMillis(clock.now));
}

function localDate(nanos: bigint): number {
  return Number((nanos - (((nanos % DAY_NANOS) + DAY_NANOS) % DAY_NANOS)) / DAY_NANOS);
}

function localTime(nanos: bigint): number {
  return Number((((nanos % DAY_NANOS) + DAY_NANOS) % DAY_NANOS) / 1_000_000n);
}

const nowLtz: ClockFunction = (_, clock) => timestampOfMillis(clock.now);

/** Functions of the clock, by name. In streaming they are computed for every row. */
const CLOCK_FUNCTIONS: Readonly<Record<string, ClockFunction>> = {
  // A time attribute has no value until it is materialised.
  PROCTIME: () => null,
  PROCTIME_MATERIALIZE: nowLtz,
  NOW: nowLtz,
  CURRENT_TIMESTAMP: nowLtz,
  CURRENT_ROW_TIMESTAMP: nowLtz,
  LOCALTIMESTAMP: (_, clock, context) => localNow(clock, context),
  CURRENT_DATE: (_, clock, context) => localDate(localNow(clock, context)),
  CURRENT_TIME: (_, clock, context) => localTime(localNow(clock, context)),
  LOCALTIME: (_, clock, context) => localTime(localNow(clock, context)),
  CURRENT_WATERMARK: (_, clock) => (Number.isFinite(clock.watermark) ? timestampOfMillis(clock.watermark) : null),
};

/** What becomes of a function that is known by its signature only. */
export function noBody(name: string): UnsupportedError {
  return new UnsupportedError('function-body', `The function ${name} is known by its signature only; it has no body that could run.`);
}

function clockFunction(e: RexNode): { readonly call: RexCall; readonly run: ClockFunction } | undefined {
  if (e.rex !== 'call') return undefined;
  if (e.op.isUserDefined) throw noBody(e.op.name);
  const name = e.op.name.toUpperCase();
  if (name === 'UNIX_TIMESTAMP' && e.operands.length === 0) {
    return { call: e, run: (_, clock) => BigInt(Math.floor(clock.now / 1000)) };
  }
  const run = CLOCK_FUNCTIONS[name];
  return run && { call: e, run };
}

/**
 * Compiles an expression of the running plan. Evaluators know no clock, so calls that read one become fields behind the row, filled in
 * before each evaluation. Throws `UnsupportedError` for functions that have no evaluator.
 */
export function compileRuntimeExpression(
  e: RexNode,
  o: { readonly fieldCount: number; readonly context: EvalContext; readonly clock: ExpressionClock },
): Evaluate {
  const clockCalls: { readonly call: RexCall; readonly run: ClockFunction }[] = [];
  const rewritten = mapRex(e, (n) => {
    const found = clockFunction(n);
    if (!found) return undefined;
    clockCalls.push(found);
    return inputRef(o.fieldCount + clockCalls.length - 1, n.type);
  });
  const run = supported(() => compileExpression(rewritten, o.context));
  if (clockCalls.length === 0) return neverFails(rewritten) ? run : guarded(run);
  const checked = guarded(run);
  return (row) => {
    const padded: Value[] = [...row];
    padded.length = o.fieldCount;
    for (const c of clockCalls) padded.push(c.run(c.call, o.clock, o.context));
    return checked(padded);
  };
}

function neverFails(e: RexNode): boolean {
  return e.rex === 'inputRef' || e.rex === 'literal';
}

function supported<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw asUnsupported(error);
  }
}

/** Some functions see only at run time that they cannot do what is asked. */
function guarded(run: Evaluate): Evaluate {
  return (row) => {
    try {
      return run(row);
    } catch (error) {
      throw asUnsupported(error);
    }
  };
}

function asUnsupported(error: unknown): unknown {
  return error instanceof NoEvaluator ? new UnsupportedError('function', `There is no evaluator for ${error.operator}.`) : error;
}

/** A condition: true only where it is TRUE. */
export function asCondition(evaluate: Evaluate | undefined): (row: Row) => boolean {
  return evaluate ? (row) => evaluate(row) === true : () => true;
}
