import type { OperatorRef, RunTrace, StepRef } from '../../trace/run-trace.ts';
import type { Hit } from './hit.ts';
import type { PanePainter } from './pane-painter.ts';
import type { Ghost } from './picture.ts';
import { niceStep, toPixel, toValue } from './scales.ts';
import { nearestStep } from './step-places.ts';
import type { LaneModel } from './lane-kinds.ts';
import type { Viewport } from './viewport.ts';

/** A row's new place. */
export interface RowMove {
  readonly line: number;
  readonly at?: number;
  readonly eventTime?: number;
}

/** What gestures are about; read anew at each event. */
export interface GestureTarget {
  readonly model: LaneModel;
  readonly viewport: Viewport;
  readonly step: StepRef;
  onStep(step: StepRef): void;
  onSelectOperator(operator: OperatorRef | undefined): void;
  readonly selectedOperator: OperatorRef | undefined;
  readonly onMoveRow: ((change: RowMove) => void) | undefined;
  setHover(hit: Hit | undefined): void;
  setGhost(ghost: Ghost | undefined): void;
}

type Drag =
  | { readonly kind: 'scrub' }
  | { readonly kind: 'pan' }
  | { readonly kind: 'row'; readonly step: StepRef; axis: 'x' | 'y' | undefined; ghost: Ghost | undefined };

/** Movement that is still a click. */
const SLACK = 4;
const PLAYHEAD_REACH = 6;

/** A moment to whole units of what the axis can show. */
export function snap(value: number, millisPerPixel: number): number {
  const unit = niceStep(Math.max(1, millisPerPixel));
  return Math.round(value / unit) * unit;
}

/** A row of the feed that may be moved: one that stands on a line. */
export function movableLine(trace: RunTrace, step: StepRef): number | undefined {
  const row = trace.steps[step];
  return row?.cause === 'row' ? row.line : undefined;
}

/** Pointer and wheel on one pane. */
export class PaneGestures {
  private readonly element: HTMLElement;
  private readonly painter: PanePainter;
  private readonly target: () => GestureTarget;
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private drag: Drag | undefined;
  private start = { x: 0, y: 0 };
  private isMoved = false;

  constructor(element: HTMLElement, painter: PanePainter, target: () => GestureTarget) {
    this.element = element;
    this.painter = painter;
    this.target = target;
  }

  /** Listens; gives the way to stop. */
  attach(): () => void {
    const { element } = this;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    element.addEventListener('pointerdown', (event) => this.down(event), options);
    element.addEventListener('pointermove', (event) => this.move(event), options);
    element.addEventListener('pointerup', (event) => this.up(event), options);
    element.addEventListener('pointercancel', (event) => this.cancel(event), options);
    element.addEventListener('pointerleave', () => this.target().setHover(undefined), options);
    element.addEventListener('wheel', (event) => this.wheel(event), { ...options, passive: false });
    window.addEventListener('keydown', (event) => this.escape(event), { ...options, capture: true });
    return () => stop.abort();
  }

  private point(event: MouseEvent): { x: number; y: number } {
    const bounds = this.element.getBoundingClientRect();
    return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
  }

  private hit(at: { readonly x: number; readonly y: number }): Hit | undefined {
    const { picture, view } = this.painter;
    return picture && view && picture.hit(view, at.x, at.y);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = this.point(event);
    this.pointers.set(event.pointerId, at);
    this.element.setPointerCapture(event.pointerId);
    if (this.pointers.size === 2) {
      this.endRow();
      this.drag = undefined;
      this.isMoved = true;
      return;
    }
    this.start = at;
    this.isMoved = false;
    this.drag = this.dragFor(this.hit(at), at, event.pointerType);
    if (this.drag?.kind === 'scrub') this.scrub(at.x);
  }

  private dragFor(hit: Hit | undefined, at: { readonly x: number }, pointer: string): Drag | undefined {
    const { model, step, onMoveRow } = this.target();
    const { picture, view } = this.painter;
    if (!hit || !picture || !view || hit.kind === 'head') return hit && { kind: 'pan' };
    if (hit.kind === 'axis') return { kind: 'scrub' };
    if (hit.kind === 'event' && onMoveRow && movableLine(model.trace, hit.step) !== undefined && (pointer !== 'touch' || hit.step === step))
      return { kind: 'row', step: hit.step, axis: undefined, ghost: undefined };
    const playhead = toPixel(picture.time(view), model.places.places[step] ?? 0);
    return Math.abs(at.x - playhead) <= PLAYHEAD_REACH && hit.kind !== 'event' ? { kind: 'scrub' } : { kind: 'pan' };
  }

  private scrub(x: number): void {
    const { picture, view } = this.painter;
    if (!picture || !view) return;
    const { model, step, onStep } = this.target();
    const next = nearestStep(model.places.places, toValue(picture.time(view), x));
    if (next !== step) onStep(next);
  }

