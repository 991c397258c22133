import type { Decimal } from '../../types/decimal.ts';
import type { SqlType, TimeUnit } from '../../types/sql-type.ts';
import type { LiteralValue, RexLiteral, RexNode } from './rex-node.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { DECIMAL_ONE, DECIMAL_ZERO, decimalOf, decimalToBigInt, fitsDecimalType } from '../../types/decimal.ts';
import { isExactNumeric, sameType, simpleType, withNullability } from '../../types/sql-type.ts';
import { call, charLiteral, exactLiteral, fieldAccess, literal, nullLiteral } from './rex-factory.ts';
import { isCallOf } from './rex-node.ts';
import { mapChildren } from './rex-visit.ts';
import { CASE, CAST, DIVIDE_INTEGER, IS_NOT_NULL, MULTIPLY, NOT_EQUALS, REINTERPRET } from './standard-operators.ts';

/** Casts, typed literals and field access: Calcite's `RexBuilder` with Flink's `FlinkRexBuilder`. */

/** Milliseconds or months of one unit of an interval's last field. */
function unitSize(unit: TimeUnit): bigint {
  switch (unit) {
    // Larger units are intervals of years in Calcite (`SqlIntervalQualifier.typeName`).
    case 'MILLENNIUM':
    case 'CENTURY':
    case 'DECADE':
    case 'YEAR':
      return 12n;
    case 'QUARTER':
      return 3n;
    case 'WEEK':
      return 604_800_000n;
    case 'DAY':
      return 86_400_000n;
    case 'HOUR':
      return 3_600_000n;
    case 'MINUTE':
      return 60_000n;
    case 'SECOND':
      return 1000n;
    default:
      return 1n;
  }
}

/** A CAST as it stands, never folded (`RexBuilder.makeAbstractCast`). */
export function makeAbstractCast(type: SqlType, e: RexNode): RexNode {
  return call(CAST, [e], type);
}

/**
 * A cast, resolved where that needs no computation (`RexBuilder.makeCast`): a literal takes the new type if its value fits, BOOLEAN and
 * exact numbers turn into CASE and `<>`, an interval's number is read out. With `matchNullability` a literal for a nullable type gets an
 * abstract CAST around it, so that the result has exactly the type asked for.
 */
export function makeCast(type: SqlType, e: RexNode, matchNullability = false): RexNode {
  if (e.rex === 'literal') {
    if (e.type.name === 'BOOLEAN' && isExactNumeric(type)) return castBooleanToExact(type, e);
    const value = retypedValue(type, e);
    if (value) {
      const result = literal(value, type);
      return type.nullable && !result.type.nullable && matchNullability ? makeAbstractCast(type, result) : result;
    }
    if (e.value.kind === 'char' && type.name === 'ARRAY') throw noLiteralOf(type);
  } else if (isExactNumeric(type) && e.type.name === 'INTERVAL') {
    return castIntervalToExact(type, e);
  } else if (type.name === 'BOOLEAN' && isExactNumeric(e.type)) {
    return call(NOT_EQUALS, [e, makeZeroLiteral(e.type)], type);
  } else if (e.type.name === 'BOOLEAN' && isExactNumeric(type)) {
    return castBooleanToExact(type, e);
  }
  return makeAbstractCast(type, e);
}

/** Calcite tries to read a text literal as a literal of the new type, which an array has not (`RexLiteral.fromJdbcString`). */
function noLiteralOf(type: SqlType): FlinkError {
  const message = `Was not expecting value '${type.name}' for enumeration 'org.apache.calcite.sql.type.SqlTypeName' in this context`;
  return new FlinkError('convert/literal-cast', [{ className: 'AssertionError', message }]);
}

function castBooleanToExact(type: SqlType, e: RexNode): RexNode {
  const casted = call(CASE, [e, exactLiteral(DECIMAL_ONE, type), makeZeroLiteral(type)]);
  if (!e.type.nullable) return casted;
  return call(CASE, [call(IS_NOT_NULL, [e]), casted, nullLiteral(type)], type);
}

function castIntervalToExact(type: SqlType, e: RexNode): RexNode {
  const divider = unitSize(e.type.interval?.end ?? 'MILLISECOND');
  const raw = makeReinterpret(simpleType('BIGINT', e.type.nullable), e);
  const value = divider === 1n ? raw : call(DIVIDE_INTEGER, [raw, exactLiteral(divider)]);
  return ensureType(type, value, false);
}

/** `Reinterpret(e)`: the number behind an interval or a datetime (`RexBuilder.makeReinterpretCast` without overflow check). */
export function makeReinterpret(type: SqlType, e: RexNode): RexNode {
  return call(REINTERPRET, [e], type);
}

/** `e × multiplier / divider` in integers (`RexBuilder.multiplyDivide`); one of the two divides the other. */
export function multiplyDivide(e: RexNode, multiplier: bigint, divider: bigint): RexNode {
  if (multiplier === divider) return e;
  return multiplier > divider
    ? call(MULTIPLY, [e, exactLiteral(multiplier / divider)])
    : call(DIVIDE_INTEGER, [e, exactLiteral(divider / multiplier)]);
}

