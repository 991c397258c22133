import type { FeedJson, FeedObject } from './feed-json.ts';
import type { FeedEntry, FeedOp } from './read-feed.ts';
import { feedJsonText } from './feed-json.ts';

/** `@ 1500 # 2`, as far as there is something to say. */
export function formatTail(at: number | undefined, partition: number | undefined): string {
  return `${at === undefined ? '' : ` @ ${Math.max(0, Math.round(at))}`}${partition === undefined ? '' : ` # ${partition}`}`;
}

export interface RowToWrite {
  readonly table: string;
  readonly op: FeedOp;
  readonly json: FeedObject;
  readonly at?: number;
  readonly partition?: number;
}

/** A row as a line of a feed. */
export function formatRow({ table, op, json, at, partition }: RowToWrite): string {
  return `${table} ${op} ${feedJsonText(json)}${formatTail(at, partition)}`;
}

/** Any entry as a line of a feed; what `readFeed` makes of it is the entry again. */
export function formatEntry(entry: FeedEntry): string {
  switch (entry.kind) {
    case 'row':
      return formatRow(entry);
    case 'idle':
      return `${entry.table} idle${formatTail(entry.at, entry.partition)}`;
    case 'watermark':
      return `${entry.table} watermark "${entry.text.replaceAll('"', '')}"${formatTail(entry.at, entry.partition)}`;
    case 'lookup-delay': {
      const key = entry.json ? ` ${feedJsonText(entry.json)}` : '';
      return `${entry.table} lookup delay ${entry.delay}${key}${formatTail(entry.at, undefined)}`;
    }
    case 'end':
      return `end${formatTail(entry.at, undefined)}`;
  }
}

/** An object from names and values, in their order. */
export function feedObject(fields: Iterable<readonly [string, FeedJson]>): FeedObject {
  return { fields: new Map(fields) };
}
