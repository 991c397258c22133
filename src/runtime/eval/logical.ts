import type { Value } from '../../types/value.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { CallCompiler, EvalContext, Evaluate } from './contract.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { castFunction } from './cast.ts';
import { equal } from './comparison.ts';
import { NoEvaluator, strict, typeOf } from './contract.ts';

export const and: CallCompiler = (_call, args) => (row) => {
  let result: boolean | null = true;
  for (const a of args) {
    const v = a(row);
    if (v === false) return false;
    if (v === null) result = null;
  }
  return result;
};

export const or: CallCompiler = (_call, args) => (row) => {
  let result: boolean | null = false;
  for (const a of args) {
    const v = a(row);
    if (v === true) return true;
    if (v === null) result = null;
  }
  return result;
};

export const not: CallCompiler = (_call, args) => strict(args, (v) => v !== true);

/** IS TRUE and kin: a test of the value itself. */
export function isTest(test: (v: Value) => boolean): CallCompiler {
  return (_call, args) => {
    const x = args[0] as Evaluate;
    return (row) => test(x(row));
  };
}

/** A branch brought to the type of the whole. */
function converted(e: Evaluate, from: SqlType, to: SqlType, context: EvalContext, name: string): Evaluate {
  if (from.name === 'NULL' || sameTypeIgnoringNullability(from, to)) return e;
  const f = castFunction(from, to, context);
  if (!f) throw new NoEvaluator(name);
  return (row) => {
    const v = e(row);
    return v === null ? null : f(v);
  };
}

/** CASE and IF: the value of the first true condition. */
export const caseWhen: CallCompiler = (call, args, context) => {
  const last = args.length - 1;
  const branches = args.map((a, i) => (i % 2 === 1 || i === last ? converted(a, typeOf(call, i), call.type, context, 'CASE') : a));
  return (row) => {
    for (let i = 0; i < last; i += 2) if ((branches[i] as Evaluate)(row) === true) return (branches[i + 1] as Evaluate)(row);
    return (branches[last] as Evaluate)(row);
  };
};

/** COALESCE and IFNULL. All arguments are evaluated, so that a failing one fails the call. */
export const coalesce: CallCompiler = (call, args, context) => {
  const values = args.map((a, i) => converted(a, typeOf(call, i), call.type, context, 'COALESCE'));
  return (row) => values.map((v) => v(row)).find((x) => x !== null) ?? null;
};

export const nullIf: CallCompiler = (call, args, context) => {
  const same = equal(call, args, context);
  const x = args[0] as Evaluate;
  return (row) => (same(row) === true ? null : x(row));
};
