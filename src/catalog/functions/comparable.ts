import type { SqlType } from '../../types/sql-type.ts';
import { familyOf } from '../../types/sql-type.ts';

const TEXT_COMPARES: ReadonlySet<string> = new Set([
  'DATE',
  'TIME',
  'TIMESTAMP',
  'INTERVAL_DAY_TIME',
  'INTERVAL_YEAR_MONTH',
  'NUMERIC',
  'BOOLEAN',
]);

/** Calcite's `SqlTypeUtil.isComparable`: one family, or text against something that text can be read as; rows field by field. */
export function isComparable(a: SqlType, b: SqlType): boolean {
  if (a.fields || b.fields) {
    if (!a.fields || !b.fields || a.fields.length !== b.fields.length) return false;
    return a.fields.every((f, i) => {
      const other = b.fields?.[i];
      return other !== undefined && isComparable(f.type, other.type);
    });
  }
  const [x, y] = [familyOf(a), familyOf(b)];
  if (x === 'ANY' || y === 'ANY' || a.name === 'NULL' || b.name === 'NULL') return true;
  if (x === y) return x === 'OTHER' ? a.name === b.name : true;
  return (x === 'CHARACTER' && TEXT_COMPARES.has(y)) || (y === 'CHARACTER' && TEXT_COMPARES.has(x));
}
