import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import { isBinary, isCharacter, isIntegral, isNumeric } from '../../types/sql-type.ts';
import { codegenError } from './codegen-error.ts';
import { EvaluationError, NoEvaluator, strict, strictText, symbolOf, typeOf } from './contract.ts';
import { javaPattern, splitBy } from './java-regex.ts';
import { javaStringHash } from './hash-code.ts';
import { javaTrim, pointLength, points, pointSlice, utf8 } from './text-points.ts';

/** String functions (`BinaryStringDataUtil`, `SqlFunctionUtils`). */

function num(v: Value): number {
  return Number(v);
}

const text1 =
  (f: (s: string) => Value): CallCompiler =>
  (_call, args) =>
    strictText(args, f);
const text2 =
  (f: (a: string, b: string) => Value): CallCompiler =>
  (_call, args) =>
    strictText(args, f);

/** Java's `String.toUpperCase` in the root locale. */
export const upper = text1((s) => s.toUpperCase());
export const lower = text1((s) => (s === 'İ' ? 'i' : s.toLowerCase()));
export const charLength = text1(pointLength);
export const reverse = text1((s) => points(s).reverse().join(''));

/** Upper case after everything but ASCII letters and digits, lower case elsewhere, ASCII letters only. */
export const initcap = text1((s) => {
  let start = true;
  return s.replace(/[^]/g, (c) => {
    const lowerCase = c >= 'a' && c <= 'z';
    const upperCase = c >= 'A' && c <= 'Z';
    if (!lowerCase && !upperCase) {
      start = !(c >= '0' && c <= '9');
      return c;
    }
    const result = start ? c.toUpperCase() : c.toLowerCase();
    start = false;
    return result;
  });
});

/** SUBSTRING(s, start [, length]): counts from 1, from the end if negative, 0 counts as 1. */
export const substring: CallCompiler = (call, args) => {
  if (!isCharacter(typeOf(call, 0))) throw new NoEvaluator(call.op.name);
  return strict(args, (s, start, length) => slice(s as string, num(start as Value), length === undefined ? 2147483647 : num(length)));
};

function slice(s: string, start: number, length: number): Value {
  if (length < 0) return null;
  const size = pointLength(s);
  const from = start > 0 ? start - 1 : start < 0 ? size + start : 0;
  if (from < 0 || from >= size) return '';
  return pointSlice(s, from, Math.min(size, from + length));
}

export const left: CallCompiler = (_call, args) => strict(args, (s, n) => pointSlice(s as string, 0, Math.max(0, num(n))));
export const right: CallCompiler = (_call, args) =>
  strict(args, (s, n) => {
    const size = pointLength(s as string);
    return num(n) <= 0 ? '' : pointSlice(s as string, Math.max(0, size - num(n)), size);
  });

function trimSides(s: string, characters: string, leading: boolean, trailing: boolean): string {
  const set = new Set(points(characters));
  const list = points(s);
  let from = 0;
  let to = list.length;
  if (leading) while (from < to && set.has(list[from] as string)) from++;
  if (trailing) while (to > from && set.has(list[to - 1] as string)) to--;
  return list.slice(from, to).join('');
}

/** TRIM(FLAG(BOTH), ' ', s). */
export const trim: CallCompiler = (call, args) => {
  const flag = symbolOf(call, 0);
  return strictText(args.slice(1), (characters, s) => trimSides(s, characters, flag !== 'TRAILING', flag !== 'LEADING'));
};

/** LTRIM, RTRIM, BTRIM: blanks unless characters are given. */
export function trimFunction(leading: boolean, trailing: boolean): CallCompiler {
  return (_call, args) => strictText(args, (s, characters) => trimSides(s, characters ?? ' ', leading, trailing));
}

/** Java's `String.replace`: an empty text is found between all characters. */
export const replace: CallCompiler = (_call, args) =>
  strictText(args, (s, old, by) => (old === '' ? `${by}${s.split('').join(by)}${s === '' ? '' : by}` : s.split(old).join(by)));

/** `||` and CONCAT. */
export const concat: CallCompiler = (call, args) => {
  if (call.operands.some((o) => isBinary(o.type))) throw codegenError('String expression type expected.');
  return strictText(args, (...parts) => parts.join(''));
};

/** CONCAT_WS: nulls are left out, a null separator gives null. */
export const concatWs: CallCompiler = (_call, args) => {
  const [separator, ...rest] = args as [Evaluate, ...Evaluate[]];
  return (row) => {
    const by = separator(row);
    if (by === null) return null;
    return rest
      .map((a) => a(row))
      .filter((v) => v !== null)
      .join(by as string);
  };
};

