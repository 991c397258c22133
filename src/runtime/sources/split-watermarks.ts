import type { OperatorContext } from '../operator.ts';
import { MIN_WATERMARK } from '../event-time.ts';

/** How a source makes watermarks. */
export interface SplitWatermarkOptions {
  /** Numbers of its splits (partitions), in the order of their outputs. */
  readonly splits: readonly number[];
  /** `scan.watermark.emit.strategy` = `on-event`; else `on-periodic`. */
  readonly onEvent: boolean;
  /** `scan.watermark.idle-timeout`, else `table.exec.source.idle-timeout`; 0 or less: off. */
  readonly idleTimeout: number;
}

/** A split with its generator (`DefaultWatermarkGenerator` in `WatermarksWithIdleness`) and its output (`PartialWatermark`). */
interface Split {
  readonly number: number;
  /** The largest watermark that a row gave. */
  generated: number;
  /** What its output holds. */
  watermark: number;
  idle: boolean;
  /** The feed says that it has nothing to read; its next row makes it active again. */
  toldIdle: boolean;
  rows: number;
  rowsAtCheck: number;
  /** By the split's own clock: since when there was no row; undefined while it does not count. */
  silentSince: number | undefined;
  /** Its clock stands still while it is paused, and is behind by what it stood. */
  pausedAt: number | undefined;
  behind: number;
}

/** Told of what alignment looks at. */
export interface SplitListener {
  onWatermark(watermark: number): void;
  onSplitWatermark(split: number, watermark: number): void;
  onSplitIdle(split: number, idle: boolean): void;
}

/**
 * Watermarks of a source that makes them for each split (`ProgressiveTimestampsAndWatermarks` with a `WatermarkOutputMultiplexer`): the
 * source's is the smallest of its active splits, or the largest if all are idle; it only grows. A row is followed by `onEvent` of its split's
 * generator, `pipeline.auto-watermark-interval` by `onPeriodicEmit` of all of them, which also find out who is silent. An idle split becomes
 * active by a watermark, not by a row, and the source tells of being active when its own watermark grows.
 *
 * Differs from Flink: an interval of 0 switches `onPeriodicEmit` off there. Here it stands for one that is as short as can be: after every
 * row, and for silence at the moment when it has lasted long enough.
 */
export class SplitWatermarks {
  listener: SplitListener | undefined;
  private readonly context: OperatorContext;
  private readonly onEventOnly: boolean;
  private readonly idleTimeout: number;
  private readonly interval: number;
  private splits: readonly Split[];
  private readonly isNamed: boolean;
  private combined = MIN_WATERMARK;
  private last = MIN_WATERMARK;
  private isIdle = false;
  private readonly registerTimer: (time: number) => void;
  private hasDeadline = false;

  constructor(options: SplitWatermarkOptions, context: OperatorContext) {
    this.context = context;
    this.onEventOnly = options.onEvent;
    this.idleTimeout = options.idleTimeout;
    this.interval = context.config.duration('pipeline.auto-watermark-interval');
    this.isNamed = options.splits.length > 1;
    const silentSince = this.interval === 0 ? context.now : undefined;
    this.splits = options.splits.map((number) => ({
      number,
      generated: MIN_WATERMARK,
      watermark: MIN_WATERMARK,
      idle: false,
      toldIdle: false,
      rows: 0,
      rowsAtCheck: 0,
      silentSince,
      pausedAt: undefined,
      behind: 0,
    }));
    const timers = context.processingTimers<null>({
      name: 'watermark',
      namespaceKey: () => '',
      onTimer: ({ time }) => {
        if (this.interval > 0) {
          this.periodicRound(true);
          timers.register(time + this.interval, '', null);
        } else this.deadline();
      },
    });
    this.registerTimer = (time) => timers.register(time, '', null);
    if (this.interval > 0) this.registerTimer(context.now + this.interval);
    else this.waitForSilence();
  }

  /** What the source has sent so far. */
  get watermark(): number {
    return this.last;
  }

  get isSourceIdle(): boolean {
    return this.isIdle;
  }

  /** A row of a split has gone out; `watermark` is what its generator makes of it, null for nothing. */
  onEvent(split: number, watermark: number | null): void {
    const s = this.splitOf(split);
    if (!s) return;
    this.context.watch.watermarkGenerated?.('onEvent', watermark ?? NaN, this.isNamed ? s.number : undefined);
    if (s.toldIdle) this.wakeUp(s);
    const grows = watermark !== null && watermark > s.generated;
    if (grows) s.generated = watermark;
    s.rows++;
    if (this.interval === 0 && this.idleTimeout > 0) {
      s.silentSince = this.clockOf(s);
      this.waitForSilence();
    }
    if (this.onEventOnly) {
      // An output that has something new is merged only if it can move the source's watermark.
      if (grows && this.setWatermark(s, watermark) && watermark > this.combined) this.merge();
    } else if (this.interval === 0) this.periodicRound(false);
  }

