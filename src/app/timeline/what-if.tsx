import { useId, useMemo, useState } from 'react';
import type { OperatorRef, RunTrace } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { clockOf, durationText } from './clock-text.ts';
import { laneModel } from './lanes.ts';
import { sourcesOfOperator, whatIf } from './what-if.ts';
import { whatIfSentence } from './what-if-text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Places of the slider: what people write in `WATERMARK FOR ts AS ts - INTERVAL …`. */
const DELAYS: readonly number[] = [
  0,
  ...[1, 2, 5, 10, 20, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((n) => n * MINUTE),
];

/** Delays that can still change something: up to the length of the run in event time. */
function placesFor(length: number): readonly number[] {
  const last = DELAYS.findIndex((delay) => delay >= length);
  return DELAYS.slice(0, Math.max(2, (last < 0 ? DELAYS.length : last) + 1));
}

export interface WhatIfProps {
  readonly trace: RunTrace;
  /** An operator with windows; nothing is shown for others. */
  readonly operator: OperatorRef;
  readonly timeZone?: string;
}

/** A slider a source that delays its watermark, and what would have become of the rows. */
export function WhatIfSliders({ trace, operator, timeZone = 'UTC' }: WhatIfProps) {
  const model = useMemo(() => laneModel(trace, clockOf(trace, timeZone)), [trace, timeZone]);
  const sources = useMemo(() => sourcesOfOperator(model, operator), [model, operator]);
  const places = useMemo(() => placesFor(model.eventSpan ? model.eventSpan.to - model.eventSpan.from : 0), [model]);
  const [chosen, choose] = useState<ReadonlyMap<OperatorRef, number>>(new Map());
  const id = useId();
  const result = useMemo(() => whatIf(model, operator, chosen), [model, operator, chosen]);
  if (!result || sources.length === 0) return null;
  return (
    <section className="what-if" aria-label={msg('timeline.whatIf.title')}>
      <h3>{msg('timeline.whatIf.title')}</h3>
      {sources.map(({ source, name }) => {
        const delay = chosen.get(source) ?? 0;
        return (
          <div key={source} className="what-if-row">
            <label htmlFor={`${id}-${source}`}>{msg('timeline.whatIf.delay', { name })}</label>
            <input
              id={`${id}-${source}`}
              type="range"
              min={0}
              max={places.length - 1}
              step={1}
              value={Math.max(0, places.indexOf(delay))}
              aria-valuetext={durationText(delay)}
              onChange={(event) => choose(new Map(chosen).set(source, places[Number(event.currentTarget.value)] ?? 0))}
            />
            <output htmlFor={`${id}-${source}`}>{durationText(delay)}</output>
          </div>
        );
      })}
      <p aria-live="polite">{whatIfSentence(model, operator, chosen, result)}</p>
    </section>
  );
}