/** 1-based position of the first occurrence at or after `from` (1-based), 0 for none. */
function positionOf(seek: string, s: string, from: number): number {
  if (seek === '') return 1;
  // The start is made 0-based, which the smallest integer does not survive.
  const units = from <= 1 && from > -2147483648 ? 0 : pointSlice(s, 0, Math.abs(from) - 1).length;
  const at = s.indexOf(seek, units);
  return at < 0 ? 0 : pointLength(s.slice(0, at)) + 1;
}

/** POSITION(seek IN s) and LOCATE(seek, s [, from]). */
export const position: CallCompiler = (_call, args) =>
  strict(args, (seek, s, from) => positionOf(seek as string, s as string, from === undefined ? 1 : num(from)));

/** INSTR(s, seek [, start [, nth]]). */
export const instr: CallCompiler = (_call, args) => {
  if (args.length === 2) return strictText(args, (s, seek) => positionOf(seek, s, 1));
  return strict(args, (s, seek, start, nth) =>
    nthPosition(s as string, seek as string, num(start as Value), nth === undefined ? 1 : num(nth)),
  );
};

/** Occurrences may overlap; a negative start searches both texts backwards, which shows in an empty text sought. */
function nthPosition(s: string, seek: string, start: number, nth: number): number {
  if (nth <= 0) throw new EvaluationError('IllegalArgumentException', 'nthAppearance must be positive!');
  if (start === 0) return 0;
  if (start < 0) {
    const backwards = (text: string): string => points(text).reverse().join('');
    const at = nthPosition(backwards(s), backwards(seek), -start, nth);
    return at === 0 ? 0 : pointLength(s) + 2 - at - pointLength(seek);
  }
  let at = 0;
  let from = start;
  for (let i = 0; i < nth; i++) {
    at = positionOf(seek, s, from);
    if (at === 0) return 0;
    from = at + 1;
  }
  return at;
}

/** OVERLAY(s PLACING r FROM start [FOR length]), with its way of dropping the rest for a length of 0. */
export const overlay: CallCompiler = (_call, args) =>
  strict(args, (a, b, c, d) => {
    const s = a as string;
    const r = b as string;
    const start = num(c as Value);
    const length = d === undefined ? r.length : num(d);
    if (start <= 0 || start > s.length) return s;
    const rest = start + length <= s.length && length > 0 ? s.slice(start - 1 + length) : '';
    return s.slice(0, start - 1) + r + rest;
  });

/** TRANSLATE(s, from, to): characters without a partner are dropped. */
export const translate: CallCompiler = (_call, args) => {
  const [s, from, to] = args as [Evaluate, Evaluate, Evaluate];
  return (row) => {
    const text = s(row) as string | null;
    const a = from(row) as string | null;
    if (text === null || a === null || a === '') return text;
    const b = points((to(row) as string | null) ?? '');
    const table = new Map<string, string>();
    points(a).forEach((c, i) => {
      if (!table.has(c)) table.set(c, b[i] ?? '');
    });
    return points(text)
      .map((c) => table.get(c) ?? c)
      .join('');
  };
};

function padding(pad: string, count: number): string {
  return pad.repeat(Math.ceil(count / pad.length)).slice(0, count);
}

/** LPAD and RPAD: null for a negative length or an empty pad. */
export function pad(leftSide: boolean): CallCompiler {
  return (_call, args) =>
    strict(args, (a, n, b) => {
      const s = a as string;
      const length = num(n);
      const filler = b as string;
      if (length < 0 || filler === '') return null;
      if (s.length >= length) return s.slice(0, length);
      const extra = padding(filler, length - s.length);
      return leftSide ? extra + s : s + extra;
    });
}

export const repeat: CallCompiler = (_call, args) => strict(args, (s, n) => (num(n) <= 0 ? '' : (s as string).repeat(num(n))));

/** The first byte, signed. */
export const ascii = text1((s) => ((utf8(s)[0] ?? 0) << 24) >> 24);

export const chr: CallCompiler = (_call, args) =>
  strict(args, (n) => (num(n) < 0 ? '' : String.fromCharCode(Number(BigInt.asUintN(8, BigInt(n as number | bigint))))));

