const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter, value]));

/** Base64 with the alphabet that needs no escaping in a URL, without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i]!;
    const b = bytes[i + 1];
    const c = bytes[i + 2];
    out += ALPHABET[a >> 2]! + ALPHABET[((a & 3) << 4) | ((b ?? 0) >> 4)]!;
    if (b !== undefined) out += ALPHABET[((b & 15) << 2) | ((c ?? 0) >> 6)]!;
    if (c !== undefined) out += ALPHABET[c & 63]!;
  }
  return out;
}

/** The bytes, or nothing if the text is not base64url. The ordinary alphabet and padding are accepted too. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  const clean = text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  if (clean.length % 4 === 1) return undefined;
  const out = new Uint8Array(Math.floor((clean.length * 3) / 4));
  let at = 0;
  for (let i = 0; i < clean.length; i += 4) {
    let bits = 0;
    const count = Math.min(4, clean.length - i);
    for (let j = 0; j < 4; j++) {
      const value = j < count ? VALUES.get(clean[i + j]!) : 0;
      if (value === undefined) return undefined;
      bits = (bits << 6) | value;
    }
    for (let j = 0; j < count - 1; j++) out[at++] = (bits >> (16 - 8 * j)) & 255;
  }
  return out;
}