  private move(event: PointerEvent): void {
    const at = this.point(event);
    const before = this.pointers.get(event.pointerId);
    if (!before) return this.hover(at);
    this.pointers.set(event.pointerId, at);
    if (this.pointers.size === 2) return this.pinch(event.pointerId, before, at);
    if (!this.isMoved && Math.hypot(at.x - this.start.x, at.y - this.start.y) < SLACK) return;
    this.isMoved = true;
    const { drag } = this;
    if (drag?.kind === 'scrub') this.scrub(at.x);
    if (drag?.kind === 'pan') this.pan(before, at);
    if (drag?.kind === 'row') this.moveRow(drag, at);
  }

  private hover(at: { readonly x: number; readonly y: number }): void {
    const hit = this.hit(at);
    const { model, step, onMoveRow, setHover } = this.target();
    const { picture, view } = this.painter;
    const playhead = picture && view ? toPixel(picture.time(view), model.places.places[step] ?? 0) : -99;
    const isOnPlayhead = Math.abs(at.x - playhead) <= PLAYHEAD_REACH && hit?.kind !== 'event' && hit?.kind !== 'head';
    const cursor =
      hit?.kind === 'axis' || isOnPlayhead
        ? 'ew-resize'
        : hit?.kind === 'event' && onMoveRow
          ? 'move'
          : hit && hit.kind !== 'plot'
            ? 'pointer'
            : 'default';
    this.element.style.cursor = cursor;
    setHover(hit);
  }

  private pan(before: { readonly x: number; readonly y: number }, at: { readonly x: number; readonly y: number }): void {
    const { picture, view } = this.painter;
    if (!picture || !view) return;
    const time = picture.time(view);
    this.target().viewport.pan(toValue(time, before.x) - toValue(time, at.x));
    this.painter.scrollBy(before.y - at.y);
  }

  private pinch(id: number, before: { readonly x: number }, at: { readonly x: number }): void {
    const { picture, view } = this.painter;
    const other = [...this.pointers].find(([key]) => key !== id)?.[1];
    if (!picture || !view || !other) return;
    const [was, is] = [Math.abs(before.x - other.x), Math.abs(at.x - other.x)];
    if (was < 8 || is < 8) return;
    this.target().viewport.zoom(toValue(picture.time(view), (at.x + other.x) / 2), is / was);
  }

  private moveRow(drag: Extract<Drag, { kind: 'row' }>, at: { readonly x: number; readonly y: number }): void {
    const { picture, view } = this.painter;
    const { model, setGhost } = this.target();
    const row = model.trace.steps[drag.step];
    if (!picture || !view || !row) return;
    drag.axis ??= Math.abs(at.x - this.start.x) >= Math.abs(at.y - this.start.y) ? 'x' : 'y';
    if (drag.axis === 'x') {
      const time = picture.time(view);
      const perPixel = toValue(time, 1) - toValue(time, 0);
      drag.ghost = { step: drag.step, at: Math.max(0, snap(row.at + (at.x - this.start.x) * perPixel, perPixel)) };
    } else {
      const [from, to] = [picture.eventTimeAt(view, drag.step, this.start.y), picture.eventTimeAt(view, drag.step, at.y)];
      const next = picture.eventTimeAt(view, drag.step, at.y + 1);
      if (from === undefined || to === undefined || next === undefined || row.eventTime === undefined) return;
      drag.ghost = { step: drag.step, eventTime: snap(row.eventTime + to - from, Math.abs(next - to)) };
    }
    setGhost(drag.ghost);
  }

  private up(event: PointerEvent): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const { drag } = this;
    this.drag = undefined;
    if (!this.isMoved) return this.click(this.hit(this.point(event)));
    if (drag?.kind !== 'row' || !drag.ghost) return;
    const { model, onMoveRow, setGhost } = this.target();
    const line = movableLine(model.trace, drag.step);
    const { at, eventTime } = drag.ghost;
    setGhost(undefined);
    if (line !== undefined) onMoveRow?.({ line, ...(at === undefined ? {} : { at }), ...(eventTime === undefined ? {} : { eventTime }) });
  }

  private click(hit: Hit | undefined): void {
    const { onStep, onSelectOperator, selectedOperator } = this.target();
    if (!hit) return;
    if (hit.kind === 'head') onSelectOperator(hit.operator === selectedOperator ? undefined : hit.operator);
    else onStep(hit.step);
  }

  private cancel(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.endRow();
    this.drag = undefined;
  }

  private endRow(): void {
    if (this.drag?.kind === 'row') this.target().setGhost(undefined);
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.drag?.kind !== 'row') return;
    event.stopPropagation();
    event.preventDefault();
    this.endRow();
    this.drag = undefined;
  }

  private wheel(event: WheelEvent): void {
    const { picture, view } = this.painter;
    if (!picture || !view) return;
    const at = this.point(event);
    const time = picture.time(view);
    const { viewport } = this.target();
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (sideways !== 0 && !event.ctrlKey && Math.abs(event.deltaX) + (event.shiftKey ? 1e9 : 0) > Math.abs(event.deltaY))
      return viewport.pan((toValue(time, 1) - toValue(time, 0)) * sideways * unit);
    if (at.x < time.range.from && !event.ctrlKey) {
      this.painter.scrollBy(event.deltaY * unit);
      return;
    }
    viewport.zoom(toValue(time, at.x), Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 100 : 400)));
  }
}
