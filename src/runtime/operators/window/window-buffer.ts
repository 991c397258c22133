import type { WindowColumns } from '../../../rel/physical/windowing.ts';
import type { OperatorContext } from '../../operator.ts';
import type { Row } from '../../record.ts';
import type { TimerService } from '../../timers.ts';
import type { WindowTime } from './window-time.ts';
import { millisOfTimestamp } from '../../event-time.ts';

export interface WindowBufferOptions<T> {
  readonly context: OperatorContext;
  readonly time: WindowTime;
  readonly create: () => T;
  /** Rows are combined before a watermark that ends one of their windows (Flink's `RecordsWindowBuffer`); only then windows get timers. */
  readonly isCombining?: boolean;
  /** The window is over; called once, then its content is gone. */
  readonly fire: (content: T) => void;
}

/** Content of open windows by key and end, for operators over rows that carry their window: late rows are dropped, a timer fires each. */
export class WindowBuffer<T> {
  private readonly options: WindowBufferOptions<T>;
  private readonly contents: Map<string, T>;
  private readonly timers: TimerService<number>;
  /** Where windows begin, by their ends, as far as rows say so. */
  private readonly starts = new Map<number, number>();
  /** Windows with rows that are not combined yet, in the order of their first ones. */
  private readonly pending = new Map<string, { readonly key: string; readonly end: number }>();
  private firstPending = Infinity;

  constructor(options: WindowBufferOptions<T>) {
    this.options = options;
    this.contents = options.context.mapState('window-state');
    this.timers = options.context.eventTimers<number>({
      name: 'window-timers',
      namespaceKey: String,
      onTimer: ({ key, namespace }) => {
        const id = `${namespace}|${key}`;
        const content = this.contents.get(id);
        this.contents.delete(id);
        if (content !== undefined) {
          this.watchWindow('windowFired', key, namespace);
          options.fire(content);
        }
        this.watchWindow('windowPurged', key, namespace);
      },
    });
  }

  /** The content of a row's window; undefined if the window is over. */
  of(key: string, row: Row, columns: WindowColumns): T | undefined {
    const { context, time, create } = this.options;
    const end = columns.by === 'time' ? Infinity : millisOfTimestamp(row[columns.endIndex]);
    if (time.isFired(end, context.watermark)) {
      context.lateDropped(row);
      return undefined;
    }
    const id = `${end}|${key}`;
    const content = this.contents.get(id) ?? create();
    this.contents.set(id, content);
    if (!this.options.isCombining) this.timers.register(time.timerTime(end - 1), key, end);
    else if (!this.pending.has(id)) {
      this.pending.set(id, { key, end });
      this.firstPending = Math.min(this.firstPending, end);
    }
    if (columns.by === 'window' && columns.startIndex !== undefined) this.starts.set(end, millisOfTimestamp(row[columns.startIndex]));
    this.watchWindow('windowAdd', key, end);
    return content;
  }

  /** To be called before a watermark goes to the timers. */
  combine(watermark: number): void {
    const { time } = this.options;
    if (!time.isFired(this.firstPending, watermark)) return;
    for (const { key, end } of this.pending.values()) this.timers.register(time.timerTime(end - 1), key, end);
    this.pending.clear();
    this.firstPending = Infinity;
  }

  private watchWindow(event: 'windowAdd' | 'windowFired' | 'windowPurged', key: string, end: number): void {
    this.options.context.watch[event]?.({ key, start: this.starts.get(end) ?? end, end });
  }
}
