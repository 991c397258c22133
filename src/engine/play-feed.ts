import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { CatalogTable } from '../catalog/table.ts';
import type { FeedObject } from '../feed/feed-json.ts';
import type { Row, RowKind } from '../runtime/record.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Field } from '../types/sql-type.ts';
import type { LookedUpTable } from './feed-lookups.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunPlan } from './run-plan.ts';
import { metadataColumns, physicalColumns } from '../catalog/table.ts';
import { ARRIVAL_STEP, isLookedUp } from '../feed/edit-feed.ts';
import { FeedValueError, rowOfJson, timestampOf } from '../feed/row-of-json.ts';
import { millisOfTimestamp } from '../runtime/event-time.ts';
import { Replay } from '../runtime/replay.ts';
import { RunError } from '../runtime/run-error.ts';
import { timestampType } from '../types/sql-type.ts';
import { FeedLookups } from './feed-lookups.ts';
import { evalContext } from './new-session.ts';

/** Turns feed rows into rows of their tables. */
export class FeedRows {
  private readonly session: PlanSession;
  /** Tables that are only looked up. */
  readonly lookups: FeedLookups;
  private readonly columns = new Map<string, readonly Field[]>();
  /** A row is looked at before it goes in. */
  private last: { readonly entry: FeedEntry; readonly row: Row } | undefined;

  constructor(session: PlanSession, entries: readonly FeedEntry[]) {
    this.session = session;
    this.lookups = new FeedLookups(entries, (path) => this.lookedUp(path));
  }

  /** The row of an entry with all physical columns of its table, then its metadata columns. */
  row(entry: FeedEntry & { readonly kind: 'row' }): Row {
    if (this.last?.entry !== entry) this.last = { entry, row: this.read(entry) };
    return this.last.row;
  }

  private read(entry: FeedEntry & { readonly kind: 'row' }): Row {
    return this.rowOf(entry, entry.json, this.columnsOf(entry.table));
  }

  private rowOf(entry: FeedEntry, json: FeedObject, columns: readonly Field[]): Row {
    try {
      return rowOfJson(json, columns);
    } catch (error) {
      if (error instanceof FeedValueError) throw new RunError('IOException', `Line ${entry.line}: ${error.message}`);
      throw error;
    }
  }

  /** Columns of a feed row; the catalog does not change while a feed is played. */
  private columnsOf(name: string): readonly Field[] {
    let columns = this.columns.get(name);
    if (!columns) {
      const table = this.tableOf(name.split('.'));
      columns = table ? [...physicalColumns(table), ...metadataColumns(table)] : [];
      this.columns.set(name, columns);
    }
    return columns;
  }

  private tableOf(names: readonly string[]): CatalogTable | undefined {
    const { catalog } = this.session.session;
    return catalog.findTable(catalog.qualify(names));
  }

  private lookedUp(path: readonly string[]): LookedUpTable {
    const table = this.tableOf(path);
    const columns = table ? physicalColumns(table) : [];
    const names = columns.map((column) => column.name);
    const key = table?.kind === 'connector' ? table.primaryKey?.columns.map((name) => names.indexOf(name)) : undefined;
    return {
      read: (entry) => this.read(entry),
      primaryKey: key,
      keyOf: (entry) => {
        const row = entry.json ? this.rowOf(entry, entry.json, columns) : [];
        return new Map(names.flatMap((name, i) => (entry.json?.fields.has(name) ? [[i, row[i] ?? null] as const] : [])));
      },
    };
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
  const replay = new Replay({ graph, config, evalContext: evalContext(config), listener, lookups: rows.lookups });
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
    if (isLookedUp(entry)) continue;
    replay.advanceTo(entry.at ?? replay.now + ARRIVAL_STEP);
    if (o.before?.(entry) === false) continue;
    if (!tables.includes(entry.table)) tables.push(entry.table);
    if (entry.kind === 'row') replay.row(entry.table, { kind: entry.op as RowKind, row: rows.row(entry) }, entry.partition);
    else if (entry.kind === 'idle') replay.idle(entry.table, entry.partition);
    else if (entry.kind === 'watermark') {
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
