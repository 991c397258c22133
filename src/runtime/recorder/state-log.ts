import type { StateEntry, StepRef } from '../../trace/run-trace.ts';
import type { StateObserver } from '../state/state-observer.ts';
import type { StateDescription } from './describe-state.ts';
import { rowKeyText } from '../state/row-key.ts';
import { countUpTo, ints } from './columns.ts';

/** A key's values, one for each step that changed it; undefined where it was cleared. */
interface KeyHistory {
  readonly key: string;
  readonly steps: number[];
  readonly values: (StateDescription | undefined)[];
}

/** Changes between two checkpoints, at least. */
const CHECKPOINT_CHANGES = 4_096;

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
  private readonly ids = new Map<string, number>();
  private readonly histories: KeyHistory[] = [];
  /** Every change in order: its step, and the number of its key. */
  private readonly changeSteps = ints();
  private readonly changeIds = ints();
  /** Keys that hold something now. */
  private readonly alive = new Set<number>();
  /** Which keys held something after so many changes. */
  private readonly checkpoints: { readonly changes: number; readonly alive: Int32Array }[] = [];
  /** Keys of the step at work: what to describe at its end. */
  private readonly touched = new Map<string, { readonly value: unknown; readonly isGone: boolean }>();
  private readonly reads = new Set<string>();

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
    if (this.reads.size > 0) this.reads.clear();
    if (this.touched.size === 0) return 0;
    let characters = 0;
    for (const [key, { value, isGone }] of this.touched) {
      const description = isGone ? undefined : this.options.describe(value);
      if (this.append(key, step, description)) characters += description?.text.length ?? 0;
    }
    this.touched.clear();
    this.checkpoint();
    return characters;
  }

  /** False if the key holds what it held before. */
  private append(key: string, step: StepRef, description: StateDescription | undefined): boolean {
    const known = this.ids.get(key);
    if (known === undefined && !description) return false;
    const id = known ?? this.histories.push({ key, steps: [], values: [] }) - 1;
    if (known === undefined) this.ids.set(key, id);
    const history = this.histories[id];
    const before = history?.values.at(-1);
    if (!history || (before?.text === description?.text && before?.elements === description?.elements && this.ttl === 0)) return false;
    history.steps.push(step);
    history.values.push(description);
    this.changeSteps.push(step);
    this.changeIds.push(id);
    if (description) this.alive.add(id);
    else this.alive.delete(id);
    return true;
  }

  /** Remembers which keys are there, as often as that costs no more than the changes themselves. */
  private checkpoint(): void {
    const changes = this.changeSteps.length;
    const last = this.checkpoints.at(-1)?.changes ?? 0;
    if (changes - last < Math.max(CHECKPOINT_CHANGES, this.alive.size)) return;
    this.checkpoints.push({ changes, alive: Int32Array.from(this.alive) });
  }

  /** Numbers of the keys that may hold something after a step, or were cleared in it. */
  private candidates(step: StepRef): Iterable<number> {
    const changes = countUpTo((i) => this.changeSteps.at(i), this.changeSteps.length, step);
    const index = countUpTo((i) => this.checkpoints[i]?.changes ?? 0, this.checkpoints.length, changes) - 1;
    const checkpoint = this.checkpoints[index];
    const found = new Set<number>(checkpoint?.alive);
    for (let i = checkpoint?.changes ?? 0; i < changes; i++) found.add(this.changeIds.at(i));
    return found;
  }

  /** Entries after a step, newest write first, at most `most`; those that the step itself purged come along once. */
  entriesAt(step: StepRef, o: { readonly at: (step: StepRef) => number; readonly most: number }): StateMomentPart {
    const found: { readonly history: KeyHistory; readonly index: number }[] = [];
    const total = { entries: 0, elements: 0, bytes: 0 };
    const now = o.at(step);
    for (const id of this.candidates(step)) {
      const history = this.histories[id];
      if (!history) continue;
      const index = countUpTo((i) => history.steps[i] ?? 0, history.steps.length, step) - 1;
      if (index < 0) continue;
      const value = history.values[index];
      const written = history.steps[index] ?? 0;
      if (!value) {
        if (written === step && index > 0) found.push({ history, index });
        continue;
      }
      if (this.ttl > 0 && now - o.at(written) >= this.ttl) continue;
      total.entries++;
      total.elements += value.elements;
      total.bytes += value.bytes;
      found.push({ history, index });
    }
    found.sort((a, b) => (b.history.steps[b.index] ?? 0) - (a.history.steps[a.index] ?? 0));
    return { entries: found.slice(0, o.most).map((f) => this.entry(f, step, o.at)), total };
  }

  /** Text of a key's value after a step. */
  valueAt(key: string, step: StepRef): string | undefined {
    const history = this.histories[this.ids.get(key) ?? -1];
    if (!history) return undefined;
    return history.values[countUpTo((i) => history.steps[i] ?? 0, history.steps.length, step) - 1]?.text;
  }

  private entry(
    { history, index }: { readonly history: KeyHistory; readonly index: number },
    step: StepRef,
    at: (step: StepRef) => number,
  ): StateEntry {
    const value = history.values[index];
    const before = history.values[index - 1];
    const written = history.steps[index] ?? 0;
    const shown = value ?? before ?? { text: '', elements: 0, bytes: 0 };
    return {
      state: this.name,
      ...splitStateKey(history.key),
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
