import { msg } from '../messages/messages.ts';
import type { Brush, TextStyle } from './brush.ts';
import { MOST_LABELS, type LaneFrame } from './lane-frame.ts';
import { eventY } from './lane-layout.ts';
import type { Box } from './label-room.ts';
import { idleStretches, stairAt, type StairFrame, type StairPoints } from './staircase.ts';
import type { Staircase } from './watermark-lines.ts';

/** Height of a label's box; its baseline stands `BASELINE` below its top. */
export const LABEL_HEIGHT = 11;
export const BASELINE = 9.5;

/** Heights of watermarks in a lane: beyond its axis they stand a little outside of it. */
export function stairFrame(frame: LaneFrame): StairFrame {
  const { time, model, event, y, height } = frame;
  return { time, places: model.places, y: (value) => (value === Infinity ? y + 3 : eventY(event, value, y, height)) };
}

function traceStairs(context: CanvasRenderingContext2D, points: StairPoints): void {
  context.beginPath();
  points.xs.forEach((x, i) => {
    if (i === 0) context.moveTo(x, points.ys[0] ?? 0);
    else context.lineTo(x, points.ys[i - 1] ?? 0);
    if (i > 0) context.lineTo(x, points.ys[i] ?? 0);
  });
  context.lineTo(points.end, points.ys.at(-1) ?? 0);
}

export interface StairStyle {
  /** Bottom of the filled area. */
  readonly base?: number;
  readonly isDashed?: boolean;
  readonly width?: number;
}

/** A filled or dashed staircase. */
export function paintStairs(brush: Brush, points: StairPoints, style: StairStyle): void {
  const { context } = brush;
  if (style.base !== undefined) {
    traceStairs(context, points);
    context.lineTo(points.end, style.base);
    context.lineTo(points.xs[0] ?? 0, style.base);
    context.closePath();
    context.globalAlpha = 0.6;
    context.fillStyle = brush.colour('watermarkBg');
    context.fill();
  }
  traceStairs(context, points);
  context.globalAlpha = style.isDashed ? 0.55 : 1;
  context.lineJoin = 'round';
  context.lineWidth = style.width ?? (style.isDashed ? 1.5 : 2);
  context.strokeStyle = brush.colour('watermark');
  context.setLineDash(style.isDashed ? [3, 3] : []);
  context.stroke();
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** Keeps labels off a staircase. */
export function reserveStairs(frame: LaneFrame, points: StairPoints): void {
  if (points.xs.length > MOST_LABELS) return;
  points.xs.forEach((x, i) => {
    const y = points.ys[i] ?? 0;
    const end = points.xs[i + 1] ?? points.end;
    frame.room.reserve({ x, y: y - 1, width: end - x, height: 2 });
    const before = points.ys[i - 1];
    if (before !== undefined) frame.room.reserve({ x: x - 1, y: Math.min(y, before), width: 2, height: Math.abs(y - before) });
  });
}

/** An idle stretch: the line has gaps, and says so where there is room. */
export function paintIdle(brush: Brush, frame: LaneFrame, line: Staircase, points: StairPoints): void {
  for (const [from, to] of idleStretches(line, stairFrame(frame))) {
    const y = stairAt(points, from) ?? frame.y + frame.height - 8;
    brush.context.fillStyle = brush.colour('canvas');
    for (let x = from + 3; x + 4 <= to; x += 7) brush.context.fillRect(x, y - 2, 4, 4);
    const text = msg('timeline.idle');
    const width = brush.measure(text);
    if (width + 12 > to - from) continue;
    placeText(brush, frame, {
      text,
      style: { colour: 'watermark' },
      at: [labelAt(from + 6, y - 14.5, width), labelAt(from + 6, y + 4, width)],
    });
  }
}

/** A flat part of a staircase within the visible stretch. */
export interface Flat {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The flat parts, widest first. */
export function flatsOf(frame: LaneFrame, points: StairPoints): readonly Flat[] {
  const { from, to } = frame.time.range;
  return points.xs
    .map((own, i) => {
      const x = Math.max(from, own);
      return { x, y: points.ys[i] ?? 0, width: Math.min(to, points.xs[i + 1] ?? points.end) - x };
    })
    .filter((flat) => flat.width > 0)
    .sort((a, b) => b.width - a.width);
}

export function labelAt(x: number, y: number, width: number): Box {
  return { x, y, width, height: LABEL_HEIGHT };
}

/** Writes a text at the first of several places that is free; false if none is. */
export function placeText(
  brush: Brush,
  frame: LaneFrame,
  label: { readonly text: string; readonly style: TextStyle; readonly at: readonly Box[]; readonly own?: Box },
): boolean {
  const box = frame.room.place(label.at, label.own);
  if (box) brush.text(label.text, box.x, box.y + BASELINE, label.style);
  return box !== undefined;
}
