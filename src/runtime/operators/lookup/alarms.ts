import type { OperatorContext } from '../../operator.ts';
import type { TimerService } from '../../timers.ts';

/** An appointment that can be called off. */
export interface Alarm {
  readonly time: number;
  readonly action: () => void;
}

/** Things to be done at times of the virtual clock: earliest first, those of one time in the order in which they were asked for. */
export class Alarms {
  private readonly byTime = new Map<number, Alarm[]>();
  private readonly timers: TimerService<null>;

  /** `name` is that of the timer service. */
  constructor(context: OperatorContext, name: string) {
    this.timers = context.processingTimers<null>({
      name,
      namespaceKey: () => '',
      onTimer: ({ time }) => {
        const due = this.byTime.get(time) ?? [];
        this.byTime.delete(time);
        for (const { action } of due) action();
      },
    });
  }

  set(time: number, action: () => void): Alarm {
    const alarm = { time, action };
    const same = this.byTime.get(time);
    if (same) same.push(alarm);
    else {
      this.byTime.set(time, [alarm]);
      this.timers.register(time, '', null);
    }
    return alarm;
  }

  cancel(alarm: Alarm): void {
    const rest = (this.byTime.get(alarm.time) ?? []).filter((other) => other !== alarm);
    if (rest.length > 0) this.byTime.set(alarm.time, rest);
    else if (this.byTime.delete(alarm.time)) this.timers.delete(alarm.time, '', null);
  }
}
