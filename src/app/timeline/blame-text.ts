/** Watermark blame in words, for the list of windows that have not fired. */
import { msg } from '../messages/messages.ts';
import type { Blame } from './blame.ts';
import { durationText, eventTimeText, ownUnit, type EventClock } from './clock-text.ts';

/** How times are written; with the day where the run is longer than one. */
export type BlameClock = EventClock & { readonly withDay?: boolean; readonly withYear?: boolean };

function time(clock: BlameClock, epoch: number): string {
  if (epoch === -Infinity) return msg('timeline.blame.noWatermark');
  return eventTimeText(clock, epoch, { unit: ownUnit(epoch), withDay: clock.withDay, withYear: clock.withYear });
}

/** `its last row is 2.1 s old`, `it has had no row yet`. */
function silence({ culprit }: Blame): string {
  if (culprit.lastRow === undefined) return msg('timeline.blame.silentAlways');
  if (culprit.silentFor < 1) return msg('timeline.blame.silentNot');
  return msg('timeline.blame.silentFor', { time: durationText(culprit.silentFor) });
}

/** The culprit as people call it: `app`, `orders 2`. */
export function culpritName(blame: Blame): string {
  const { table, partition } = blame.culprit;
  return partition === undefined ? table : `${table} ${partition}`;
}

/** `app past 10:30`: what the window waits for, for a cell of a table. */
export function waitsFor(blame: Blame, clock: BlameClock): string {
  return msg('timeline.blame.waitsFor', { name: culpritName(blame), time: time(clock, blame.needed + 1) });
}

/** `Union → app`: the way from the window's operator to who decides. */
export function chainText(blame: Blame): string {
  const names = blame.chain.map((link) => link.name);
  if (blame.culprit.partition !== undefined) names.push(culpritName(blame));
  return names.join(' → ');
}

/** `app holds the watermark back: it is at 10:20:59.999, web at 10:34:59.999.` */
export function holdsBack(blame: Blame, clock: BlameClock): string {
  const { culprit } = blame;
  const others = culprit.others
    .filter((input) => !input.isIdle)
    .map((input) =>
      input.watermark === Infinity
        ? msg('timeline.blame.otherEnded', { name: input.name })
        : msg('timeline.blame.other', { name: input.name, time: time(clock, input.watermark) }),
    );
  const own = { name: culpritName(blame), time: time(clock, culprit.watermark) };
  return others.length === 0 ? msg('timeline.blame.alone', own) : msg('timeline.blame.holdsBack', { ...own, others: others.join(', ') });
}

/** `It has 9 min to go.` */
export function howFar(blame: Blame): string {
  return Number.isFinite(blame.missing)
    ? msg('timeline.blame.missing', { time: durationText(blame.missing) })
    : msg('timeline.blame.noneYet');
}

/** Whether an idle timeout would help, and why. */
export function idleAdvice(blame: Blame, clock: BlameClock): string {
  const params = {
    name: culpritName(blame),
    silence: silence(blame),
    without: time(clock, blame.idleTimeout.without ?? -Infinity),
  };
  switch (blame.idleTimeout.kind) {
    case 'helps':
      return msg(blame.idleTimeout.without === Infinity ? 'timeline.blame.idleHelpsEnded' : 'timeline.blame.idleHelps', params);
    case 'not-enough':
      return msg('timeline.blame.idleNotEnough', params);
    case 'not-silent':
      return msg('timeline.blame.idleNotSilent', params);
    case 'alone':
      return msg('timeline.blame.idleAlone', params);
    case 'ended':
      return msg('timeline.blame.ended', params);
    case 'idle':
      return msg('timeline.blame.isIdle', params);
  }
}

/** The whole sentence below the table. */
export function blameSentence(blame: Blame, clock: BlameClock): string {
  return [holdsBack(blame, clock), idleAdvice(blame, clock)].join(' ');
}
