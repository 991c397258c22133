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
  private readonly open = new Map<string, OpenWindow>();

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
    const id = idOf(operator, window);
    const found = this.open.get(id);
    if (!found) return;
    found.purged = step;
    this.open.delete(id);
  }

  toWindows(): readonly RunWindow[] {
    return this.windows;
  }

  private find(operator: number, window: WindowNotice, step: StepRef): OpenWindow | undefined {
    const id = idOf(operator, window);
    const known = this.open.get(id);
    if (known) return known;
    if (this.windows.length >= MOST_WINDOWS) return undefined;
    const { key, start, end } = window;
    const made: OpenWindow = { operator, key: rowKeyText(key), start, end, opened: step, fired: [], rows: 0, rowSteps: [] };
    this.open.set(id, made);
    this.windows.push(made);
    return made;
  }
}

function idOf(operator: number, { key, start, end }: WindowNotice): string {
  return `${operator}|${start}|${end}|${key}`;
}
