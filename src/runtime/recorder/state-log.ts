import type { StateEntry, StepRef } from '../../trace/run-trace.ts';
import type { StateObserver } from '../state/state-observer.ts';
import type { StateDescription } from './describe-state.ts';
import { rowKeyText } from '../state/row-key.ts';
import { countUpTo, doubles, ints } from './columns.ts';

/** What the step at work did to a key. */
const UNTOUCHED = 0;
const READ = 1;
const WRITTEN = 2;
const GONE = 3;

/** A key that was asked for. */
interface KeyHistory {
  readonly key: string;
  /** The note that its events name. */
  readonly note: number;
  /** Order of its first change; -1 before. */
  id: number;
  /** Its changes, as indexes into the log's. */
  readonly changes: number[];
  /** In the step at work. */
  touch: number;
  value: unknown;
}

/** Changes between two totals that are remembered. */
const CHECKPOINT_CHANGES = 512;

export interface StateLogOptions {
  readonly name: string;
  /** In milliseconds; 0 keeps for ever. */
  readonly ttl: number;
  readonly describe: (value: unknown) => StateDescription;
  /** Makes the note that names a key; called once for each. */
  readonly noteOf: (key: string) => number;
  /** Told of the first read, write, clear of a key in a step, with the key's note. */
  readonly onTouch: (kind: 'state-read' | 'state-write' | 'state-clear' | 'state-expired', note: number) => void;
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
  private readonly keys = new Map<string, KeyHistory>();
  /** Keys with changes, by id. */
  private readonly histories: KeyHistory[] = [];
  /** Every change in order: its step, the number of its key, and what stands there from then on; undefined where it was cleared. */
  private readonly changeSteps = ints();
  private readonly changeIds = ints();
  private readonly values: (StateDescription | undefined)[] = [];
  /** What all keys hold together, now and after every so many changes. */
  private readonly total = { entries: 0, elements: 0, bytes: 0 };
  private readonly totals = { entries: ints(), elements: doubles(), bytes: doubles() };
  /** Keys of the step at work: written or cleared, in the order of the first time; and read. */
  private readonly touched: KeyHistory[] = [];
  private readonly reads: KeyHistory[] = [];

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
    const history = this.historyOf(key);
    if (history.touch !== UNTOUCHED) return;
    history.touch = READ;
    this.reads.push(history);
    this.options.onTouch('state-read', history.note);
  }

  write(key: string, value: unknown): void {
    const history = this.historyOf(key);
    if (history.touch !== WRITTEN) this.options.onTouch('state-write', history.note);
    this.touch(history, WRITTEN, value);
  }

  clear(key: string): void {
    const history = this.historyOf(key);
    this.options.onTouch('state-clear', history.note);
    this.touch(history, GONE, undefined);
  }

  expired(key: string): void {
    const history = this.historyOf(key);
    this.options.onTouch('state-expired', history.note);
    this.touch(history, GONE, undefined);
  }

  /** Describes what the step touched. Returns the number of characters that became known. */
  endStep(step: StepRef): number {
    const { touched, reads } = this;
    let characters = 0;
    for (const history of touched) {
      const description = history.touch === GONE ? undefined : this.options.describe(history.value);
      if (this.append(history, step, description)) characters += description?.length ?? 0;
      history.touch = UNTOUCHED;
      history.value = undefined;
    }
    for (const history of reads) history.touch = UNTOUCHED;
    touched.length = 0;
    reads.length = 0;
    return characters;
  }

  private historyOf(key: string): KeyHistory {
    let history = this.keys.get(key);
    if (!history) {
      history = { key, note: this.options.noteOf(key), id: -1, changes: [], touch: UNTOUCHED, value: undefined };
      this.keys.set(key, history);
    }
    return history;
  }

  private touch(history: KeyHistory, touch: number, value: unknown): void {
    if (history.touch < WRITTEN) this.touched.push(history);
    history.touch = touch;
    history.value = value;
  }

  /** False if the key holds what it held before. */
  private append(history: KeyHistory, step: StepRef, description: StateDescription | undefined): boolean {
    const last = history.changes.at(-1);
    const before = last === undefined ? undefined : this.values[last];
    if (last === undefined && !description) return false;
    if (this.ttl === 0 && (before && description ? before.holdsSameAs(description) : before === description)) return false;
    if (history.id < 0) history.id = this.histories.push(history) - 1;
    history.changes.push(this.values.push(description) - 1);
    this.changeSteps.push(step);
    this.changeIds.push(history.id);
    if (this.ttl === 0) this.count(before, description);
    return true;
  }

  private count(before: StateDescription | undefined, after: StateDescription | undefined): void {
    const { total, totals, values } = this;
    total.entries += (after ? 1 : 0) - (before ? 1 : 0);
    total.elements += (after?.elements ?? 0) - (before?.elements ?? 0);
    total.bytes += (after?.bytes ?? 0) - (before?.bytes ?? 0);
    if (values.length % CHECKPOINT_CHANGES !== 0) return;
    totals.entries.push(total.entries);
    totals.elements.push(total.elements);
    totals.bytes.push(total.bytes);
  }

  /** Entries after a step, newest write first, at most `most`; those that the step itself purged come along once. */
  entriesAt(step: StepRef, o: { readonly at: (step: StepRef) => number; readonly most: number }): StateMomentPart {
    const changes = countUpTo((i) => this.changeSteps.at(i), this.changeSteps.length, step);
    const oldest = this.ttl > 0 ? o.at(step) - this.ttl : -Infinity;
    const living = (change: number): boolean => o.at(this.changeSteps.at(change)) > oldest;
    const total = this.ttl > 0 ? this.totalOfLiving(changes, living) : this.totalAfter(changes);
    const found: number[] = [];
    let kept = 0;
    for (const change of this.latest(changes, living)) {
      const written = this.changeSteps.at(change);
      if (kept === total.entries && written < step) break;
      if (found.length >= o.most && written < this.changeSteps.at(found.at(-1) ?? 0)) break;
      if (!this.values[change] && written < step) continue;
      if (this.values[change]) kept++;
      found.push(change);
    }
    found.sort((a, b) => this.changeSteps.at(b) - this.changeSteps.at(a) || this.changeIds.at(a) - this.changeIds.at(b));
    return { entries: found.slice(0, o.most).map((change) => this.entry(change, step, o.at)), total };
  }

  /** The last one of the first so many changes of each key, newest first, as long as `living` holds. */
  private *latest(changes: number, living: (change: number) => boolean): Generator<number> {
    const seen = new Uint8Array(this.histories.length);
    for (let change = changes - 1; change >= 0; change--) {
      const id = this.changeIds.at(change);
      if (seen[id] === 1) continue;
      if (!living(change)) return;
      seen[id] = 1;
      yield change;
    }
  }

  /** What all keys hold after so many changes, if nothing expires. */
  private totalAfter(changes: number): StateMomentPart['total'] {
    const checkpoint = Math.floor(changes / CHECKPOINT_CHANGES) - 1;
    const at = (column: { at(i: number): number }): number => (checkpoint < 0 ? 0 : column.at(checkpoint));
    const total = { entries: at(this.totals.entries), elements: at(this.totals.elements), bytes: at(this.totals.bytes) };
    for (let change = (checkpoint + 1) * CHECKPOINT_CHANGES; change < changes; change++) {
      const [before, after] = [this.valueBefore(change), this.values[change]];
      total.entries += (after ? 1 : 0) - (before ? 1 : 0);
      total.elements += (after?.elements ?? 0) - (before?.elements ?? 0);
      total.bytes += (after?.bytes ?? 0) - (before?.bytes ?? 0);
    }
    return total;
  }

  private totalOfLiving(changes: number, living: (change: number) => boolean): StateMomentPart['total'] {
    const total = { entries: 0, elements: 0, bytes: 0 };
    for (const change of this.latest(changes, living)) {
      const value = this.values[change];
      if (!value) continue;
      total.entries++;
      total.elements += value.elements;
      total.bytes += value.bytes;
    }
    return total;
  }

  /** What the key of a change held before it. */
  private valueBefore(change: number): StateDescription | undefined {
    const all = this.histories[this.changeIds.at(change)]?.changes ?? [];
    const before = all[countUpTo((i) => all[i] ?? 0, all.length, change) - 2];
    return before === undefined ? undefined : this.values[before];
  }

  /** Text of a key's value after a step. */
  valueAt(key: string, step: StepRef): string | undefined {
    const all = this.keys.get(key)?.changes ?? [];
    const change = all[countUpTo((i) => this.changeSteps.at(all[i] ?? 0), all.length, step) - 1];
    return change === undefined ? undefined : this.values[change]?.text;
  }

  private entry(change: number, step: StepRef, at: (step: StepRef) => number): StateEntry {
    const value = this.values[change];
    const before = this.valueBefore(change);
    const written = this.changeSteps.at(change);
    const shown = value ?? before;
    return {
      state: this.name,
      ...splitStateKey(this.histories[this.changeIds.at(change)]?.key ?? ''),
      value: shown?.text ?? '',
      elements: shown?.elements ?? 0,
      bytes: shown?.bytes ?? 0,
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
