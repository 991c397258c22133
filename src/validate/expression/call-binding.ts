import type { CallBinding, OperandCheck, SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { BoundExpr } from '../bound.ts';
import type { Place } from '../errors.ts';
import type { ExprContext } from './context.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { decimalPlainText } from '../../types/decimal.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { charType, simpleType, withNullability } from '../../types/sql-type.ts';
import { contextError } from '../errors.ts';

/** Bound expressions as an operator sees them (Calcite's `SqlCallBinding`). */
export function bindingOf(
  operands: readonly BoundExpr[],
  aggregation: { readonly groupCount: number; readonly hasFilter: boolean },
): CallBinding {
  return {
    operandTypes: operands.map((o) => o.type),
    isLiteral: (i) => operands[i]?.kind === 'literal',
    isNullLiteral: (i) => {
      const e = operands[i];
      return e?.kind === 'literal' && e.value.kind === 'null';
    },
    literalValue: (i) => {
      const e = operands[i];
      if (e?.kind !== 'literal') return undefined;
      switch (e.value.kind) {
        case 'boolean':
        case 'char':
          return e.value.value;
        case 'decimal':
        case 'double':
          return decimalPlainText(e.value.value);
        case 'interval':
          return String(e.value.value);
        default:
          return undefined;
      }
    },
    symbol: (i) => {
      const e = operands[i];
      return e?.kind === 'literal' && e.value.kind === 'symbol' ? e.value.value : undefined;
    },
    groupCount: aggregation.groupCount,
    hasFilter: aggregation.hasFilter,
  };
}

const NO_AGGREGATION = { groupCount: -1, hasFilter: false };

export interface CheckedCall {
  readonly op: SqlOperator;
  readonly operands: readonly BoundExpr[];
  readonly type: SqlType;
}

function fitsArity(op: SqlOperator, n: number): boolean {
  return n >= op.arity.min && (op.arity.max < 0 || n <= op.arity.max);
}

/** The error of a failed check of operands. */
export function operandError(check: Exclude<OperandCheck, { readonly ok: true }>, place: Place): FlinkError {
  if (check.style === 'calcite') return contextError('validate/operand-type', place, check.message);
  const messages = check.chain ?? [check.message];
  return new FlinkError(
    'validate/function-call',
    messages.map((message) => ({ className: 'ValidationException', message })),
    place.span,
  );
}

/** Picks the overload that takes the operands, casts them where the function wants it and derives the type. */
export function checkCall(
  overloads: readonly SqlOperator[],
  operands: readonly BoundExpr[],
  cx: ExprContext,
  call: { readonly place: Place; readonly name: string; readonly hasFilter?: boolean; readonly groupCount?: number },
): CheckedCall {
  const [first] = overloads;
  if (!first) throw new UnsupportedError('function', `The function ${call.name} is not supported.`, call.place.span);
  const aggregation = { ...NO_AGGREGATION, groupCount: call.groupCount ?? -1, hasFilter: call.hasFilter ?? false };
  const fitting = overloads.filter((op) => fitsArity(op, operands.length));
  const only = fitting[0];
  if (!only) throw arityError(first, operands, call);
  const typed = fitting.length === 1 ? giveNullsTypes(only, operands) : operands;
  const binding = bindingOf(typed, aggregation);
  let failed: Exclude<OperandCheck, { readonly ok: true }> | undefined;
  for (const op of fitting) {
    const check = op.checkOperands(binding);
    if (!check.ok) {
      failed ??= check;
      continue;
    }
    if (!op.flinkInference && !MIXES_NULLS.has(op.kind)) refuseNulls(typed);
    const wanted = op.coerceOperands?.(binding);
    const cast = wanted ? typed.map((o, i) => castTo(o, wanted[i], cx)) : typed;
    return { op, operands: cast, type: op.inferReturnType(wanted ? bindingOf(cast, aggregation) : binding) };
  }
  if (!only.flinkInference && !MIXES_NULLS.has(only.kind)) refuseNulls(typed);
  if (failed) throw operandError(failed, call.place);
  throw new Error('unreachable: a check failed');
}

function arityError(op: SqlOperator, operands: readonly BoundExpr[], call: { readonly place: Place; readonly name: string }): Error {
  if (op.flinkInference) return unknownFunction(call.name, operands, call.place);
  return contextError(
    'validate/argument-count',
    call.place,
    `Invalid number of arguments to function '${op.name}'. Was expecting ${op.arity.min} arguments`,
  );
}

/** `No match found for function signature f(<NUMERIC>)`. */
export function unknownFunction(name: string, operands: readonly { readonly type: SqlType }[], place: Place): FlinkError {
  const signature = `${name}(${operands.map((o) => `<${signatureFamily(o.type)}>`).join(', ')})`;
  return contextError('validate/unknown-function', place, `No match found for function signature ${signature}`);
}

function signatureFamily(t: SqlType): string {
  switch (t.name) {
    case 'CHAR':
    case 'VARCHAR':
      return 'CHARACTER';
    case 'BINARY':
    case 'VARBINARY':
      return 'BINARY';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'DECIMAL':
    case 'FLOAT':
    case 'DOUBLE':
      return 'NUMERIC';
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return 'TIMESTAMP';
    case 'INTERVAL':
      return t.interval?.start === 'YEAR' || t.interval?.start === 'MONTH' || t.interval?.start === 'QUARTER'
        ? 'INTERVAL_YEAR_MONTH'
        : 'INTERVAL_DAY_TIME';
    case 'ARRAY':
    case 'MAP':
    case 'MULTISET':
    case 'ROW':
      return t.digest.replace(/ NOT NULL$/, '');
    default:
      return t.name;
  }
}

export function isNull(e: BoundExpr): boolean {
  return e.kind === 'literal' && e.value.kind === 'null' && e.type.name === 'NULL';
}

export function refuseNulls(operands: readonly BoundExpr[]): void {
  const found = operands.find(isNull);
  if (found) throw contextError('validate/illegal-null', found.origin, `Illegal use of 'NULL'`);
}

const TYPED_NULLS: ReadonlySet<SqlOperator['kind']> = new Set<SqlOperator['kind']>([
  'EQUALS',
  'NOT_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
  'IS_DISTINCT_FROM',
  'IS_NOT_DISTINCT_FROM',
]);

/** Operators that judge NULL operands themselves, by the types of all operands. */
const MIXES_NULLS: ReadonlySet<SqlOperator['kind']> = new Set<SqlOperator['kind']>([
  'ARRAY_VALUE_CONSTRUCTOR',
  'MAP_VALUE_CONSTRUCTOR',
  'LIKE',
  'SIMILAR',
]);

/**
 * NULL operands of comparisons get the type of the first operand that has one; where families of operands are asked for (logic, arithmetic),
 * NULL is refused.
 */
function giveNullsTypes(op: SqlOperator, operands: readonly BoundExpr[]): readonly BoundExpr[] {
  if (op.flinkInference || !operands.some(isNull)) return operands;
  const fill = (type: SqlType): readonly BoundExpr[] => operands.map((o) => (isNull(o) ? withType(o, type) : o));
  if (op.kind === 'IS_NULL' || op.kind === 'IS_NOT_NULL') return fill(charType('VARCHAR', 1024, true));
  if (op.kind === 'ARRAY_VALUE_CONSTRUCTOR') return commonNulls(operands, () => true);
  if (op.kind === 'MAP_VALUE_CONSTRUCTOR') return operands[0] && isNull(operands[0]) ? operands : fillFirstKnown(operands);
  if (op.name === 'JSON_OBJECT' || op.name === 'JSON_ARRAY') return fill(simpleType('ANY', true));
  if (!TYPED_NULLS.has(op.kind)) return operands;
  return fillFirstKnown(operands, simpleType('BOOLEAN', true));
}

/** NULL operands with the type of the first operand that has one (Calcite's `InferTypes.FIRST_KNOWN`), else with `otherwise`. */
function fillFirstKnown(operands: readonly BoundExpr[], otherwise?: SqlType): readonly BoundExpr[] {
  const type = operands.find((o) => !isNull(o) && o.type.name !== 'SYMBOL')?.type ?? otherwise;
  return type ? operands.map((o) => (isNull(o) ? withType(o, type) : o)) : operands;
}

/** NULL elements take the common type of the others. */
function commonNulls(operands: readonly BoundExpr[], belongs: (i: number) => boolean): readonly BoundExpr[] {
  const known = operands.filter((o, i) => belongs(i) && !isNull(o)).map((o) => o.type);
  const type = known.length > 0 ? leastRestrictive(known) : undefined;
  return type ? operands.map((o, i) => (belongs(i) && isNull(o) ? withType(o, type) : o)) : operands;
}

/** A null literal with another type. */
export function withType(e: BoundExpr, type: SqlType): BoundExpr {
  return e.kind === 'literal' ? { ...e, type: withNullability(type, true) } : e;
}

/** The operand cast to the wanted type; a null literal simply takes it. */
export function castTo(e: BoundExpr, type: SqlType | undefined, cx: ExprContext): BoundExpr {
  if (!type || e.type.digest === type.digest) return e;
  if (e.kind === 'literal' && e.value.kind === 'null') return withType(e, type);
  return { kind: 'call', op: castOperator(cx), operands: [e], type, origin: e.origin };
}

export function castOperator(cx: ExprContext): SqlOperator {
  return operatorNamed(cx, 'CAST');
}

/** An operator that must exist. */
export function operatorNamed(cx: ExprContext, name: string, syntax?: SqlOperator['syntax'], place?: Place): SqlOperator {
  const [op] = operatorsNamed(cx, name, syntax);
  if (!op) throw new UnsupportedError('operator', `The operator ${name} is not supported.`, place?.span);
  return op;
}

/** Operators of a name; of the syntax asked for, where there are any. */
export function operatorsNamed(cx: ExprContext, name: string, syntax?: SqlOperator['syntax']): readonly SqlOperator[] {
  const all = cx.binder.session.operators.lookup(name);
  const matching = syntax ? all.filter((op) => op.syntax === syntax) : all;
  return matching.length > 0 ? matching : syntax ? cx.binder.session.operators.lookup(name, syntax) : all;
}
