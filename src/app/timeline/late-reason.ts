/**
 * Why a row that came late was dropped, or was counted all the same: its window and the watermark, in words. Where an operator has no
 * windows it is the watermark alone.
 */
import type { OperatorRef, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { dayPrecision, elapsedText, eventTimeText, ownUnit } from './clock-text.ts';
import { operatorTitle, type LaneModel } from './lane-kinds.ts';
import { watermarkAt, type Staircase } from './watermark-lines.ts';
import { windowText } from './window-text.ts';
import type { WindowBox } from './windows.ts';

/** The last of an operator's windows that a time belongs to. */
function windowOf(boxes: readonly WindowBox[], time: number): WindowBox | undefined {
  return boxes
    .filter((box) => box.startEpoch <= time && time < box.endEpoch)
    .reduce<WindowBox | undefined>((last, box) => (last && last.endEpoch >= box.endEpoch ? last : box), undefined);
}

/** The first step after which a watermark has reached a time. */
function reachedAt(line: Staircase, time: number): StepRef | undefined {
  const index = line.values.findIndex((value) => value >= time);
  return index < 0 ? undefined : line.steps[index];
}

function timeOf(model: LaneModel, epoch: number): string {
  if (epoch === Infinity) return msg('run.endOfInput');
  return eventTimeText(model.clock, epoch, { unit: ownUnit(epoch), ...dayPrecision(model.eventSpan) });
}

function droppedReason(model: LaneModel, step: StepRef, operator: OperatorRef, time: number): string | undefined {
  const line = model.lines.own(operator);
  if (!line) return undefined;
  const box = windowOf(model.windows.get(operator) ?? [], time);
  const closed = box && (box.purged ?? box.fired[0] ?? reachedAt(line, box.endEpoch - 1));
  if (box && closed !== undefined) {
    const at = elapsedText(model.trace.steps[closed]?.at ?? 0);
    return msg('timeline.late.closed', { window: windowText(box), at, watermark: timeOf(model, watermarkAt(line, closed)) });
  }
  const watermark = watermarkAt(line, step);
  if (watermark < time) return undefined;
  const name = operatorTitle(model.trace.operators[operator]);
  return msg('timeline.late.behind', { time: timeOf(model, time), name, watermark: timeOf(model, watermark) });
}

function countedReason(model: LaneModel, step: StepRef, time: number): string | undefined {
  for (const boxes of model.windows.values()) {
    const box = windowOf(boxes, time);
    const line = box && model.lines.own(box.operator);
    if (box && line && watermarkAt(line, step) < box.endEpoch - 1) return msg('timeline.late.open', { window: windowText(box) });
  }
  return undefined;
}

/** Why the row of a step is dropped or counted although it is late; undefined for rows in time and where nothing can be said. */
export function lateReason(model: LaneModel, step: StepRef): string | undefined {
  const row = model.trace.steps[step];
  if (!row || row.cause !== 'row' || row.eventTime === undefined || row.lateness === undefined) return undefined;
  if (row.lateness === 'late') return countedReason(model, step, row.eventTime);
  return row.droppedBy === undefined ? undefined : droppedReason(model, step, row.droppedBy, row.eventTime);
}

const drops = new WeakMap<RunTrace, ReadonlyMap<OperatorRef, ReadonlyMap<StepRef, readonly StepRef[]>>>();

function dropsOf(trace: RunTrace): ReadonlyMap<OperatorRef, ReadonlyMap<StepRef, readonly StepRef[]>> {
  const rows = new Map<OperatorRef, StepRef[]>();
  trace.steps.forEach(({ droppedBy }, step) => {
    if (droppedBy === undefined) return;
    const list = rows.get(droppedBy);
    if (list) list.push(step);
    else rows.set(droppedBy, [step]);
  });
  return new Map([...rows].map(([operator, steps]) => [operator, bySteps(steps, trace.operators[operator]?.lateDropped ?? [])]));
}

/** Rows wait in a local phase until it hands them on: those that came since the drop before are dropped together. */
function bySteps(rows: readonly StepRef[], dropped: ArrayLike<StepRef>): ReadonlyMap<StepRef, readonly StepRef[]> {
  const found = new Map<StepRef, readonly StepRef[]>();
  let next = 0;
  for (const step of new Set(Array.from(dropped))) {
    const first = next;
    while (next < rows.length && (rows[next] ?? 0) <= step) next++;
    if (next > first) found.set(step, rows.slice(first, next));
  }
  return found;
}

/** The rows of the feed that an operator drops in a step; they may have come in earlier ones. */
export function droppedRows(trace: RunTrace, operator: OperatorRef, step: StepRef): readonly StepRef[] {
  let known = drops.get(trace);
  if (!known) drops.set(trace, (known = dropsOf(trace)));
  return known.get(operator)?.get(step) ?? [];
}
