import type {
  SqlBinaryStringLiteral,
  SqlCharStringLiteral,
  SqlDateTimeLiteral,
  SqlLiteral,
  SqlNumericLiteral,
  SqlUnknownLiteral,
} from '../ast.ts';
import {
  APPROX_LITERAL,
  BINARY_STRING,
  C_STRING,
  DECIMAL_LITERAL,
  INTEGER_LITERAL,
  LBRACE_D,
  LBRACE_T,
  LBRACE_TS,
  PREFIXED_STRING,
  QUOTED_STRING,
  UNICODE_STRING,
} from '../lexer.ts';
import type { Cursor, Kinds } from './cursor.ts';
import { dateTimeText } from './date-time.ts';
import { intervalLiteral } from './interval.ts';
import { from, placeOf, type Place } from './place.ts';
import { charsetOf, checkCharset, checkedEscape, cStringText, stringText, unescapeUnicode } from './text.ts';

export const NUMBER: Kinds = new Set([INTEGER_LITERAL, DECIMAL_LITERAL, 'DECIMAL', APPROX_LITERAL]);
export const STRING: Kinds = new Set([BINARY_STRING, PREFIXED_STRING, QUOTED_STRING, UNICODE_STRING, C_STRING]);
const SPECIAL: Kinds = new Set(['TRUE', 'FALSE', 'UNKNOWN', 'NULL']);

