import type { ReadingPause, StepRef, WatermarkLine } from '../../trace/run-trace.ts';
import { WatermarkLog } from './watermark-log.ts';

type PauseDraft = { -readonly [K in keyof ReadingPause]: ReadingPause[K] };

/** What sources do by themselves: watermarks of their partitions, and when they read nothing. */
export class SourceLog {
  private readonly partitions = new WatermarkLog();
  private readonly all: PauseDraft[] = [];
  private readonly open = new Map<string, PauseDraft>();

  watermark(operator: number, partition: number, o: { readonly step: StepRef; readonly value: number }): void {
    this.partitions.watermark(operator, partition, o);
  }

  status(operator: number, partition: number, o: { readonly step: StepRef; readonly idle: boolean }): void {
    this.partitions.status(operator, partition, o);
  }

  paused(operator: number, partition: number | undefined, o: { readonly step: StepRef; readonly paused: boolean }): void {
    const key = `${operator} ${partition ?? ''}`;
    const open = this.open.get(key);
    if (open) {
      open.to = o.step;
      this.open.delete(key);
    }
    if (!o.paused) return;
    const pause: PauseDraft = { operator, ...(partition !== undefined && { partition }), from: o.step };
    this.all.push(pause);
    this.open.set(key, pause);
  }

  toLines(): WatermarkLine[] {
    return this.partitions.toLines().map((line) => ({ ...line, input: -1, partition: line.input }));
  }

  get pauses(): readonly ReadingPause[] {
    return this.all;
  }
}
