import { countUpTo, doubles, ints } from './columns.ts';

export interface SetTimer {
  readonly time: number;
  /** The note that names service, key and namespace. */
  readonly ref: number;
}

const CHECKPOINT_EVENTS = 4_096;

/** The timers of an operator over time: which are set before any event. */
export class TimerLog {
  private readonly events = ints();
  private readonly refs = ints();
  private readonly times = doubles();
  /** 1: set; 0: deleted or fired. */
  private readonly kinds = ints();
  private readonly alive = new Map<string, SetTimer>();
  private readonly checkpoints: { readonly count: number; readonly timers: readonly SetTimer[] }[] = [];

  note(event: number, o: { readonly kind: 'timer-set' | 'timer-deleted' | 'timer-fired' } & SetTimer): void {
    this.events.push(event);
    this.refs.push(o.ref);
    this.times.push(o.time);
    this.kinds.push(o.kind === 'timer-set' ? 1 : 0);
    apply(this.alive, o, o.kind === 'timer-set');
    const last = this.checkpoints.at(-1)?.count ?? 0;
    if (this.events.length - last < Math.max(CHECKPOINT_EVENTS, this.alive.size)) return;
    this.checkpoints.push({ count: this.events.length, timers: [...this.alive.values()] });
  }

  /** Timers that are set before an event, earliest first. */
  before(event: number): readonly SetTimer[] {
    const count = countUpTo((i) => this.events.at(i), this.events.length, event - 1);
    const index = countUpTo((i) => this.checkpoints[i]?.count ?? 0, this.checkpoints.length, count) - 1;
    const checkpoint = this.checkpoints[index];
    const set = new Map((checkpoint?.timers ?? []).map((t) => [idOf(t), t]));
    for (let i = checkpoint?.count ?? 0; i < count; i++) {
      apply(set, { ref: this.refs.at(i), time: this.times.at(i) }, this.kinds.at(i) === 1);
    }
    return [...set.values()].sort((a, b) => a.time - b.time);
  }
}

function idOf({ ref, time }: SetTimer): string {
  return `${ref}:${time}`;
}

function apply(timers: Map<string, SetTimer>, { ref, time }: SetTimer, isSet: boolean): void {
  const id = idOf({ ref, time });
  if (isSet) timers.set(id, { ref, time });
  else timers.delete(id);
}