function numberOf(value: LiteralValue): Decimal | undefined {
  switch (value.kind) {
    case 'decimal':
    case 'double':
    case 'bigint':
      return value.value;
    case 'interval':
      return decimalOf(value.value);
    default:
      return undefined;
  }
}

/** True if a literal can take the type without a cast (`RexBuilder.canRemoveCastFromLiteral`). */
export function canRetypeLiteral(type: SqlType, e: RexLiteral): boolean {
  return retypedValue(type, e) !== undefined;
}

/** The value under the new type, or undefined if a real cast is needed. */
function retypedValue(type: SqlType, e: RexLiteral): LiteralValue | undefined {
  const { value } = e;
  switch (value.kind) {
    case 'null':
      return value;
    case 'boolean':
      return type.name === 'BOOLEAN' ? value : undefined;
    case 'char':
      return lengthFits(type, value.value.length, 'CHAR', 'VARCHAR') ? value : undefined;
    case 'binary':
      return lengthFits(type, value.value.length, 'BINARY', 'VARBINARY') ? value : undefined;
    case 'date':
    case 'time':
    case 'timestamp':
    case 'symbol':
    case 'sarg':
    case 'row':
      return type.name === e.type.name || (value.kind === 'sarg' && type.name === 'SARG') ? value : undefined;
    default:
      return retypedNumber(type, e);
  }
}

function lengthFits(type: SqlType, length: number, fixed: string, varying: string): boolean {
  if (type.name === fixed) return type.precision === length;
  return type.name === varying && (type.precision ?? 0) >= length;
}

const INTEGER_RANGE: Readonly<Record<string, bigint>> = { TINYINT: 7n, SMALLINT: 15n, INTEGER: 31n, BIGINT: 63n };

function retypedNumber(type: SqlType, e: RexLiteral): LiteralValue | undefined {
  const n = numberOf(e.value);
  if (!n) return undefined;
  switch (type.name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT': {
      if (n.scale !== 0) return undefined;
      const bits = INTEGER_RANGE[type.name] ?? 63n;
      const whole = BigInt.asIntN(64, n.unscaled);
      if (type.name !== 'BIGINT' && (whole < -(1n << bits) || whole >= 1n << bits)) return undefined;
      return intervalAsNumber(e, type) ?? e.value;
    }
    case 'DECIMAL':
      return fitsDecimalType(n, type) ? (intervalAsNumber(e, type) ?? e.value) : undefined;
    case 'FLOAT':
    case 'DOUBLE':
      return e.value.kind === 'interval' ? { kind: 'double', value: n } : e.value;
    case 'INTERVAL':
      // A number counts units of the first field; another interval keeps its value.
      if (e.value.kind === 'interval') return e.value;
      return { kind: 'interval', value: decimalToBigInt(n) * unitSize(type.interval?.start ?? 'MILLISECOND') };
    default:
      return undefined;
  }
}

/** An interval literal read as a number of its last field, half rounded towards zero. */
function intervalAsNumber(e: RexLiteral, type: SqlType): LiteralValue | undefined {
  if (e.value.kind !== 'interval') return undefined;
  const size = unitSize(e.type.interval?.end ?? 'MILLISECOND');
  const v = e.value.value;
  const size2 = v < 0n ? -v : v;
  let q = size2 / size;
  if ((size2 % size) * 2n > size) q++;
  const value = decimalOf(v < 0n ? -q : q);
  return type.name === 'INTEGER' || type.name === 'BIGINT' ? { kind: 'bigint', value } : { kind: 'decimal', value };
}

/** A literal of 0, false, the epoch, or the empty (CHAR: blank) string (`FlinkRexBuilder.makeZeroLiteral`). */
export function makeZeroLiteral(type: SqlType): RexLiteral {
  switch (type.name) {
    case 'CHAR':
      return charLiteral(' '.repeat(type.precision ?? 1));
    case 'VARCHAR':
      return charLiteral('');
    case 'BINARY':
      return literal({ kind: 'binary', value: new Uint8Array(type.precision ?? 1) }, type);
    case 'VARBINARY':
      return literal({ kind: 'binary', value: new Uint8Array(0) }, type);
    case 'BOOLEAN':
      return literal({ kind: 'boolean', value: false }, type);
    case 'FLOAT':
    case 'DOUBLE':
      return literal({ kind: 'double', value: DECIMAL_ZERO }, type);
    case 'DATE':
      return literal({ kind: 'date', days: 0 }, type);
    case 'TIME':
      return literal({ kind: 'time', nanos: 0n }, type);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return literal({ kind: 'timestamp', nanos: 0n }, type);
    default:
      return exactLiteral(DECIMAL_ZERO, type);
  }
}

/**
 * A literal of the type, from a value that came out of a Sarg or of a computation (`RexBuilder.makeLiteral` with casts allowed): CHAR is
 * padded to the type's length, or with `trim` cut to its text without trailing blanks; VARCHAR keeps the type; numbers take the kind of
 * their type. A nullable type gets an abstract CAST around the literal.
 */
