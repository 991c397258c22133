import type { CallCompiler } from './contract.ts';
import type { DigestName } from './digests.ts';
import { isCharacter } from '../../types/sql-type.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { EvaluationError, strict, strictText, typeOf } from './contract.ts';
import { digest } from './digests.ts';
import { fromUtf8, utf8 } from './text-points.ts';

/** Hashes, hexadecimal, base 64 and URL functions. */

function message(v: unknown): Uint8Array {
  return typeof v === 'string' ? utf8(v) : (v as Uint8Array);
}

/** MD5 and kin, of a text's UTF-8 bytes or of bytes. */
export function hashFunction(name: DigestName): CallCompiler {
  return (_call, args) => strict(args, (v) => digest(name, message(v)));
}

const SHA2: Readonly<Record<number, DigestName>> = { 224: 'SHA-224', 256: 'SHA-256', 384: 'SHA-384', 512: 'SHA-512' };

/** SHA2(s, bits). */
export const sha2: CallCompiler = (call, args) => {
  const bits = call.operands[1];
  const constant = bits?.rex === 'literal' && bits.value.kind === 'decimal' ? Number(bits.value.value.unscaled) : undefined;
  if (constant !== undefined && !SHA2[constant]) {
    throw new FlinkError('plan/sha2', [{ className: 'RuntimeException', message: 'Unsupported algorithm.' }]);
  }
  return strict(args, (v, n) => {
    const name = SHA2[Number(n)] ?? (Number(n) === 1 ? 'SHA-1' : undefined);
    if (!name) throw new EvaluationError('NoSuchAlgorithmException', `SHA-${String(n as number)} MessageDigest not available`);
    return digest(name, message(v));
  });
};

/** HEX of a number or of a text's bytes, in capitals. */
export const hex: CallCompiler = (call, args) => {
  if (isCharacter(typeOf(call, 0))) {
    return strictText(args, (s) => [...utf8(s)].map((b) => b.toString(16).padStart(2, '0').toUpperCase()).join(''));
  }
  return strict(args, (n) =>
    BigInt.asUintN(64, BigInt(n as number | bigint))
      .toString(16)
      .toUpperCase(),
  );
};

/** UNHEX: a lone first digit stands for a byte of its own; null for anything but digits. */
export const unhex: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    if (!/^[0-9A-Fa-f]*$/.test(s)) return null;
    const bytes: number[] = [];
    // An odd number of digits makes the first byte 0, as Flink has it.
    if (s.length % 2 === 1) bytes.push(0);
    for (let i = s.length % 2; i < s.length; i += 2) bytes.push(parseInt(s.slice(i, i + 2), 16));
    return Uint8Array.from(bytes);
  });

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base 64 with padding. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const n = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const chars = [18, 12, 6, 0].map((shift) => ALPHABET[(n >> shift) & 63]);
    const missing = Math.max(0, i + 3 - bytes.length);
    text += chars.slice(0, 4 - missing).join('') + '='.repeat(missing);
  }
  return text;
}

export const toBase64: CallCompiler = (_call, args) => strictText(args, (s) => base64(utf8(s)));

/** What Java's `Base64.Decoder` says of a text that is not base 64. */
function base64Mistake(s: string, digits: string): string | undefined {
  if (s.length === 1) return 'Input byte[] should at least have 2 bytes for base64 bytes';
  const wrong = [...utf8(digits)].find((b) => !/[A-Za-z0-9+/=]/.test(String.fromCharCode(b)));
  if (wrong !== undefined) return `Illegal base64 character ${((wrong << 24) >> 24).toString(16)}`;
  const end = digits.indexOf('=');
  if (end >= 0) return `Input byte array has incorrect ending byte at ${end + (end % 4 === 2 ? 2 : 1)}`;
  const padding = s.length - digits.length;
  const missing = (4 - (digits.length % 4)) % 4;
  if (missing === 3 || (padding > 0 && padding < missing)) return 'Input byte array has wrong 4-byte ending unit';
  return padding > missing ? `Input byte array has incorrect ending byte at ${digits.length + missing}` : undefined;
}

export const fromBase64: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    const digits = s.replace(/=+$/, '');
    const mistake = base64Mistake(s, digits);
    if (mistake !== undefined) throw new EvaluationError('IllegalArgumentException', mistake);
    const bytes: number[] = [];
    let bits = 0;
    let size = 0;
    for (const c of digits) {
      bits = ((bits << 6) | ALPHABET.indexOf(c)) & 0xffffff;
      size += 6;
      if (size >= 8) {
        size -= 8;
        bytes.push((bits >> size) & 255);
      }
    }
    return fromUtf8(Uint8Array.from(bytes));
  });

/** Java's `URLEncoder`: blanks are `+`, only letters, digits and `.-*_` stay. */
export const urlEncode: CallCompiler = (_call, args) =>
  strictText(args, (s) =>
    [...utf8(s)]
      .map((b) => {
        const c = String.fromCharCode(b);
        return /[A-Za-z0-9.*_-]/.test(c) ? c : c === ' ' ? '+' : `%${b.toString(16).toUpperCase().padStart(2, '0')}`;
      })
      .join(''),
  );

/** Java's `URLDecoder`; null for a malformed text. */
export const urlDecode: CallCompiler = (_call, args) =>
  strictText(args, (s) => {
    if (/%(?![0-9A-Fa-f]{2})/.test(s)) return null;
    const bytes: number[] = [];
    for (let i = 0; i < s.length; i++) {
      const c = s[i] as string;
      if (c === '%') {
        bytes.push(parseInt(s.slice(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.push(...utf8(c === '+' ? ' ' : c));
      }
    }
    return fromUtf8(Uint8Array.from(bytes));
  });
