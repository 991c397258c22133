import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';

/** The largest text that a link may unpack to. */
export const MAX_INFLATED_BYTES = 2 * 1024 * 1024;

/** Bytes given to the inflater at a time, so that a small bomb is stopped before it has grown. */
const CHUNK = 512;

export type Inflated = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'broken' | 'too-large' };

class TooLarge extends Error {}

/** Compresses a text against a preset dictionary; raw deflate. */
export function deflateText(text: string, dictionary: string): Uint8Array {
  return deflateSync(strToU8(text), { level: 9, dictionary: strToU8(dictionary) });
}

/** Unpacks what `deflateText` made; the limit is checked while inflating. Never throws. */
export function inflateText(bytes: Uint8Array, dictionary: string, limit = MAX_INFLATED_BYTES): Inflated {
  const parts: Uint8Array[] = [];
  let size = 0;
  let isFinal = false;
  try {
    const inflater = new Inflate({ dictionary: strToU8(dictionary) }, (part, final) => {
      size += part.length;
      if (size > limit) throw new TooLarge();
      parts.push(part);
      isFinal ||= final;
    });
    for (let i = 0; i < bytes.length; i += CHUNK) inflater.push(bytes.subarray(i, i + CHUNK), i + CHUNK >= bytes.length);
  } catch (error) {
    return { ok: false, reason: error instanceof TooLarge ? 'too-large' : 'broken' };
  }
  if (!isFinal) return { ok: false, reason: 'broken' };
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return { ok: true, text: strFromU8(all) };
}
