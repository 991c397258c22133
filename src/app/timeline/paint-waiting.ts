/** Stretches of waiting: sources that must not read, lookups without an answer yet. */
import type { ReadingPause, RunLookup } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import type { Brush } from './brush.ts';
import { MOST_LABELS, type LaneFrame } from './lane-frame.ts';
import { TRACK_TOP, trackSize } from './lane-layout.ts';
import type { LookupLane } from './lane-kinds.ts';
import { answerOf } from './lookups.ts';
import { BASELINE, LABEL_HEIGHT } from './paint-stairs.ts';
import { toPixel } from './scales.ts';

/** Distance of the strokes that shade a pause. */
const STROKE = 7;
/** Height of the band at the top of a lane. */
const BAND = 12;

function shade(brush: Brush, x: number, y: number, width: number): void {
  brush.clip(x, y, width, BAND, () => {
    for (let at = x - BAND; at < x + width; at += STROKE) {
      brush.context.beginPath();
      brush.context.moveTo(at, y + BAND);
      brush.context.lineTo(at + BAND, y);
      brush.context.lineWidth = 1;
      brush.context.strokeStyle = brush.colour('borderStrong');
      brush.context.stroke();
    }
  });
}

/** Bands in which a source reads nothing, with a word where there is room. */
export function paintPauses(brush: Brush, frame: LaneFrame, pauses: readonly ReadingPause[]): void {
  const { places } = frame.model.places;
  const { range, domain } = frame.time;
  for (const pause of pauses) {
    const from = places[pause.from] ?? 0;
    const to = places[pause.to ?? places.length - 1] ?? 0;
    if (to < domain.from || from > domain.to) continue;
    const x = Math.max(range.from, toPixel(frame.time, from));
    const width = Math.max(2, Math.min(range.to, toPixel(frame.time, to)) - x);
    const y = frame.y + 2;
    shade(brush, x, y, width);
    const text = msg('timeline.paused');
    const label = brush.measure(text);
    const box = { x: x + 4, y, width: label + 4, height: LABEL_HEIGHT };
    if (label + 8 > width || !frame.room.place([box])) continue;
    brush.box(box.x - 2, y, box.width, BAND, { fill: 'canvas', radius: 2 });
    brush.text(text, box.x, y + BASELINE, { colour: 'text2' });
  }
}

function labelOf(lookup: RunLookup): string {
  const key = lookup.attempts > 1 ? msg('timeline.lookup.attempts', { key: lookup.key, n: lookup.attempts }) : lookup.key;
  if (lookup.to === undefined) return msg('timeline.lookup.noAnswer', { key });
  return lookup.rows === 0 ? msg('timeline.lookup.miss', { key }) : key;
}

/** Bars from question to answer. */
export function paintLookupLane(brush: Brush, frame: LaneFrame, lane: LookupLane): void {
  const { places } = frame.model.places;
  const { height, pitch } = trackSize(lane.rows.length);
  const isLabelled = height > LABEL_HEIGHT && frame.model.places.places.length <= MOST_LABELS * 4;
  lane.rows.forEach((row, i) => {
    const y = frame.y + TRACK_TOP + i * pitch;
    for (const lookup of row) {
      const from = toPixel(frame.time, places[lookup.from] ?? 0);
      const to = toPixel(frame.time, places[answerOf(lookup, places.length)] ?? 0);
      if (to < frame.time.range.from || from > frame.time.range.to) continue;
      brush.box(from, y, to - from, height, { fill: 'windowBg', stroke: lookup.rows === 0 ? 'late' : 'windowLine', radius: 3 });
      const text = labelOf(lookup);
      if (isLabelled && brush.measure(text) + 12 <= to - from) brush.text(text, from + 6, y + 13, { colour: 'windowFg' });
    }
  });
}