export function makeTypedLiteral(value: LiteralValue, type: SqlType, trim = false): RexNode {
  if (value.kind === 'null') return nullLiteral(type);
  if (type.nullable) return makeAbstractCast(type, makeTypedLiteral(value, withNullability(type, false), trim));
  switch (value.kind) {
    case 'char':
      if (type.name === 'CHAR') {
        return charLiteral(trim ? value.value.replace(/ +$/, '') : value.value.padEnd(type.precision ?? 0));
      }
      return makeCast(type, charLiteral(value.value));
    case 'decimal':
    case 'double':
    case 'bigint':
      if (type.name === 'FLOAT' || type.name === 'DOUBLE') return literal({ kind: 'double', value: value.value }, type);
      if (type.name === 'INTERVAL') return literal({ kind: 'interval', value: decimalToBigInt(value.value) }, type);
      return literal({ kind: 'decimal', value: value.value }, type);
    default:
      return literal(value, type);
  }
}

/** The type with the nullability of the expression. */
export function matchNullability(type: SqlType, e: RexNode): SqlType {
  return withNullability(type, e.type.nullable);
}

/** The expression, cast if its type is another one (`RexBuilder.ensureType`). */
export function ensureType(type: SqlType, e: RexNode, matchNullabilityOf = true): RexNode {
  const target = matchNullabilityOf ? matchNullability(type, e) : type;
  if (target.name === 'ANY' && (!matchNullabilityOf || target.nullable === e.type.nullable)) return e;
  return sameType(e.type, target) ? e : makeCast(target, e);
}

/** An abstract cast to NOT NULL if the expression is nullable (`RexBuilder.makeNotNull`). */
export function makeNotNull(e: RexNode): RexNode {
  return e.type.nullable ? makeAbstractCast(withNullability(e.type, false), e) : e;
}

/**
 * `e.field` (`FlinkRexBuilder.makeFieldAccess`): a NOT NULL field of a nullable row is nullable all the same, which one cast around the
 * whole chain of accesses says.
 */
export function makeFieldAccess(e: RexNode, fieldIndex: number): RexNode {
  const field = fieldAccess(e, fieldIndex);
  const bare = withoutNullabilityCast(field);
  const mustChange = field.type.nullable !== bare.type.nullable || (e.type.nullable && !field.type.nullable);
  if (mustChange) return makeCast(withNullability(field.type, true), bare, true);
  return e.type.nullable && bare.type.nullable ? bare : field;
}

/** A chain of accesses that starts at a cast which only made a row nullable, without that cast. */
function withoutNullabilityCast(field: RexNode): RexNode {
  let base: RexNode = field;
  while (base.rex === 'fieldAccess') base = base.ref;
  if (!isCallOf(base, 'CAST')) return field;
  const strip = (e: RexNode): RexNode => {
    if (!isCallOf(e, 'CAST')) return mapChildren(e, strip);
    const x = e.operands[0] as RexNode;
    const sameFields =
      x.type.fields !== undefined &&
      x.type.fields.length === e.type.fields?.length &&
      x.type.fields.every((f, i) => f.name === e.type.fields?.[i]?.name && sameType(f.type, (e.type.fields?.[i] ?? f).type));
    return !x.type.nullable && e.type.nullable && sameFields ? removeCast(e) : e;
  };
  return strip(field);
}

/** The expression inside any number of casts (`RexUtil.removeCast`). */
export function removeCast(e: RexNode): RexNode {
  let result = e;
  while (isCallOf(result, 'CAST')) result = result.operands[0] as RexNode;
  return result;
}

/** True for a cast that changes nullability only (`RexUtil.isNullabilityCast`). */
export function isNullabilityCast(e: RexNode): boolean {
  if (!isCallOf(e, 'CAST')) return false;
  const x = e.operands[0] as RexNode;
  return sameType(withNullability(x.type, true), withNullability(e.type, true));
}

/** The expression without casts that change nullability only (`RexUtil.removeNullabilityCast`). */
export function removeNullabilityCast(e: RexNode): RexNode {
  let result = e;
  while (isCallOf(result, 'CAST') && isNullabilityCast(result)) result = result.operands[0] as RexNode;
  return result;
}

/** A reference or a field access, with `allowCast` also a cast of one (`RexUtil.isReferenceOrAccess`). */
export function isReferenceOrAccess(e: RexNode, allowCast = false): boolean {
  if (e.rex === 'inputRef' || e.rex === 'fieldAccess') return true;
  return allowCast && isCallOf(e, 'CAST') && isReferenceOrAccess(e.operands[0] as RexNode);
}

/** A literal, with `allowCast` also a cast of one (`RexUtil.isLiteral`). */
export function isLiteral(e: RexNode, allowCast = false): boolean {
  return e.rex === 'literal' || (allowCast && isCallOf(e, 'CAST') && isLiteral(e.operands[0] as RexNode));
}
