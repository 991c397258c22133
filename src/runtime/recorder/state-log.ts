import type { StateEntry, StepRef } from '../../trace/run-trace.ts';
import type { StateObserver } from '../state/state-observer.ts';
import type { StateDescription } from './describe-state.ts';
import { rowKeyText } from '../state/row-key.ts';
import { countUpTo } from './columns.ts';

/** A key's values, one for each step that changed it; undefined where it was cleared. */
interface KeyHistory {
  readonly steps: number[];
  readonly values: (StateDescription | undefined)[];
}

export interface StateLogOptions {
  readonly name: string;
  /** In milliseconds; 0 keeps for ever. */
  readonly ttl: number;
  readonly describe: (value: unknown) => StateDescription;
  /** Told of the first read, write, clear of a key in a step. */
  readonly onTouch: (kind: 'state-read' | 'state-write' | 'state-clear' | 'state-expired', key: string) => void;
}

/** Key and namespace of an entry: states of windows are kept by `namespace|key`. */
export function splitStateKey(key: string): { readonly key: string; readonly namespace?: string } {
  const window = /^(-?\d+(?:\|-?\d+)?)\|/.exec(key);
  if (!window) return { key: rowKeyText(key) };
  return { key: rowKeyText(key.slice(window[0].length)), namespace: window[1] ?? '' };
}

/**
 * The history of one state of an operator: what stood under each key after each step. A value is described at the end of the step that
 * touched it, since values change in place; so any moment can be read back without running again.
 */
export class StateLog implements StateObserver {
  private readonly options: StateLogOptions;
  private readonly histories = new Map<string, KeyHistory>();
  /** Keys of the step at work: what to describe at its end. */
  private touched = new Map<string, { readonly value: unknown; readonly isGone: boolean }>();
  private reads = new Set<string>();

  constructor(options: StateLogOptions) {
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  get ttl(): number {
    return this.options.ttl;
  }

  read(key: string): void {
    if (this.touched.has(key) || this.reads.has(key)) return;
    this.reads.add(key);
    this.options.onTouch('state-read', key);
  }

  write(key: string, value: unknown): void {
    const known = this.touched.get(key);
    if (!known || known.isGone) this.options.onTouch('state-write', key);
    this.touched.set(key, { value, isGone: false });
  }

  clear(key: string): void {
    this.options.onTouch('state-clear', key);
    this.touched.set(key, { value: undefined, isGone: true });
  }

  expired(key: string): void {
    this.options.onTouch('state-expired', key);
    this.touched.set(key, { value: undefined, isGone: true });
  }

  /** Describes what the step touched. Returns the number of characters kept. */
  endStep(step: StepRef): number {
    if (this.reads.size > 0) this.reads = new Set();
    if (this.touched.size === 0) return 0;
    let characters = 0;
    for (const [key, { value, isGone }] of this.touched) {
      const description = isGone ? undefined : this.options.describe(value);
      const history = this.histories.get(key);
      if (!history) {
        if (description) this.histories.set(key, { steps: [step], values: [description] });
      } else if (history.values.at(-1)?.text !== description?.text || this.ttl > 0) {
        history.steps.push(step);
        history.values.push(description);
      }
      characters += description?.text.length ?? 0;
    }
    this.touched = new Map();
    return characters;
  }

  /** Entries after a step, newest write first, at most `most`; those that the step itself purged come along once. */
  entriesAt(step: StepRef, o: { readonly at: (step: StepRef) => number; readonly most: number }): StateMomentPart {
    const found: { readonly key: string; readonly history: KeyHistory; readonly index: number }[] = [];
    const total = { entries: 0, elements: 0, bytes: 0 };
    const now = o.at(step);
    for (const [key, history] of this.histories) {
      const index = countUpTo((i) => history.steps[i] ?? 0, history.steps.length, step) - 1;
      if (index < 0) continue;
      const value = history.values[index];
      const written = history.steps[index] ?? 0;
      if (!value) {
        if (written === step && index > 0) found.push({ key, history, index });
        continue;
      }
      if (this.ttl > 0 && now - o.at(written) >= this.ttl) continue;
      total.entries++;
      total.elements += value.elements;
      total.bytes += value.bytes;
      found.push({ key, history, index });
    }
    found.sort((a, b) => (b.history.steps[b.index] ?? 0) - (a.history.steps[a.index] ?? 0));
    return { entries: found.slice(0, o.most).map((f) => this.entry(f, step, o.at)), total };
  }

  /** Text of a key's value after a step. */
  valueAt(key: string, step: StepRef): string | undefined {
    const history = this.histories.get(key);
    if (!history) return undefined;
    return history.values[countUpTo((i) => history.steps[i] ?? 0, history.steps.length, step) - 1]?.text;
  }

  private entry(
    { key, history, index }: { readonly key: string; readonly history: KeyHistory; readonly index: number },
    step: StepRef,
    at: (step: StepRef) => number,
  ): StateEntry {
    const value = history.values[index];
    const before = history.values[index - 1];
    const written = history.steps[index] ?? 0;
    const shown = value ?? before ?? { text: '', elements: 0, bytes: 0 };
    return {
      state: this.name,
      ...splitStateKey(key),
      value: shown.text,
      elements: shown.elements,
      bytes: shown.bytes,
      written,
      ...(this.ttl > 0 && { expires: at(written) + this.ttl }),
      ...(written === step && { change: !value ? ('purged' as const) : before ? ('changed' as const) : ('new' as const) }),
    };
  }
}

export interface StateMomentPart {
  readonly entries: readonly StateEntry[];
  readonly total: { readonly entries: number; readonly elements: number; readonly bytes: number };
}
