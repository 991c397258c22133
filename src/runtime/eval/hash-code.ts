import type { CallCompiler } from './contract.ts';
import { valueHash } from '../state/binary-row-hash.ts';
import { isCharacter } from '../../types/sql-type.ts';
import { strict, strictText, typeOf } from './contract.ts';

/** `String.hashCode`. */
export function javaStringHash(s: string): number {
  let h = 0;
  for (let i = 0; i < s.length; i++) h = (Math.imul(31, h) + s.charCodeAt(i)) | 0;
  return h;
}

/** `Math.abs` of an int: the smallest stays negative. */
function absolute(h: number): number {
  return Math.abs(h) | 0;
}

/** HASH_CODE(x), which spreads distinct values over buckets: Java's hash of Flink's internal value (`CodeGenUtils.hashCodeForType`). */
export const hashCode: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  if (isCharacter(type)) return strictText(args, (s) => absolute(javaStringHash(s)));
  return strict(args, (v) => valueHash(v, type));
};
