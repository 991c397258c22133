import type { Decimal } from '../../types/decimal.ts';
import type { Value } from '../../types/value.ts';
import type { Row } from '../record.ts';
import type { SelfDescribing } from '../state/state-observer.ts';
import { decimalText } from '../../types/decimal.ts';
import { isDecimalValue } from '../../types/value.ts';
import { isSameText, Listing, writtenOut, type Text } from './listing.ts';

/** Elements of a list or map that are written out. */
const MOST_ELEMENTS = 6;
const MOST_CHARACTERS = 400;

/** Text of a row of the operator's input, if it is one. */
export type RowText = (row: Row) => string | undefined;

/** What a state holds, for people. Its text is put together when it is asked for: most are never looked at. */
export class StateDescription {
  private readonly content: Text;
  /** Rows or elements inside, for lists and maps; 1 for a single value. */
  readonly elements: number;

  constructor(content: Text, elements: number) {
    this.content = content;
    this.elements = elements;
  }

  get text(): string {
    const full = writtenOut(this.content);
    return full.length > MOST_CHARACTERS ? `${full.slice(0, MOST_CHARACTERS)}…` : full;
  }

  /** Characters of its text. */
  get length(): number {
    return Math.min(this.content.length, MOST_CHARACTERS + 1);
  }

  /** Estimate of its size: elements that are not written out count like those that are. */
  get bytes(): number {
    const shown = Math.min(this.elements, MOST_ELEMENTS);
    return Math.round(16 + (shown === 0 ? 0 : this.content.length * (this.elements / shown)));
  }

  holdsSameAs(other: StateDescription): boolean {
    return this.elements === other.elements && isSameText(this.content, other.content);
  }
}

/**
 * Describes whatever operators keep: rows, lists, maps, accumulators and objects of them. Only the first elements are looked at, so the cost
 * does not grow with the state.
 */
export function describeState(value: unknown, rowText: RowText): StateDescription {
  return new StateDescription(textOf(value, rowText), sizeOf(value));
}

/** Something with a size and entries: maps, and hash maps of the runtime. */
interface Sized {
  readonly size: number;
  entries(): Iterable<readonly [unknown, unknown]>;
}

function isSized(v: object): v is Sized {
  return 'size' in v && typeof v.size === 'number' && 'entries' in v && typeof v.entries === 'function';
}

function isSelfDescribing(v: object): v is SelfDescribing {
  return 'shownState' in v && typeof v.shownState === 'function';
}

/** An aggregate's accumulator shows its result so far. */
export function isAccumulator(v: unknown): v is { value(): unknown } {
  return typeof v === 'object' && v !== null && 'value' in v && typeof v.value === 'function';
}

/** Told by the first three. */
function isListOfObjects(v: readonly unknown[]): boolean {
  for (let i = 0; i < Math.min(v.length, 3); i++) {
    const e = v[i];
    if (typeof e !== 'object' || e === null || isDecimalValue(e as Value) || isAccumulator(e)) return false;
  }
  return v.length > 0;
}

function sizeOf(v: unknown): number {
  if (typeof v !== 'object' || v === null) return 1;
  if (Array.isArray(v)) return isListOfObjects(v) ? v.length : 1;
  return isSized(v) ? v.size : 1;
}

function textOf(v: unknown, rowText: RowText): Text {
  if (v === null || v === undefined) return 'null';
  if (typeof v !== 'object') return String(v);
  if (Array.isArray(v)) return arrayText(v, rowText);
  if (isDecimalValue(v as Value)) return decimalText(v as Decimal);
  if (v instanceof Uint8Array) return `x'${[...v.slice(0, 16)].map((b) => b.toString(16).padStart(2, '0')).join('')}'`;
  if (isAccumulator(v)) return textOf(v.value(), rowText);
  if (isSized(v)) return entriesText(v, rowText);
  if (isSelfDescribing(v)) return textOf(v.shownState(), rowText);
  if ('opaque' in v) return textOf(v.opaque, rowText);
  return objectText(v, rowText);
}

function objectText(v: object, rowText: RowText): Text {
  const parts: Text[] = [];
  for (const name of Object.keys(v)) {
    const x = (v as Readonly<Record<string, unknown>>)[name];
    if (isKept(x)) parts.push(named(name, textOf(x, rowText)));
  }
  return new Listing('{}', parts);
}

function named(name: string, text: Text): Text {
  return typeof text === 'string' ? `${name}: ${text}` : new Listing([`${name}: `, ''], [text]);
}

/** False for what an object of an operator needs to work with and does not keep: functions, and plans that hold some. */
function isKept(x: unknown): boolean {
  if (typeof x === 'function' || x === undefined) return false;
  if (typeof x !== 'object' || x === null || Array.isArray(x)) return true;
  for (const name of Object.keys(x)) if (typeof (x as Readonly<Record<string, unknown>>)[name] === 'function') return false;
  return true;
}

function arrayText(v: readonly unknown[], rowText: RowText): Text {
  const row = rowText(v as Row);
  if (row !== undefined) return row;
  if (!isListOfObjects(v))
    return new Listing(
      '()',
      v.map((x) => textOf(x, rowText)),
    );
  const first: Text[] = [];
  for (let i = 0; i < Math.min(v.length, MOST_ELEMENTS); i++) first.push(textOf(v[i], rowText));
  return new Listing('[]', first, v.length - first.length);
}

/** A hash map is put in order before its first entry comes; above this size that takes too long. */
const MOST_ENUMERATED = 2_000;

function entriesText(v: Sized, rowText: RowText): Text {
  if (v.size > MOST_ENUMERATED) return `{${v.size} entries}`;
  const texts: Text[] = [];
  for (const [key, value] of v.entries()) {
    if (texts.length === MOST_ELEMENTS) break;
    const inner = textOf(value, rowText);
    texts.push(typeof key === 'object' ? inner : named(writtenOut(textOf(key, rowText)), inner));
  }
  return new Listing('{}', texts, v.size - texts.length);
}
