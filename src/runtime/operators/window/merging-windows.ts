import { JavaHashMap } from '../../state/java-hash-map.ts';

/** A session window in local milliseconds, its end exclusive. */
export interface SessionWindow {
  readonly start: number;
  readonly end: number;
}

/** What adding a window did: the window that holds the row now, and the ones that it took the place of. */
export interface MergeResult {
  readonly window: SessionWindow;
  /** Windows merged into it, with the names of their states, the one that stays first; empty if it stands alone or was there already. */
  readonly merged: readonly { readonly window: SessionWindow; readonly state: string }[];
}

/**
 * Flink's `MergingWindowSet` of one key: windows that meet or touch become one, whose state keeps the name of one of them. Names are those of
 * the windows under which the states were made.
 */
export class MergingWindows {
  private mapping: { readonly window: SessionWindow; readonly state: string }[] = [];

  add(added: SessionWindow): MergeResult {
    const touching = this.mapping.filter((m) => m.window.start <= added.end && added.start <= m.window.end);
    const window = {
      start: Math.min(added.start, ...touching.map((m) => m.window.start)),
      end: Math.max(added.end, ...touching.map((m) => m.window.end)),
    };
    const [first] = touching.length > 1 ? inHashOrder(touching, added) : touching;
    if (touching.length === 1 && first && first.window.start === window.start && first.window.end === window.end) {
      return { window: first.window, merged: [] };
    }
    this.mapping = this.mapping.filter((m) => !touching.includes(m));
    const entry = { window, state: first?.state ?? windowName(window) };
    this.mapping.push(entry);
    this.mapping.sort((a, b) => a.window.start - b.window.start);
    return { window, merged: first ? [first, ...touching.filter((m) => m !== first)] : [] };
  }

  /** Puts a window in without merging it. */
  put(added: SessionWindow): MergeResult {
    if (!this.find(added)) this.mapping.push({ window: added, state: windowName(added) });
    return { window: added, merged: [] };
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

/**
 * Flink collects what touches in a `HashSet`, the later window first, and goes on with the state of the first that the set gives. (There are
 * at most two, as windows of a key never touch each other.)
 */
function inHashOrder<M extends { readonly window: SessionWindow }>(touching: readonly M[], added: SessionWindow): readonly M[] {
  const set = new JavaHashMap<SessionWindow, M | undefined>(windowName, windowHash);
  for (const m of touching.toReversed()) set.set(m.window, m);
  if (!touching.some((m) => windowName(m.window) === windowName(added))) set.set(added, undefined);
  return set.values().filter((m) => m !== undefined);
}

/** `TimeWindow.hashCode`: the start and the inverse modulo 2^32 of an odd number made of the end. */
function windowHash({ start, end }: SessionWindow): number {
  const x = Number(BigInt.asIntN(32, BigInt(end) << 1n)) + 1;
  let inverse = Math.imul(Math.imul(x, x), x);
  for (let i = 0; i < 3; i++) inverse = Math.imul(inverse, 2 - Math.imul(x, inverse));
  return Number(BigInt.asIntN(32, BigInt(start) + BigInt(inverse)));
}

/** The name of a window. States of windows are kept by it and the key, `start|end|key`, so that who watches them can tell the two apart. */
export function windowName(w: SessionWindow): string {
  return `${w.start}|${w.end}`;
}
