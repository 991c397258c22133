import { useId, useMemo, useState } from 'react';
import type { OperatorRef, RunTrace } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { durationText } from './clock-text.ts';
import { laneModelOf } from './lanes.ts';
import { NO_CHANGE, sourcesOfOperator, whatIf, type BySource } from './what-if.ts';
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

interface SliderProps {
  readonly label: string;
  readonly places: readonly number[];
  readonly value: number;
  readonly textOf: (value: number) => string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, places, value, textOf, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="what-if-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={places.length - 1}
        step={1}
        value={Math.max(0, places.indexOf(value))}
        aria-valuetext={textOf(value)}
        onChange={(event) => onChange(places[Number(event.currentTarget.value)] ?? places[0] ?? 0)}
      />
      <output htmlFor={id}>{textOf(value)}</output>
    </div>
  );
}

/** A timeout that never runs out. */
const NEVER = Infinity;

function timeoutText(timeout: number): string {
  return timeout === NEVER ? msg('timeline.whatIf.never') : durationText(timeout);
}

function withValue(values: BySource, source: OperatorRef, value: number, none: number): BySource {
  const next = new Map(values);
  if (value === none) next.delete(source);
  else next.set(source, value);
  return next;
}

/** Sliders that delay a source's watermark or let it become idle, and what would have become of rows and windows. */
export function WhatIfSliders({ trace, operator, timeZone = 'UTC' }: WhatIfProps) {
  const model = laneModelOf(trace, timeZone);
  const sources = useMemo(() => sourcesOfOperator(model, operator), [model, operator]);
  const delays = useMemo(() => placesFor(model.eventSpan ? model.eventSpan.to - model.eventSpan.from : 0), [model]);
  const timeouts = useMemo(() => [NEVER, ...[...placesFor(trace.steps.at(-1)?.at ?? 0).slice(1)].reverse()], [trace]);
  const [change, setChange] = useState(NO_CHANGE);
  const result = useMemo(() => whatIf(model, operator, change), [model, operator, change]);
  if (!result || sources.length === 0) return null;
  return (
    <section className="what-if" aria-label={msg('timeline.whatIf.title')}>
      <h3>{msg('timeline.whatIf.title')}</h3>
      {sources.map(({ source, name }) => (
        <Slider
          key={source}
          label={msg('timeline.whatIf.delay', { name })}
          places={delays}
          value={change.delays.get(source) ?? 0}
          textOf={durationText}
          onChange={(value) => setChange({ ...change, delays: withValue(change.delays, source, value, 0) })}
        />
      ))}
      {/* A source alone has nobody to go on without it. */}
      {sources.length > 1 &&
        sources.map(({ source, name }) => (
          <Slider
            key={source}
            label={msg('timeline.whatIf.idle', { name })}
            places={timeouts}
            value={change.timeouts.get(source) ?? NEVER}
            textOf={timeoutText}
            onChange={(value) => setChange({ ...change, timeouts: withValue(change.timeouts, source, value, NEVER) })}
          />
        ))}
      <p aria-live="polite">{whatIfSentence(model, operator, change, result)}</p>
    </section>
  );
}
