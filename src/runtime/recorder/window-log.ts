import type { RunWindow, StepRef } from '../../trace/run-trace.ts';
import type { WindowNotice } from '../listener.ts';
import { rowKeyText } from '../state/row-key.ts';

/** Windows that are kept; a run with more keeps the first ones. */
const MOST_WINDOWS = 50_000;

interface OpenWindow {
  readonly operator: number;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly opened: StepRef;
  readonly fired: StepRef[];
  purged?: StepRef;
  rows: number;
  readonly rowSteps: StepRef[];
}

/** The lives of windows: from their first row to the moment when their content is thrown away. */
export class WindowLog {
  private readonly windows: OpenWindow[] = [];
  /** By operator, key and end; few windows of a key end at one time. */
  private readonly open: (Map<string, Map<number, OpenWindow[]>> | undefined)[] = [];

  add(operator: number, window: WindowNotice, o: { readonly step: StepRef; readonly rowSteps: readonly StepRef[] }): void {
    const found = this.find(operator, window, o.step);
    if (!found) return;
    found.rows += o.rowSteps.length;
    // Rows come in order but for those that waited in different places.
    const isInOrder = (o.rowSteps[0] ?? 0) >= (found.rowSteps.at(-1) ?? 0);
    found.rowSteps.push(...o.rowSteps);
    if (!isInOrder) found.rowSteps.sort((a, b) => a - b);
  }

  fired(operator: number, window: WindowNotice, step: StepRef): void {
    const found = this.find(operator, window, step);
    if (found && found.fired.at(-1) !== step) found.fired.push(step);
  }

  purged(operator: number, window: WindowNotice, step: StepRef): void {
    const byEnd = this.open[operator]?.get(window.key);
    const ending = byEnd?.get(window.end) ?? [];
    const index = ending.findIndex((w) => w.start === window.start);
    const [found] = index < 0 ? [] : ending.splice(index, 1);
    if (found) found.purged = step;
    if (ending.length > 0) return;
    byEnd?.delete(window.end);
  }

  toWindows(): readonly RunWindow[] {
    return this.windows;
  }

  private find(operator: number, window: WindowNotice, step: StepRef): OpenWindow | undefined {
    const { key, start, end } = window;
    const byKey: Map<string, Map<number, OpenWindow[]>> = (this.open[operator] ??= new Map());
    let byEnd = byKey.get(key);
    if (!byEnd) byKey.set(key, (byEnd = new Map()));
    let ending: OpenWindow[] | undefined = byEnd.get(end);
    const known = ending?.find((w) => w.start === start);
    if (known) return known;
    if (this.windows.length >= MOST_WINDOWS) return undefined;
    const made: OpenWindow = { operator, key: rowKeyText(key), start, end, opened: step, fired: [], rows: 0, rowSteps: [] };
    if (!ending) byEnd.set(end, (ending = []));
    ending.push(made);
    this.windows.push(made);
    return made;
  }
}
