import type { Accumulators, AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import type { OperatorContext } from '../../operator.ts';
import type { SessionWindow } from './merging-windows.ts';
import { windowName } from './merging-windows.ts';
import { windowStart } from './window-time.ts';

interface Hop {
  readonly size: number;
  readonly slide: number;
}

/**
 * Legacy hopping windows keep their rows by panes, stretches that lie in the same windows (Flink's `PanedWindowProcessFunction` with
 * `SlidingWindowAssigner`). A row is taken once; a window's result is merged from its panes, the earliest first.
 */
export class Panes {
  private readonly hop: Hop;
  private readonly handler: AggregateHandler;
  private readonly watch: OperatorContext['watch'];
  private readonly states: Map<string, Accumulators>;
  private readonly paneSize: number;

  constructor(hop: Hop, handler: AggregateHandler, context: OperatorContext) {
    this.hop = hop;
    this.handler = handler;
    this.watch = context.watch;
    this.states = context.mapState<Accumulators>('window-aggs');
    this.paneSize = greatestCommonDivisor(hop.size, hop.slide);
  }

  /** The last window that a time's pane lies in; where windows leave gaps the last one that began. A pane is late when it is over. */
  lastWindow(time: number): SessionWindow {
    const start = windowStart(time, this.hop.slide, 0);
    return { start, end: start + this.hop.size };
  }

  /** The accumulators that a row of the key and time goes to. */
  at(key: string, time: number): Accumulators {
    const id = this.idOf(key, windowStart(time, this.paneSize, 0));
    const known = this.states.get(id);
    if (known) return known;
    const made = this.handler.create();
    this.states.set(id, made);
    return made;
  }

  merged(key: string, window: SessionWindow): Accumulators {
    const accs = this.handler.create();
    for (let start = window.start; start < window.end; start += this.paneSize) {
      const pane = this.states.get(this.idOf(key, start));
      if (!pane) continue;
      this.handler.merge(accs, pane);
      this.watch.derived?.(accs, pane);
    }
    return accs;
  }

  /** Drops the panes that lie in no later window. */
  clear(key: string, window: SessionWindow): void {
    const end = Math.min(window.end, window.start + this.hop.slide);
    for (let start = window.start; start < end; start += this.paneSize) this.states.delete(this.idOf(key, start));
  }

  private idOf(key: string, start: number): string {
    return `${windowName({ start, end: start + this.paneSize })}|${key}`;
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
