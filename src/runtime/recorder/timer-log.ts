import { countUpTo, doubles, ints } from './columns.ts';

export interface SetTimer {
  readonly time: number;
  /** The note that names service, key and namespace. */
  readonly ref: number;
}

const CHECKPOINT_EVENTS = 4_096;

/** Timers that are set, by time; those of one time in the order in which they were set. Most times have one timer, which needs no set. */
class TimerSet {
  private readonly byTime = new Map<number, number | Set<number>>();
  size = 0;

  constructor(timers: readonly SetTimer[] = []) {
    for (const { time, ref } of timers) this.add(time, ref);
  }

  add(time: number, ref: number): void {
    const known = this.byTime.get(time);
    if (known === undefined) this.byTime.set(time, ref);
    else if (typeof known === 'number') {
      if (known === ref) return;
      this.byTime.set(time, new Set([known, ref]));
    } else {
      if (known.has(ref)) return;
      known.add(ref);
    }
    this.size++;
  }

  delete(time: number, ref: number): void {
    const known = this.byTime.get(time);
    if (known === undefined) return;
    if (typeof known === 'number') {
      if (known !== ref) return;
      this.byTime.delete(time);
    } else {
      if (!known.delete(ref)) return;
      if (known.size === 0) this.byTime.delete(time);
    }
    this.size--;
  }

  /** Earliest first. */
  toList(): readonly SetTimer[] {
    const list: SetTimer[] = [];
    for (const time of [...this.byTime.keys()].sort((a, b) => a - b)) {
      const refs = this.byTime.get(time) ?? [];
      for (const ref of typeof refs === 'number' ? [refs] : refs) list.push({ time, ref });
    }
    return list;
  }
}

/** The timers of an operator over time: which are set before any event. */
export class TimerLog {
  private readonly events = ints();
  private readonly refs = ints();
  private readonly times = doubles();
  /** 1: set; 0: deleted or fired. */
  private readonly kinds = ints();
  private readonly alive = new TimerSet();
  private readonly checkpoints: { readonly count: number; readonly timers: readonly SetTimer[] }[] = [];

  note(event: number, kind: 'timer-set' | 'timer-deleted' | 'timer-fired', { time, ref }: SetTimer): void {
    const isSet = kind === 'timer-set';
    this.events.push(event);
    this.refs.push(ref);
    this.times.push(time);
    this.kinds.push(isSet ? 1 : 0);
    if (isSet) this.alive.add(time, ref);
    else this.alive.delete(time, ref);
    const last = this.checkpoints.at(-1)?.count ?? 0;
    if (this.events.length - last < Math.max(CHECKPOINT_EVENTS, this.alive.size)) return;
    this.checkpoints.push({ count: this.events.length, timers: this.alive.toList() });
  }

  /** Timers that are set before an event, earliest first. */
  before(event: number): readonly SetTimer[] {
    const count = countUpTo((i) => this.events.at(i), this.events.length, event - 1);
    const index = countUpTo((i) => this.checkpoints[i]?.count ?? 0, this.checkpoints.length, count) - 1;
    const checkpoint = this.checkpoints[index];
    const set = new TimerSet(checkpoint?.timers);
    for (let i = checkpoint?.count ?? 0; i < count; i++) {
      if (this.kinds.at(i) === 1) set.add(this.times.at(i), this.refs.at(i));
      else set.delete(this.times.at(i), this.refs.at(i));
    }
    return set.toList();
  }
}
