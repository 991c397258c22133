import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { RexCall, RexNode, Sarg } from '../../rel/rex/rex-node.ts';
import type { CallCompiler, EvalContext, Evaluate, Row } from './contract.ts';
import { FlinkError, validationError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { isBinary, isCharacter, isDatetime, isNumeric, isTimestamp } from '../../types/sql-type.ts';
import { valueEquals } from '../../types/value.ts';
import { literal } from '../../rel/rex/rex-factory.ts';
import { sargOf } from '../../rel/rex/rex-node.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { castFunction } from './cast.ts';
import { codegenError, uncompilable } from './codegen-error.ts';
import { compareValues, valueOrder } from './compare-values.ts';
import { EvaluationError, NoEvaluator, strict, typeOf } from './contract.ts';

type Test = (order: number) => boolean;

/** What Flink's code generator refuses to compare. */
function checkTypes(call: RexCall, equality: boolean): void {
  const left = typeOf(call, 0);
  const right = typeOf(call, 1);
  if ((isNumeric(left) && isCharacter(right)) || (isCharacter(left) && isNumeric(right))) {
    throw validationError(
      'plan/implicit-conversion',
      `implicit type conversion between ${left.name} and ${right.name} is not supported now`,
    );
  }
  if (equality) return;
  for (const t of [left, right]) {
    if (t.name === 'ROW' || t.name === 'ARRAY' || t.name === 'MAP' || t.name === 'MULTISET') {
      throw codegenError(`Comparable type expected, but was '${flinkTypeText(t)}'.`);
    }
  }
}

/** A cast that a comparison needs: of a literal at once, where a failure stops code generation; else a failure gives null. */
function castOperand(operand: RexNode, e: Evaluate, to: SqlType, context: EvalContext): Evaluate {
  const from = operand.type;
  const f = castFunction(from, to, context);
  if (!f) throw codegenError(`Unsupported casting from ${flinkTypeText(from)} to ${flinkTypeText(to)}`);
  const convert = (row: Row): Value => {
    const v = e(row);
    return v === null ? null : f(v);
  };
  const lenient = (row: Row): Value => {
    try {
      return convert(row);
    } catch {
      return null;
    }
  };
  if (operand.rex !== 'literal') return lenient;
  try {
    const value = convert([]);
    return () => value;
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    const message = `Error when casting ${flinkTypeText(from)} to ${flinkTypeText(to)}.`;
    throw new FlinkError('plan/code-generation', [{ className: 'TableRuntimeException', message }, ...error.causes]);
  }
}

/** Both operands of a comparison in types that have an order: a text against a datetime is read, TIMESTAMP meets TIMESTAMP_LTZ by cast. */
function aligned(
  call: RexCall,
  args: readonly Evaluate[],
  context: EvalContext,
): { args: readonly Evaluate[]; left: SqlType; right: SqlType } {
  const left = typeOf(call, 0);
  const right = typeOf(call, 1);
  const [x, y] = args as [Evaluate, Evaluate];
  const cast = (i: number, to: SqlType): Evaluate => castOperand(call.operands[i] as RexNode, args[i] as Evaluate, to, context);
  if (isDatetime(left) && isCharacter(right)) return { args: [x, cast(1, left)], left, right: left };
  if (isCharacter(left) && isDatetime(right)) return { args: [cast(0, right), y], left: right, right };
  if (isTimestamp(left) && isTimestamp(right) && left.name !== right.name) {
    return (left.precision ?? 0) > (right.precision ?? 0)
      ? { args: [x, cast(1, left)], left, right: left }
      : { args: [cast(0, right), y], left: right, right };
  }
  return { args, left, right };
}

/** A comparison that cannot be null has no null: where an operand's cast fails, it is what a boolean is at first. */
function neverNull(call: RexCall, e: Evaluate): Evaluate {
  return call.type.nullable ? e : (row) => e(row) ?? false;
}

function comparison(test: Test, equality: boolean): CallCompiler {
  return (call, args, context) => {
    checkTypes(call, equality);
    const both = aligned(call, args, context);
    const order = valueOrder(both.left, both.right);
    if (order)
      return neverNull(
        call,
        strict(both.args, (a, b) => test(order(a, b))),
      );
    if (!equality || isNumeric(both.left) || isNumeric(both.right)) throw new NoEvaluator(call.op.name);
    return strict(both.args, (a, b) => test(valueEquals(a, b) ? 0 : 1));
  };
}

export const equal = comparison((o) => o === 0, true);
export const notEqual = comparison((o) => o !== 0, true);
export const lessThan = comparison((o) => o < 0, false);
export const lessOrEqual = comparison((o) => o <= 0, false);
export const greaterThan = comparison((o) => o > 0, false);
export const greaterOrEqual = comparison((o) => o >= 0, false);

/** IS [NOT] DISTINCT FROM. */
export function distinctFrom(distinct: boolean): CallCompiler {
  return (call, args, context) => {
    const equals = equal(call, args, context);
    const [x, y] = args as [Evaluate, Evaluate];
    return (row) => {
      const a = x(row);
      const b = y(row);
      const same = a === null || b === null ? a === b : equals(row) === true;
      return same !== distinct;
    };
  };
}

/** SEARCH over a Sarg. */
export const search: CallCompiler = (call, args) => {
  const sarg: Sarg = sargOf(call);
  const ref = args[0] as Evaluate;
  const literalType = (call.operands[1] as { readonly type: SqlType }).type;
  const type = typeOf(call, 0);
  const order = valueOrder(type, literalType);
  if (!order) throw new NoEvaluator('SEARCH');
  const bound = (v: Parameters<typeof literal>[0] | undefined): Exclude<Value, null> | undefined =>
    v === undefined ? undefined : (valueOfLiteral(literal(v, literalType)) as Exclude<Value, null>);
  const ranges = sarg.ranges.map((r) => ({
    lower: bound(r.lower),
    upper: bound(r.upper),
    lowerClosed: r.lowerClosed,
    upperClosed: r.upperClosed,
  }));
  return (row) => {
    const v = ref(row);
    if (v === null) return sarg.nullAs === 'UNKNOWN' ? null : sarg.nullAs === 'TRUE';
    return ranges.some((r) => {
      if (r.lower !== undefined) {
        const o = order(v, r.lower);
        if (o < 0 || (o === 0 && !r.lowerClosed)) return false;
      }
      if (r.upper !== undefined) {
        const o = order(v, r.upper);
        if (o > 0 || (o === 0 && !r.upperClosed)) return false;
      }
      return true;
    });
  };
};

/** A cast of a decimal reads the value before anything asks whether it is null (`CastRule` code of `generateCast` without a null check). */
function nullDecimal(from: SqlType, to: SqlType): EvaluationError | undefined {
  if (from.name !== 'DECIMAL' || (to.name === 'DECIMAL' && from.precision === to.precision && from.scale === to.scale)) return undefined;
  const what = to.name === 'DECIMAL' ? 'toBigDecimal()" because "dec" is null' : 'isCompact()" because "decimal" is null';
  return new EvaluationError('NullPointerException', `Cannot invoke "org.apache.flink.table.data.DecimalData.${what}`);
}

/** What GREATEST and LEAST cannot compare: it is seen in generated code, for bytes only by the Java compiler. */
function checkExtreme(t: SqlType): void {
  if (t.element || t.key || t.fields) throw codegenError(`Comparable type expected, but was '${flinkTypeText(t)}'.`);
  if (isBinary(t)) throw uncompilable();
}

/** GREATEST and LEAST: null as soon as one argument is. */
export function extreme(sign: 1 | -1): CallCompiler {
  return (call, args, context) => {
    call.operands.forEach((o) => {
      checkExtreme(o.type);
    });
    const casted = args.map((a, i) => {
      const from = typeOf(call, i);
      if (from.name === 'NULL') throw codegenError(`Unsupported casting from NULL to ${flinkTypeText({ ...call.type, nullable: true })}.`);
      // Flink assigns the one to the other as they are.
      if (from.name !== call.type.name && isDatetime(from) && isDatetime(call.type)) {
        if (!isTimestamp(from) || !isTimestamp(call.type)) throw uncompilable();
        return a;
      }
      const f = castFunction(from, call.type, context);
      if (!f) throw new NoEvaluator(call.op.name);
      const onNull = nullDecimal(from, call.type);
      return (row: readonly Value[]): Value => {
        const v = a(row);
        if (v !== null) return f(v);
        if (onNull) throw onNull;
        return null;
      };
    });
    return strict(casted, (...values) => values.reduce((best, v) => (sign * compareValues(v, best) > 0 ? v : best)));
  };
}
