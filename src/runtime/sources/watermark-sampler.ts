import { MIN_WATERMARK } from '../event-time.ts';

/** Flink's `WatermarkSampler`: the latest watermark, and what it was `capacity` samples ago. Without capacity that is the latest itself. */
export class WatermarkSampler {
  latest = MIN_WATERMARK;
  private readonly samples: number[];

  constructor(capacity: number) {
    this.samples = Array.from({ length: capacity }, () => MIN_WATERMARK);
  }

  sample(): void {
    if (this.samples.length === 0) return;
    this.samples.push(this.latest);
    this.samples.shift();
  }

  get oldest(): number {
    return this.samples[0] ?? this.latest;
  }
}
