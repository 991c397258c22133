import { InvariantError } from '../../base/assert.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { MAX_LENGTH, charType, simpleType, stringType, withNullability } from '../../types/sql-type.ts';
import type { CallBinding } from '../sql-operator.ts';

/** How a function's result type follows from its operands. */
export type Returns = (b: CallBinding) => SqlType;

export function operand(b: CallBinding, i: number): SqlType {
  const t = b.operandTypes[i];
  if (!t) throw new InvariantError(`a call without operand ${i}`);
  return t;
}

export function anyNullable(b: CallBinding): boolean {
  return b.operandTypes.some((t) => t.nullable || t.name === 'NULL');
}

/** The type as given. */
export function always(t: SqlType): Returns {
  return () => t;
}

/** The type, nullable if an operand is (`TO_NULLABLE`). */
export function nullableIfArgs(t: SqlType | Returns): Returns {
  return (b) => withNullability(typeof t === 'function' ? t(b) : t, anyNullable(b));
}

export const BOOLEAN = simpleType('BOOLEAN', false);
export const INTEGER = simpleType('INTEGER', false);
export const BIGINT = simpleType('BIGINT', false);
export const DOUBLE = simpleType('DOUBLE', false);
export const STRING = stringType(false);
export const NULLABLE_STRING = stringType(true);
export const BYTES = charType('VARBINARY', MAX_LENGTH, false);

/** The type of an operand. A time attribute stays one: planning takes it off where calls lose it. */
export function argument(i: number): Returns {
  return (b) => operand(b, i);
}

/** The common type of all operands; nullable if one is. */
export function common(b: CallBinding): SqlType {
  const t = leastRestrictive(b.operandTypes);
  if (!t) throw new InvariantError(`no common type of ${b.operandTypes.map((x) => x.digest).join(', ')}`);
  return t;
}

/** CHAR becomes VARCHAR of the same length, BINARY becomes VARBINARY. */
export function varying(t: SqlType): SqlType {
  if (t.name === 'CHAR') return charType('VARCHAR', t.precision ?? 1, t.nullable);
  if (t.name === 'BINARY') return charType('VARBINARY', t.precision ?? 1, t.nullable);
  return t;
}
