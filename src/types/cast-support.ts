import type { SqlType } from './sql-type.ts';
import {
  isCharacter,
  isExactNumeric,
  isIntegral,
  isNumeric,
  isTimestamp,
  isYearMonthInterval,
  MAX_LENGTH,
  sameTypeIgnoringNullability,
} from './sql-type.ts';

/** Which casts Flink allows and which it can do without (`LogicalTypeCasts` of Flink). */

/** True if a value can be cast without loss and without being asked for. */
export function supportsImplicitCast(source: SqlType, target: SqlType): boolean {
  return supportsCast(source, target, false);
}

/** True if `CAST(source AS target)` is allowed. */
export function supportsExplicitCast(source: SqlType, target: SqlType): boolean {
  return supportsCast(source, target, true);
}

function isConstructed(t: SqlType): boolean {
  return t.name === 'ARRAY' || t.name === 'MULTISET' || t.name === 'MAP' || t.name === 'ROW';
}

function isString(t: SqlType): boolean {
  return isCharacter(t) || t.name === 'BINARY' || t.name === 'VARBINARY';
}

/** `LogicalTypeFamily.PREDEFINED`. */
function isPredefined(t: SqlType): boolean {
  return (
    isString(t) || isNumeric(t) || t.name === 'BOOLEAN' || t.name === 'DATE' || t.name === 'TIME' || isTimestamp(t) || t.name === 'INTERVAL'
  );
}

function isSingleField(t: SqlType): boolean {
  return t.interval === undefined || t.interval.start === t.interval.end;
}

function supportsCast(source: SqlType, target: SqlType, explicit: boolean): boolean {
  if (source.nullable && !target.nullable && !explicit) return false;
  if (sameTypeIgnoringNullability(source, target)) return true;
  if (source.name === 'NULL') return true;
  if (source.name === 'INTERVAL' && isExactNumeric(target)) return isSingleField(source);
  if (isExactNumeric(source) && target.name === 'INTERVAL') return isSingleField(target);
  const structured = (t: SqlType): boolean => isConstructed(t) || t.name === 'STRUCTURED';
  if (structured(source) && structured(target)) return supportsConstructedCast(source, target, explicit);
  if (target.name === 'RAW' || (source.name === 'RAW' && !isString(target))) return false;
  if (source.name === 'SYMBOL' || target.name === 'SYMBOL') return false;
  if (source.name === 'BITMAP' && target.name === 'VARBINARY') return explicit && target.precision === MAX_LENGTH;
  return isImplicit(source, target) || (explicit && isExplicit(source, target));
}

function childrenOf(t: SqlType): readonly SqlType[] {
  if (t.fields) return t.fields.map((f) => f.type);
  if (t.element) return [t.element];
  return t.key && t.value ? [t.key, t.value] : [];
}

function supportsConstructedCast(source: SqlType, target: SqlType, explicit: boolean): boolean {
  const rows = (t: SqlType): boolean => t.name === 'ROW' || t.name === 'STRUCTURED';
  if (rows(source) && rows(target)) {
    if (source.name === 'STRUCTURED' && target.name === 'STRUCTURED' && source.className !== target.className) return false;
  } else if (source.name !== target.name) {
    return false;
  }
  const a = childrenOf(source);
  const b = childrenOf(target);
  return a.length === b.length && a.every((s, i) => supportsCast(s, b[i] as SqlType, explicit));
}

function isImplicit(source: SqlType, target: SqlType): boolean {
  if (source.name === target.name) return target.name !== 'INTERVAL' || sameIntervalClass(source, target);
  switch (target.name) {
    case 'VARCHAR':
      return source.name === 'CHAR';
    case 'VARBINARY':
      return source.name === 'BINARY';
    case 'SMALLINT':
      return source.name === 'TINYINT';
    case 'INTEGER':
      return source.name === 'TINYINT' || source.name === 'SMALLINT';
    case 'BIGINT':
      return isIntegral(source);
    case 'DECIMAL':
    case 'DOUBLE':
      return isNumeric(source);
    case 'FLOAT':
      return isExactNumeric(source);
    case 'DATE':
    case 'TIME':
      return source.name === 'TIMESTAMP';
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return isTimestamp(source);
    default:
      return false;
  }
}

function sameIntervalClass(a: SqlType, b: SqlType): boolean {
  return isYearMonthInterval(a) === isYearMonthInterval(b);
}

function isExplicit(source: SqlType, target: SqlType): boolean {
  switch (target.name) {
    case 'CHAR':
    case 'VARCHAR':
      return (
        isPredefined(source) || isConstructed(source) || source.name === 'RAW' || source.name === 'STRUCTURED' || source.name === 'BITMAP'
      );
    case 'BINARY':
    case 'VARBINARY':
      return isCharacter(source) || source.name === 'BINARY' || source.name === 'VARBINARY' || source.name === 'RAW';
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'DECIMAL':
      return isNumeric(source) || isCharacter(source) || source.name === 'INTERVAL' || source.name === 'BOOLEAN' || isTimestamp(source);
    case 'FLOAT':
    case 'DOUBLE':
      return isNumeric(source) || isCharacter(source) || source.name === 'BOOLEAN' || isTimestamp(source);
    case 'BOOLEAN':
      return isCharacter(source) || isIntegral(source);
    case 'DATE':
      return isTimestamp(source) || isCharacter(source);
    case 'TIME':
      return isTimestamp(source) || isCharacter(source);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return source.name === 'DATE' || source.name === 'TIME' || isTimestamp(source) || isCharacter(source) || isNumeric(source);
    case 'INTERVAL':
      return isExactNumeric(source) || isCharacter(source);
    default:
      return false;
  }
}

