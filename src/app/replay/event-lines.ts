import type { TraceColumn } from '../../trace/plan-trace.ts';
import type { RunEvent, RunEventKind, RunTrace } from '../../trace/run-trace.ts';
import { count, msg } from '../messages/messages.ts';
import { senderName } from './sentence.ts';
import { stateKeyText } from './key-text.ts';
import { stateValueText } from './state-text.ts';
import { namespaceText, timeText, type RunClock } from './time-text.ts';

/** A line of "this event": what the operator did. */
export interface EventLine {
  readonly kind: RunEventKind;
  readonly rowKind?: string;
  readonly text: string;
  /** What became of it, in a word. */
  readonly note: string;
  readonly tone?: 'dropped' | 'watermark' | 'timer' | 'emitted';
}

/** Columns of Flink's own in which the bound of a window travels. */
const BOUND = /^\$(?:slice|window)_(?:start|end)$/;

/** The values of a row; `columns` are those of the operator that gave it out. Rows inside of windows carry bounds as milliseconds. */
export function cellsText(clock: RunClock, cells: RunEvent['cells'], columns: readonly TraceColumn[] = []): string {
  const hasBounds = columns.some((column) => BOUND.test(column.name));
  return (cells ?? []).map((cell) => (cell === null ? 'NULL' : hasBounds ? namespaceText(clock, cell) : cell)).join(', ');
}

function stateText(trace: RunTrace, clock: RunClock, event: RunEvent): string {
  const value = event.value === undefined ? undefined : stateValueText(clock, trace.operators[event.operator], event.value);
  const key = event.key === undefined ? undefined : stateKeyText(trace.operators[event.operator], event.key);
  const where = [key === undefined ? undefined : namespaceText(clock, key), value]
    .filter((part) => part !== undefined && part !== '')
    .join(' → ');
  return where === '' ? (event.name ?? '') : `${event.name ?? ''} ${where}`;
}

function line(trace: RunTrace, clock: RunClock, event: RunEvent): EventLine {
  const { kind, rowKind, time } = event;
  const moment = time === undefined ? '' : timeText(clock, time);
  const input = trace.operators[event.operator]?.inputs[event.input ?? 0];
  const columns = { in: input === undefined ? undefined : trace.operators[input]?.columns, out: trace.operators[event.operator]?.columns };
  const from = input === undefined ? '' : msg('event.from', { name: senderName(trace, input) });
  const partition = event.partition === undefined ? '' : msg('event.ofPartition', { n: event.partition });
  switch (kind) {
    case 'record-in':
      return { kind, rowKind, text: cellsText(clock, event.cells, columns.in), note: from };
    case 'record-out':
      return { kind, rowKind, text: cellsText(clock, event.cells, columns.out), note: msg('event.emitted'), tone: 'emitted' };
    case 'watermark-in':
      return { kind, text: msg('event.watermark', { time: moment }), note: from, tone: 'watermark' };
    case 'watermark-out':
      return { kind, text: msg('event.watermark', { time: moment }), note: msg('event.sentOn'), tone: 'watermark' };
    case 'idle':
      return { kind, text: msg('event.idle'), note: event.partition === undefined ? from : partition };
    case 'active':
      return { kind, text: msg('event.active'), note: event.partition === undefined ? from : partition };
    case 'onEvent':
    case 'onPeriodicEmit':
      return { kind, text: `${kind} ${time === undefined ? msg('event.noWatermark') : moment}`, note: partition, tone: 'watermark' };
    case 'paused':
      return { kind, text: msg('event.paused'), note: partition === '' ? msg('event.pausedWhy') : partition };
    case 'resumed':
      return { kind, text: msg('event.resumed'), note: partition };
    case 'lookup-call':
      return { kind, text: msg('event.lookupAgain', { key: event.key ?? '', n: event.name ?? '1' }), note: msg('event.lookupAsked') };
    case 'lookup-cached':
      return { kind, text: msg('event.lookupCached', { key: event.key ?? '' }), note: msg('event.lookupKnown') };
    case 'timer-set':
      return { kind, text: msg('event.timer', { time: moment }), note: msg('event.timerSet'), tone: 'timer' };
    case 'timer-deleted':
      return { kind, text: msg('event.timer', { time: moment }), note: msg('event.timerDeleted'), tone: 'timer' };
    case 'timer-fired':
      return { kind, text: msg('event.timer', { time: moment }), note: msg('event.timerFired'), tone: 'timer' };
    case 'state-read':
      return { kind, text: stateText(trace, clock, event), note: msg('event.read') };
    case 'state-write':
      return { kind, text: stateText(trace, clock, event), note: msg('event.written') };
    case 'state-clear':
      return { kind, text: stateText(trace, clock, event), note: msg('event.cleared') };
    case 'state-expired':
      return { kind, text: stateText(trace, clock, event), note: msg('event.expired') };
    case 'late-dropped':
      return { kind, rowKind, text: cellsText(clock, event.cells, columns.in), note: msg('event.dropped'), tone: 'dropped' };
    case 'lookup':
      if (!event.cells) return { kind, text: msg('event.lookupAnswer'), note: msg('event.lookupMiss') };
      return { kind, text: msg('event.lookup', { key: event.key ?? cellsText(clock, event.cells) }), note: event.value ?? '' };
    case 'window-fired':
      return {
        kind,
        text: namespaceText(clock, event.key ?? event.value ?? event.name ?? ''),
        note: msg('event.windowFired'),
        tone: 'emitted',
      };
    case 'window-purged':
      return { kind, text: namespaceText(clock, event.key ?? event.value ?? event.name ?? ''), note: msg('event.windowPurged') };
    case 'end':
      return { kind, text: msg('run.endOfInput'), note: from };
  }
}

/** What an operator did in a step, in order; neighbouring reads of state are one line. */
export function eventLines(trace: RunTrace, clock: RunClock, events: readonly RunEvent[]): readonly EventLine[] {
  const lines: EventLine[] = [];
  let reads = 0;
  const flush = (): void => {
    if (reads > 1) lines[lines.length - 1] = { kind: 'state-read', text: count('event.reads', reads), note: msg('event.read') };
    reads = 0;
  };
  for (const event of events) {
    if (event.kind === 'state-read') {
      reads++;
      if (reads === 1) lines.push(line(trace, clock, event));
      continue;
    }
    flush();
    lines.push(line(trace, clock, event));
  }
  flush();
  return lines;
}
