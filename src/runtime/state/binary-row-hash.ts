import type { SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { isArrayValue, isDecimalValue, isMapValue, isRowValue } from '../../types/value.ts';
import { utf8 } from '../eval/text-points.ts';

/*
 * `BinaryRowData.hashCode`: the hash of the bytes that Flink keeps a row in. The order of hash maps depends on it.
 * Layout: null bits behind a header byte (8 bytes for up to 56 fields), 8 bytes a field, then the variable parts, each in whole words.
 */

const SEED = 42;

function mixK1(k: number): number {
  const a = Math.imul(k, 0xcc9e2d51);
  return Math.imul((a << 15) | (a >>> 17), 0x1b873593);
}

function mixH1(h: number, k: number): number {
  const a = h ^ k;
  return (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(h: number, length: number): number {
  let a = h ^ length;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  a = Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return a ^ (a >>> 16);
}

/** `MurmurHashUtils.hashBytes`: whole words, then single (signed) bytes. */
export function murmurHash(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const aligned = bytes.length - (bytes.length % 4);
  let h = SEED;
  for (let i = 0; i < aligned; i += 4) h = mixH1(h, mixK1(view.getInt32(i, true)));
  for (let i = aligned; i < bytes.length; i++) h = mixH1(h, mixK1(view.getInt8(i)));
  return finish(h, bytes.length);
}

/** Hash of a row of these types, as Flink's serializer would write it with row kind INSERT. */
export function binaryRowHash(row: readonly Value[], types: readonly SqlType[]): number {
  return murmurHash(binaryRow(row, types));
}

function binaryRow(row: readonly Value[], types: readonly SqlType[]): Uint8Array {
  const nullBytes = Math.floor((types.length + 63 + 8) / 64) * 8;
  return writeBinary(row, types, { nullBytes, nullOffset: 8, fieldSize: () => 8, headerBytes: 0 });
}

interface Layout {
  readonly headerBytes: number;
  readonly nullBytes: number;
  /** Bits before the first null bit. */
  readonly nullOffset: number;
  readonly fieldSize: (t: SqlType) => number;
}

function writeBinary(values: readonly Value[], types: readonly SqlType[], layout: Layout): Uint8Array {
  const start = layout.headerBytes + layout.nullBytes;
  const offsets: number[] = [];
  let fixed = start;
  for (const t of types) {
    offsets.push(fixed);
    fixed += layout.fieldSize(t);
  }
  const parts: Uint8Array[] = [];
  let cursor = (fixed + 7) & ~7;
  const head = new Uint8Array(cursor);
  const view = new DataView(head.buffer);
  const append = (bytes: Uint8Array, at: number, size = bytes.length): void => {
    const padded = new Uint8Array((bytes.length + 7) & ~7);
    padded.set(bytes);
    view.setBigInt64(at, BigInt.asIntN(64, (BigInt(cursor) << 32n) | BigInt(size)), true);
    parts.push(padded);
    cursor += padded.length;
  };
  types.forEach((t, i) => {
    const v = values[i] ?? null;
    const at = offsets[i] ?? 0;
    if (v !== null) {
      writeField(v, t, { view, at, append });
      return;
    }
    const bit = i + layout.nullOffset;
    const byte = layout.headerBytes + (bit >> 3);
    head[byte] = (head[byte] ?? 0) | (1 << (bit & 7));
    // A null that could not be compact still reserves its variable part.
    if (t.name === 'DECIMAL' && (t.precision ?? 10) > 18) append(new Uint8Array(16), at, 0);
    else if (isTimestampType(t) && (t.precision ?? 6) > 3) append(new Uint8Array(8), at, 0);
  });
  const out = new Uint8Array(cursor);
  out.set(head);
  let at = head.length;
  for (const p of parts) {
    out.set(p, at);
    at += p.length;
  }
  return out;
}

function isTimestampType(t: SqlType): boolean {
  return t.name === 'TIMESTAMP' || t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
}

interface Slot {
  readonly view: DataView;
  readonly at: number;
  readonly append: (bytes: Uint8Array, at: number, size?: number) => void;
}

function writeField(v: Exclude<Value, null>, t: SqlType, slot: Slot): void {
  const { view, at } = slot;
  switch (t.name) {
    case 'BOOLEAN':
      view.setUint8(at, v === true ? 1 : 0);
      return;
    case 'TINYINT':
      view.setInt8(at, v as number);
      return;
    case 'SMALLINT':
      view.setInt16(at, v as number, true);
      return;
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
      view.setInt32(at, v as number, true);
      return;
    case 'FLOAT':
      view.setFloat32(at, v as number, true);
      return;
    case 'DOUBLE':
      view.setFloat64(at, v as number, true);
      return;
    case 'BIGINT':
      view.setBigInt64(at, v as bigint, true);
      return;
    case 'INTERVAL':
      if (typeof v === 'bigint') view.setBigInt64(at, v, true);
      else view.setInt32(at, v as number, true);
      return;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      writeTimestamp(v as bigint, t.precision ?? 6, slot);
      return;
    case 'DECIMAL':
      if (isDecimalValue(v)) writeDecimal(v.unscaled, t.precision ?? 10, slot);
      return;
    case 'CHAR':
    case 'VARCHAR':
      writeBytes(utf8(String(v)), slot);
      return;
    case 'BINARY':
    case 'VARBINARY':
      writeBytes(v as Uint8Array, slot);
      return;
    default:
      slot.append(nested(v, t), at);
  }
}

function writeTimestamp(nanos: bigint, precision: number, { view, at, append }: Slot): void {
  const rest = ((nanos % 1_000_000n) + 1_000_000n) % 1_000_000n;
  const millis = (nanos - rest) / 1_000_000n;
  if (precision <= 3) {
    view.setBigInt64(at, millis, true);
    return;
  }
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, millis, true);
  append(bytes, at, Number(rest));
}

function writeDecimal(unscaled: bigint, precision: number, { view, at, append }: Slot): void {
  if (precision <= 18) {
    view.setBigInt64(at, unscaled, true);
    return;
  }
  // Big-endian two's complement, as short as possible, in 16 bytes.
  let length = 1;
  while (BigInt.asIntN(length * 8, unscaled) !== unscaled) length++;
  const bytes = new Uint8Array(16);
  for (let i = 0; i < length; i++) bytes[length - 1 - i] = Number((unscaled >> BigInt(8 * i)) & 0xffn);
  append(bytes, at, length);
}

/** Up to seven bytes stand in the slot itself. */
function writeBytes(bytes: Uint8Array, { view, at, append }: Slot): void {
  if (bytes.length > 7) {
    append(bytes, at);
    return;
  }
  bytes.forEach((b, i) => view.setUint8(at + i, b));
  view.setUint8(at + 7, 0x80 | bytes.length);
}

function nested(v: Exclude<Value, null>, t: SqlType): Uint8Array {
  if (isRowValue(v)) {
    const types = (t.fields ?? []).map((f) => f.type);
    return binaryRow(v.row, types);
  }
  if (isArrayValue(v) && t.element) return binaryArray(v, t.element);
  if (isMapValue(v)) {
    const keys = binaryArray(
      v.entries.map(([k]) => k),
      t.key ?? (t.element as SqlType),
    );
    const values = binaryArray(
      v.entries.map(([, x]) => x),
      t.value ?? ({ ...t, name: 'INTEGER' } as SqlType),
    );
    const out = new Uint8Array(4 + keys.length + values.length);
    new DataView(out.buffer).setInt32(0, keys.length, true);
    out.set(keys, 4);
    out.set(values, 4 + keys.length);
    return out;
  }
  return new Uint8Array(0);
}

function elementSize(t: SqlType): number {
  switch (t.name) {
    case 'BOOLEAN':
    case 'TINYINT':
      return 1;
    case 'SMALLINT':
      return 2;
    case 'INTEGER':
    case 'FLOAT':
    case 'DATE':
    case 'TIME':
      return 4;
    default:
      return 8;
  }
}

function binaryArray(values: readonly Value[], element: SqlType): Uint8Array {
  const nullBytes = Math.floor((values.length + 31) / 32) * 4;
  const bytes = writeBinary(
    values,
    values.map(() => element),
    { headerBytes: 4, nullBytes, nullOffset: 0, fieldSize: elementSize },
  );
  new DataView(bytes.buffer).setInt32(0, values.length, true);
  return bytes;
}

/** `hashCode` of one value as Flink's internal data structures have it. */
export function valueHash(v: Value, t: SqlType): number {
  if (v === null) return 0;
  switch (t.name) {
    case 'BOOLEAN':
      return v === true ? 1231 : 1237;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'DATE':
    case 'TIME':
      return v as number;
    case 'BIGINT':
    case 'INTERVAL':
      return longHash(BigInt(v as bigint | number));
    case 'FLOAT': {
      const view = new DataView(new ArrayBuffer(4));
      view.setFloat32(0, v as number);
      return view.getInt32(0);
    }
    case 'DOUBLE': {
      const view = new DataView(new ArrayBuffer(8));
      view.setFloat64(0, v as number);
      return longHash(view.getBigInt64(0));
    }
    case 'CHAR':
    case 'VARCHAR':
      return murmurHash(utf8(String(v)));
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE': {
      const rest = (((v as bigint) % 1_000_000n) + 1_000_000n) % 1_000_000n;
      const millis = ((v as bigint) - rest) / 1_000_000n;
      return (Math.imul(31, Number(BigInt.asIntN(32, millis))) + Number(rest)) | 0;
    }
    case 'DECIMAL':
      return isDecimalValue(v) ? bigDecimalHash(v.unscaled, v.scale) : 0;
    default:
      return murmurHash(nested(v, t));
  }
}

export function longHash(v: bigint): number {
  const u = BigInt.asUintN(64, v);
  return Number(BigInt.asIntN(32, u ^ (u >> 32n)));
}

/** `Long.hashCode` of a whole number of at most 2^53. */
export function longHashOfNumber(n: number): number {
  return (n | 0) ^ Math.floor(n / 4294967296);
}

/** `BigDecimal.hashCode`. */
function bigDecimalHash(unscaled: bigint, scale: number): number {
  const positive = unscaled < 0n ? -unscaled : unscaled;
  if (BigInt.asIntN(64, unscaled) === unscaled) {
    const u = BigInt.asUintN(64, positive);
    const h = Number(BigInt.asIntN(32, ((u >> 32n) * 31n + (u & 0xffffffffn)) & 0xffffffffn));
    return (Math.imul(31, unscaled < 0n ? -h : h) + scale) | 0;
  }
  let h = 0;
  const words: bigint[] = [];
  for (let rest = positive; rest > 0n; rest >>= 32n) words.unshift(rest & 0xffffffffn);
  for (const w of words) h = (Math.imul(31, h) + Number(w)) | 0;
  return (Math.imul(31, unscaled < 0n ? -h : h) + scale) | 0;
}
