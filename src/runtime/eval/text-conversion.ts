import type { CallCompiler, Evaluate } from './contract.ts';
import { flinkTypeText, serializableTypeText } from '../../catalog/flink-type-text.ts';
import { EvaluationError, strict, typeOf } from './contract.ts';
import { javaFormat } from './java-formatter.ts';
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
      return Uint8Array.from(s === '' ? [] : [0xfe, 0xff, ...sixteenBit(s, false)]);
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
    return (bytes.length - start) % 2 === 0 ? s : `${s}\ufffd`;
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

/** TYPEOF(x [, forceSerializable]): the text of the operand's type, with its full names null if the type cannot be written as SQL. */
export const typeOfOperand: CallCompiler = (call, args) => {
  const type = typeOf(call, 0);
  const serializable = args[1]?.([]) === true;
  const text = serializable ? serializableTypeText(type) : flinkTypeText(type);
  return () => text ?? null;
};

/** PRINTF(format, …): null where Java's formatter throws. */
export const printf: CallCompiler = (call, args) => {
  const [format, ...rest] = args as [Evaluate, ...Evaluate[]];
  return (row) => {
    const text = format(row);
    if (text === null) return null;
    const values = rest.map((a, i) => ({ value: a(row), type: typeOf(call, i + 1) }));
    return javaFormat(text as string, values) ?? null;
  };
};
