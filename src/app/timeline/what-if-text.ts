import type { StepRef } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { durationText } from './clock-text.ts';
import type { LaneModel } from './lane-kinds.ts';
import { sourcesOfOperator, type Change, type WhatIf } from './what-if.ts';

/** More rows than this are counted instead of named. */
const MOST_NAMED = 3;

function rowsText(model: LaneModel, steps: readonly StepRef[]): string {
  return listText(steps.map((step) => String(model.trace.steps[step]?.line ?? step)));
}

/** `a`, `a and b`, `a, b and c`. */
function listText(parts: readonly string[]): string {
  return parts.length > 1
    ? msg('timeline.whatIf.and', { first: parts.slice(0, -1).join(', '), last: parts.at(-1) ?? '' })
    : (parts[0] ?? '');
}

function outcome(model: LaneModel, steps: readonly StepRef[], key: 'timeline.whatIf.counted' | 'timeline.whatIf.dropped'): string {
  const rows = steps.length <= MOST_NAMED ? rowsText(model, steps) : String(steps.length);
  if (steps.length > MOST_NAMED) return count(`${key}Many`, steps.length);
  return count(key, steps.length, { rows });
}

/** `With 2 min on app, row 7 is counted and no row is dropped.` */
export function whatIfSentence(model: LaneModel, operator: number, { delays, timeouts }: Change, result: WhatIf): string {
  const sources = sourcesOfOperator(model, operator);
  const parts: string[] = [];
  if (result.saved.length > 0) parts.push(outcome(model, result.saved, 'timeline.whatIf.counted'));
  if (result.dropped.length === 0) parts.push(msg('timeline.whatIf.noneDropped'));
  else if (result.dropped.length <= MOST_NAMED || result.saved.length === 0)
    parts.push(outcome(model, result.dropped, 'timeline.whatIf.dropped'));
  else parts.push(count('timeline.whatIf.droppedMany', result.dropped.length));
  if (result.earlier > 0) parts.push(count('timeline.whatIf.earlier', result.earlier));
  if (result.later > 0) parts.push(count('timeline.whatIf.later', result.later));
  const on = sources.flatMap(({ source, name }) => {
    const [delay = 0, timeout] = [delays.get(source), timeouts.get(source)];
    return [
      ...(delay > 0 ? [msg('timeline.whatIf.on', { time: durationText(delay), name })] : []),
      ...(timeout === undefined ? [] : [msg('timeline.whatIf.idleOn', { time: durationText(timeout), name })]),
    ];
  });
  if (on.length === 0) return msg('timeline.whatIf.asItWas', { what: listText(parts) });
  return msg('timeline.whatIf.with', { delays: listText(on), what: listText(parts) });
}
