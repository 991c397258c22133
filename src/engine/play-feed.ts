import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { Row, RowKind } from '../runtime/record.ts';
import type { Replay } from '../runtime/replay.ts';
import type { PlanSession } from './plan-session.ts';
import { physicalColumns } from '../catalog/table.ts';
import { FeedValueError, rowOfJson, timestampOf } from '../feed/row-of-json.ts';
import { millisOfTimestamp } from '../runtime/event-time.ts';
import { RunError } from '../runtime/run-error.ts';
import { timestampType } from '../types/sql-type.ts';

/** Virtual milliseconds between two rows that name no time of arrival. */
const STEP = 50;

/** Turns feed rows into rows of their tables. */
export class FeedRows {
  private readonly session: PlanSession;

  constructor(session: PlanSession) {
    this.session = session;
  }

  /** The row of an entry with all physical columns of its table. */
  row(entry: FeedEntry & { readonly kind: 'row' }): Row {
    const { catalog } = this.session.session;
    const table = catalog.findTable(catalog.qualify(entry.table.split('.')));
    try {
      return rowOfJson(entry.json, table ? physicalColumns(table) : []);
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

/** Rows in order of the feed; then the sources end one after the other, in the order of their first rows. */
export function playFeed(replay: Replay, { entries }: Feed, rows: FeedRows): void {
  replay.start();
  const tables: string[] = [];
  for (const entry of entries) {
    if (entry.kind === 'end') {
      replay.advanceTo(entry.at ?? replay.now + STEP);
      break;
    }
    if (!replay.reads(entry.table)) continue;
    if (entry.kind === 'row' && entry.op === '=') continue;
    replay.advanceTo(entry.at ?? replay.now + STEP);
    if (!tables.includes(entry.table)) tables.push(entry.table);
    if (entry.kind === 'row') replay.row(entry.table, { kind: entry.op as RowKind, row: rows.row(entry) });
    else if (entry.kind === 'idle') replay.idle(entry.table);
    else {
      const nanos = timestampOf(entry.text, timestampType(3, true));
      if (nanos !== undefined) replay.watermark(entry.table, millisOfTimestamp(nanos));
    }
  }
  for (const table of tables) {
    replay.advanceTo(replay.now + STEP);
    replay.end(table);
  }
  replay.endRest();
}
