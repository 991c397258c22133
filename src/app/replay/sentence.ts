import type { OperatorRef, RunStep, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { timerText } from './timer-text.ts';
import { rowNumber, upstreamOf } from './moments.ts';

/** The name of an operator; of sources with the table behind it. */
export function operatorName(trace: RunTrace, operator: OperatorRef): string {
  const found = trace.operators[operator];
  return found ? (found.table ?? found.name) : '';
}

/** The operator that sends what comes out here: exchanges only hand on. */
export function senderName(trace: RunTrace, operator: OperatorRef): string {
  const found = trace.operators[operator];
  const before = found?.inputs[0];
  return found?.name === 'Exchange' && before !== undefined ? senderName(trace, before) : operatorName(trace, operator);
}

/** What an input brings: the table if all of it comes from one, else the operator that sends it. */
export function inputName(trace: RunTrace, operator: OperatorRef): string {
  const tables = upstreamOf(trace, operator).flatMap((ref) => trace.operators[ref]?.table ?? []);
  return tables.length === 1 ? tables[0]! : senderName(trace, operator);
}

/** A row as people name it: `web 7`. */
export function rowLabel(trace: RunTrace, step: StepRef): string {
  return `${trace.steps[step]?.table ?? ''} ${rowNumber(trace, step) ?? ''}`;
}

function stepEvent(trace: RunTrace, index: StepRef, step: RunStep): string {
  const table = step.table ?? '';
  switch (step.cause) {
    case 'start':
      return msg('run.sentence.start');
    case 'row': {
      const n = rowNumber(trace, index) ?? index;
      if (step.lateness === 'dropped')
        return msg('run.sentence.dropped', {
          n,
          table,
          operator: step.droppedBy === undefined ? '' : trace.operators[step.droppedBy]!.name,
        });
      if (step.lateness === 'late') return msg('run.sentence.late', { n, table });
      return msg('run.sentence.row', { n, table });
    }
    case 'idle':
      return msg('run.sentence.idle', { table });
    case 'watermark':
      return msg('run.sentence.watermark', { table });
    case 'timer':
      return (
        timerText(trace, step.operator) ??
        msg('run.sentence.timer', { operator: step.operator === undefined ? '' : operatorName(trace, step.operator) })
      );
    case 'end':
      return step.table === undefined ? msg('run.sentence.ends') : msg('run.sentence.end', { table });
  }
}

/** Changes that reached the results in a step. */
export function changesOf(trace: RunTrace, step: StepRef): number {
  const { changes } = trace;
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[middle]!.step < step) low = middle + 1;
    else high = middle;
  }
  let n = 0;
  while (changes[low + n]?.step === step) n++;
  return n;
}

/**
 * "Step 9 of 12: row 7 of web arrives late and is dropped by GlobalWindowAggregate": the step for someone who does not see the lanes.
 * `reason`: why a late row was dropped or counted, where it is known.
 */
export function runSentence(trace: RunTrace, at: StepRef, reason?: string): string {
  const step = trace.steps[at];
  if (!step) return '';
  const results = changesOf(trace, at);
  return msg(results > 0 ? 'run.sentence.withResults' : 'run.sentence', {
    n: at,
    total: trace.steps.length - 1,
    event: reason === undefined ? stepEvent(trace, at, step) : `${stepEvent(trace, at, step)}: ${reason}`,
    results: count('run.sentence.results', results),
  });
}
