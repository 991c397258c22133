import type { SqlType } from '../../../types/sql-type.ts';
import type { TimeZone } from '../../eval/time-zone.ts';
import { UTC, localToUtc } from '../../eval/time-zone.ts';

const HOUR = 3_600_000;

/**
 * Flink's `TimeWindowUtil`: windows over TIMESTAMP_LTZ are cut on the wall clock of the session zone, written as if it were UTC ("local"
 * milliseconds below), while watermarks and timers are epoch milliseconds. For TIMESTAMP both are the same.
 */
export class WindowTime {
  private readonly zone: TimeZone;
  private readonly isUtc: boolean;
  /** `TimeZone.useDaylightTime`: the zone changes its clock every year. */
  readonly hasDaylightSaving: boolean;

  constructor(timeType: SqlType, sessionZone: TimeZone) {
    this.zone = timeType.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE' ? sessionZone : UTC;
    this.isUtc = this.zone.id === 'UTC';
    // Any two recent half-years tell: rules change rarely, and Flink asks for today's.
    this.hasDaylightSaving = this.zone.offsetAt(Date.UTC(2024, 0, 1)) !== this.zone.offsetAt(Date.UTC(2024, 6, 1));
  }

  /** Local milliseconds of an epoch time. */
  toLocal(epoch: number): number {
    return this.isUtc || !Number.isFinite(epoch) ? epoch : epoch + this.zone.offsetAt(epoch);
  }

  toEpoch(local: number): number {
    return this.isUtc || !Number.isFinite(local) ? local : localToUtc(this.zone, local);
  }

  /** Epoch time of a timer for a local time: behind a gap of the clock its first instant, in a repeated hour the later one. */
  timerTime(local: number): number {
    if (this.isUtc || !Number.isFinite(local)) return local;
    const t1 = localToUtc(this.zone, local);
    if (!this.hasDaylightSaving) return t1;
    const t2 = localToUtc(this.zone, local + HOUR);
    if (t1 === t2) return t1 - (t1 % HOUR);
    return t2 - t1 > HOUR ? t1 + HOUR : t1;
  }

  /** True if a window with this local end is over at a watermark or processing time. */
  isFired(end: number, progress: number): boolean {
    return end !== Infinity && progress >= this.timerTime(end - 1);
  }

  /**
   * The watermark from which a buffer is looked at again: the last millisecond of the interval. In a zone without daylight saving the
   * interval is one of UTC, as in Flink, where rows of a local day can so be flushed too late.
   */
  nextTrigger(progress: number, interval: number, offset: number): number {
    if (!Number.isFinite(progress)) return progress;
    const end = this.hasDaylightSaving
      ? this.timerTime(windowStart(this.toLocal(progress), interval, offset) + interval - 1)
      : windowStart(progress, interval, offset) + interval - 1;
    return end > progress ? end : end + interval;
  }
}

/** Start of the window of the given size that holds a time (`TimeWindow.getWindowStartWithOffset`). */
export function windowStart(time: number, size: number, offset: number): number {
  // Without `%`, which is slow for numbers of more than 32 bits.
  const windows = Math.floor((time - offset) / size);
  return windows * size + offset;
}
