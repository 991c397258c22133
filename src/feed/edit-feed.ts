import type { FeedJson } from './feed-json.ts';
import type { FeedEntry } from './read-feed.ts';
import { readFeed, readFeedLine } from './read-feed.ts';
import { feedObject, formatEntry } from './write-feed.ts';

/**
 * Edits of a feed's text, line by line: all lines that are not meant stay as they were written, comments and mistakes included. Lines
 * count from 1. Everything here is pure and gives the new text.
 */

/** Virtual milliseconds after the entry before, for an entry that names no time of arrival: in the replay, and so in what is shown and edited. */
export const ARRIVAL_STEP = 1_000;

/** An entry with the time at which it arrives, whether it is written or follows from the line before. */
export interface TimedEntry {
  readonly entry: FeedEntry;
  readonly arrival: number;
}

/** The entries with their times of arrival. The clock never goes back: a line with an earlier time arrives with the one before. */
export function timedEntries(entries: readonly FeedEntry[]): readonly TimedEntry[] {
  let now = 0;
  return entries.map((entry) => {
    // What is looked up takes no turn: rows and delays hold from their time on, wherever their lines stand.
    if (isLookedUp(entry)) return { entry, arrival: entry.at ?? now };
    now = Math.max(now, entry.at ?? now + ARRIVAL_STEP);
    return { entry, arrival: now };
  });
}

function linesOf(feed: string): string[] {
  return feed === '' ? [] : feed.replace(/\n$/, '').split('\n');
}