/** Digits as `BigDecimal` prints them. */
function exactText(image: string): string {
  const [whole = '', fraction = ''] = image.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  return `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A number with an exponent written out in digits. */
function plainText(text: string): string | undefined {
  const m = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!m || ((m[2] ?? '') === '' && (m[3] ?? '') === '')) return undefined;
  const sign = m[1] === '-' ? '-' : '';
  const fraction = m[3] ?? '';
  const exponent = Number(m[4] ?? 0);
  if (Math.abs(exponent) > 10_000) return undefined;
  const digits = (m[2] ?? '') + fraction;
  const scale = fraction.length - exponent;
  if (scale <= 0) return sign + exactText(digits + '0'.repeat(-scale));
  const padded = digits.padStart(scale + 1, '0');
  return sign + exactText(`${padded.slice(0, -scale)}.${padded.slice(-scale)}`);
}

export function numericLiteral(text: string, exact: boolean, place: Place): SqlNumericLiteral {
  return { type: 'SqlNumericLiteral', text, exact, ...placeOf(place) };
}

/** The same number with the other sign. */
export function negated(n: SqlNumericLiteral, place: Place): SqlNumericLiteral {
  const isZero = !/[1-9]/.test(n.text);
  const opposite = numericLiteral(n.text.startsWith('-') ? n.text.slice(1) : isZero ? n.text : `-${n.text}`, n.exact, place);
  return n.digits === undefined ? opposite : { ...opposite, digits: n.digits };
}

/** UnsignedNumericLiteral. */
export function unsignedNumericLiteral(c: Cursor): SqlNumericLiteral {
  const token = c.require(INTEGER_LITERAL, DECIMAL_LITERAL, 'DECIMAL', APPROX_LITERAL);
  if (token.kind === APPROX_LITERAL) return numericLiteral(token.image, false, c.last);
  if (token.kind !== 'DECIMAL') {
    const exact = numericLiteral(exactText(token.image), true, c.last);
    return token.image.includes('.') ? { ...exact, digits: token.image.length - 1 } : exact;
  }
  const text = stringText(c.require(QUOTED_STRING).image).replace(/^ +| +$/g, '');
  return numericLiteral(plainText(text) ?? c.forbid(`Literal '${text}' can not be parsed to type 'DECIMAL'`, c.last), true, c.last);
}

/** NumericLiteral: with a sign. */
export function signedNumericLiteral(c: Cursor): SqlNumericLiteral {
  if (c.take('+')) return unsignedNumericLiteral(c);
  if (c.take('-')) {
    const start = c.last;
    const n = unsignedNumericLiteral(c);
    return negated(n, from(start, c.last));
  }
  return unsignedNumericLiteral(c);
}

export function charString(
  value: string,
  place: Place,
  extras: Pick<SqlCharStringLiteral, 'charset' | 'pieces' | 'sameLine'> = {},
): SqlCharStringLiteral {
  return { type: 'SqlCharStringLiteral', value, ...extras, ...placeOf(place) };
}

/** A plain `'…'` where nothing else is allowed. */
export function quotedString(c: Cursor): SqlCharStringLiteral {
  const text = stringText(c.require(QUOTED_STRING).image);
  return charString(text, c.last);
}

/** `COMMENT 'text'`, or nothing. */
export function commentOption(c: Cursor): SqlCharStringLiteral | undefined {
  return c.take('COMMENT') ? quotedString(c) : undefined;
}

/** StringLiteral: with a prefix, several pieces, or UESCAPE. */
export function stringLiteral(c: Cursor): SqlCharStringLiteral | SqlBinaryStringLiteral {
  const token = c.require(...STRING);
  const start = c.last;
  if (token.kind === C_STRING) return charString(cStringText(c, token.image), start, { charset: 'UTF16' });
  if (token.kind === BINARY_STRING) return binaryString(c, token.image, start);
  const isUnicode = token.kind === UNICODE_STRING;
  const charset = isUnicode ? 'UTF16' : charsetOf(c, token.image);
  const pieces = [stringText(token.image)];
  checkCharset(c, pieces[0] ?? '', charset);
  let end = start;
  let sameLine: Place | undefined;
  for (let next = c.take(QUOTED_STRING); next; next = c.take(QUOTED_STRING)) {
    pieces.push(stringText(next.image));
    checkCharset(c, pieces.at(-1) ?? '', charset);
    if (c.last.pos.line <= end.pos.endLine) sameLine ??= c.last;
    end = c.last;
  }
  let escape = isUnicode ? '\\' : '';
  if (c.take('UESCAPE')) {
    const text = stringText(c.require(QUOTED_STRING).image);
    if (!isUnicode) c.forbid('UESCAPE cannot be specified without Unicode literal introducer', c.last);
    escape = checkedEscape(c, text);
  }
  const place = from(start, end);
  const plain = escape === '' ? pieces : pieces.map((p) => unescapeUnicode(c, p, escape, place));
  return charString(plain.join(''), place, {
    ...(charset && { charset }),
    ...(plain.length > 1 && { pieces: plain }),
    ...(sameLine && { sameLine }),
  });
}

function binaryString(c: Cursor, image: string, start: Place): SqlBinaryStringLiteral {
  const checked = (text: string): string => {
    if (!/^[0-9a-fA-F]*$/.test(text)) {
      c.forbid("Binary literal string must contain only characters '0' - '9', 'A' - 'F'", c.last);
    }
    return text.toUpperCase();
  };
  const pieces = [checked(image.replace(/^[xX']+|[xX']+$/g, ''))];
  for (let next = c.take(QUOTED_STRING); next; next = c.take(QUOTED_STRING)) pieces.push(checked(next.image.replace(/^'+|'+$/g, '')));
  return { type: 'SqlBinaryStringLiteral', hex: pieces.join(''), ...(pieces.length > 1 && { pieces }), ...from(start, c.last) };
}

/** A string literal as the value of an option or a key; binary strings are not text, their digits are taken. */
export function textLiteral(c: Cursor): SqlCharStringLiteral {
  const literal = stringLiteral(c);
  return literal.type === 'SqlCharStringLiteral' ? literal : charString(literal.hex, literal);
}

/** SpecialLiteral. */
function specialLiteral(c: Cursor): SqlLiteral {
  const { kind } = c.require(...SPECIAL);
  if (kind === 'NULL') return { type: 'SqlNullLiteral', ...c.last };
  return { type: 'SqlBooleanLiteral', value: kind === 'UNKNOWN' ? undefined : kind === 'TRUE', ...c.last };
}

function unknownLiteral(c: Cursor, tag: SqlUnknownLiteral['tag'], start: Place): SqlUnknownLiteral {
  const value = stringText(c.require(QUOTED_STRING).image);
  return { type: 'SqlUnknownLiteral', tag, value, ...from(start, c.last) };
}

/** `TIMESTAMP '…'` and `TIMESTAMP WITH LOCAL TIME ZONE '…'`. */
export function timestampLiteral(c: Cursor): SqlUnknownLiteral {
  const isPlain = c.ahead('TIMESTAMP', QUOTED_STRING);
  c.require('TIMESTAMP');
  const start = c.last;
  if (isPlain) return unknownLiteral(c, 'TIMESTAMP', start);
  for (const word of ['WITH', 'LOCAL', 'TIME', 'ZONE']) c.require(word);
  return unknownLiteral(c, 'TIMESTAMP WITH LOCAL TIME ZONE', start);
}

/** `{d '…'}`, `{t '…'}`, `{ts '…'}`. */
function escapedDateTime(c: Cursor, typeName: SqlDateTimeLiteral['typeName']): SqlDateTimeLiteral {
  c.advance();
  const start = c.last;
  const text = stringText(c.require(QUOTED_STRING).image);
  c.require('}');
  const place = typeName === 'TIMESTAMP' ? from(start, c.last) : c.last;
  return { type: 'SqlDateTimeLiteral', typeName, ...dateTimeText(c, typeName, text, place), ...placeOf(place) };
}

/** DateTimeLiteral. */
function dateTimeLiteral(c: Cursor): SqlLiteral {
  const { kind } = c;
  if (kind === LBRACE_D) return escapedDateTime(c, 'DATE');
  if (kind === LBRACE_T) return escapedDateTime(c, 'TIME');
  if (kind === LBRACE_TS) return escapedDateTime(c, 'TIMESTAMP');
  if (kind === 'DATE' || kind === 'DATETIME' || kind === 'TIME') {
    c.advance();
    return unknownLiteral(c, kind, c.last);
  }
  return timestampLiteral(c);
}

const DATE_TIME: Kinds = new Set([LBRACE_D, LBRACE_T, LBRACE_TS, 'DATE', 'DATETIME', 'TIME', 'TIMESTAMP']);

/** NonIntervalLiteral. */
export function nonIntervalLiteral(c: Cursor): SqlLiteral {
  if (c.at('+', '-') || c.atAny(NUMBER)) return signedNumericLiteral(c);
  if (c.atAny(STRING)) return stringLiteral(c);
  if (c.atAny(SPECIAL)) return specialLiteral(c);
  if (c.atAny(DATE_TIME)) return dateTimeLiteral(c);
  return c.fail();
}

/** Literal. */
export function literal(c: Cursor): SqlLiteral {
  return c.at('INTERVAL') ? intervalLiteral(c) : nonIntervalLiteral(c);
}
