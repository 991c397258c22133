import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { dateText } from '../../types/datetime-text.ts';
import { decimalPlainText, decimalText, parseDecimal, rescaleDecimal } from '../../types/decimal.ts';
import { isIntegral, isYearMonthInterval } from '../../types/sql-type.ts';
import { isDecimalValue } from '../../types/value.ts';
import { javaDoubleText, javaFloatText } from './java-float-text.ts';
import { localFields } from './time-zone.ts';
import { valueHash } from '../state/binary-row-hash.ts';
import { NoEvaluator } from './contract.ts';

/** `java.util.Formatter` in the locale `US`, over Flink's internal values, as PRINTF uses it. */

/** The format and its arguments do not go together: `Formatter` throws. */
class FormatMistake extends Error {}

export interface FormatArgument {
  readonly value: Value;
  readonly type: SqlType;
}

interface Spec {
  readonly flags: string;
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly conversion: string;
  readonly upper: boolean;
}

const SPECIFIER = /%(\d+\$)?([-#+ 0,(<]*)(\d+)?(\.\d+)?([tT])?([a-zA-Z%])/g;

/** The formatted text, or undefined where Java throws. */
export function javaFormat(format: string, values: readonly FormatArgument[]): string | undefined {
  let next = 0;
  let last = -1;
  let end = 0;
  let out = '';
  const literal = (text: string): void => {
    if (text.includes('%')) throw new FormatMistake();
    out += text;
  };
  try {
    for (const m of format.matchAll(SPECIFIER)) {
      literal(format.slice(end, m.index));
      end = m.index + m[0].length;
      const [, index, flags = '', width, precision, time, letter = ''] = m;
      const lower = letter.toLowerCase();
      const upper = letter !== lower;
      if (time !== undefined) throw new NoEvaluator('PRINTF');
      if (!/[bhscdoxefga%n]/.test(lower) || (upper && !/[BHSCXEGA]/.test(letter))) throw new FormatMistake();
      const spec: Spec = {
        flags,
        width: width === undefined ? undefined : Number(width),
        precision: precision === undefined ? undefined : Number(precision.slice(1)),
        conversion: lower,
        upper,
      };
      checkFlags(spec);
      if (lower === 'n') {
        out += '\n';
      } else if (lower === '%') {
        out += justified('%', spec);
      } else {
        const at = index !== undefined ? Number(index.slice(0, -1)) - 1 : flags.includes('<') ? last : next++;
        last = at;
        const argument = values[at];
        if (!argument) throw new FormatMistake();
        const text = formatted(argument, spec);
        out += upper ? text.toUpperCase() : text;
      }
    }
    literal(format.slice(end));
    return out;
  } catch (e) {
    if (e instanceof FormatMistake) return undefined;
    throw e;
  }
}

function checkFlags({ flags, width, precision, conversion }: Spec): void {
  const has = (f: string): boolean => flags.includes(f);
  const twice = [...flags].some((f, i) => flags.indexOf(f) !== i);
  const bad =
    twice ||
    ((has('-') || has('0')) && width === undefined) ||
    (has('-') && has('0')) ||
    (has('+') && has(' ')) ||
    (precision !== undefined && /[cdoxn%]/.test(conversion)) ||
    (conversion === 'n' && (width !== undefined || flags !== '')) ||
    (/[bhsc]/.test(conversion) && /[+ 0,(]/.test(flags)) ||
    (/[cb]/.test(conversion) && has('#')) ||
    (conversion === '%' && /[^-]/.test(flags)) ||
    (conversion === 'd' && has('#')) ||
    (/[ox]/.test(conversion) && has(',')) ||
    (conversion === 'e' && has(',')) ||
    (conversion === 'g' && has('#')) ||
    (conversion === 'a' && /[(,]/.test(flags));
  if (bad) throw new FormatMistake();
}

function justified(text: string, { flags, width }: Spec): string {
  if (width === undefined) return text;
  return flags.includes('-') ? text.padEnd(width) : text.padStart(width);
}

function formatted({ value, type }: FormatArgument, spec: Spec): string {
  const cut = (text: string): string => justified(spec.precision === undefined ? text : text.slice(0, spec.precision), spec);
  switch (spec.conversion) {
    case 'b':
      return cut(value === null ? 'false' : typeof value === 'boolean' ? String(value) : 'true');
    case 's':
      if (spec.flags.includes('#')) throw new FormatMistake();
      return cut(value === null ? 'null' : internalText(value, type));
    case 'h':
      return cut(value === null ? 'null' : (valueHash(value, type) >>> 0).toString(16));
  }
  if (value === null) return cut('null');
  if (spec.conversion === 'c') return justified(character(value, type), spec);
  if (/[dox]/.test(spec.conversion)) return wholeNumber(value, type, spec);
  return approximate(value, type, spec);
}

/** `toString` of Flink's internal data structures. */
export function internalText(v: Exclude<Value, null>, type: SqlType): string {
  switch (type.name) {
    case 'CHAR':
    case 'VARCHAR':
    case 'BOOLEAN':
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
    case 'DATE':
    case 'TIME':
    case 'INTERVAL':
      return String(v as string);
    case 'FLOAT':
      return javaFloatText(v as number);
    case 'DOUBLE':
      return javaDoubleText(v as number);
    case 'DECIMAL':
      return isDecimalValue(v) ? decimalPlainText(v) : String(v);
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return localDateTimeText(v as bigint);
    default:
      throw new NoEvaluator('PRINTF');
  }
}

/** `LocalDateTime.toString`: seconds and fractions only as far as there are any, in groups of three digits. */
function localDateTimeText(nanos: bigint): string {
  const f = localFields(nanos);
  const two = (n: number): string => String(n).padStart(2, '0');
  let text = `${dateText(f.days)}T${two(f.hour)}:${two(f.minute)}`;
  if (f.second > 0 || f.nano > 0) text += `:${two(f.second)}`;
  if (f.nano > 0)
    text += `.${String(f.nano)
      .padStart(9, '0')
      .replace(/(?:000){1,2}$/, '')}`;
  return text;
}

/** Values that Java holds as Byte, Short or Integer; dates, times and months are such too. */
function isInt(type: SqlType): boolean {
  return ['TINYINT', 'SMALLINT', 'INTEGER', 'DATE', 'TIME'].includes(type.name) || isYearMonthInterval(type);
}

function isLong(v: Value, type: SqlType): boolean {
  return type.name === 'BIGINT' || (type.name === 'INTERVAL' && typeof v === 'bigint');
}

function character(v: Exclude<Value, null>, type: SqlType): string {
  if (!isInt(type)) throw new FormatMistake();
  const code = Number(v);
  if (code < 0 || code > 0x10ffff) throw new FormatMistake();
  return String.fromCodePoint(code);
}

const BITS: Readonly<Record<string, number>> = { TINYINT: 8, SMALLINT: 16, BIGINT: 64 };

function wholeNumber(v: Exclude<Value, null>, type: SqlType, spec: Spec): string {
  if (!isInt(type) && !isLong(v, type)) throw new FormatMistake();
  const n = BigInt(v as number | bigint);
  if (spec.conversion === 'd') return signed(n < 0n, grouped((n < 0n ? -n : n).toString(), spec), spec);
  if (/[(+ ]/.test(spec.flags)) throw new FormatMistake();
  const bits = BITS[type.name] ?? (isIntegral(type) || isInt(type) ? 32 : 64);
  const digits = BigInt.asUintN(bits, n).toString(spec.conversion === 'o' ? 8 : 16);
  const prefix = spec.flags.includes('#') ? (spec.conversion === 'o' ? '0' : '0x') : '';
  const zeros = spec.flags.includes('0') ? '0'.repeat(Math.max(0, (spec.width ?? 0) - digits.length - prefix.length)) : '';
  return justified(prefix + zeros + digits, spec);
}

function grouped(digits: string, { flags }: Spec): string {
  if (!flags.includes(',')) return digits;
  const [whole = '', fraction] = digits.split('.');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? text : `${text}.${fraction}`;
}

/** Puts the sign in front, or brackets around, and zeros up to the width. */
function signed(negative: boolean, digits: string, spec: Spec): string {
  const { flags, width = 0 } = spec;
  const brackets = negative && flags.includes('(');
  const sign = negative ? (brackets ? '(' : '-') : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
  const close = brackets ? ')' : '';
  const zeros = flags.includes('0') ? '0'.repeat(Math.max(0, width - sign.length - digits.length - close.length)) : '';
  return justified(sign + zeros + digits + close, spec);
}

function approximate(v: Exclude<Value, null>, type: SqlType, spec: Spec): string {
  if (type.name !== 'FLOAT' && type.name !== 'DOUBLE') throw new FormatMistake();
  const x = v as number;
  const negative = x < 0 || Object.is(x, -0);
  if (!Number.isFinite(x)) {
    const text = Number.isNaN(x) ? 'NaN' : 'Infinity';
    return signed(negative, text, { ...spec, flags: spec.flags.replace('0', '').replace(/[+ ]/g, Number.isNaN(x) ? '' : '$&') });
  }
  const size = Math.abs(x);
  if (spec.conversion === 'a') return signed(negative, hexadecimal(size, spec.precision), spec);
  const text = type.name === 'FLOAT' ? javaFloatText(size) : javaDoubleText(size);
  const exact = parseDecimal(text) ?? { unscaled: 0n, scale: 0 };
  const precision = spec.precision ?? 6;
  if (spec.conversion === 'f') return signed(negative, grouped(decimalText(rescaleDecimal(exact, precision, 'HALF_UP')), spec), spec);
  if (spec.conversion === 'e') return signed(negative, scientific(exact, precision), spec);
  return signed(negative, grouped(general(exact, precision === 0 ? 1 : precision), spec), spec);
}

type Exact = { readonly unscaled: bigint; readonly scale: number };

/** One digit before the point, an exponent of two digits at least. */
function scientific(d: Exact, precision: number): string {
  if (d.unscaled === 0n) return `${precision > 0 ? `0.${'0'.repeat(precision)}` : '0'}e+00`;
  let exponent = d.unscaled.toString().length - 1 - d.scale;
  const at = (e: number): bigint => rescaleDecimal(d, precision - e, 'HALF_UP').unscaled;
  let digits = at(exponent).toString();
  if (digits.length > precision + 1) digits = at(++exponent).toString();
  const size = String(Math.abs(exponent)).padStart(2, '0');
  return `${digits[0]}${precision > 0 ? `.${digits.slice(1)}` : ''}e${exponent < 0 ? '-' : '+'}${size}`;
}

/** `%g`: plain from 10^-4 up to 10^precision, else scientific. */
function general(d: Exact, precision: number): string {
  if (d.unscaled === 0n) return precision > 1 ? `0.${'0'.repeat(precision - 1)}` : '0';
  const exponent = d.unscaled.toString().length - 1 - d.scale;
  const rounded = rescaleDecimal(d, precision - 1 - exponent, 'HALF_UP');
  const size = rounded.unscaled.toString().length - 1 - rounded.scale;
  if (size < -4 || size >= precision) return scientific(d, precision - 1);
  return decimalPlainText(rescaleDecimal(d, precision - 1 - size, 'HALF_UP'));
}

/** `Double.toHexString`. */
function hexadecimal(size: number, precision: number | undefined): string {
  if (precision !== undefined) throw new NoEvaluator('PRINTF');
  if (size === 0) return '0x0.0p0';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, size);
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const digits = (bits & 0xfffffffffffffn).toString(16).padStart(13, '0').replace(/0+$/, '') || '0';
  return exponent === 0 ? `0x0.${digits}p-1022` : `0x1.${digits}p${exponent - 1023}`;
}
