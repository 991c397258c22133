import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { CatalogTable } from '../catalog/table.ts';
import type { FeedObject } from '../feed/feed-json.ts';
import type { Row } from '../runtime/record.ts';
import type { RuntimeListener } from '../runtime/listener.ts';
import type { Field } from '../types/sql-type.ts';
import type { LookedUpTable } from './feed-lookups.ts';
import type { PlanSession } from './plan-session.ts';
import type { RunPlan } from './run-plan.ts';
import { metadataColumns, physicalColumns } from '../catalog/table.ts';
import { FeedValueError, rowOfJson } from '../feed/row-of-json.ts';
import { Replay } from '../runtime/replay.ts';
import { RunError } from '../runtime/run-error.ts';
import { withHashOrder } from '../runtime/state/hash-ordered.ts';
import { FeedLookups } from './feed-lookups.ts';
import { evalContext } from './new-session.ts';

/** Turns feed rows into rows of their tables. */
export class FeedRows {
  private readonly session: PlanSession;
  private readonly entries: readonly FeedEntry[];
  private readonly partitions = new Map<string, readonly number[]>();
  /** Tables that are only looked up. */
  readonly lookups: FeedLookups;
  private readonly columns = new Map<string, readonly Field[]>();
  /** A row is looked at before it goes in. */
  private last: { readonly entry: FeedEntry; readonly row: Row } | undefined;

  constructor(session: PlanSession, entries: readonly FeedEntry[]) {
    this.session = session;
    this.entries = entries;
    this.lookups = new FeedLookups(entries, (path) => this.lookedUp(path));
  }

  /** The row of an entry with all physical columns of its table, then its metadata columns. */
  row(entry: FeedEntry & { readonly kind: 'row' }): Row {
    if (this.last?.entry !== entry) this.last = { entry, row: this.read(entry) };
    return this.last.row;
  }

  /** Numbers of the partitions that entries of a table name; rows without a number are of partition 0. Empty where none is named. */
  partitionsOf(path: string): readonly number[] {
    let numbers = this.partitions.get(path);
    if (!numbers) {
      const own = this.entries.filter((e) => e.kind !== 'end' && (e.table === path || path.endsWith(`.${e.table}`)));
      const named = own.flatMap((e) => (e.kind !== 'end' && e.partition !== undefined ? [e.partition] : []));
      const hasZero = named.length > 0 && own.some((e) => e.kind === 'row' && e.partition === undefined);
      numbers = [...new Set(hasZero ? [0, ...named] : named)].sort((a, b) => a - b);
      this.partitions.set(path, numbers);
    }
    return numbers;
  }

  private read(entry: FeedEntry & { readonly kind: 'row' }): Row {
    return this.rowOf(entry, entry.json, this.columnsOf(entry.table));
  }

  private rowOf(entry: FeedEntry, json: FeedObject, columns: readonly Field[]): Row {
    try {
      return withHashOrder(rowOfJson(json, columns), columns);
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
  const replay = new Replay({
    graph,
    config,
    evalContext: evalContext(config),
    listener,
    lookups: rows.lookups,
    partitionsOf: (path) => rows.partitionsOf(path.join('.')),
  });
  return { replay, rows };
}
