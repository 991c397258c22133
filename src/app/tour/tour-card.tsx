import { useEffect, useRef, useState } from 'react';
import { X } from 'lucide-react';
import { msg } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { IconButton } from '../shell/controls.tsx';
import { useRun } from '../store/selectors/replay.ts';
import { useApp } from '../store/store.ts';
import { endTour, showStop, TOUR, type TourStop } from './tour-steps.ts';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the thing is that a stop speaks of; undefined if it is not on screen. */
function boxOf(stop: TourStop): Box | undefined {
  for (const selector of stop.targets) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box && box.width > 40 && box.height > 40) return box;
  }
  return undefined;
}

/** Follows the framed part while panels move and the window changes. */
function useBox(stop: TourStop | undefined): Box | undefined {
  const [box, setBox] = useState<Box>();
  useEffect(() => {
    if (!stop) return undefined;
    const measure = (): void => {
      const next = boxOf(stop);
      setBox((before) =>
        before &&
        next &&
        before.left === next.left &&
        before.top === next.top &&
        before.width === next.width &&
        before.height === next.height
          ? before
          : next,
      );
    };
    measure();
    const timer = setInterval(measure, 250);
    window.addEventListener('resize', measure);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', measure);
    };
  }, [stop]);
  return box;
}

/** The card stands in the half of the screen that the framed part leaves free. */
function placeOf(box: Box | undefined): string {
  if (!box) return 'is-bottom';
  const isTop = box.top + box.height / 2 < window.innerHeight / 2;
  const isWide = box.width > window.innerWidth * 0.5;
  const isLeft = box.left + box.width / 2 < window.innerWidth / 2;
  return `${isTop ? 'is-bottom' : 'is-top'}${isWide ? '' : isLeft ? ' is-right' : ' is-left'}`;
}

/** The guided tour: a frame around what it speaks of, and a card with the words. Esc ends it. */
export function TourCard() {
  const session = useSession();
  const index = useApp((state) => state.tour);
  const run = useRun();
  const stop = index === undefined ? undefined : TOUR[index];
  const box = useBox(stop);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (stop && run) showStop(session, stop);
  }, [session, stop, run]);
  useEffect(() => {
    next.current?.focus();
  }, [stop]);
  if (!stop || index === undefined) return null;
  const go = (to: number): void => (to >= TOUR.length ? endTour() : useApp.getState().setViewState({ tour: Math.max(0, to) }));
  return (
    <>
      {box && <div className="tour-frame" style={{ left: box.left, top: box.top, width: box.width, height: box.height }} aria-hidden />}
      <section
        className={`tour-card ${placeOf(box)}`}
        role="dialog"
        aria-label={msg('tour.title')}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') endTour();
          if (event.key === 'ArrowRight') go(index + 1);
          if (event.key === 'ArrowLeft') go(index - 1);
        }}
      >
        <div className="tour-head">
          <span className="is-quiet">{msg('tour.place', { n: index + 1, of: TOUR.length })}</span>
          <span className="spacer" />
          <IconButton label={msg('tour.end')} onClick={endTour}>
            <X size={14} />
          </IconButton>
        </div>
        <div aria-live="polite">
          <h2>{msg(stop.title)}</h2>
          <p>{msg(stop.text)}</p>
        </div>
        <div className="tour-actions">
          <button type="button" className="btn" disabled={index === 0} onClick={() => go(index - 1)}>
            {msg('tour.back')}
          </button>
          <button type="button" className="btn primary" ref={next} onClick={() => go(index + 1)}>
            {msg(index === TOUR.length - 1 ? 'tour.done' : 'tour.next')}
          </button>
        </div>
      </section>
    </>
  );
}
