import type { ExecNode } from '../../exec/exec-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import type { TimerService } from '../timers.ts';
import { StreamPhysicalIntervalJoin } from '../../rel/physical/stream-physical-interval-join.ts';
import { MAX_WATERMARK, millisOfTimestamp } from '../event-time.ts';
import { joinRows } from '../row-builder.ts';
import { longHashOfNumber } from '../state/binary-row-hash.ts';
import { JavaHashMap } from '../state/java-hash-map.ts';
import { keySelector } from '../state/row-key.ts';
import { keyFilter, restCondition } from './join.ts';

interface Cached {
  readonly row: Row;
  joined: boolean;
}

/** Rows of one time. */
interface TimeRows {
  readonly time: number;
  readonly rows: Cached[];
}

/** Rows of one key by time. */
type Cache = JavaHashMap<number, TimeRows>;

interface Side {
  readonly name: string;
  /** How far, in milliseconds, rows of the other side may lie behind this side's rows. */
  readonly relative: number;
  readonly caches: Map<string, Cache>;
  /** Time of each key's cleanup timer. */
  readonly cleanup: Map<string, number>;
  /** Operator-wide, as in Flink: rows of the other side up to this time are gone. */
  expiration: number;
  readonly pads: boolean;
  readonly timeIndex: number;
}

/**
 * Flink's `IntervalJoinOperator`: `l.t between r.t + lower and r.t + upper`. Rows are kept while a row of the other side can still match;
 * a late row joins with what is still there. Padded rows come when the row's time is over, behind the watermark. The watermark goes on
 * held back by the larger part of the interval.
 */
export function intervalJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalIntervalJoin)) throw new Error(`${node.name} is no IntervalJoin`);
  return new IntervalJoin(rel, context);
}

class IntervalJoin implements Operator {
  private readonly context: OperatorContext;
  private readonly sides: readonly [Side, Side];
  private readonly filters: readonly [(row: Row) => boolean, (row: Row) => boolean];
  private readonly condition: (row: Row) => boolean;
  private readonly keys: readonly [(row: Row) => string, (row: Row) => string];
  private readonly nulls: readonly [readonly Value[], readonly Value[]];
  /** One timer for both sides: a key has one at a time, whichever side asked for it. */
  private readonly timers: TimerService<null>;
  private readonly isEventTime: boolean;
  private readonly minCleanup: number;
  private readonly isEmptyRange: boolean;

  constructor(rel: StreamPhysicalIntervalJoin, context: OperatorContext) {
    const { windowBounds: b, joinType, joinInfo } = rel;
    this.context = context;
    this.isEventTime = b.isEventTime;
    const side = (name: string, o: Pick<Side, 'relative' | 'pads' | 'timeIndex'>): Side => ({
      name,
      ...o,
      caches: context.mapState(`${name}-cache`),
      cleanup: new Map(),
      expiration: 0,
    });
    this.sides = [
      side('left', { relative: -b.leftLowerBound, pads: joinType === 'left' || joinType === 'full', timeIndex: b.leftTimeIndex }),
      side('right', { relative: b.leftUpperBound, pads: joinType === 'right' || joinType === 'full', timeIndex: b.rightTimeIndex }),
    ];
    this.isEmptyRange = b.leftLowerBound > b.leftUpperBound;
    this.keys = [keySelector(joinInfo.left), keySelector(joinInfo.right)];
    this.filters = [keyFilter(joinInfo, 0), keyFilter(joinInfo, 1)];
    const counts = [rel.left.rowType.fields.length, rel.right.rowType.fields.length] as const;
    this.condition = restCondition(rel, counts[0] + counts[1], context);
    this.nulls = [Array.from({ length: counts[0] }, () => null), Array.from({ length: counts[1] }, () => null)];
    this.minCleanup = context.config.duration('table.exec.interval-join.min-cleanup-interval');
    const options = {
      name: 'user-timers',
      namespaceKey: () => '',
      onTimer: (t: { readonly time: number; readonly key: string }) => this.onTimer(t.key, t.time),
    };
    this.timers = this.isEventTime ? context.eventTimers(options) : context.processingTimers(options);
  }

  onRecord(input: number, { row }: Change): void {
    const s = input === 0 ? 0 : 1;
    const o = s === 0 ? 1 : 0;
    const side = this.sides[s];
    const other = this.sides[o];
    if (this.isEmptyRange) {
      if (side.pads) this.pad(s, row);
      return;
    }
    const key = this.keys[s](row);
    const now = this.operatorTime;
    const time = this.isEventTime ? millisOfTimestamp(row[side.timeIndex]) : this.context.now;
    const lower = time - other.relative;
    const upper = time + side.relative;
    const joined = other.expiration < upper && this.scan({ s, o, key, row, lower, upper, now });
    if (now < upper) {
      this.keep(side, key, { time, row, joined });
      if (!side.cleanup.has(key)) this.register(s, key, time);
    } else if (!joined && side.pads) this.pad(s, row);
  }

