import { MIN_WATERMARK } from './event-time.ts';

interface InputState {
  watermark: number;
  idle: boolean;
}

/** What an event on one input changes for the operator. */
export interface ValveOutput {
  /** The operator's new watermark, greater than all before. */
  readonly watermark?: number;
  /** The operator became idle or active. */
  readonly idle?: boolean;
}

/** Joins the watermarks that come to an operator into its own. */
export interface Valve {
  onWatermark(input: number, watermark: number): ValveOutput;
  onStatus(input: number, idle: boolean): ValveOutput;
}

/**
 * Joins the watermarks of several inputs (Flink's `IndexedCombinedWatermarkStatus`): the smallest of the active inputs, the largest if all
 * are idle; it only grows. An input that is set active again by a row or a watermark counts from then on.
 */
export class WatermarkValve implements Valve {
  private readonly inputs: readonly InputState[];
  private combined = MIN_WATERMARK;
  private idle = false;

  constructor(inputCount: number) {
    this.inputs = Array.from({ length: inputCount }, () => ({ watermark: MIN_WATERMARK, idle: false }));
  }

  get watermark(): number {
    return this.combined;
  }

  watermarkOf(input: number): number {
    return this.inputs[input]?.watermark ?? MIN_WATERMARK;
  }

  isIdle(input: number): boolean {
    return this.inputs[input]?.idle ?? false;
  }

  onWatermark(input: number, watermark: number): ValveOutput {
    const state = this.inputs[input];
    if (!state || watermark <= state.watermark) return {};
    state.watermark = watermark;
    return this.recombine();
  }

  onStatus(input: number, idle: boolean): ValveOutput {
    const state = this.inputs[input];
    if (!state || state.idle === idle) return {};
    state.idle = idle;
    return this.recombine();
  }

  private recombine(): ValveOutput {
    const active = this.inputs.filter((i) => !i.idle);
    const idle = active.length === 0;
    const next = idle ? Math.max(...this.inputs.map((i) => i.watermark)) : Math.min(...active.map((i) => i.watermark));
    const statusChange = idle === this.idle ? {} : { idle };
    this.idle = idle;
    if (next <= this.combined) return statusChange;
    this.combined = next;
    return { watermark: next, ...statusChange };
  }
}

interface Channel extends InputState {
  /** False from idleness until it has caught up with what went out. */
  isAligned: boolean;
}

/**
 * Joins the streams that flow into one input, as a UNION ALL does (Flink's `StatusWatermarkValve`): the smallest watermark of the channels
 * that keep up. One that comes back from being idle holds nobody back before it has caught up; when all are idle, the largest goes out if
 * the last one to become idle was the one that all waited for.
 */
export class ChannelValve implements Valve {
  private readonly channels: readonly Channel[];
  private last = MIN_WATERMARK;
  private idle = false;

  constructor(channelCount: number) {
    this.channels = Array.from({ length: channelCount }, () => ({ watermark: MIN_WATERMARK, idle: false, isAligned: true }));
  }

  onWatermark(input: number, watermark: number): ValveOutput {
    const channel = this.channels[input];
    if (!channel || this.idle || channel.idle || watermark <= channel.watermark) return {};
    channel.watermark = watermark;
    channel.isAligned ||= watermark >= this.last;
    return this.rise(this.leastAligned());
  }

  onStatus(input: number, idle: boolean): ValveOutput {
    const channel = this.channels[input];
    if (!channel || channel.idle === idle) return {};
    channel.idle = idle;
    if (!idle) {
      channel.isAligned = channel.watermark >= this.last;
      if (!this.idle) return {};
      this.idle = false;
      return { idle: false };
    }
    channel.isAligned = false;
    const wasAwaited = channel.watermark === this.last;
    if (this.channels.some((c) => !c.idle)) return wasAwaited ? this.rise(this.leastAligned()) : {};
    this.idle = true;
    return { ...(wasAwaited && this.rise(Math.max(...this.channels.map((c) => c.watermark)))), idle: true };
  }

  /** `-Infinity` where no channel keeps up. */
  private leastAligned(): number {
    let least = Infinity;
    let isAny = false;
    for (const { watermark, isAligned } of this.channels) {
      if (!isAligned) continue;
      isAny = true;
      if (watermark < least) least = watermark;
    }
    return isAny ? least : MIN_WATERMARK;
  }

  private rise(watermark: number): ValveOutput {
    if (watermark <= this.last) return {};
    this.last = watermark;
    return { watermark };
  }
}