  /** The source emits a watermark of its own. */
  emit(watermark: number): void {
    if (watermark <= this.last) return;
    this.last = watermark;
    this.listener?.onWatermark(watermark);
    if (this.isIdle) {
      this.isIdle = false;
      this.context.emitStatus(false);
    }
    this.context.emitWatermark(watermark);
  }

  /** A split, or all of them, has nothing to read. */
  tellIdle(split: number | undefined): void {
    for (const s of this.splits) {
      if (split !== undefined && s.number !== split) continue;
      s.toldIdle = true;
      this.setIdle(s, true);
    }
    this.merge();
  }

  /** A split has been read to its end: it holds nobody back any more. */
  endSplit(split: number): void {
    if (this.splits.length < 2) return;
    this.splits = this.splits.filter((s) => s.number !== split);
    this.merge();
  }

  /** The split's clock stands still while it is paused. */
  pause(split: number, paused: boolean): void {
    const s = this.splits.find((x) => x.number === split);
    if (!s || (s.pausedAt !== undefined) === paused) return;
    if (s.pausedAt !== undefined) s.behind += this.context.now - s.pausedAt;
    s.pausedAt = paused ? this.context.now : undefined;
    if (!paused) this.waitForSilence();
  }

  private splitOf(number: number): Split | undefined {
    return this.splits.length === 1 ? this.splits[0] : (this.splits.find((s) => s.number === number) ?? this.splits[0]);
  }

  private clockOf(s: Split): number {
    return (s.pausedAt ?? this.context.now) - s.behind;
  }

  /** `onPeriodicEmit` of all generators, then the merge. */
  private periodicRound(looksForSilence: boolean): void {
    for (const s of this.splits) {
      if (s.toldIdle) continue;
      if (looksForSilence && this.idleTimeout > 0 && this.isSilent(s)) this.setIdle(s, true);
      else if (!this.onEventOnly && (looksForSilence || !s.idle || s.generated > s.watermark)) {
        if (s.generated > s.watermark) {
          this.context.watch.watermarkGenerated?.('onPeriodicEmit', s.generated, this.isNamed ? s.number : undefined);
        }
        this.setWatermark(s, s.generated);
      }
    }
    this.merge();
  }

  /** `IdlenessTimer.checkIfIdle`: silence counts from the first look that saw no row. */
  private isSilent(s: Split): boolean {
    if (s.rows !== s.rowsAtCheck) {
      s.rowsAtCheck = s.rows;
      s.silentSince = undefined;
      return false;
    }
    s.silentSince ??= this.clockOf(s);
    return this.clockOf(s) - s.silentSince > this.idleTimeout;
  }

  /** Without a period: silence is noticed when it has lasted. */
  private deadline(): void {
    this.hasDeadline = false;
    for (const s of this.splits) if (this.silentFor(s) > this.idleTimeout) this.setIdle(s, true);
    this.merge();
    this.waitForSilence();
  }

  private silentFor(s: Split): number {
    return this.clockOf(s) - (s.silentSince ?? 0);
  }

  private waitForSilence(): void {
    if (this.interval > 0 || this.idleTimeout <= 0 || this.hasDeadline) return;
    const open = this.splits.filter((s) => !s.idle && s.pausedAt === undefined);
    if (open.length === 0) return;
    this.hasDeadline = true;
    const { now } = this.context;
    this.registerTimer(Math.min(...open.map((s) => now + Math.max(1, this.idleTimeout + 1 - this.silentFor(s)))));
  }

  private setWatermark(s: Split, watermark: number): boolean {
    this.setIdle(s, false);
    if (watermark <= s.watermark) return false;
    s.watermark = watermark;
    this.listener?.onSplitWatermark(s.number, watermark);
    if (this.isNamed) this.context.watch.splitWatermark?.(s.number, watermark);
    return true;
  }

  private setIdle(s: Split, idle: boolean): void {
    if (s.idle === idle) return;
    s.idle = idle;
    this.listener?.onSplitIdle(s.number, idle);
    if (this.isNamed) this.context.watch.splitStatus?.(s.number, idle);
    if (!idle) this.waitForSilence();
  }

  private wakeUp(s: Split): void {
    s.toldIdle = false;
    this.setIdle(s, false);
    if (!this.isIdle) return;
    this.isIdle = false;
    this.context.emitStatus(false);
  }

  private merge(): void {
    if (this.splits.length === 0) return;
    let least = Infinity;
    let largest = MIN_WATERMARK;
    let allIdle = true;
    for (const s of this.splits) {
      if (s.watermark > largest) largest = s.watermark;
      if (s.idle) continue;
      allIdle = false;
      if (s.watermark < least) least = s.watermark;
    }
    const next = allIdle ? largest : least;
    if (next > this.combined) {
      this.combined = next;
      this.emit(next);
    }
    if (allIdle && !this.isIdle) {
      this.isIdle = true;
      this.context.emitStatus(true);
    }
  }
}
