import type { SqlType } from './sql-type.ts';
import { decimalType, isExactNumeric, withNullability } from './sql-type.ts';

/** Digits and scale of an exact number's type; integers count as decimals of scale 0. */
export function exactDigits(t: SqlType): { readonly precision: number; readonly scale: number } {
  switch (t.name) {
    case 'TINYINT':
      return { precision: 3, scale: 0 };
    case 'SMALLINT':
      return { precision: 5, scale: 0 };
    case 'INTEGER':
      return { precision: 10, scale: 0 };
    case 'BIGINT':
      return { precision: 19, scale: 0 };
    default:
      return { precision: t.precision ?? 10, scale: t.scale ?? 0 };
  }
}

export const MAX_DECIMAL_PRECISION = 38;

/** Brings digits that do not fit into DECIMAL(38, …) by giving up fraction digits beyond six (`LogicalTypeMerging.adjustPrecisionScale`). */
export function fitDecimal(precision: number, scale: number): { readonly precision: number; readonly scale: number } {
  if (precision <= MAX_DECIMAL_PRECISION) return { precision, scale };
  const digits = precision - scale;
  return { precision: MAX_DECIMAL_PRECISION, scale: Math.max(MAX_DECIMAL_PRECISION - digits, Math.min(scale, 6)) };
}

export type DecimalOperation = 'plus' | 'times' | 'divide' | 'mod';

/**
 * Result type of an arithmetic call with at least one DECIMAL and no approximate operand (`FlinkTypeSystem.deriveDecimal…Type`);
 * undefined for other operands. Nullable if an operand is.
 */
export function decimalResultType(operation: DecimalOperation, a: SqlType, b: SqlType): SqlType | undefined {
  if (!isExactNumeric(a) || !isExactNumeric(b) || (a.name !== 'DECIMAL' && b.name !== 'DECIMAL')) return undefined;
  const nullable = a.nullable || b.nullable;
  const { precision: p1, scale: s1 } = exactDigits(a);
  const { precision: p2, scale: s2 } = exactDigits(b);
  if (operation === 'mod' && s1 === 0 && s2 === 0) return withNullability(b, nullable);
  const raw = rawDigits(operation, p1, s1, p2, s2);
  const { precision, scale } = fitDecimal(raw.precision, raw.scale);
  return decimalType(precision, scale, nullable);
}

function rawDigits(op: DecimalOperation, p1: number, s1: number, p2: number, s2: number): { precision: number; scale: number } {
  switch (op) {
    case 'plus': {
      const scale = Math.max(s1, s2);
      return { precision: Math.max(p1 - s1, p2 - s2) + scale + 1, scale };
    }
    case 'times':
      return { precision: p1 + p2 + 1, scale: s1 + s2 };
    case 'divide': {
      const scale = Math.max(6, s1 + p2 + 1);
      return { precision: p1 - s1 + s2 + scale, scale };
    }
    case 'mod': {
      const scale = Math.max(s1, s2);
      return { precision: Math.min(p1 - s1, p2 - s2) + scale, scale };
    }
  }
}

/** Type of SUM (`LogicalTypeMerging.findSumAggType`) with the argument's nullability. */
export function sumType(argument: SqlType): SqlType {
  if (argument.name !== 'DECIMAL') return argument;
  return decimalType(MAX_DECIMAL_PRECISION, argument.scale ?? 0, argument.nullable);
}

/** Type of AVG (`LogicalTypeMerging.findAvgAggType`) with the argument's nullability. */
export function avgType(argument: SqlType): SqlType {
  if (argument.name !== 'DECIMAL') return argument;
  return decimalType(MAX_DECIMAL_PRECISION, Math.max(argument.scale ?? 0, 6), argument.nullable);
}
