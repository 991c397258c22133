import type { Diagnostic } from '../base/diagnostic.ts';
import type { FeedObject } from './feed-json.ts';
import { FeedJsonError, isFeedObject, readFeedJson } from './feed-json.ts';

/** Kind of a change as a feed writes it; `=` is a row of a table that is only looked up. */
export type FeedOp = '+I' | '-U' | '+U' | '-D' | '=';

/** Where and when an entry stands. */
interface FeedPlace {
  /** Line of the feed, from 1. */
  readonly line: number;
  /** Arrival in milliseconds of the virtual clock (`@ 1500`); undefined: together with the entry before. */
  readonly at?: number;
}

/** One entry of a feed. */
export type FeedEntry =
  /**
   * `orders +I {"id":1} @ 1500 # 2`: a row, with its partition (from 0) if written. A row of a looked-up table (`=`) is there from the
   * beginning, or from its time on; then it takes the place of one with an equal primary key.
   */
  | (FeedPlace & {
      readonly kind: 'row';
      readonly table: string;
      readonly op: FeedOp;
      readonly json: FeedObject;
      readonly partition?: number;
    })
  /** `orders idle @ 4000`: the source has nothing to read and says so. */
  | (FeedPlace & { readonly kind: 'idle'; readonly table: string; readonly partition?: number })
  /** `orders watermark "2024-01-01 10:00:00" @ 5000`: the source emits a watermark. */
  | (FeedPlace & { readonly kind: 'watermark'; readonly table: string; readonly text: string; readonly partition?: number })
  /**
   * `users lookup delay 300 {"id":7} @ 2000`: from then on an answer of this looked-up table takes so many milliseconds; with an object
   * only where the asked key has these values.
   */
  | (FeedPlace & {
      readonly kind: 'lookup-delay';
      readonly table: string;
      readonly delay: number;
      readonly json?: FeedObject;
      readonly partition?: undefined;
    })
  /** `end @ 9000`: all sources end here; what follows is not read. */
  | (FeedPlace & { readonly kind: 'end' });

