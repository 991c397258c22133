import { count, msg } from '../messages/messages.ts';
import { localTimeText, ownUnit } from './clock-text.ts';
import type { WindowBox } from './windows.ts';

const DAY = 86_400_000;

/** `[10:00, 10:10)`; with the day where the bounds lie in two. */
export function windowText(box: Pick<WindowBox, 'start' | 'end'>): string {
  const day = (time: number): number => Math.floor(time / DAY);
  const units = [ownUnit(box.start), ownUnit(box.end)];
  const unit = units.includes('milli') ? 'milli' : units.includes('second') ? 'second' : 'minute';
  const precision = { unit, withDay: day(box.start) !== day(box.end - 1) } as const;
  return `[${localTimeText(box.start, precision)}, ${localTimeText(box.end, precision)})`;
}

/** What became of a window, in words: `[10:00, 10:10) fires n=3, is purged`. */
export function windowSentence(box: WindowBox): string {
  const params = { window: windowText(box), n: box.rows, keys: box.keys };
  if (box.fired.length === 0)
    return box.purged === undefined ? count('timeline.window.holds', box.rows, params) : msg('timeline.window.purged', params);
  const many = box.keys > 1;
  if (box.purged !== undefined) return msg(many ? 'timeline.window.firesKeysPurged' : 'timeline.window.firesPurged', params);
  return msg(many ? 'timeline.window.firesKeys' : 'timeline.window.fires', params);
}
