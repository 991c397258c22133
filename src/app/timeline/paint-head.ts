import { roleColour } from '../graph/roles.ts';
import type { Brush, TextStyle } from './brush.ts';
import type { LaneFrame } from './lane-frame.ts';
import type { Lane } from './lane-kinds.ts';
import { paintEventAxis } from './paint-source.ts';
import type { Colour } from './palette.ts';

const ROLE_COLOURS: Readonly<Record<string, Colour>> = {
  scan: 'roleScan',
  calc: 'roleCalc',
  join: 'roleJoin',
  aggregate: 'roleAggregate',
  window: 'roleWindow',
  exchange: 'roleExchange',
  sink: 'roleSink',
  watermark: 'roleWatermark',
};

/** Where the text of the gutter begins, and how far it stays from what follows. */
export const HEAD_TEXT = 20;
const HEAD_GAP = 4;
const TITLE_Y = 21;
export const SUBTITLE_Y = 36;

/** Lanes named after operators share one size of type; names of tables are larger. */
export function isNamedByOperator(lane: Lane): boolean {
  return lane.kind !== 'source' && lane.kind !== 'merge' && lane.kind !== 'results';
}

/** `GlobalWindowAggregate` as two lines, broken before a capital letter or after an underscore, if both fit. */
export function twoLines(title: string, fits: (text: string) => boolean): readonly [string, string] | undefined {
  const parts = title.split(/(?<=[a-z0-9])(?=[A-Z])|(?<=_)/);
  for (let first = parts.length - 1; first > 0; first--) {
    const [top, bottom] = [parts.slice(0, first).join(''), parts.slice(first).join('')];
    if (fits(top) && fits(bottom)) return [top, bottom];
  }
  return undefined;
}

/** Name, what it does, and the axis of event time, in the gutter. */
export function paintHead(
  brush: Brush,
  lane: Lane,
  frame: LaneFrame,
  state: { readonly isSelected: boolean; readonly operatorSize: number },
): void {
  const gutter = frame.time.range.from;
  const { context } = brush;
  if (state.isSelected) {
    context.fillStyle = brush.colour('selected');
    context.fillRect(0, frame.y + 1, gutter, frame.height - 1);
    context.fillStyle = brush.colour('accent');
    context.fillRect(0, frame.y + 1, 2, frame.height - 1);
  }
  brush.box(10, frame.y + 10, 3, 28, { fill: ROLE_COLOURS[roleColour(lane.role)] ?? 'roleCalc', radius: 1.5 });
  const room = gutter - HEAD_TEXT - HEAD_GAP - paintEventAxis(brush, frame, gutter);
  const style: TextStyle = { size: isNamedByOperator(lane) ? state.operatorSize : 12, weight: 600, colour: 'text1', maxWidth: room };
  paintTitle(brush, lane, frame.y, style);
  brush.hair(0, frame.y + frame.height - 1, context.canvas.width, frame.y + frame.height - 1, 'border');
}

/** A long name takes the second line; what does not fit whole there is left out. */
function paintTitle(brush: Brush, lane: Lane, y: number, style: TextStyle): void {
  const fits = (text: string): boolean => brush.measure(text, style) <= (style.maxWidth ?? 0);
  const lines = fits(lane.title) || lane.kind === 'counter' ? undefined : twoLines(lane.title, fits);
  brush.text(lines?.[0] ?? lane.title, HEAD_TEXT, y + TITLE_Y, style);
  if (lines) brush.text(lines[1], HEAD_TEXT, y + SUBTITLE_Y, style);
  else if (brush.measure(lane.subtitle) <= (style.maxWidth ?? 0)) brush.text(lane.subtitle, HEAD_TEXT, y + SUBTITLE_Y, { colour: 'text3' });
}
