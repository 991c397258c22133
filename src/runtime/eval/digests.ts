/** MD5, SHA-1 and the SHA-2 family, as lower-case hexadecimal. */
export type DigestName = 'MD5' | 'SHA-1' | 'SHA-224' | 'SHA-256' | 'SHA-384' | 'SHA-512';

function hex(words: readonly number[]): string {
  return words.map((w) => (w >>> 0).toString(16).padStart(8, '0')).join('');
}

/** The message with its padding and length, in blocks of `block` bytes. */
function padMessage(message: Uint8Array, block: number, littleEndian: boolean): DataView {
  const lengthBytes = block / 8;
  const total = Math.ceil((message.length + 1 + lengthBytes) / block) * block;
  const bytes = new Uint8Array(total);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  const bits = BigInt(message.length) * 8n;
  if (littleEndian) view.setBigUint64(total - 8, bits, true);
  else view.setBigUint64(total - 8, bits);
  return view;
}

const rotl = (x: number, n: number): number => (x << n) | (x >>> (32 - n));
const rotr = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function md5(message: Uint8Array): string {
  const view = padMessage(message, 64, true);
  const shifts = [
    [7, 12, 17, 22],
    [5, 9, 14, 20],
    [4, 11, 16, 23],
    [6, 10, 15, 21],
  ];
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const f = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const g = round === 0 ? i : round === 1 ? (5 * i + 1) % 16 : round === 2 ? (3 * i + 5) % 16 : (7 * i) % 16;
      const k = Math.floor(Math.abs(Math.sin(i + 1)) * 4294967296);
      const sum = (a + f + k + view.getUint32(offset + g * 4, true)) | 0;
      [a, d, c] = [d, c, b];
      b = (b + rotl(sum, shifts[round]?.[i % 4] ?? 0)) | 0;
    }
    [a0, b0, c0, d0] = [(a0 + a) | 0, (b0 + b) | 0, (c0 + c) | 0, (d0 + d) | 0];
  }
  const out = new DataView(new ArrayBuffer(16));
  [a0, b0, c0, d0].forEach((w, i) => out.setUint32(i * 4, w, true));
  return hex([0, 4, 8, 12].map((i) => out.getUint32(i)));
}

function sha1(message: Uint8Array): string {
  const view = padMessage(message, 64, false);
  let h = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const w: number[] = [];
    for (let i = 0; i < 80; i++) {
      w.push(i < 16 ? view.getUint32(offset + i * 4) : rotl((w[i - 3] ?? 0) ^ (w[i - 8] ?? 0) ^ (w[i - 14] ?? 0) ^ (w[i - 16] ?? 0), 1));
    }
    let [a, b, c, d, e] = h as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const round = Math.floor(i / 20);
      const f = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const k = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][round] ?? 0;
      const t = (rotl(a, 5) + f + e + k + (w[i] ?? 0)) | 0;
      [a, b, c, d, e] = [t, a, rotl(b, 30), c, d];
    }
    h = [a, b, c, d, e].map((x, i) => ((h[i] ?? 0) + x) | 0);
  }
  return hex(h);
}

/** The first primes, of whose roots the constants of SHA-2 are made. */
function primes(n: number): number[] {
  const found: number[] = [];
  for (let x = 2; found.length < n; x++) if (found.every((p) => x % p !== 0)) found.push(x);
  return found;
}

/** The first 64 bits of the fraction of the root of n. */
function rootFraction(n: number, degree: 2 | 3): bigint {
  const shifted = BigInt(n) << BigInt(64 * degree);
  let low = 0n;
  let high = 1n << 96n;
  while (low < high) {
    const mid = (low + high + 1n) >> 1n;
    if (mid ** BigInt(degree) <= shifted) low = mid;
    else high = mid - 1n;
  }
  return low & 0xffffffffffffffffn;
}

function sha2Small(message: Uint8Array, initial: readonly number[]): number[] {
  const view = padMessage(message, 64, false);
  const k = primes(64).map((p) => Number(rootFraction(p, 3) >> 32n));
  let h = [...initial];
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    const w: number[] = [];
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        w.push(view.getUint32(offset + i * 4));
        continue;
      }
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >>> 3);
      const s1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >>> 10);
      w.push(((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0);
    }
    let s = [...h] as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const [a, b, c, d, e, f, g, l] = s;
      const s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
      const t1 = (l + s1 + ((e & f) ^ (~e & g)) + (k[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      s = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    h = h.map((x, i) => (x + (s[i] ?? 0)) | 0);
  }
  return h;
}

const MASK = 0xffffffffffffffffn;
const rotr64 = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

function sha2Large(message: Uint8Array, initial: readonly bigint[]): bigint[] {
  const view = padMessage(message, 128, false);
  const k = primes(80).map((p) => rootFraction(p, 3));
  let h = [...initial];
  for (let offset = 0; offset < view.byteLength; offset += 128) {
    const w: bigint[] = [];
    for (let i = 0; i < 80; i++) {
      if (i < 16) {
        w.push(view.getBigUint64(offset + i * 8));
        continue;
      }
      const x = w[i - 15] ?? 0n;
      const y = w[i - 2] ?? 0n;
      const s0 = rotr64(x, 1n) ^ rotr64(x, 8n) ^ (x >> 7n);
      const s1 = rotr64(y, 19n) ^ rotr64(y, 61n) ^ (y >> 6n);
      w.push(((w[i - 16] ?? 0n) + s0 + (w[i - 7] ?? 0n) + s1) & MASK);
    }
    let s = [...h] as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const [a, b, c, d, e, f, g, l] = s;
      const s1 = rotr64(e, 14n) ^ rotr64(e, 18n) ^ rotr64(e, 41n);
      const t1 = l + s1 + ((e & f) ^ (~e & MASK & g)) + (k[i] ?? 0n) + (w[i] ?? 0n);
      const s0 = rotr64(a, 28n) ^ rotr64(a, 34n) ^ rotr64(a, 39n);
      const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
      s = [(t1 + t2) & MASK, a, b, c, (d + t1) & MASK, e, f, g];
    }
    h = h.map((x, i) => (x + (s[i] ?? 0n)) & MASK);
  }
  return h;
}

const hex64 = (words: readonly bigint[]): string => words.map((x) => x.toString(16).padStart(16, '0')).join('');

/** The digest of a message. */
export function digest(name: DigestName, message: Uint8Array): string {
  const roots = (from: number, count: number): bigint[] =>
    primes(from + count)
      .slice(from)
      .map((p) => rootFraction(p, 2));
  switch (name) {
    case 'MD5':
      return md5(message);
    case 'SHA-1':
      return sha1(message);
    case 'SHA-256':
      return hex(
        sha2Small(
          message,
          roots(0, 8).map((x) => Number(x >> 32n)),
        ),
      );
    case 'SHA-224':
      return hex(
        sha2Small(
          message,
          roots(8, 8).map((x) => Number(x & 0xffffffffn)),
        ).slice(0, 7),
      );
    case 'SHA-512':
      return hex64(sha2Large(message, roots(0, 8)));
    case 'SHA-384':
      return hex64(sha2Large(message, roots(8, 8)).slice(0, 6));
  }
}