export interface Feed {
  readonly entries: readonly FeedEntry[];
  /** Bad lines, each left out of `entries`; spans count from the start of the text. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Longest feed, in lines. */
export const MAX_FEED_LINES = 200_000;

const HEAD = /^(\S+)\s+(\+I|-U|\+U|-D|=)\s+(?=\{)/;
const TAIL = /^(?:\s+@\s*(\d{1,15}))?(?:\s+#\s*(\d{1,6}))?\s*$/;
const WATERMARK = /^(\S+)\s+watermark\s+"([^"]*)"/;
const DELAY = /^(\S+)\s+lookup\s+delay\s+(\d{1,9})(?=\s|$)(?:\s+(?=\{))?/;
const IDLE = /^(\S+)\s+idle\b/;
const END = /^end\b/;

/** Lines that are read between two looks at the clock. */
const LINES_AT_ONCE = 256;

/** A text that has been read. */
export interface ReadText {
  readonly text: string;
  readonly feed: Feed;
}

/** Entries of a text that has been read, for those lines of a later text that are the same, also if all of them have moved. */
class KnownLines {
  private readonly lines: readonly string[];
  private readonly entries: readonly (FeedEntry | undefined)[];
  private readonly shift: number;

  constructor({ text, feed }: ReadText, now: number) {
    this.lines = text.split('\n');
    const entries: (FeedEntry | undefined)[] = new Array<FeedEntry | undefined>(this.lines.length).fill(undefined);
    for (const entry of feed.entries) entries[entry.line - 1] = entry;
    this.entries = entries;
    this.shift = this.lines.length - now;
  }

  at(raw: string, line: number): FeedEntry | undefined {
    if (this.lines[line - 1] === raw) return this.entries[line - 1];
    const other = line - 1 + this.shift;
    const entry = this.lines[other] === raw ? this.entries[other] : undefined;
    return entry && { ...entry, line };
  }
}

/** The entry in one line of a feed; undefined if it has none. */
export function readFeedLine(text: string, line: number): FeedEntry | undefined {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('#') || line > MAX_FEED_LINES) return undefined;
  const outcome = readLine(trimmed, line);
  return typeof outcome === 'string' ? undefined : outcome;
}

/** Reads the text of a feed. Never throws: a bad line becomes a diagnostic. Blank lines and lines from `#` are comments. */
export function readFeed(text: string): Feed {
  const steps = readFeedSteps(text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

/** `readFeed` in steps of some lines each, for callers that must not be held up. Lines that stood in the text before are not read again. */
export function* readFeedSteps(text: string, before?: ReadText): Generator<void, Feed> {
  const entries: FeedEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  let start = 0;
  let line = 0;
  const lines = text.split('\n');
  const known = before && new KnownLines(before, lines.length);
  for (const raw of lines) {
    line++;
    if (line % LINES_AT_ONCE === 0) yield;
    const at = start;
    start += raw.length + 1;
    const same = line <= MAX_FEED_LINES ? known?.at(raw, line) : undefined;
    if (same) {
      entries.push(same);
      continue;
    }
    const trimmed = raw.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const outcome = line > MAX_FEED_LINES ? `A feed has at most ${MAX_FEED_LINES} lines.` : readLine(trimmed, line);
    if (typeof outcome !== 'string') {
      entries.push(outcome);
      continue;
    }
    const span = { start: at, end: at + raw.length };
    diagnostics.push({ code: 'run/feed-line', severity: 'error', message: `Line ${line}: ${outcome}`, span });
    if (line > MAX_FEED_LINES) break;
  }
  return { entries, diagnostics };
}

/** The entry of a line, or what is wrong with it. */
function readLine(text: string, line: number): FeedEntry | string {
  const end = END.exec(text);
  const endTail = end && tailOf(text.slice(end[0].length));
  if (endTail) return { kind: 'end', line, at: endTail.at };
  const head = HEAD.exec(text);
  if (head) return rowEntry(text, head, line);
  const delay = DELAY.exec(text);
  if (delay) return delayEntry(text, delay, line);
  const watermark = WATERMARK.exec(text);
  const idle = IDLE.exec(text);
  const match = watermark ?? idle;
  if (!match) return 'Not a feed line; expected: table +I|-U|+U|-D|= {json}.';
  const tail = tailOf(text.slice(match[0].length));
  if (!tail) return 'Expected only "@ milliseconds" and "# partition" behind the entry.';
  const table = match[1] ?? '';
  return watermark ? { kind: 'watermark', line, table, text: watermark[2] ?? '', ...tail } : { kind: 'idle', line, table, ...tail };
}

function rowEntry(text: string, head: RegExpExecArray, line: number): FeedEntry | string {
  const json = jsonAt(text, head[0].length);
  if (typeof json === 'string') return json;
  const tail = tailOf(text.slice(json.end));
  if (!tail) return 'Expected only "@ milliseconds" and "# partition" behind the row.';
  return { kind: 'row', line, table: head[1] ?? '', op: (head[2] ?? '+I') as FeedOp, json: json.value, ...tail };
}

function delayEntry(text: string, head: RegExpExecArray, line: number): FeedEntry | string {
  const end = head[0].length;
  const json = text[end] === '{' ? jsonAt(text, end) : undefined;
  if (typeof json === 'string') return json;
  const tail = tailOf(text.slice(json?.end ?? end));
  if (!tail || tail.partition !== undefined) return 'Expected only "@ milliseconds" behind the delay.';
  const at = tail.at === undefined ? {} : { at: tail.at };
  return { kind: 'lookup-delay', line, table: head[1] ?? '', delay: Number(head[2]), ...(json && { json: json.value }), ...at };
}

/** The JSON object at an offset and the offset behind it, or what is wrong with it. */
function jsonAt(text: string, start: number): { readonly value: FeedObject; readonly end: number } | string {
  try {
    const { value, end } = readFeedJson(text, start);
    return isFeedObject(value) ? { value, end } : 'A row is a JSON object.';
  } catch (error) {
    if (error instanceof FeedJsonError) return `Not JSON at column ${error.offset + 1}: ${error.message}.`;
    throw error;
  }
}

function tailOf(text: string): { readonly at?: number; readonly partition?: number } | undefined {
  const match = TAIL.exec(text);
  if (!match) return undefined;
  return {
    ...(match[1] !== undefined && { at: Number(match[1]) }),
    ...(match[2] !== undefined && { partition: Number(match[2]) }),
  };
}
