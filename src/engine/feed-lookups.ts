import type { FeedEntry } from '../feed/read-feed.ts';
import type { LookupTables } from '../runtime/lookup-tables.ts';
import type { Row } from '../runtime/record.ts';
import type { Value } from '../types/value.ts';
import { fieldsKey, valueKey } from '../runtime/state/row-key.ts';

type DelayEntry = FeedEntry & { readonly kind: 'lookup-delay' };
type RowEntry = FeedEntry & { readonly kind: 'row' };

/** What is needed to know of a looked-up table. */
export interface LookedUpTable {
  /** The row of an entry with all physical columns. */
  readonly read: (entry: RowEntry) => Row;
  /** Positions of the primary key; undefined if the table has none. */
  readonly primaryKey: readonly number[] | undefined;
  /** Asked values that a delay is for, by column. Columns that the table does not have are left out. */
  readonly keyOf: (entry: DelayEntry) => ReadonlyMap<number, Value>;
}

/** A table's rows and delays over time. */
interface Timeline {
  /** Times at which a row comes, ascending. */
  readonly times: readonly number[];
  /** What is there from the beginning, and from each of the times on. */
  readonly versions: readonly (readonly Row[])[];
  readonly delays: readonly { readonly from: number; readonly delay: number; readonly key: readonly (readonly [number, string])[] }[];
}

/** Looked-up tables as a feed describes them: rows (`=`), when they come, and how long answers take. Read when first asked for. */
export class FeedLookups implements LookupTables {
  private readonly entries: readonly FeedEntry[];
  private readonly describe: (path: readonly string[]) => LookedUpTable;
  private readonly timelines = new Map<string, Timeline>();

  constructor(entries: readonly FeedEntry[], describe: (path: readonly string[]) => LookedUpTable) {
    this.entries = entries;
    this.describe = describe;
  }

  rows(path: readonly string[], now: number): readonly Row[] {
    const { times, versions } = this.timeline(path);
    let version = 0;
    while (version < times.length && (times[version] ?? Infinity) <= now) version++;
    return versions[version] ?? [];
  }

  delay(path: readonly string[], now: number, key: ReadonlyMap<number, Value>): number {
    const { delays } = this.timeline(path);
    const applies = delays.findLast(
      (d) => d.from <= now && d.key.every(([column, value]) => key.has(column) && valueKey(key.get(column)) === value),
    );
    return applies?.delay ?? 0;
  }

  private timeline(path: readonly string[]): Timeline {
    const name = path.join('.');
    let timeline = this.timelines.get(name);
    if (!timeline) this.timelines.set(name, (timeline = this.build(path)));
    return timeline;
  }

  private build(path: readonly string[]): Timeline {
    const table = this.describe(path);
    const isOf = (e: FeedEntry): boolean => e.kind !== 'end' && (e.table === path.at(-1) || e.table === path.join('.'));
    const own = this.entries.filter(isOf);
    const rows = own.filter((e): e is RowEntry => e.kind === 'row' && e.op === '=');
    const later = rows.filter((e) => e.at !== undefined).sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    const versions: (readonly Row[])[] = [rows.filter((e) => e.at === undefined).map(table.read)];
    for (const entry of later) versions.push(withRow(versions.at(-1) ?? [], table.read(entry), table.primaryKey));
    const delays = own
      .filter((e) => e.kind === 'lookup-delay')
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
      .map((e) => ({
        from: e.at ?? 0,
        delay: e.delay,
        key: [...table.keyOf(e)].map(([column, value]) => [column, valueKey(value)] as const),
      }));
    return { times: later.map((e) => e.at ?? 0), versions, delays };
  }
}

/** The rows with one more, which takes the place of the one with its primary key. */
function withRow(rows: readonly Row[], row: Row, primaryKey: readonly number[] | undefined): readonly Row[] {
  const key = primaryKey && fieldsKey(row, primaryKey);
  const place = primaryKey ? rows.findIndex((r) => fieldsKey(r, primaryKey) === key) : -1;
  return place < 0 ? [...rows, row] : rows.with(place, row);
}
