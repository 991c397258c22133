import type { Cursor } from './cursor.ts';
import { NOWHERE, type Place } from './place.ts';

/** The text of a string token, from its first quote on. */
export function stringText(image: string): string {
  return image.slice(image.indexOf("'") + 1, -1).replaceAll("''", "'");
}

/** UESCAPE's character. */
export function checkedEscape(c: Cursor, text: string): string {
  if (text.length !== 1) c.forbid(`UESCAPE '${text}' must be exactly one character`, c.last);
  if (/[0-9a-fA-F+"\s]/.test(text)) {
    c.forbid(`UESCAPE '${text}' may not be hex digit, whitespace, plus sign, or double quote`, c.last);
  }
  return text;
}

/** Replaces escapes of four hexadecimal digits. */
export function unescapeUnicode(c: Cursor, text: string, escape: string, place: Place): string {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    const ch = text.charAt(i);
    if (ch !== escape) {
      out += ch;
    } else if (text[i + 1] === escape) {
      out += escape;
      i++;
    } else {
      const digits = text.slice(i + 1, i + 5);
      if (!/^[+-]?[0-9a-fA-F]+$/.test(digits) || digits.length < 4) {
        c.forbid(`Unicode escape sequence starting at character ${i} is not exactly four hex digits`, place, 'SqlValidatorException');
      }
      out += String.fromCharCode(Number.parseInt(digits, 16) & 0xffff);
      i += 4;
    }
  }
  return out;
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", x: 'x' };
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{1,2})|([0-3][0-7]{0,2})|([bfnrt\\'xuU]))/g;

/** Text of `E'…'`: `\n`, `\x41`, `\u0041`, `\U00000041`, `\101`. A backslash before anything else stands for itself. */
export function cStringText(c: Cursor, image: string): string {
  return stringText(image).replace(ESCAPE, (_all, u, long, hex, octal, other, at) => {
    const code = u ?? long ?? hex;
    if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(String(code), 16), 0x10ffff));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(String(octal), 8));
    const simple = SIMPLE_ESCAPES[String(other)];
    if (simple !== undefined) return simple;
    return c.forbid(
      `Unicode escape sequence starting at character ${String(at)} is not exactly four hex digits`,
      c.last,
      'SqlValidatorException',
    );
  });
}

/** Character sets that a prefix may name. */
const CHARSETS = new Set(['BIG5', 'LATIN1', 'UTF8', 'UTF16', 'UTF-16', 'GB2312', 'GBK', 'UTF-16BE', 'UTF-16LE', 'ISO-8859-1', 'UTF-8']);

/** The character set in front of a string, in upper case; undefined if there is none. */
export function charsetOf(c: Cursor, image: string): string | undefined {
  if (image.startsWith("'")) return undefined;
  if (!image.startsWith('_')) return 'ISO-8859-1';
  const name = image.slice(1, image.indexOf("'"));
  const upper = name.toUpperCase();
  if (!CHARSETS.has(upper)) c.forbid(`Unknown character set '${name}'`, c.last);
  return upper;
}

/** Refuses text that its character set cannot hold. */
export function checkCharset(c: Cursor, text: string, charset: string | undefined): void {
  if ((charset === 'ISO-8859-1' || charset === 'LATIN1') && /[^\u0000-\u00ff]/.test(text)) {
    // Flink's message has no place.
    c.forbid(`Failed to encode '${text}' in character set '${charset}'`, { ...NOWHERE, span: c.last.span });
  }
}
