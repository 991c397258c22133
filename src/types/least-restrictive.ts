import type { IntervalQualifier, SqlType, TimeUnit } from './sql-type.ts';
import { tableError } from '../base/diagnostic.ts';
import { exactDigits, MAX_DECIMAL_PRECISION } from './numeric-types.ts';
import {
  arrayType,
  charType,
  decimalType,
  familyOf,
  intervalType,
  isApproximateNumeric,
  isBinary,
  isCharacter,
  isDatetime,
  isExactNumeric,
  isIntegral,
  mapType,
  multisetType,
  rowTypeOf,
  sameType,
  simpleType,
  timestampLtzType,
  timestampType,
  timeType,
  withNullability,
} from './sql-type.ts';

/**
 * The smallest type that holds the values of all given types, or undefined if there is none (`FlinkTypeFactory.leastRestrictive` over
 * Calcite's `SqlTypeFactoryImpl` in Flink's copy). The list is not empty.
 */
export function leastRestrictive(types: readonly SqlType[]): SqlType | undefined {
  const first = types[0];
  if (!first) return undefined;
  let result: SqlType | undefined;
  if (types.every((t) => sameType(t, first))) {
    result = withNullability(first, first.nullable || first.name === 'NULL');
  } else {
    if (types.some((t) => t.name === 'ANY')) {
      throw tableError('validate/raw-type', 'Generic RAW types must have a common type information.');
    }
    result = byFamily(types) ?? byAssignment(types);
  }
  // NULL is the type of an untyped literal only.
  return result?.name === 'NULL' ? undefined : result;
}

function byFamily(types: readonly SqlType[]): SqlType | undefined {
  const nullable = types.some((t) => t.nullable || t.name === 'NULL');
  let result: SqlType | undefined;
  for (const [i, type] of types.entries()) {
    if (type.name === 'NULL') continue;
    if (result === undefined) {
      result = type;
      if (type.name === 'ROW') return leastRestrictiveRow(types);
      if (type.name === 'ARRAY' || type.name === 'MULTISET') return leastRestrictiveCollection(types, type.name);
      if (type.name === 'MAP') return leastRestrictiveMap(types);
    }
    if (typeFamilyKey(result) !== typeFamilyKey(type)) return undefined;
    const next = types[i + 1];
    if (isCharacter(type) || isBinary(type)) {
      result = combineStrings(result, type);
    } else if (isExactNumeric(type)) {
      if (isExactNumeric(result)) {
        if (next && isDatetime(next)) return withNullability(next, nullable);
        result = combineExact(result, type);
      } else if (type.name === 'DECIMAL') {
        result = simpleType('DOUBLE', false);
      }
    } else if (isApproximateNumeric(type)) {
      // FLOAT and DOUBLE count as equally precise: the first one stays.
      if (isExactNumeric(result)) result = result.name === 'DECIMAL' ? simpleType('DOUBLE', false) : type;
    } else if (type.name === 'INTERVAL') {
      if (next && isDatetime(next)) return withNullability(datetimeWithInterval(next, type), nullable);
      if (!sameType(type, result)) result = combineIntervals(result, type);
    } else if (isDatetime(type)) {
      if (next && (next.name === 'INTERVAL' || isIntegral(next))) return withNullability(datetimeWithInterval(type, next), nullable);
      if (type.precision !== undefined && type.precision !== result.precision) {
        result = withTimePrecision(type, Math.max(type.precision, result.precision ?? 0));
      }
    } else {
      return undefined;
    }
  }
  return result === undefined ? undefined : nullable ? withNullability(result, true) : result;
}

/** Calcite's `RelDataType.getFamily`: structures have themselves as family. */
function typeFamilyKey(t: SqlType): string {
  const family = familyOf(t);
  return family === 'OTHER' ? `${t.name}:${t.className ?? ''}` : family;
}

function combineStrings(result: SqlType, type: SqlType): SqlType {
  const precision = Math.max(result.precision ?? 0, type.precision ?? 0);
  if (result.name === 'VARCHAR' || result.name === 'VARBINARY') return charType(result.name, precision, false);
  let name = type.name as 'CHAR' | 'VARCHAR' | 'BINARY' | 'VARBINARY';
  if (result.precision !== type.precision) name = name === 'CHAR' ? 'VARCHAR' : name === 'BINARY' ? 'VARBINARY' : name;
  return charType(name, precision, false);
}

function combineExact(result: SqlType, type: SqlType): SqlType {
  if (sameType(result, type)) return result;
  const a = exactDigits(result);
  const b = exactDigits(type);
  if (isIntegral(result) && isIntegral(type)) return b.precision > a.precision ? type : result;
  const digits = Math.min(Math.max(a.precision - a.scale, b.precision - b.scale), MAX_DECIMAL_PRECISION);
  const scale = Math.min(Math.max(a.scale, b.scale), MAX_DECIMAL_PRECISION - digits);
  return decimalType(digits + scale, scale, false);
}

function withTimePrecision(t: SqlType, precision: number): SqlType {
  if (t.name === 'TIME') return timeType(precision, false);
  return t.name === 'TIMESTAMP' ? timestampType(precision, false) : timestampLtzType(precision, false);
}

