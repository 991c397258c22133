import type { StepRef } from '../../trace/run-trace.ts';
import type { LaneModel } from './lane-kinds.ts';
import { movableLine, type RowMove } from './pane-gestures.ts';
import { niceStep } from './scales.ts';
import type { Viewport } from './viewport.ts';

/** A key press as far as the timeline looks at it. */
export interface Key {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

export type KeyAction =
  | { readonly kind: 'step'; readonly step: StepRef }
  | { readonly kind: 'move'; readonly change: RowMove }
  /** The view itself was moved. */
  | { readonly kind: 'view' };

export interface KeyContext {
  readonly model: LaneModel;
  readonly viewport: Viewport;
  readonly step: StepRef;
}

/** What a key does on the timeline; undefined for keys that it leaves to others. */
export function timelineKey(key: Key, context: KeyContext): KeyAction | undefined {
  if (key.ctrlKey || key.metaKey) return undefined;
  if (key.altKey) return moveRow(key, context);
  const last = context.model.trace.steps.length - 1;
  const to = (step: number): KeyAction => ({ kind: 'step', step: Math.min(last, Math.max(0, step)) });
  switch (key.key) {
    case 'ArrowLeft':
      return key.shiftKey ? pan(context, -0.25) : to(context.step - 1);
    case 'ArrowRight':
      return key.shiftKey ? pan(context, 0.25) : to(context.step + 1);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'PageUp':
    case 'PageDown':
      context.viewport.page(key.key === 'PageUp' ? -0.8 : 0.8);
      return { kind: 'view' };
    case '+':
    case '=':
      return zoom(context, 1.5);
    case '-':
    case '_':
      return zoom(context, 1 / 1.5);
    case '0':
      context.viewport.fit();
      return { kind: 'view' };
    default:
      return undefined;
  }
}

function zoom({ model, viewport, step }: KeyContext, factor: number): KeyAction {
  viewport.reveal(model.places.places[step] ?? 0);
  viewport.zoom(model.places.places[step] ?? 0, factor);
  return { kind: 'view' };
}

function pan({ viewport }: KeyContext, part: number): KeyAction {
  viewport.pan((viewport.domain.to - viewport.domain.from) * part);
  return { kind: 'view' };
}

/** Alt and an arrow: left and right change when the row arrives, up and down its event time; with Shift ten times as far. */
function moveRow(key: Key, { model, viewport, step }: KeyContext): KeyAction | undefined {
  const row = model.trace.steps[step];
  const line = movableLine(model.trace, step);
  if (!row || line === undefined) return undefined;
  const times = key.shiftKey ? 10 : 1;
  const unit = (width: number): number => niceStep(Math.max(1, width / 100)) * times;
  const arrival = unit(viewport.domain.to - viewport.domain.from);
  const span = model.eventSpan;
  const event = span ? unit(span.to - span.from) : 0;
  switch (key.key) {
    case 'ArrowLeft':
      return { kind: 'move', change: { line, at: Math.max(0, row.at - arrival) } };
    case 'ArrowRight':
      return { kind: 'move', change: { line, at: row.at + arrival } };
    case 'ArrowUp':
      return row.eventTime === undefined ? undefined : { kind: 'move', change: { line, eventTime: row.eventTime + event } };
    case 'ArrowDown':
      return row.eventTime === undefined ? undefined : { kind: 'move', change: { line, eventTime: row.eventTime - event } };
    default:
      return undefined;
  }
}
