import type { CatalogTable } from '../../catalog/table.ts';
import type { FeedEntry } from '../../feed/read-feed.ts';
import type { Row } from '../../runtime/record.ts';
import type { Bag } from './bag.ts';
import type { PlanSession } from '../plan-session.ts';
import { physicalColumns } from '../../catalog/table.ts';
import { RunError } from '../../runtime/run-error.ts';
import { fieldsKey, rowKey } from '../../runtime/state/row-key.ts';
import { FeedRows } from '../play-feed.ts';

/**
 * What tables hold after a whole feed: rows with all physical columns. With a primary key a row takes the place of the one that has its
 * key; without one `-U` and `-D` take one equal row away.
 */
export class TableContents {
  private readonly session: PlanSession;
  private readonly entries: readonly FeedEntry[];
  private readonly rows: FeedRows;
  private readonly known = new Map<string, Bag>();

  constructor(session: PlanSession, entries: readonly FeedEntry[]) {
    this.session = session;
    const end = entries.findIndex((e) => e.kind === 'end');
    this.entries = end < 0 ? entries : entries.slice(0, end);
    this.rows = new FeedRows(session, this.entries);
  }

  /** Rows of the table of that path. */
  of(path: readonly string[]): Bag {
    const name = path.join('.');
    let bag = this.known.get(name);
    if (!bag) this.known.set(name, (bag = this.read(path)));
    return bag;
  }

  private read(path: readonly string[]): Bag {
    const { catalog } = this.session.session;
    const table = catalog.findTable(catalog.qualify(path));
    if (!table) return [];
    const content = new Content(keyColumns(table));
    for (const entry of this.entries) {
      if (entry.kind !== 'row' || (entry.table !== path.at(-1) && entry.table !== path.join('.'))) continue;
      const row = this.rowOf(entry);
      if (!row) continue;
      if (entry.op === '-U' || entry.op === '-D') content.remove(row);
      else content.add(row);
    }
    return content.rows;
  }

  /** A row with values that do not fit its columns is left out, as in a replay. */
  private rowOf(entry: FeedEntry & { readonly kind: 'row' }): Row | undefined {
    try {
      return this.rows.row(entry);
    } catch (error) {
      if (error instanceof RunError) return undefined;
      throw error;
    }
  }
}

/** Positions of the primary key among the physical columns; undefined without a key. */
function keyColumns(table: CatalogTable): readonly number[] | undefined {
  if (table.kind !== 'connector' || !table.primaryKey) return undefined;
  const names = physicalColumns(table).map((c) => c.name);
  const columns = table.primaryKey.columns.map((name) => names.indexOf(name));
  return columns.includes(-1) ? undefined : columns;
}

class Content {
  private readonly key: readonly number[] | undefined;
  private list: Row[] = [];

  constructor(key: readonly number[] | undefined) {
    this.key = key;
  }

  add(row: Row): void {
    if (this.key) this.remove(row);
    this.list.push(row);
  }

  remove(row: Row): void {
    const { key } = this;
    const id = (r: Row): string => (key ? fieldsKey(r, key) : rowKey(r));
    const at = this.list.findIndex((r) => id(r) === id(row));
    if (at >= 0) this.list.splice(at, 1);
  }

  get rows(): Bag {
    return this.list;
  }
}
