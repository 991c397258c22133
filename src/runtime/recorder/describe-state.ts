import type { Decimal } from '../../types/decimal.ts';
import type { Value } from '../../types/value.ts';
import type { Row } from '../record.ts';
import { decimalText } from '../../types/decimal.ts';
import { isDecimalValue } from '../../types/value.ts';

/** What a state holds, for people. */
export interface StateDescription {
  readonly text: string;
  /** Rows or elements inside, for lists and maps; 1 for a single value. */
  readonly elements: number;
  /** Estimate of its size. */
  readonly bytes: number;
}

/** Elements of a list or map that are written out. */
const MOST_ELEMENTS = 6;
const MOST_CHARACTERS = 400;

/** Text of a row of the operator's input, if it is one. */
export type RowText = (row: Row) => string | undefined;

/**
 * Describes whatever operators keep: rows, lists, maps, accumulators and objects of them. Only the first elements are looked at, so the cost
 * does not grow with the state.
 */
export function describeState(value: unknown, rowText: RowText): StateDescription {
  const full = textOf(value, rowText);
  const elements = sizeOf(value);
  const shown = Math.min(elements, MOST_ELEMENTS);
  const bytes = Math.round(16 + (shown === 0 ? 0 : full.length * (elements / shown)));
  return { text: full.length > MOST_CHARACTERS ? `${full.slice(0, MOST_CHARACTERS)}…` : full, elements, bytes };
}

/** Something with a size and entries: maps, and hash maps of the runtime. */
interface Sized {
  readonly size: number;
  entries(): Iterable<readonly [unknown, unknown]>;
}

function isSized(v: object): v is Sized {
  return 'size' in v && typeof v.size === 'number' && 'entries' in v && typeof v.entries === 'function';
}

/** An aggregate's accumulator shows its result so far. */
export function isAccumulator(v: unknown): v is { value(): unknown } {
  return typeof v === 'object' && v !== null && 'value' in v && typeof v.value === 'function';
}

function isListOfObjects(v: readonly unknown[]): boolean {
  return v.length > 0 && v.every((e) => typeof e === 'object' && e !== null && !isDecimalValue(e as Value) && !isAccumulator(e));
}

function sizeOf(v: unknown): number {
  if (Array.isArray(v)) return isListOfObjects(v.slice(0, 3)) ? v.length : 1;
  if (typeof v === 'object' && v !== null && isSized(v)) return v.size;
  return 1;
}

function textOf(v: unknown, rowText: RowText): string {
  if (v === null || v === undefined) return 'null';
  if (typeof v !== 'object') return String(v);
  if (isDecimalValue(v as Value)) return decimalText(v as Decimal);
  if (v instanceof Uint8Array) return `x'${[...v.slice(0, 16)].map((b) => b.toString(16).padStart(2, '0')).join('')}'`;
  if (isAccumulator(v)) return textOf(v.value(), rowText);
  if (Array.isArray(v)) return arrayText(v, rowText);
  if (isSized(v)) return entriesText(v, rowText);
  if ('opaque' in v) return textOf(v.opaque, rowText);
  return `{${Object.entries(v)
    .filter(([, x]) => isKept(x))
    .map(([name, x]) => `${name}: ${textOf(x, rowText)}`)
    .join(', ')}}`;
}

/** False for what an object of an operator needs to work with and does not keep: functions, and plans that hold some. */
function isKept(x: unknown): boolean {
  if (typeof x === 'function' || x === undefined) return false;
  return typeof x !== 'object' || x === null || Array.isArray(x) || !Object.values(x).some((inner) => typeof inner === 'function');
}

function arrayText(v: readonly unknown[], rowText: RowText): string {
  const row = rowText(v as Row);
  if (row !== undefined) return row;
  if (!isListOfObjects(v.slice(0, 3))) return `(${v.map((x) => textOf(x, rowText)).join(', ')})`;
  return `[${listed(v.slice(0, MOST_ELEMENTS), v.length, rowText)}]`;
}

function listed(first: readonly unknown[], total: number, rowText: RowText): string {
  const texts = first.map((x) => textOf(x, rowText));
  return [...texts, ...(total > first.length ? [`… ${total - first.length} more`] : [])].join(', ');
}

/** A hash map is put in order before its first entry comes; above this size that takes too long. */
const MOST_ENUMERATED = 2_000;

function entriesText(v: Sized, rowText: RowText): string {
  if (v.size > MOST_ENUMERATED) return `{${v.size} entries}`;
  const texts: string[] = [];
  for (const [key, value] of v.entries()) {
    if (texts.length === MOST_ELEMENTS) break;
    const inner = textOf(value, rowText);
    texts.push(typeof key === 'object' ? inner : `${textOf(key, rowText)}: ${inner}`);
  }
  return `{${[...texts, ...(v.size > texts.length ? [`… ${v.size - texts.length} more`] : [])].join(', ')}}`;
}
