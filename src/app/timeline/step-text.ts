/** What a step is, and what followed from it, in words: the text twin of the picture. */
import type { StepRef } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { dayPrecision, eventTimeText } from './clock-text.ts';
import { timerText } from '../replay/timer-text.ts';
import { operatorTitle, type LaneModel } from './lane-kinds.ts';
import { droppedRows, lateReason } from './late-reason.ts';
import { windowText } from './window-text.ts';
import { lowerBound } from './scales.ts';

/** One step in a sentence: `row of web, line 7, 10:08:00, dropped as late`. */
export function stepSentence(model: LaneModel, step: StepRef): string {
  const { trace, clock } = model;
  const row = trace.steps[step];
  if (!row) return '';
  const table = row.table ?? '';
  const name = row.operator === undefined ? '' : operatorTitle(trace.operators[row.operator]);
  switch (row.cause) {
    case 'start':
      return msg('timeline.step.start');
    case 'idle':
      return msg('timeline.step.idle', { table });
    case 'watermark':
      return msg('timeline.step.watermark', { table });
    case 'timer':
      return timerText(trace, row.operator) ?? msg('timeline.step.timer', { name });
    case 'end':
      return table === '' ? msg('timeline.step.end') : msg('timeline.step.endOf', { table });
    case 'row': {
      const parts = [msg('timeline.step.row', { kind: row.rowKind ?? '+I', table, line: row.line ?? step })];
      if (row.eventTime !== undefined) parts.push(eventTimeText(clock, row.eventTime, { unit: 'milli', ...dayPrecision(model.eventSpan) }));
      if (row.lateness === 'dropped')
        parts.push(
          msg('timeline.step.dropped', { name: row.droppedBy === undefined ? '' : operatorTitle(trace.operators[row.droppedBy]) }).trim(),
        );
      if (row.lateness === 'late') parts.push(msg('timeline.step.late'));
      return parts.join(', ');
    }
  }
}

export interface StepNote {
  readonly kind: 'dropped' | 'late' | 'fires';
  readonly text: string;
}

/** More rows than this are counted instead of named. */
const MOST_NAMED = 3;

/** `row 7 dropped, late`; without names where the rows that went in are not known. */
function droppedText(model: LaneModel, rows: readonly StepRef[], n: number): string {
  if (rows.length === 0 || rows.length > MOST_NAMED) return count('timeline.note.droppedMany', Math.max(n, rows.length));
  return count('timeline.note.dropped', rows.length, { rows: rows.map((row) => model.trace.steps[row]?.line ?? row).join(', ') });
}

/** What happened in a step apart from the row itself: windows that fired, rows that were dropped. */
export function stepNotes(model: LaneModel, step: StepRef): readonly StepNote[] {
  const notes: StepNote[] = [];
  for (const [index, operator] of model.trace.operators.entries()) {
    const from = lowerBound(operator.lateDropped, step);
    let n = 0;
    while (operator.lateDropped[from + n] === step) n++;
    if (n > 0) notes.push({ kind: 'dropped', text: droppedText(model, droppedRows(model.trace, index, step), n) });
  }
  if (model.trace.steps[step]?.lateness !== undefined) {
    const reason = lateReason(model, step);
    if (reason !== undefined) notes.push({ kind: model.trace.steps[step].lateness === 'dropped' ? 'dropped' : 'late', text: reason });
  }
  for (const box of model.fired.get(step) ?? [])
    notes.push({ kind: 'fires', text: msg('timeline.note.fires', { window: windowText(box) }) });
  return notes;
}
