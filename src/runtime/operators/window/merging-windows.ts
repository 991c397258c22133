/** A session window in local milliseconds, its end exclusive. */
export interface SessionWindow {
  readonly start: number;
  readonly end: number;
}

/** What adding a window did: the window that holds the row now, and the ones that it took the place of. */
export interface MergeResult {
  readonly window: SessionWindow;
  /** Windows merged into it, with the names of their states; empty if it stands alone or was there already. */
  readonly merged: readonly { readonly window: SessionWindow; readonly state: string }[];
}

/**
 * Flink's `MergingWindowSet` of one key: windows that meet or touch become one, whose state keeps the name of the first of them. Names are
 * those of the windows under which the states were made.
 */
export class MergingWindows {
  private mapping: { readonly window: SessionWindow; readonly state: string }[] = [];

  add(added: SessionWindow): MergeResult {
    const touching = this.mapping.filter((m) => m.window.start <= added.end && added.start <= m.window.end);
    const window = {
      start: Math.min(added.start, ...touching.map((m) => m.window.start)),
      end: Math.max(added.end, ...touching.map((m) => m.window.end)),
    };
    const [first] = touching;
    if (touching.length === 1 && first && first.window.start === window.start && first.window.end === window.end) {
      return { window: first.window, merged: [] };
    }
    this.mapping = this.mapping.filter((m) => !touching.includes(m));
    const entry = { window, state: first?.state ?? windowName(window) };
    this.mapping.push(entry);
    this.mapping.sort((a, b) => a.window.start - b.window.start);
    return { window, merged: touching };
  }

  stateOf(window: SessionWindow): string | undefined {
    return this.find(window)?.state;
  }

  retire(window: SessionWindow): void {
    this.mapping = this.mapping.filter((m) => m !== this.find(window));
  }

  get isEmpty(): boolean {
    return this.mapping.length === 0;
  }

  private find(window: SessionWindow): { readonly window: SessionWindow; readonly state: string } | undefined {
    return this.mapping.find((m) => m.window.start === window.start && m.window.end === window.end);
  }
}

/** The name of a window. States of windows are kept by it and the key, `start|end|key`, so that who watches them can tell the two apart. */
export function windowName(w: SessionWindow): string {
  return `${w.start}|${w.end}`;
}
