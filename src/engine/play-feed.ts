import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { Row, RowKind } from '../runtime/record.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Field } from '../types/sql-type.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunPlan } from './run-plan.ts';
import { metadataColumns, physicalColumns } from '../catalog/table.ts';
import { ARRIVAL_STEP } from '../feed/edit-feed.ts';
import { FeedValueError, rowOfJson, timestampOf } from '../feed/row-of-json.ts';
import { millisOfTimestamp } from '../runtime/event-time.ts';
import { Replay } from '../runtime/replay.ts';
import { RunError } from '../runtime/run-error.ts';
import { timestampType } from '../types/sql-type.ts';
import { evalContext } from './new-session.ts';

/** Turns feed rows into rows of their tables. */
export class FeedRows {
  private readonly session: PlanSession;
  private readonly entries: readonly FeedEntry[];
  private readonly fixedRows = new Map<string, readonly Row[]>();
  private readonly columns = new Map<string, readonly Field[]>();
  /** A row is looked at before it goes in. */
  private last: { readonly entry: FeedEntry; readonly row: Row } | undefined;

  constructor(session: PlanSession, entries: readonly FeedEntry[]) {
    this.session = session;
    this.entries = entries;
  }

  /** The row of an entry with all physical columns of its table, then its metadata columns. */
  row(entry: FeedEntry & { readonly kind: 'row' }): Row {
    if (this.last?.entry !== entry) this.last = { entry, row: this.read(entry) };
    return this.last.row;
  }

  private read(entry: FeedEntry & { readonly kind: 'row' }): Row {
    try {
      return rowOfJson(entry.json, this.columnsOf(entry.table));
    } catch (error) {
      if (error instanceof FeedValueError) throw new RunError('IOException', `Line ${entry.line}: ${error.message}`);
      throw error;
    }
  }

  /** Columns of a feed row; the catalog does not change while a feed is played. */
  private columnsOf(name: string): readonly Field[] {
    let columns = this.columns.get(name);
    if (!columns) {
      const { catalog } = this.session.session;
      const table = catalog.findTable(catalog.qualify(name.split('.')));
      columns = table ? [...physicalColumns(table), ...metadataColumns(table)] : [];
      this.columns.set(name, columns);
    }
    return columns;
  }

  /** The fixed rows of a table. They are read once: a lookup asks for them with every row. */
  fixed(path: readonly string[]): readonly Row[] {
    const name = path.join('.');
    let rows = this.fixedRows.get(name);
    if (!rows) {
      rows = this.entries.flatMap((e) =>
        e.kind === 'row' && e.op === '=' && (e.table === path.at(-1) || e.table === name) ? [this.read(e)] : [],
      );
      this.fixedRows.set(name, rows);
    }
    return rows;
  }
}

/** A replay of a plan, and the rows of the feed that it is to be played. Looked-up rows are those of the feed. Throws `UnsupportedError`. */
export function feedReplay(
  { graph }: RunPlan,
  session: PlanSession,
  { feed, listener }: { readonly feed: Feed; readonly listener: RuntimeListener },
): { readonly replay: Replay; readonly rows: FeedRows } {
  const rows = new FeedRows(session, feed.entries);
  const { config } = session.session;
  const replay = new Replay({ graph, config, evalContext: evalContext(config), listener, lookupRows: (path) => rows.fixed(path) });
  return { replay, rows };
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
