import type { Brush, TextStyle } from './brush.ts';
import type { LaneModel } from './lane-kinds.ts';
import type { StepRef } from '../../trace/run-trace.ts';
import { stepNotes, type StepNote } from './step-text.ts';
import type { Scale } from './scales.ts';

const LINE = 15;
const MOST = 4;

/** A note beside the playhead: what was dropped and what fired in the step. */
export function paintStepNote(
  brush: Brush,
  model: LaneModel,
  step: StepRef,
  at: { readonly x: number; readonly bottom: number; readonly time: Scale },
): void {
  const notes = stepNotes(model, step);
  if (notes.length === 0) return;
  const shown = notes.slice(0, MOST);
  const rest = notes.length - shown.length;
  const lines = [
    ...shown.map((note) => ({ text: note.text, tone: note.kind })),
    ...(rest > 0 ? [{ text: `+${rest}`, tone: 'fires' as const }] : []),
  ];
  const style = (tone: StepNote['kind']): TextStyle =>
    tone === 'dropped' ? { colour: 'dropped', weight: 600 } : { colour: tone === 'late' ? 'late' : 'text1' };
  const width = Math.max(...lines.map((line) => brush.measure(line.text, style(line.tone)))) + 16;
  const height = lines.length * LINE + 8;
  const { range } = at.time;
  const x = at.x + 24 + width <= range.to ? at.x + 24 : at.x - 12 - width;
  if (x < range.from || width > range.to - range.from) return;
  const y = at.bottom - height - 6;
  brush.box(x, y, width, height, { fill: 'raised', stroke: 'border', radius: 5 });
  lines.forEach((line, i) => brush.text(line.text, x + 8, y + 15 + i * LINE, style(line.tone)));
}
