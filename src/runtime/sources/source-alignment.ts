import type { OperatorContext } from '../operator.ts';
import type { SplitListener, SplitWatermarks } from './split-watermarks.ts';
import { MAX_WATERMARK, MIN_WATERMARK } from '../event-time.ts';
import { WatermarkSampler } from './watermark-sampler.ts';

/** `scan.watermark.alignment.…` of a table. */
export interface AlignmentParams {
  readonly group: string;
  readonly maxDrift: number;
  readonly updateInterval: number;
}

interface Report {
  readonly at: number;
  readonly watermark: number;
  /** What was reported before that moment. */
  readonly before: number | undefined;
}

/** What the sources of one group have reported (the aggregator in Flink's `CoordinatorStore`). */
export class AlignmentGroup {
  private readonly reports = new Map<object, Report>();

  report(source: object, watermark: number, at: number): void {
    const last = this.reports.get(source);
    const before = last?.at === at ? last.before : last?.watermark;
    this.reports.set(source, { at, watermark, before });
  }

  /** The smallest watermark as reported before `now`: a report and the announcements of its moment pass each other. Undefined: the source itself has not reported. */
  leastBefore(source: object, now: number): number | undefined {
    const known = (r: Report | undefined): number | undefined => (r && r.at >= now ? r.before : r?.watermark);
    if (known(this.reports.get(source)) === undefined) return undefined;
    return Math.min(...[...this.reports.values()].map((r) => known(r) ?? MAX_WATERMARK));
  }
}

interface AlignedSplit {
  readonly sampler: WatermarkSampler;
  idle: boolean;
}

/**
 * Watermark alignment of one source (`SourceCoordinator` and `SourceOperator`): every update interval it is told how far it may be, the
 * smallest watermark of its group plus the drift, and reports where it is (the end of time if it is idle). While its watermark of
 * `pipeline.watermark-alignment.buffer-size` intervals ago is beyond, it reads nothing; of several splits each one that is beyond is paused.
 */
export class SourceAlignment implements SplitListener {
  private readonly params: AlignmentParams;
  private readonly watermarks: SplitWatermarks;
  private readonly context: OperatorContext;
  private readonly capacity: number;
  private readonly whole: WatermarkSampler;
  private readonly splits = new Map<number, AlignedSplit>();
  private readonly isNamed: boolean;
  private allowed = MAX_WATERMARK;
  private isWaiting = false;
  private hasEnded = false;
  private readonly paused = new Set<number>();
  /** Splits that listeners know to be paused. */
  private readonly told = new Set<number>();

  constructor(
    params: AlignmentParams,
    watermarks: SplitWatermarks,
    o: { readonly splits: readonly number[]; readonly context: OperatorContext },
  ) {
    const { context } = o;
    this.params = params;
    this.watermarks = watermarks;
    this.context = context;
    this.capacity = context.config.integer('pipeline.watermark-alignment.buffer-size');
    this.isNamed = o.splits.length > 1;
    this.whole = new WatermarkSampler(this.capacity);
    for (const split of o.splits) this.splits.set(split, { sampler: new WatermarkSampler(this.capacity), idle: false });
    const timers = context.processingTimers<null>({
      name: 'watermark-alignment',
      namespaceKey: () => '',
      onTimer: ({ time }) => {
        timers.register(time + params.updateInterval, '', null);
        this.announcement();
        this.sampleAndReport();
        this.context.resumed();
      },
    });
    timers.register(context.now + params.updateInterval, '', null);
    watermarks.listener = this;
  }

  /** False while the source, or this split of it, is to read nothing. */
  canRead(split: number): boolean {
    const known = this.splits.has(split) ? split : ([...this.splits.keys()][0] ?? split);
    return !this.isWaiting && !this.paused.has(known);
  }

  /** The source has ended: it holds nobody back. */
  end(): void {
    this.hasEnded = true;
    this.group().report(this, MAX_WATERMARK, this.context.now);
  }

  endSplit(split: number): void {
    this.splits.delete(split);
  }

  onWatermark(watermark: number): void {
    this.whole.latest = watermark;
    this.check();
  }

  onSplitWatermark(split: number, watermark: number): void {
    const s = this.splits.get(split);
    if (!s) return;
    s.sampler.latest = watermark;
    this.pauseIfBeyond(split, s);
  }

  onSplitIdle(split: number, idle: boolean): void {
    const s = this.splits.get(split);
    if (!s) return;
    s.idle = idle;
    this.pauseIfBeyond(split, s);
  }

  private pauseIfBeyond(split: number, { sampler, idle }: AlignedSplit): void {
    if (idle || sampler.oldest <= this.allowed) return;
    this.setPaused(split, true);
    this.tell();
  }

  private group(): AlignmentGroup {
    const { alignmentGroups } = this.context;
    let group = alignmentGroups.get(this.params.group);
    if (!group) alignmentGroups.set(this.params.group, (group = new AlignmentGroup()));
    return group;
  }

  private announcement(): void {
    const least = this.group().leastBefore(this, this.context.now);
    if (least === undefined) return;
    this.allowed = least + this.params.maxDrift;
    this.check();
  }

  private sampleAndReport(): void {
    this.whole.sample();
    for (const { sampler } of this.splits.values()) sampler.sample();
    this.check();
    if (this.whole.latest === MIN_WATERMARK) return;
    this.group().report(this, this.watermarks.isSourceIdle ? MAX_WATERMARK : this.whole.latest, this.context.now);
  }

  private check(): void {
    if (this.hasEnded) return;
    this.isWaiting = this.allowed < this.whole.oldest;
    for (const [split, { sampler, idle }] of this.splits) if (!idle) this.setPaused(split, sampler.oldest > this.allowed);
    this.tell();
  }

  private setPaused(split: number, paused: boolean): void {
    if (this.paused.has(split) === paused) return;
    if (paused) this.paused.add(split);
    else this.paused.delete(split);
    this.watermarks.pause(split, paused);
  }

  /** Tells listeners of splits that can be read no longer, or again. */
  private tell(): void {
    for (const split of this.splits.keys()) {
      const canRead = this.canRead(split);
      if (canRead !== this.told.has(split)) continue;
      if (canRead) this.told.delete(split);
      else this.told.add(split);
      this.context.watch.readingPaused?.(this.isNamed ? split : undefined, !canRead);
    }
  }
}
