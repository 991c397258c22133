/** Strings counted in code points, as Flink's UTF-8 strings count characters. */

const SURROGATE = /[\ud800-\udfff]/;

export function pointLength(s: string): number {
  if (!SURROGATE.test(s)) return s.length;
  let n = 0;
  for (const _ of s) n++;
  return n;
}

/** Code points from `start` (0-based) up to `end`. */
export function pointSlice(s: string, start: number, end: number): string {
  return SURROGATE.test(s) ? [...s].slice(start, end).join('') : s.slice(start, end);
}

export function points(s: string): string[] {
  return SURROGATE.test(s) ? [...s] : s.split('');
}

/** Java's `String.trim`: everything up to the blank. */
export function javaTrim(s: string): string {
  let start = 0;
  let end = s.length;
  while (start < end && s.charCodeAt(start) <= 32) start++;
  while (end > start && s.charCodeAt(end - 1) <= 32) end--;
  return s.slice(start, end);
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

export function utf8(s: string): Uint8Array {
  return ENCODER.encode(s);
}

export function fromUtf8(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}