/**
 * True if a value of `source` can stand for one of `target` as it is, so that Flink inserts no cast (`supportsAvoidingCast`): equal types
 * (NOT NULL may stand for nullable), strings that are certain to fit, constructed types child by child.
 */
export function isCastAvoidable(source: SqlType, target: SqlType): boolean {
  if (source.nullable && !target.nullable) return false;
  if (sameTypeIgnoringNullability(source, target)) return true;
  switch (target.name) {
    case 'VARCHAR':
    case 'VARBINARY': {
      const fixed = target.name === 'VARCHAR' ? 'CHAR' : 'BINARY';
      const fits = (source.precision ?? 0) <= (target.precision ?? 0);
      return (source.name === target.name || source.name === fixed) && fits;
    }
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      // Time attributes are a property of the stream, not of the value.
      return source.name === target.name && source.precision === target.precision;
    case 'INTERVAL':
      // Flink knows one month and one second interval; fields and precisions are Calcite's.
      return source.name === 'INTERVAL' && sameIntervalClass(source, target);
    case 'ROW':
    case 'STRUCTURED': {
      if (source.name !== 'ROW' && source.name !== 'STRUCTURED') return false;
      if (target.name === 'STRUCTURED' && source.name === 'STRUCTURED' && source.className !== target.className) return false;
      return childrenAvoidable(source, target);
    }
    case 'ARRAY':
    case 'MULTISET':
    case 'MAP':
      return source.name === target.name && childrenAvoidable(source, target);
    default:
      return false;
  }
}

function childrenAvoidable(source: SqlType, target: SqlType): boolean {
  const a = childrenOf(source);
  const b = childrenOf(target);
  return a.length === b.length && a.every((s, i) => isCastAvoidable(s, b[i] as SqlType));
}

/** Longest text of a value, for types with one text a value; −1 otherwise. */
function longestText(t: SqlType): number {
  switch (t.name) {
    case 'BOOLEAN':
      return 5;
    case 'TINYINT':
      return 4;
    case 'SMALLINT':
      return 6;
    case 'INTEGER':
      return 11;
    case 'BIGINT':
      return 20;
    case 'FLOAT':
      return 15;
    case 'DOUBLE':
      return 24;
    case 'DATE':
      return 10;
    case 'TIME':
      return t.precision ? 9 + t.precision : 8;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return t.precision ? 20 + t.precision : 19;
    default:
      return -1;
  }
}

/** True if different values stay different after the cast (`supportsInjectiveCast`): a key stays a key. */
export function isInjectiveCast(source: SqlType, target: SqlType): boolean {
  if (source.name === 'NULL') return true;
  const rows = (t: SqlType): boolean => t.name === 'ROW' || t.name === 'STRUCTURED';
  if (rows(source) && rows(target)) {
    const a = childrenOf(source);
    const b = childrenOf(target);
    return a.length === b.length && a.every((s, i) => isInjectiveCast(s, b[i] as SqlType));
  }
  const lengthFits = (target.precision ?? 0) >= (source.precision ?? 0);
  switch (target.name) {
    case 'CHAR':
    case 'VARCHAR': {
      if (source.name === 'CHAR' || (source.name === 'VARCHAR' && target.name === 'VARCHAR')) return lengthFits;
      const longest = longestText(source);
      return longest > 0 && (target.precision ?? 0) >= longest;
    }
    case 'BINARY':
    case 'VARBINARY':
      if (source.name === 'BINARY' || (source.name === 'VARBINARY' && target.name === 'VARBINARY')) return lengthFits;
      if (!isCharacter(source)) return false;
      if (target.precision === MAX_LENGTH) return true;
      return source.precision !== MAX_LENGTH && (target.precision ?? 0) >= (source.precision ?? 0) * 4;
    case 'TINYINT':
      return source.name === 'TINYINT';
    case 'SMALLINT':
      return source.name === 'TINYINT' || source.name === 'SMALLINT';
    case 'INTEGER':
      return isIntegral(source) && source.name !== 'BIGINT';
    case 'BIGINT':
      return isIntegral(source);
    case 'DECIMAL':
      return source.name === 'DECIMAL' && source.precision === target.precision && source.scale === target.scale;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return isTimestamp(source) && source.precision === target.precision;
    case 'TIME':
      return source.name === 'TIME' && source.precision === target.precision;
    case 'FLOAT':
    case 'DOUBLE':
    case 'BOOLEAN':
    case 'DATE':
      return source.name === target.name;
    default:
      return false;
  }
}
