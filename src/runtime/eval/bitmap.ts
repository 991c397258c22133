import type { OpaqueValue, Value } from '../../types/value.ts';
import type { CallCompiler } from './contract.ts';
import { isArrayValue } from '../../types/value.ts';
import { EvaluationError, strict } from './contract.ts';

/**
 * Sets of 32-bit integers. A BITMAP value is an opaque one over the numbers read as unsigned, in ascending order. Its bytes are the portable
 * format of Roaring bitmaps (https://github.com/RoaringBitmap/RoaringFormatSpec), little-endian: a header, then for each block of 65536
 * numbers its upper half and how many there are, then the blocks: a sorted list, a set of bits above 4096 numbers, or runs.
 */
type Numbers = readonly number[];

const NO_RUNS = 12346;
const WITH_RUNS = 12347;
/** A block with more numbers than this is kept as bits. */
const LIST_LIMIT = 4096;
const BITS_BYTES = 8192;
/** With runs, offsets of blocks are written from this number of blocks on. */
const OFFSETS_FROM = 4;

/** The BITMAP value of numbers, which are unsigned. */
export function bitmapOf(numbers: Iterable<number>): OpaqueValue {
  const opaque = [...new Set(numbers)].sort((a, b) => a - b);
  return { opaque, key: opaque.join(',') };
}

function isBitmap(v: Value): v is OpaqueValue & { readonly opaque: Numbers } {
  return typeof v === 'object' && v !== null && 'opaque' in v && Array.isArray(v.opaque);
}

/** The numbers of a BITMAP value, unsigned and ascending. */
export function bitmapNumbers(v: Value): Numbers {
  return isBitmap(v) ? v.opaque : [];
}

/** `{1,2,5}`. */
export function bitmapText(v: Value): string {
  return `{${bitmapNumbers(v).join(',')}}`;
}

/** BITMAP_BUILD(array); nulls in the array are left out. */
export const bitmapBuild: CallCompiler = (_call, args) =>
  strict(args, (list) => bitmapOf(isArrayValue(list) ? list.flatMap((n) => (n === null ? [] : [Number(n) >>> 0])) : []));

export const bitmapCardinality: CallCompiler = (_call, args) => strict(args, (v) => BigInt(bitmapNumbers(v).length));

/** Numbers signed again, in the order of the unsigned ones. */
export const bitmapToArray: CallCompiler = (_call, args) => strict(args, (v) => bitmapNumbers(v).map((n) => n | 0));

export const bitmapToString: CallCompiler = (_call, args) => strict(args, bitmapText);

export const bitmapToBytes: CallCompiler = (_call, args) => strict(args, (v) => bitmapBytes(bitmapNumbers(v)));

export const bitmapFromBytes: CallCompiler = (_call, args) =>
  strict(args, (v) => {
    const numbers = v instanceof Uint8Array ? readBitmap(v) : undefined;
    if (!numbers) throw new EvaluationError('DeserializationException', 'Failed to deserialize bitmap from bytes.');
    return bitmapOf(numbers);
  });

/** A combination of two sets: `keep` is asked for each number that is in at least one. */
export function bitmapCombination(keep: (inLeft: boolean, inRight: boolean) => boolean): CallCompiler {
  return (_call, args) =>
    strict(args, (a, b) => {
      const left = new Set(bitmapNumbers(a));
      const right = new Set(bitmapNumbers(b));
      return bitmapOf([...left, ...right].filter((n) => keep(left.has(n), right.has(n))));
    });
}

/** The portable serialization without runs. */
export function bitmapBytes(numbers: Numbers): Uint8Array {
  const blocks = new Map<number, number[]>();
  for (const n of numbers) {
    const block = blocks.get(n >>> 16);
    if (block) block.push(n & 0xffff);
    else blocks.set(n >>> 16, [n & 0xffff]);
  }
  const size = (low: Numbers): number => (low.length > LIST_LIMIT ? BITS_BYTES : 2 * low.length);
  const head = 8 + 8 * blocks.size;
  const total = [...blocks.values()].reduce((sum, low) => sum + size(low), head);
  const bytes = new Uint8Array(total);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, NO_RUNS, true);
  view.setUint32(4, blocks.size, true);
  let offset = head;
  [...blocks].forEach(([high, low], i) => {
    view.setUint16(8 + 4 * i, high, true);
    view.setUint16(10 + 4 * i, low.length - 1, true);
    view.setUint32(8 + 4 * blocks.size + 4 * i, offset, true);
    if (low.length > LIST_LIMIT) {
      for (const n of low) bytes[offset + (n >> 3)] = (bytes[offset + (n >> 3)] ?? 0) | (1 << (n & 7));
    } else {
      low.forEach((n, k) => {
        view.setUint16(offset + 2 * k, n, true);
      });
    }
    offset += size(low);
  });
  return bytes;
}

/** Numbers of a serialized bitmap; undefined if the bytes are none. */
function readBitmap(bytes: Uint8Array): number[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readBlocks(bytes, view);
  } catch (error) {
    // DataView throws where the bytes end too early.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readBlocks(bytes: Uint8Array, view: DataView): number[] | undefined {
  const cookie = view.getUint32(0, true);
  const hasRuns = (cookie & 0xffff) === WITH_RUNS;
  if (!hasRuns && cookie !== NO_RUNS) return undefined;
  const count = hasRuns ? (cookie >>> 16) + 1 : view.getUint32(4, true);
  if (count > 65536) return undefined;
  let at = hasRuns ? 4 : 8;
  const flags = at;
  if (hasRuns) at += Math.ceil(count / 8);
  const keys = at;
  at += 4 * count;
  if (!hasRuns || count >= OFFSETS_FROM) at += 4 * count;
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) {
    const high = view.getUint16(keys + 4 * i, true) * 65536;
    const size = view.getUint16(keys + 4 * i + 2, true) + 1;
    if (hasRuns && ((view.getUint8(flags + (i >> 3)) >> (i & 7)) & 1) === 1) {
      const runs = view.getUint16(at, true);
      at += 2;
      for (let r = 0; r < runs; r++, at += 4) {
        const start = view.getUint16(at, true);
        const length = view.getUint16(at + 2, true);
        for (let n = start; n <= start + length; n++) numbers.push(high + n);
      }
    } else if (size > LIST_LIMIT) {
      for (let n = 0; n < 65536; n++) if (((view.getUint8(at + (n >> 3)) >> (n & 7)) & 1) === 1) numbers.push(high + n);
      at += BITS_BYTES;
    } else {
      for (let k = 0; k < size; k++, at += 2) numbers.push(high + view.getUint16(at, true));
    }
  }
  return at <= bytes.length ? numbers : undefined;
}