/** Datetime plus or minus an interval: a finer fraction of the interval lifts the precision. */
function datetimeWithInterval(datetime: SqlType, other: SqlType): SqlType {
  const fraction = other.interval?.fractionalPrecision;
  if (fraction === undefined || datetime.precision === undefined || fraction <= datetime.precision) return datetime;
  return withTimePrecision(datetime, fraction);
}

// prettier-ignore
const UNITS: readonly TimeUnit[] = [
  'MILLENNIUM', 'CENTURY', 'DECADE', 'YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND', 'NANOSECOND',
];

function combineIntervals(a: SqlType, b: SqlType): SqlType {
  const x = a.interval;
  const y = b.interval;
  if (!x || !y) return a;
  const rank = (u: TimeUnit): number => UNITS.indexOf(u);
  const start = rank(x.start) <= rank(y.start) ? x.start : y.start;
  const end = rank(x.end) >= rank(y.end) ? x.end : y.end;
  const largest = (p: number | undefined, q: number | undefined): number | undefined =>
    p === undefined && q === undefined ? undefined : Math.max(p ?? 2, q ?? 2);
  const qualifier: IntervalQualifier = {
    start,
    end,
    startPrecision: largest(x.startPrecision, y.startPrecision),
    fractionalPrecision:
      x.fractionalPrecision === undefined && y.fractionalPrecision === undefined
        ? undefined
        : Math.max(x.fractionalPrecision ?? 6, y.fractionalPrecision ?? 6),
  };
  return intervalType(qualifier, a.nullable || b.nullable);
}

function leastRestrictiveRow(types: readonly SqlType[]): SqlType | undefined {
  const first = types[0];
  if (!first?.fields || types.some((t) => t.fields?.length !== first.fields?.length)) return undefined;
  const fields = [];
  for (const [i, field] of first.fields.entries()) {
    const type = leastRestrictive(types.map((t) => t.fields?.[i]?.type ?? field.type));
    if (!type) return undefined;
    fields.push({ name: field.name, type });
  }
  return rowTypeOf(
    fields,
    types.some((t) => t.nullable),
    first.structKind,
  );
}

function leastRestrictiveCollection(types: readonly SqlType[], name: 'ARRAY' | 'MULTISET'): SqlType | undefined {
  const elements: SqlType[] = [];
  for (const t of types) {
    if (!t.element) return undefined;
    elements.push(t.element);
  }
  const element = leastRestrictive(elements);
  const nullable = types.some((t) => t.nullable);
  return element && (name === 'ARRAY' ? arrayType(element, nullable) : multisetType(element, nullable));
}

function leastRestrictiveMap(types: readonly SqlType[]): SqlType | undefined {
  const keys: SqlType[] = [];
  const values: SqlType[] = [];
  for (const t of types) {
    if (!t.key || !t.value) return undefined;
    keys.push(t.key);
    values.push(t.value);
  }
  const key = leastRestrictive(keys);
  const value = leastRestrictive(values);
  return (
    key &&
    value &&
    mapType(
      key,
      value,
      types.some((t) => t.nullable),
    )
  );
}

/** Calcite's `leastRestrictiveByCast`: one of the types to which all others can be assigned. */
function byAssignment(types: readonly SqlType[]): SqlType | undefined {
  let result = types[0] as SqlType;
  let nullable = result.nullable;
  for (const type of types.slice(1)) {
    if (type.name === 'NULL') {
      nullable = true;
      continue;
    }
    if (type.nullable) nullable = true;
    if (isAssignable(type, result)) result = type;
    else if (!isAssignable(result, type)) return undefined;
  }
  return nullable ? withNullability(result, true) : result;
}

const NUMBERS: readonly string[] = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'DECIMAL', 'FLOAT', 'DOUBLE'];

/** True if a value of `from` can be assigned to `to` (Calcite's `SqlTypeUtil.canCastFrom` with Flink's `SqlTypeAssignmentRule`). */
export function isAssignable(to: SqlType, from: SqlType): boolean {
  if (sameType(to, from) || to.name === 'ANY' || from.name === 'ANY') return true;
  if (to.fields || from.fields) {
    if (to.name === 'ROW') {
      if (from.name !== 'ROW') return from.name === 'NULL';
      const source = from.fields ?? [];
      const target = to.fields ?? [];
      return target.length === source.length && target.every((f, i) => isAssignable(f.type, source[i]?.type ?? f.type));
    }
    return typeFamilyKey(to) === typeFamilyKey(from);
  }
  if (to.element && from.element) return isAssignable(to.element, from.element);
  if ((from.name === 'INTERVAL' && isExactNumeric(to)) || (to.name === 'INTERVAL' && isExactNumeric(from))) {
    const q = from.interval ?? to.interval;
    if (q && q.start !== q.end) return false;
  }
  if (from.name === 'NULL') return true;
  switch (to.name) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return isIntegral(from) && exactDigits(from).precision <= exactDigits(to).precision;
    case 'FLOAT':
      return NUMBERS.includes(from.name) && from.name !== 'DOUBLE';
    case 'DOUBLE':
      return NUMBERS.includes(from.name);
    case 'DECIMAL':
      return NUMBERS.includes(from.name) && from.name !== 'FLOAT';
    case 'VARCHAR':
      return isCharacter(from);
    case 'BINARY':
    case 'VARBINARY':
      return isBinary(from);
    case 'INTERVAL':
      return from.name === 'INTERVAL' && familyOf(from) === familyOf(to);
    default:
      return to.name === from.name;
  }
}
