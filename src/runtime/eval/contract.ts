import type { Cause } from '../../base/diagnostic.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { RexCall } from '../../rel/rex/rex-node.ts';
import type { JavaRandom } from './java-random.ts';
import type { TimeZone } from './time-zone.ts';

export type Row = readonly Value[];

/** A compiled expression: the value for one row. Throws `EvaluationError` where Flink's code would throw. */
export type Evaluate = (row: Row) => Value;

/** The world outside of a job, as functions such as NOW and RAND see it. Given by who runs the expressions, so that runs can be repeated. */
export interface Surroundings {
  /** The current instant, in milliseconds since the epoch. */
  readonly nowMillis: () => number;
  /** Where calls without a seed get their numbers. */
  readonly random: JavaRandom;
}

/** What evaluators may depend on besides the row. */
export interface EvalContext {
  /** The session time zone. */
  readonly timeZone: TimeZone;
  /** `table.exec.legacy-cast-behaviour`: failing casts give null. */
  readonly legacyCasts: boolean;
  /** Absent where constants are folded: functions of time and chance have no evaluator then. */
  readonly surroundings?: Surroundings;
  /** Text is for a client's table of results, not a cast: bytes print as `x'0a'`. */
  readonly printing?: boolean;
}

/** Makes the function of a call from those of its operands. Throws `NoEvaluator` for operand types it does not cover. */
export type CallCompiler = (call: RexCall, args: readonly Evaluate[], context: EvalContext) => Evaluate;

/** An exception of Flink's generated code. */
export class EvaluationError extends Error {
  readonly className: string;
  /** Class of an exception with the same message around this one, where Flink wraps it. */
  readonly wrapper: string | undefined;

  constructor(className: string, message: string, wrapper?: string) {
    super(message);
    this.name = 'EvaluationError';
    this.className = className;
    this.wrapper = wrapper;
  }

  /** The exceptions of a failed job, outermost first. */
  get causes(): readonly Cause[] {
    const { className, message, wrapper } = this;
    return [...(wrapper === undefined ? [] : [{ className: wrapper, message }]), { className, message }];
  }
}

/** There is no evaluator for an operator, or for these operand types: the caller reports `unsupported/…`. */
export class NoEvaluator extends Error {
  readonly operator: string;

  constructor(operator: string) {
    super(`no evaluator for ${operator}`);
    this.name = 'NoEvaluator';
    this.operator = operator;
  }
}

/** The type of an operand. */
export function typeOf(call: RexCall, i: number): SqlType {
  const operand = call.operands[i];
  if (!operand) throw new NoEvaluator(call.op.name);
  return operand.type;
}

/** The text of an operand that is a symbol. */
export function symbolOf(call: RexCall, i: number): string {
  const e = call.operands[i];
  if (e?.rex !== 'literal' || e.value.kind !== 'symbol') throw new NoEvaluator(call.op.name);
  return e.value.value;
}

/** A function that is null as soon as one argument is. */
export function strict(args: readonly Evaluate[], f: (...values: Exclude<Value, null>[]) => Value): Evaluate {
  const [a, b, c] = args;
  if (a && args.length === 1) {
    return (row) => {
      const x = a(row);
      return x === null ? null : f(x);
    };
  }
  if (a && b && args.length === 2) {
    return (row) => {
      const x = a(row);
      if (x === null) return null;
      const y = b(row);
      return y === null ? null : f(x, y);
    };
  }
  if (a && b && c && args.length === 3) {
    return (row) => {
      const x = a(row);
      const y = b(row);
      const z = c(row);
      return x === null || y === null || z === null ? null : f(x, y, z);
    };
  }
  return (row) => {
    const values: Exclude<Value, null>[] = [];
    for (const arg of args) {
      const v = arg(row);
      if (v === null) return null;
      values.push(v);
    }
    return f(...values);
  };
}

/** A strict function of texts. */
export function strictText(args: readonly Evaluate[], f: (...values: string[]) => Value): Evaluate {
  return strict(args, (...values) => f(...(values as string[])));
}
