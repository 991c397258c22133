import { exactDigits, fitDecimal } from '../../types/numeric-types.ts';
import type { SqlType } from '../../types/sql-type.ts';
import {
  arrayType,
  charType,
  decimalType,
  isBinary,
  isCharacter,
  isDatetime,
  isIntegral,
  isNumeric,
  isTimestamp,
  isYearMonthInterval,
  intervalType,
  mapType,
  multisetType,
  rowTypeOf,
  sameTypeIgnoringNullability,
  simpleType,
  timestampLtzType,
  timestampType,
  timeType,
  withNullability,
  withoutIndicator,
} from '../../types/sql-type.ts';

/**
 * The type to which Flink brings several values (`LogicalTypeMerging.findCommonType`); undefined if there is none. It is not Calcite's
 * `leastRestrictive`: a FLOAT with a DOUBLE is a DOUBLE, a TIMESTAMP with its LTZ kin is LTZ, a DATE or TIME with a TIMESTAMP
 * stays what it is.
 */
export function mergeTypes(types: readonly SqlType[]): SqlType | undefined {
  const typed = types.filter((t) => t.name !== 'NULL');
  const [head] = typed;
  if (!head) return undefined;
  const nullable = types.some((t) => t.nullable || t.name === 'NULL');
  // Of one type, they keep even their time attribute.
  if (typed.every((t) => sameTypeIgnoringNullability(t, head))) return withNullability(head, nullable);
  const known = typed.map(withoutIndicator);
  const first = known[0];
  if (!first) return undefined;
  const merged = known.slice(1).reduce<SqlType | undefined>((a, b) => a && merge(a, b), first);
  return merged && withNullability(merged, nullable);
}

function merge(a: SqlType, b: SqlType): SqlType | undefined {
  const nullable = a.nullable || b.nullable;
  if (sameTypeIgnoringNullability(a, b)) return withNullability(a, nullable);
  if (isCharacter(a) && isCharacter(b)) return strings(a, b, 'CHAR', 'VARCHAR');
  if (isBinary(a) && isBinary(b)) return strings(a, b, 'BINARY', 'VARBINARY');
  if (isNumeric(a) && isNumeric(b)) return numbers(a, b);
  if (isDatetime(a) && isDatetime(b)) return datetimes(a, b);
  if (a.name === 'INTERVAL' && b.name === 'INTERVAL') {
    if (isYearMonthInterval(a) !== isYearMonthInterval(b) || !a.interval || !b.interval) return undefined;
    return intervalType(a.interval, nullable);
  }
  if (isDatetime(a) && b.name === 'INTERVAL') return withNullability(a, nullable);
  if (a.name !== b.name) return undefined;
  if (a.element && b.element) {
    const element = merge(a.element, b.element);
    return element && (a.name === 'ARRAY' ? arrayType(element, nullable) : multisetType(element, nullable));
  }
  if (a.key && b.key && a.value && b.value) {
    const key = merge(a.key, b.key);
    const value = merge(a.value, b.value);
    return key && value && mapType(key, value, nullable);
  }
  if (a.name === 'ROW' && a.fields && b.fields && a.fields.length === b.fields.length) {
    const fields = a.fields.map((f, i) => ({ name: f.name, type: merge(f.type, b.fields?.[i]?.type ?? f.type) }));
    if (fields.some((f) => f.type === undefined)) return undefined;
    return rowTypeOf(
      fields.map((f) => ({ name: f.name, type: f.type as SqlType })), // checked above
      nullable,
      a.structKind,
    );
  }
  return undefined;
}

function strings(a: SqlType, b: SqlType, fixed: 'CHAR' | 'BINARY', varying: 'VARCHAR' | 'VARBINARY'): SqlType {
  const length = Math.max(a.precision ?? 1, b.precision ?? 1);
  const sameFixed = a.name === fixed && b.name === fixed && a.precision === b.precision;
  return charType(sameFixed ? fixed : varying, length, a.nullable || b.nullable);
}

const INTEGER_ORDER: readonly SqlType['name'][] = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT'];

function numbers(a: SqlType, b: SqlType): SqlType | undefined {
  const nullable = a.nullable || b.nullable;
  if (a.name === 'DOUBLE' || b.name === 'DOUBLE') return simpleType('DOUBLE', nullable);
  // A DECIMAL after a FLOAT asks for a DOUBLE, one before it does not.
  if (a.name === 'FLOAT' && b.name === 'DECIMAL') return simpleType('DOUBLE', nullable);
  if (a.name === 'FLOAT' || b.name === 'FLOAT') return simpleType('FLOAT', nullable);
  if (isIntegral(a) && isIntegral(b)) {
    const wider = INTEGER_ORDER.indexOf(a.name) >= INTEGER_ORDER.indexOf(b.name) ? a : b;
    return withNullability(wider, nullable);
  }
  const [x, y] = [exactDigits(a), exactDigits(b)];
  const scale = Math.max(x.scale, y.scale);
  const precision = Math.max(x.precision - x.scale, y.precision - y.scale) + scale;
  const fitted = precision <= 38 ? { precision, scale } : fitDecimal(38, Math.min(scale, 38));
  return decimalType(fitted.precision, fitted.scale, nullable);
}

function datetimes(a: SqlType, b: SqlType): SqlType | undefined {
  const nullable = a.nullable || b.nullable;
  const precision = Math.max(a.precision ?? 0, b.precision ?? 0);
  if (isTimestamp(a) && isTimestamp(b)) {
    const isLocal = a.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' || b.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
    return isLocal ? timestampLtzType(precision, nullable) : timestampType(precision, nullable);
  }
  if (a.name === 'TIME' && b.name === 'TIME') return timeType(precision, nullable);
  // The coarser type wins over a timestamp, on whichever side it stands.
  if (isTimestamp(b) || isTimestamp(a)) return withNullability(isTimestamp(b) ? a : b, nullable);
  return undefined;
}
