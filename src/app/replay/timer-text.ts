import type { OperatorRef, RunTrace } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';

/** What the clock means to an operator that sets no timers of its own: an answer of a looked-up table. */
export function timerText(trace: RunTrace, operator: OperatorRef | undefined): string | undefined {
  const name = operator === undefined ? undefined : trace.operators[operator]?.name;
  return name === 'LookupJoin' ? msg('run.sentence.answer', { operator: name }) : undefined;
}
