import type { SqlType } from '../../types/sql-type.ts';
import { familyOf, isBinary, isCharacter, isDatetime, isIntegral, isNumeric, isTimestamp } from '../../types/sql-type.ts';

/**
 * Whether CAST(from AS to) passes validation: Calcite's `SqlTypeUtil.canCastFrom` with coercion for plain targets and Flink's
 * `LogicalTypeCasts.supportsExplicitCast` for constructed ones.
 */
export function canCast(from: SqlType, to: SqlType): boolean {
  if (from.name === 'NULL' || from.name === 'ANY') return true;
  switch (to.name) {
    case 'ARRAY':
      // Text passes here; there is no code for it.
      return isCharacter(from) || (from.name === 'ARRAY' && pair(from.element, to.element));
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
      return false;
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
  if (from.name === 'VARIANT') return false;
  if (isCharacter(to)) return true;
  if (from.name === 'ROW' || from.name === 'STRUCTURED' || from.name === 'ARRAY' || from.name === 'MAP' || from.name === 'MULTISET')
    return false;
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
    case 'TIME':
      return isTimestamp(from) || isBinary(from);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return isDatetime(from) || isNumeric(from) || isBinary(from);
    case 'INTERVAL':
      return (isIntegral(from) || from.name === 'DECIMAL') && to.interval?.start === to.interval?.end;
    case 'BINARY':
    case 'VARBINARY':
      return from.name === 'RAW' || from.name === 'BITMAP';
    default:
      return false;
  }
}
