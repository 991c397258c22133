import { INTEGER_LITERAL } from '../lexer.ts';
import type { Cursor } from './cursor.ts';

function integer(c: Cursor, image: string, sign: 1 | -1): number {
  const value = sign * Number(image);
  // Java reads the digits before it applies the sign.
  if (Math.abs(value) > 2147483647) c.forbid(`Literal '${image}' can not be parsed to type 'java.lang.Integer'`, c.last);
  return value;
}

/** UnsignedIntLiteral. */
export function unsignedInt(c: Cursor): number {
  return integer(c, c.require(INTEGER_LITERAL).image, 1);
}

/** IntLiteral: with a sign. */
export function signedInt(c: Cursor): number {
  if (c.take('-')) return integer(c, c.require(INTEGER_LITERAL).image, -1);
  c.take('+');
  return unsignedInt(c);
}