function textOf(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** Lines put in behind a line; behind line 0 is the start. */
export function insertLines(feed: string, after: number, added: readonly string[]): string {
  const lines = linesOf(feed);
  lines.splice(Math.max(0, Math.min(after, lines.length)), 0, ...added);
  return textOf(lines);
}

/** Lines at the end, but before the line that ends all sources: what follows that is not read. */
export function appendLines(feed: string, added: readonly string[]): string {
  const lines = linesOf(feed);
  const end = lines.findIndex((line, i) => line.includes('end') && readFeedLine(line, i + 1)?.kind === 'end');
  return insertLines(feed, end < 0 ? lines.length : end, added);
}

export function replaceLine(feed: string, line: number, text: string): string {
  const lines = linesOf(feed);
  if (lines[line - 1] === undefined) return feed;
  lines[line - 1] = text;
  return textOf(lines);
}

export function removeLine(feed: string, line: number): string {
  const lines = linesOf(feed);
  if (lines[line - 1] === undefined) return feed;
  lines.splice(line - 1, 1);
  return textOf(lines);
}

/** The line a second time, right behind itself. */
export function duplicateLine(feed: string, line: number): string {
  const text = linesOf(feed)[line - 1];
  return text === undefined ? feed : insertLines(feed, line, [text]);
}

/** Takes a line out and puts it in so that it becomes line `to`. */
export function moveLine(feed: string, line: number, to: number): string {
  const lines = linesOf(feed);
  return lines[line - 1] === undefined ? feed : textOf(movedLine(lines, line, to));
}

function movedLine(lines: readonly string[], line: number, to: number): readonly string[] {
  const rest = lines.toSpliced(line - 1, 1);
  return rest.toSpliced(Math.max(0, Math.min(to - 1, rest.length)), 0, lines[line - 1] ?? '');
}

/** What an edit does to an entry; `at: null` and `partition: null` take the mark away. */
export interface EntryChange {
  readonly op?: (FeedEntry & { kind: 'row' })['op'];
  readonly at?: number | null;
  readonly partition?: number | null;
  /** Values by column; `undefined` takes a field out. Only for rows. */
  readonly cells?: Readonly<Record<string, FeedJson | undefined>>;
  /** The time of a watermark line. */
  readonly text?: string;
}

function changed(entry: FeedEntry, change: EntryChange): FeedEntry {
  const at = change.at === undefined ? entry.at : (change.at ?? undefined);
  if (entry.kind === 'end' || entry.kind === 'lookup-delay') return { ...entry, at };
  const partition = change.partition === undefined ? entry.partition : (change.partition ?? undefined);
  if (entry.kind === 'idle') return { ...entry, at, partition };
  if (entry.kind === 'watermark') return { ...entry, at, partition, text: change.text ?? entry.text };
  const fields = new Map(entry.json.fields);
  for (const [name, value] of Object.entries(change.cells ?? {})) {
    if (value === undefined) fields.delete(name);
    else fields.set(name, value);
  }
  return { ...entry, at, partition, op: change.op ?? entry.op, json: feedObject(fields) };
}

function entryAt(feed: string, line: number): FeedEntry | undefined {
  return readFeedLine(linesOf(feed)[line - 1] ?? '', line);
}

/** An entry with something changed, in its line. A line that holds no entry stays. */
export function changeEntry(feed: string, line: number, change: EntryChange): string {
  const entry = entryAt(feed, line);
  return entry ? replaceLine(feed, line, formatEntry(changed(entry, change))) : feed;
}

/**
 * Sets when an entry arrives. Entries are played in the order of their lines, so the line moves to where its time belongs; lines
 * without a time of their own that followed it get the one that they had, so that nothing else changes. Gives the text and the new line.
 * `entries` are those of the text, for callers that have read it.
 */
export function moveArrival(
  feed: string,
  line: number,
  at: number,
  entries: readonly FeedEntry[] = readFeed(feed).entries,
): { readonly feed: string; readonly line: number } {
  const timed = timedEntries(entries);
  const index = timed.findIndex(({ entry }) => entry.line === line);
  const self = timed[index];
  if (!self) return { feed, line };
  if (isLookedUp(self.entry)) return { feed: changeEntry(feed, line, { at }), line };
  const rest = timed.filter((other) => other !== self && !isLookedUp(other.entry));
  const before = rest.findLast((other) => (other.entry.line < line ? other.arrival <= at : other.arrival < at));
  const after = rest[before ? rest.indexOf(before) + 1 : 0];
  const lines = linesOf(feed);
  for (const other of [rest.find(({ entry }) => entry.line > line), after])
    if (other && other.entry.at !== other.arrival) lines[other.entry.line - 1] = formatEntry(changed(other.entry, { at: other.arrival }));
  lines[line - 1] = formatEntry(changed(self.entry, { at }));
  const isInPlace = !rest.some((other) => (other.entry.line < line ? other.arrival > at : other.arrival < at));
  if (isInPlace) return { feed: textOf(lines), line };
  const target = before ? (before.entry.line < line ? before.entry.line + 1 : before.entry.line) : firstLine(rest, line);
  return { feed: textOf(movedLine(lines, line, target)), line: target };
}

/** True for what is looked up: it takes no turn among the rows that arrive. */
export function isLookedUp(entry: FeedEntry): boolean {
  return entry.kind === 'lookup-delay' || (entry.kind === 'row' && entry.op === '=');
}

function firstLine(rest: readonly TimedEntry[], line: number): number {
  return rest.reduce((first, other) => Math.min(first, other.entry.line), line);
}

/** A row moved on the timeline: to another time of arrival, another event time, or both. */
export interface RowMove {
  readonly line: number;
  readonly at?: number;
  /** Milliseconds since the epoch, as the column's text shows them. */
  readonly eventTime?: number;
}

/** The row of a line with its new times. `column` is where the table's event time stands; without one only the arrival can be set. */
export function moveRow(feed: string, move: RowMove, column: string | undefined, entries?: readonly FeedEntry[]): string {
  let text = feed;
  let known = entries;
  const entry = entryAt(feed, move.line);
  if (entry?.kind === 'row' && move.eventTime !== undefined && column !== undefined) {
    const before = entry.json.fields.get(column);
    const time = typeof before === 'string' ? timestampLike(before, move.eventTime) : timestampText(move.eventTime, '');
    const change = { cells: { [column]: time } };
    text = changeEntry(text, move.line, change);
    known = entries?.map((one) => (one.line === move.line ? changed(one, change) : one));
  }
  return move.at === undefined ? text : moveArrival(text, move.line, move.at, known).feed;
}

/** A timestamp as SQL writes it, with milliseconds where there are some. */
function timestampText(millis: number, end: string): string {
  const [day = '', clock = ''] = new Date(Math.round(millis)).toISOString().replace('Z', '').split('T');
  return `${day} ${clock.replace(/\.000$/, '')}${end}`;
}

/** The new time in the form of the old one: with its `T`, its `Z`, and minutes only where it had no more. */
function timestampLike(before: string, millis: number): string {
  const end = before.endsWith('Z') ? 'Z' : '';
  const text = timestampText(millis, end);
  return /^\d{4}-\d{2}-\d{2}T/.test(before) ? text.replace(' ', 'T') : text;
}
