import type { SqlType } from '../../types/sql-type.ts';
import { familyOf, isCharacter, isDatetime, isIntegral, isNumeric, isTimestamp } from '../../types/sql-type.ts';

/**
 * Whether CAST(from AS to) passes validation: Calcite's `SqlTypeUtil.canCastFrom` with coercion for plain targets and Flink's
 * `LogicalTypeCasts.supportsExplicitCast` for constructed ones.
 */
export function canCast(from: SqlType, to: SqlType): boolean {
  if (from.name === 'NULL' || from.name === 'ANY') return true;
  switch (to.name) {
    case 'ARRAY':
      return from.name === 'ARRAY' && pair(from.element, to.element);
    case 'MULTISET':
      return from.name === 'MULTISET' && pair(from.element, to.element);
    case 'MAP':
      return from.name === 'MAP' && pair(from.key, to.key) && pair(from.value, to.value);
    case 'ROW':
    case 'STRUCTURED': {
      const target = to.fields ?? [];
      return (
        (from.name === 'ROW' || from.name === 'STRUCTURED') &&
        from.fields?.length === target.length &&
        from.fields.every((f, i) => pair(f.type, target[i]?.type))
      );
    }
    case 'RAW':
      return from.digest.replace(/ NOT NULL$/, '') === to.digest.replace(/ NOT NULL$/, '');
    case 'VARIANT':
    case 'BITMAP':
      return from.name === to.name;
    default:
      return canCastPlain(from, to);
  }
}

function pair(from: SqlType | undefined, to: SqlType | undefined): boolean {
  return from !== undefined && to !== undefined && canCast(from, to);
}

function canCastPlain(from: SqlType, to: SqlType): boolean {
  if (isCharacter(to)) return from.name !== 'BITMAP';
  if (from.name === 'ROW' || from.name === 'STRUCTURED' || from.name === 'ARRAY' || from.name === 'MAP' || from.name === 'MULTISET')
    return false;
  if (from.name === 'VARIANT') return true;
  if (isCharacter(from)) return true;
  const [x, y] = [familyOf(from), familyOf(to)];
  if (x === y) return true;
  switch (to.name) {
    case 'BOOLEAN':
      return isNumeric(from);
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'DECIMAL':
    case 'FLOAT':
    case 'DOUBLE':
      return from.name === 'BOOLEAN' || isTimestamp(from);
    case 'DATE':
      return isTimestamp(from);
    case 'TIME':
      return isTimestamp(from);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return isDatetime(from) || isNumeric(from);
    case 'INTERVAL':
      return isIntegral(from) || from.name === 'DECIMAL';
    case 'BINARY':
    case 'VARBINARY':
      return from.name === 'RAW';
    default:
      return false;
  }
}

/** Flink's own message for casts between numbers and timestamps, which it refuses without a place. */
export function numberTimestampCast(from: SqlType, to: SqlType): string | undefined {
  if (isNumeric(from) && isTimestamp(to)) {
    return to.name === 'TIMESTAMP'
      ? "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds."
      : "The cast from NUMERIC type to TIMESTAMP_LTZ type is not allowed. It's recommended to use TO_TIMESTAMP_LTZ(numeric_col, precision) instead.";
  }
  if (isTimestamp(from) && isNumeric(to)) {
    return from.name === 'TIMESTAMP'
      ? "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead."
      : "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed. It's recommended to use UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead.";
  }
  return undefined;
}
