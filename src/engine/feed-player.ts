import type { Feed, FeedEntry } from '../feed/read-feed.ts';
import type { Replay } from '../runtime/replay.ts';
import type { RowKind } from '../runtime/record.ts';
import type { FeedRows } from './play-feed.ts';
import { ARRIVAL_STEP, isLookedUp } from '../feed/edit-feed.ts';
import { timestampOf } from '../feed/row-of-json.ts';
import { millisOfTimestamp } from '../runtime/event-time.ts';
import { timestampType } from '../types/sql-type.ts';

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
  const player = new FeedPlayer(replay, rows, o);
  replay.start();
  let count = 0;
  for (const entry of entries) {
    yield count++;
    if (entry.kind === 'end') {
      replay.advanceTo(entry.at ?? replay.now + ARRIVAL_STEP);
      break;
    }
    if (!replay.reads(entry.table) || isLookedUp(entry)) continue;
    replay.advanceTo(entry.at ?? replay.now + ARRIVAL_STEP);
    player.arrive(entry);
  }
  yield* player.end(count);
}

type WaitingRow = FeedEntry & { readonly kind: 'row' };

function partitionKey(table: string, partition: number): string {
  return `${table}#${partition}`;
}

type TableEntry = Exclude<FeedEntry, { readonly kind: 'end' }>;

/** Puts entries into a replay. Rows that a source must not read yet (watermark alignment) wait, in their order, until it may. */
class FeedPlayer {
  private readonly replay: Replay;
  private readonly rows: FeedRows;
  private readonly options: PlayOptions;
  /** Tables in the order of their first entries. */
  private readonly tables: string[] = [];
  private waiting: WaitingRow[] = [];
  /** How many of them each partition has, by table and partition. */
  private counts = new Map<string, number>();
  /** Tables that end as soon as the last of their rows has been read. */
  private readonly ending = new Set<string>();

  constructor(replay: Replay, rows: FeedRows, options: PlayOptions) {
    this.replay = replay;
    this.rows = rows;
    this.options = options;
    replay.onResumed = () => this.readOn();
  }

  arrive(entry: TableEntry): void {
    const { table } = entry;
    if (entry.kind === 'row' && !this.canRead(entry)) {
      if (!this.tables.includes(table)) this.tables.push(table);
      this.wait(entry);
    } else this.read(entry);
  }

  /** Ends the sources one after the other, and lets the clock run until the rows that wait have been read. */
  *end(count: number): Generator<number, void> {
    const { replay, options } = this;
    for (const table of this.tables) {
      replay.advanceTo(replay.now + ARRIVAL_STEP);
      if (this.isWaiting(table)) this.endLater(table);
      else this.endTable(table);
    }
    while (this.waiting.length > 0) {
      yield count;
      const next = replay.nextTime;
      if (next === Infinity) throw new Error('rows wait for a source that never reads on');
      replay.advanceTo(next);
    }
    options.beforeEnd?.(undefined);
    replay.endRest();
  }

  /** True if the row's turn has come: its source reads, and no other row of its partition waits. */
  private canRead({ table, partition = 0 }: WaitingRow): boolean {
    return !this.counts.has(partitionKey(table, partition)) && this.replay.canRead(table, partition);
  }

  private wait(entry: WaitingRow): void {
    const key = partitionKey(entry.table, entry.partition ?? 0);
    this.waiting.push(entry);
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  private isWaiting(table: string): boolean {
    return this.waiting.some((e) => e.table === table);
  }

  private readOn(): void {
    const entries = this.waiting;
    this.waiting = [];
    this.counts = new Map();
    for (const entry of entries) {
      if (this.canRead(entry)) this.read(entry);
      else this.wait(entry);
    }
    for (const table of this.ending) {
      if (this.isWaiting(table)) continue;
      this.ending.delete(table);
      this.endTable(table);
    }
  }

  private read(entry: TableEntry): void {
    const { replay, rows, tables, options } = this;
    const { table } = entry;
    if (options.before?.(entry) === false) return;
    if (!tables.includes(table)) tables.push(table);
    if (entry.kind === 'row') replay.row(table, { kind: entry.op as RowKind, row: rows.row(entry) }, entry.partition);
    else if (entry.kind === 'idle') replay.idle(table, entry.partition);
    else if (entry.kind === 'watermark') {
      const nanos = timestampOf(entry.text, timestampType(3, true));
      if (nanos !== undefined) replay.watermark(table, millisOfTimestamp(nanos));
    }
  }

  /** Partitions without waiting rows have come to their end; the table follows. */
  private endLater(table: string): void {
    this.ending.add(table);
    for (const partition of this.rows.partitionsOf(table)) {
      if (!this.counts.has(partitionKey(table, partition))) this.replay.endPartition(table, partition);
    }
  }

  private endTable(table: string): void {
    this.options.beforeEnd?.(table);
    this.replay.end(table);
  }
}