/** `Character.isWhitespace`. */
const JAVA_BLANK = /[\t-\r\u001c-\u0020\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/;

/** SPLIT_INDEX(s, separator text or character code, index). */
export const splitIndex: CallCompiler = (call, args) => {
  const byCode = isNumeric(typeOf(call, 1));
  return strict(args, (s, separator, index) => {
    const i = num(index);
    if (i < 0 || s === '') return null;
    if (byCode && (num(separator) > 255 || num(separator) < 1)) return null;
    const by = byCode ? String.fromCharCode(num(separator)) : (separator as string);
    const parts = by === '' ? (s as string).split(JAVA_BLANK) : (s as string).split(by);
    return parts[i] ?? null;
  });
};

/** SPLIT(s, delimiter) as an array; an empty delimiter gives the characters. */
export const split = text2((s, by) => (by === '' ? points(s) : s.split(by)));

/** STR_TO_MAP(s [, pair separator [, key separator]]); the separators are Java's patterns, entries come as `HashMap` has them. */
export const strToMap: CallCompiler = (_call, args) =>
  strictText(args, (s, pairBy, keyBy) => {
    if (s === '') return { entries: [] };
    const map = new Map<string, string | null>();
    const pairs = splitBy(s, separator(pairBy ?? ','));
    for (const pair of pairs) {
      const [key = '', value] = splitBy(pair, separator(keyBy ?? '='), 2);
      if (value === undefined) map.set(pair, null);
      else map.set(key, value);
    }
    return { entries: inHashOrder([...map.entries()], pairs.length) };
  });

/** Entries as a `HashMap` made for so many of them gives them back (`CollectionUtil.newHashMapWithExpectedSize`). */
function inHashOrder<V>(entries: readonly (readonly [string, V])[], expected: number): readonly (readonly [string, V])[] {
  let buckets = 1;
  while (buckets < (expected <= 2 ? expected + 1 : Math.ceil(expected / 0.75))) buckets *= 2;
  const bucket = (key: string): number => {
    const h = javaStringHash(key);
    return (h ^ (h >>> 16)) & (buckets - 1);
  };
  return [...entries].sort(([a], [b]) => bucket(a) - bucket(b));
}

function separator(regex: string): RegExp {
  const pattern = javaPattern(regex, 'g');
  if (!pattern) throw new EvaluationError('PatternSyntaxException', `near index ${regex.length - 1}\n${regex}`);
  return pattern;
}

/** STARTSWITH and ENDSWITH of two texts or two binaries. */
function atEdge(end: boolean): CallCompiler {
  return (_call, args) =>
    strict(args, (a, b) => {
      if (typeof a === 'string' && typeof b === 'string') return end ? a.endsWith(b) : a.startsWith(b);
      const [bytes, part] = [a as Uint8Array, b as Uint8Array];
      const from = end ? bytes.length - part.length : 0;
      return from >= 0 && bytes.length >= part.length && part.every((x, i) => bytes[from + i] === x);
    });
}

export const startsWith = atEdge(false);
export const endsWith = atEdge(true);

/** ELT(n, a, b, …). */
export const elt: CallCompiler = (_call, args) => {
  const [index, ...values] = args as [Evaluate, ...Evaluate[]];
  return (row) => {
    const i = index(row);
    return i === null ? null : (values[num(i) - 1]?.(row) ?? null);
  };
};

/** IS_ALPHA, IS_DIGIT and IS_DECIMAL: false for null; a number is digits if it is whole, and decimal unless it is a DECIMAL (sic). */
function textTest(test: (s: string) => boolean, ofNumber: (type: SqlType) => boolean): CallCompiler {
  return (call, args) => {
    const number = ofNumber(typeOf(call, 0));
    const [e] = args as [Evaluate];
    return (row) => {
      const v = e(row);
      return v !== null && (typeof v === 'string' ? test(v) : number);
    };
  };
}

/** What `Double.parseDouble` reads, and so also what the parsers of whole numbers do. */
const JAVA_NUMBER =
  /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?|0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?\d+[fFdD]?)$/;

export const isAlpha = textTest(
  (s) => s !== '' && s.split('').every((c) => /^\p{L}$/u.test(c)),
  () => false,
);
export const isDigit = textTest(
  (s) => s !== '' && s.split('').every((c) => /^\p{Nd}$/u.test(c)),
  (type) => isIntegral(type),
);
export const isDecimal = textTest(
  (s) => JAVA_NUMBER.test(javaTrim(s)) || /^[+-]?\p{Nd}{1,10}$/u.test(s),
  (type) => type.name !== 'DECIMAL' && isNumeric(type),
);
