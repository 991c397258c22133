import type { Value } from '../../types/value.ts';
import type { CallCompiler, Evaluate } from './contract.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { isDecimalValue } from '../../types/value.ts';
import { EvaluationError, NoEvaluator, strict, typeOf } from './contract.ts';
import { fromUtf8, utf8 } from './text-points.ts';

/** Character sets, PRINTF and TYPEOF. */

function units(s: string): number[] {
  return Array.from({ length: s.length }, (_, i) => s.charCodeAt(i));
}

function sixteenBit(s: string, littleEndian: boolean): number[] {
  return units(s).flatMap((u) => (littleEndian ? [u & 255, u >> 8] : [u >> 8, u & 255]));
}

function encodeText(s: string, charset: string): Uint8Array {
  switch (charset.toUpperCase()) {
    case 'UTF-8':
      return utf8(s);
    case 'UTF-16':
      return Uint8Array.from([0xfe, 0xff, ...sixteenBit(s, false)]);
    case 'UTF-16BE':
      return Uint8Array.from(sixteenBit(s, false));
    case 'UTF-16LE':
      return Uint8Array.from(sixteenBit(s, true));
    case 'ISO-8859-1':
      return Uint8Array.from([...s].map((c) => ((c.codePointAt(0) ?? 0) < 256 ? (c.codePointAt(0) ?? 0) : 63)));
    case 'US-ASCII':
      return Uint8Array.from([...s].map((c) => ((c.codePointAt(0) ?? 0) < 128 ? (c.codePointAt(0) ?? 0) : 63)));
    default:
      throw new EvaluationError('UnsupportedEncodingException', charset);
  }
}

function decodeBytes(bytes: Uint8Array, charset: string): string {
  const pairs = (start: number, littleEndian: boolean): string => {
    let s = '';
    for (let i = start; i + 1 < bytes.length; i += 2) {
      const [a, b] = [bytes[i] ?? 0, bytes[i + 1] ?? 0];
      s += String.fromCharCode(littleEndian ? a | (b << 8) : (a << 8) | b);
    }
    return s;
  };
  switch (charset.toUpperCase()) {
    case 'UTF-8':
      return fromUtf8(bytes);
    case 'UTF-16':
      if (bytes[0] === 0xff && bytes[1] === 0xfe) return pairs(2, true);
      return pairs(bytes[0] === 0xfe && bytes[1] === 0xff ? 2 : 0, false);
    case 'UTF-16BE':
      return pairs(0, false);
    case 'UTF-16LE':
      return pairs(0, true);
    case 'ISO-8859-1':
      return String.fromCharCode(...bytes);
    case 'US-ASCII':
      return [...bytes].map((b) => (b < 128 ? String.fromCharCode(b) : '\ufffd')).join('');
    default:
      throw new EvaluationError('UnsupportedEncodingException', charset);
  }
}

export const encode: CallCompiler = (_call, args) => strict(args, (s, charset) => encodeText(s as string, charset as string));
export const decode: CallCompiler = (_call, args) => strict(args, (b, charset) => decodeBytes(b as Uint8Array, charset as string));

/** TYPEOF(x): Flink's text of the operand's type. */
export const typeOfOperand: CallCompiler = (call) => {
  const text = flinkTypeText(typeOf(call, 0));
  return () => text;
};

/** PRINTF(format, …): `%s`, `%d`, `%x`, `%c`, `%b` with flags and width; null where Java's formatter would fail. */
export const printf: CallCompiler = (_call, args) => {
  const [format, ...rest] = args as [Evaluate, ...Evaluate[]];
  return (row) => {
    const text = format(row);
    return text === null
      ? null
      : formatText(
          text as string,
          rest.map((a) => a(row)),
        );
  };
};

function formatText(format: string, values: readonly Value[]): Value {
  let next = 0;
  let failed = false;
  const result = format.replace(
    /%([-+ 0,#(]*)(\d*)(\.\d+)?([A-Za-z%])/g,
    (_all, flags: string, width: string, precision: string | undefined, type: string) => {
      if (type === '%') return pad('%', flags, width);
      if (type === 'n') return '\n';
      if (next >= values.length) {
        failed = true;
        return '';
      }
      const text = formatOne(values[next++] as Value, type, precision);
      if (text === undefined) failed = true;
      return pad(text ?? '', flags, width);
    },
  );
  return failed ? null : result;
}

function formatOne(v: Value, type: string, precision: string | undefined): string | undefined {
  if (type === 's' || type === 'S') {
    if (v !== null && typeof v === 'object') throw new NoEvaluator('PRINTF');
    const text = v === null ? 'null' : String(v);
    return type === 'S' ? text.toUpperCase() : text;
  }
  if (type === 'b') return v === null ? 'false' : typeof v === 'boolean' ? String(v) : 'true';
  if (v === null) return 'null';
  if (type === 'd') return typeof v === 'number' && Number.isInteger(v) ? String(v) : typeof v === 'bigint' ? String(v) : undefined;
  if (type === 'f' && isDecimalValue(v)) return undefined;
  void precision;
  throw new NoEvaluator('PRINTF');
}

function pad(text: string, flags: string, width: string): string {
  const n = Number(width === '' ? '0' : width);
  if (flags.includes('-')) return text.padEnd(n);
  if (flags.includes('0')) return text.startsWith('-') ? `-${text.slice(1).padStart(n - 1, '0')}` : text.padStart(n, '0');
  return text.padStart(n);
}
