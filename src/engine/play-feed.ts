import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { Row, RowKind } from '../runtime/record.ts';
import type { Replay } from '../runtime/replay.ts';
import type { PlanSession } from './plan-session.ts';
import { metadataColumns, physicalColumns } from '../catalog/table.ts';
import { ARRIVAL_STEP } from '../feed/edit-feed.ts';
import { FeedValueError, rowOfJson, timestampOf } from '../feed/row-of-json.ts';
import { millisOfTimestamp } from '../runtime/event-time.ts';
import { RunError } from '../runtime/run-error.ts';
import { timestampType } from '../types/sql-type.ts';

/** Turns feed rows into rows of their tables. */
export class FeedRows {
  private readonly session: PlanSession;
  /** A row is looked at before it goes in. */
  private last: { readonly entry: FeedEntry; readonly row: Row } | undefined;

  constructor(session: PlanSession) {
    this.session = session;
  }

  /** The row of an entry with all physical columns of its table, then its metadata columns. */
  row(entry: FeedEntry & { readonly kind: 'row' }): Row {
    if (this.last?.entry !== entry) this.last = { entry, row: this.read(entry) };
    return this.last.row;
  }

  private read(entry: FeedEntry & { readonly kind: 'row' }): Row {
    const { catalog } = this.session.session;
    const table = catalog.findTable(catalog.qualify(entry.table.split('.')));
    try {
      return rowOfJson(entry.json, table ? [...physicalColumns(table), ...metadataColumns(table)] : []);
    } catch (error) {
      if (error instanceof FeedValueError) throw new RunError('IOException', `Line ${entry.line}: ${error.message}`);
      throw error;
    }
  }

  /** The fixed rows of a table. */
  fixed(path: readonly string[], entries: readonly FeedEntry[]): readonly Row[] {
    return entries.flatMap((e) =>
      e.kind === 'row' && e.op === '=' && (e.table === path.at(-1) || e.table === path.join('.')) ? [this.row(e)] : [],
    );
  }
}

export interface PlayOptions {
  /** Told before an entry goes in, with the clock at its time; false leaves it out. */
  readonly before?: (entry: FeedEntry) => boolean;
  /** Told before a source ends, with the clock at its time. */
  readonly beforeEnd?: (table: string | undefined) => void;
}

/** Rows in order of the feed; then the sources end one after the other, in the order of their first rows. */
export function playFeed(replay: Replay, feed: Feed, rows: FeedRows): void {
  const steps = playFeedSteps(replay, feed, rows, {});
  while (!steps.next().done);
}

/** `playFeed` in steps: gives the number of entries that have gone in. */
export function* playFeedSteps(replay: Replay, { entries }: Feed, rows: FeedRows, o: PlayOptions): Generator<number, void> {
  replay.start();
  const tables: string[] = [];
  let count = 0;
  for (const entry of entries) {
    yield count++;
    if (entry.kind === 'end') {
      replay.advanceTo(entry.at ?? replay.now + ARRIVAL_STEP);
      break;
    }
    if (!replay.reads(entry.table)) continue;
    if (entry.kind === 'row' && entry.op === '=') continue;
    replay.advanceTo(entry.at ?? replay.now + ARRIVAL_STEP);
    if (o.before?.(entry) === false) continue;
    if (!tables.includes(entry.table)) tables.push(entry.table);
    if (entry.kind === 'row') replay.row(entry.table, { kind: entry.op as RowKind, row: rows.row(entry) }, entry.partition);
    else if (entry.kind === 'idle') replay.idle(entry.table, entry.partition);
    else {
      const nanos = timestampOf(entry.text, timestampType(3, true));
      if (nanos !== undefined) replay.watermark(entry.table, millisOfTimestamp(nanos));
    }
  }
  for (const table of tables) {
    replay.advanceTo(replay.now + ARRIVAL_STEP);
    o.beforeEnd?.(table);
    replay.end(table);
  }
  o.beforeEnd?.(undefined);
  replay.endRest();
}
