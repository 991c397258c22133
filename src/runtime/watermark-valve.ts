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

/**
 * Joins the watermarks of several inputs (Flink's `IndexedCombinedWatermarkStatus`): the smallest of the active inputs, the largest if all
 * are idle; it only grows. An input that is set active again by a row or a watermark counts from then on.
 */
export class WatermarkValve {
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
