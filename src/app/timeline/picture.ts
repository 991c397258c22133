import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import type { Brush } from './brush.ts';
import type { Hit } from './hit.ts';
import type { Scale, Span } from './scales.ts';
import type { TracedPath } from './traced-path.ts';

/** What part of a picture is on screen. */
export interface View {
  readonly width: number;
  readonly height: number;
  /** Visible stretch of processing time. */
  readonly domain: Span;
  /** Pixels that the content is moved up. */
  readonly scroll: number;
}

/** A row that is being dragged: its step, and where it would go. */
export interface Ghost {
  readonly step: StepRef;
  /** Processing time, if it moves along that axis. */
  readonly at?: number;
  readonly eventTime?: number;
}

/** What is drawn above the still picture; all of it may change with each frame. */
export interface Over {
  readonly step: StepRef;
  readonly highlighted: ReadonlySet<StepRef> | undefined;
  /** The way of the traced row. */
  readonly path: TracedPath | undefined;
  readonly hover: Hit | undefined;
  readonly ghost: Ghost | undefined;
  /** True while the keyboard moves the playhead. */
  readonly isFocused: boolean;
}

/** One of the two pictures of a run. */
export interface Picture {
  /** The axis of processing time in pixels. */
  time(view: View): Scale;
  /** Height of all content. */
  readonly contentHeight: number;
  /** The part that does not change with the playhead. */
  paint(brush: Brush, view: View, selected: OperatorRef | undefined): void;
  /** Playhead, veil, highlights. */
  paintOver(brush: Brush, view: View, over: Over): void;
  /** What is under a pixel. */
  hit(view: View, x: number, y: number): Hit | undefined;
  /** Event time at a pixel of the row's own axis, for dragging it. */
  eventTimeAt(view: View, step: StepRef, y: number): number | undefined;
}
