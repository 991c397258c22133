import type { RunOperator } from '../../trace/run-trace.ts';
import { elapsedText } from '../timeline/clock-text.ts';
import { timeText, type RunClock } from './time-text.ts';

/** Operators whose states are maps by time, or carry times beside rows: Flink keeps them as plain milliseconds. */
const BY_TIME = /^(?:IntervalJoin|TemporalJoin|OverAggregate|TemporalSort)$/;
/** A key of a map in braces, `time: 1718100300000`, and the list behind `times:`. Numbers inside of rows are none of these. */
const TIMES = /(?<=[{] ?|[}\])], )-?\d+(?=: [[{(])|(?<=\btime: )-?\d+|(?<=\btimes: \()[-\d, ]+(?=\))/g;

function isByClock({ description }: Pick<RunOperator, 'description'>): boolean {
  return /isRowTime=false/.test(description);
}

/** A value of a state as people read it: where the state is ordered by time, its milliseconds become times. */
export function stateValueText(clock: RunClock, operator: Pick<RunOperator, 'name' | 'description'> | undefined, value: string): string {
  if (!operator || !BY_TIME.test(operator.name)) return value;
  const momentText = (millis: string): string => {
    const time = Number(millis);
    if (isByClock(operator)) return elapsedText(time);
    // A time of the processing clock counts from the start of the run.
    return Math.abs(time) < 1e11 ? millis : timeText(clock, time);
  };
  return value.replace(TIMES, (found) => found.replace(/-?\d+/g, momentText));
}