  private keep(
    side: Side,
    key: string,
    { time, row, joined }: { readonly time: number; readonly row: Row; readonly joined: boolean },
  ): void {
    let cache = side.caches.get(key);
    if (!cache) {
      cache = newCache();
      side.caches.set(key, cache);
    }
    const known = cache.get(time);
    if (known) known.rows.push({ row, joined });
    else cache.set(time, { time, rows: [{ row, joined }] });
  }

  /** Joins with the other side's rows of the interval and drops those whose time is over. */
  private scan(q: {
    readonly s: 0 | 1;
    readonly o: 0 | 1;
    readonly key: string;
    readonly row: Row;
    readonly lower: number;
    readonly upper: number;
    readonly now: number;
  }): boolean {
    const other = this.sides[q.o];
    other.expiration = expirationOf(q.now, other.relative);
    const cache = other.caches.get(q.key);
    if (!cache) return false;
    const canMatch = this.filters[q.s](q.row);
    let joined = false;
    // The order of the rows of other times shows nowhere.
    const { expiration } = other;
    for (const { time, rows } of cache.select((c) => (c.time >= q.lower && c.time <= q.upper) || c.time <= expiration)) {
      if (canMatch && time >= q.lower && time <= q.upper) {
        for (const cached of rows) {
          const pair = q.s === 0 ? joinRows(q.row, cached.row) : joinRows(cached.row, q.row);
          if (!this.condition(pair)) continue;
          joined = true;
          cached.joined = true;
          this.context.emit('+I', pair, this.context.watch.derived && [q.row, cached.row]);
        }
      }
      if (time <= expiration) {
        cache.delete(time);
        this.padUnmatched(q.o, rows);
      }
    }
    return joined;
  }

  onWatermark(watermark: number): void {
    const delay = Math.max(this.sides[0].relative, this.sides[1].relative);
    this.context.emitWatermark(watermark === MAX_WATERMARK || !this.isEventTime ? watermark : watermark - delay);
  }

  private get operatorTime(): number {
    return this.isEventTime ? Math.max(0, this.context.watermark) : this.context.now;
  }

  private register(s: 0 | 1, key: string, rowTime: number): void {
    const side = this.sides[s];
    const time = rowTime + side.relative + this.minCleanup + 1;
    side.cleanup.set(key, time);
    this.timers.register(time, key, null);
  }

  /** Rows of the right side go first. */
  private onTimer(key: string, time: number): void {
    for (const s of [1, 0] as const) if (this.sides[s].cleanup.get(key) === time) this.expire(s, key);
  }

  private expire(s: 0 | 1, key: string): void {
    const side = this.sides[s];
    side.cleanup.delete(key);
    side.expiration = expirationOf(this.operatorTime, side.relative);
    const cache = side.caches.get(key);
    if (!cache) return;
    const { expiration } = side;
    const unmatched = side.pads ? cache.select((c) => c.time <= expiration) : [];
    let earliest = Infinity;
    cache.deleteWhere(({ time }) => {
      if (time <= expiration) return true;
      if (time < earliest) earliest = time;
      return false;
    });
    for (const { rows } of unmatched) this.padUnmatched(s, rows);
    if (earliest < 0) earliest = earliestOf(cache);
    // With a time before 1970 for the earliest, Flink takes nothing for left and drops the rows, without padding.
    if (cache.size > 0 && earliest > 0) this.register(s, key, earliest);
    else side.caches.delete(key);
  }

  private padUnmatched(s: 0 | 1, rows: readonly Cached[]): void {
    if (!this.sides[s].pads) return;
    for (const r of rows) if (!r.joined) this.pad(s, r.row);
  }

  private pad(s: 0 | 1, row: Row): void {
    this.context.emit('+I', s === 0 ? [...row, ...this.nulls[1]] : [...this.nulls[0], ...row], [row]);
  }
}

function expirationOf(now: number, relative: number): number {
  return now === Infinity ? Infinity : now - relative - 1;
}

/** As Flink looks for it: a time before 1970 is taken for none, so the order of the map counts. */
function earliestOf(cache: Cache): number {
  let earliest = -1;
  for (const { time } of cache.values()) if (time < earliest || earliest < 0) earliest = time;
  return earliest;
}

function identityOfTime(time: number): number {
  return time;
}

function newCache(): Cache {
  return new JavaHashMap<number, TimeRows>(identityOfTime, longHashOfNumber);
}
