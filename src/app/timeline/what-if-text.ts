import type { StepRef } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { durationText } from './clock-text.ts';
import type { LaneModel } from './lane-kinds.ts';
import { sourcesOfOperator, type Delays, type WhatIf } from './what-if.ts';

/** More rows than this are counted instead of named. */
const MOST_NAMED = 3;

function rowsText(model: LaneModel, steps: readonly StepRef[]): string {
  const names = steps.map((step) => String(model.trace.steps[step]?.line ?? step));
  return names.length > 1
    ? msg('timeline.whatIf.and', { first: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' })
    : (names[0] ?? '');
}

function outcome(model: LaneModel, steps: readonly StepRef[], key: 'timeline.whatIf.counted' | 'timeline.whatIf.dropped'): string {
  const rows = steps.length <= MOST_NAMED ? rowsText(model, steps) : String(steps.length);
  if (steps.length > MOST_NAMED) return count(`${key}Many`, steps.length);
  return count(key, steps.length, { rows });
}

/** `With 2 min on app, row 7 is counted and no row is dropped.` */
export function whatIfSentence(model: LaneModel, operator: number, delays: Delays, result: WhatIf): string {
  const named = sourcesOfOperator(model, operator).filter(({ source }) => (delays.get(source) ?? 0) > 0);
  const parts: string[] = [];
  if (result.saved.length > 0) parts.push(outcome(model, result.saved, 'timeline.whatIf.counted'));
  if (result.dropped.length === 0) parts.push(msg('timeline.whatIf.noneDropped'));
  else if (result.dropped.length <= MOST_NAMED || result.saved.length === 0)
    parts.push(outcome(model, result.dropped, 'timeline.whatIf.dropped'));
  else parts.push(count('timeline.whatIf.droppedMany', result.dropped.length));
  const what = parts.length > 1 ? msg('timeline.whatIf.and', { first: parts[0] ?? '', last: parts[1] ?? '' }) : (parts[0] ?? '');
  if (named.length === 0) return msg('timeline.whatIf.asItWas', { what });
  const on = named.map(({ source, name }) => msg('timeline.whatIf.on', { time: durationText(delays.get(source) ?? 0), name }));
  const delaysText =
    on.length > 1 ? msg('timeline.whatIf.and', { first: on.slice(0, -1).join(', '), last: on.at(-1) ?? '' }) : (on[0] ?? '');
  return msg('timeline.whatIf.with', { delays: delaysText, what });
}
