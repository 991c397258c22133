import { useEffect, useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import type { OperatorRef, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { msg } from '../messages/messages.ts';
import { elapsedText } from './clock-text.ts';
import { clocksModelOf } from './clocks.ts';
import { clocksPicture } from './clocks-picture.ts';
import type { LaneModel } from './lane-kinds.ts';
import { laneModelOf } from './lanes.ts';
import { lanesPicture } from './lanes-picture.ts';
import { Pane } from './pane.tsx';
import type { RowMove } from './pane-gestures.ts';
import { stepSentence } from './step-text.ts';
import { TimelineTwin } from './timeline-twin.tsx';
import { TimelineZoom } from './timeline-zoom.tsx';
import { timelineKey } from './timeline-keys.ts';
import type { TracedPath } from './traced-path.ts';
import { Viewport } from './viewport.ts';

export interface TimelineProps {
  readonly trace: RunTrace;
  /** The playhead stands after this step. */
  readonly step: StepRef;
  readonly mode: 'lanes' | 'clocks' | 'both';
  readonly selectedOperator?: OperatorRef;
  /** Steps to point out: where a row comes from. */
  readonly highlighted?: ReadonlySet<StepRef>;
  /** The way of the traced row. */
  readonly path?: TracedPath;
  /** `table.local-time-zone` of the session, for event times of type TIMESTAMP_LTZ; UTC without it. */
  readonly timeZone?: string;
  onStep(step: StepRef): void;
  onSelectOperator(operator: OperatorRef | undefined): void;
  /** Called for the space bar while the timeline has the focus. */
  onPlay?(): void;
  /** Called when a row was dragged, or moved by Alt and an arrow key; without it rows stay where they are. */
  onMoveRow?(change: RowMove): void;
}

/** The visible part of a run; a zoom outlives that a row of the feed is moved and the statement played again. */
function useViewport(model: LaneModel): Viewport {
  const before = useRef<{ readonly viewport: Viewport; readonly statement: number }>(undefined);
  const viewport = useMemo(() => {
    const isSame = before.current?.statement === model.trace.statement && before.current.viewport.isZoomed;
    return new Viewport(model.places.whole, isSame ? before.current?.viewport.domain : undefined);
  }, [model]);
  useEffect(() => {
    before.current = { viewport, statement: model.trace.statement };
  }, [viewport, model]);
  return viewport;
}

/** The run as a picture over processing time: lanes, the two clocks, or both. */
export function TimelineView(props: TimelineProps) {
  const { trace, step, mode, selectedOperator, highlighted, path, timeZone = 'UTC', onStep, onSelectOperator, onPlay, onMoveRow } = props;
  const [isFocused, setFocused] = useState(false);
  const hint = useId();
  const model = laneModelOf(trace, timeZone);
  const viewport = useViewport(model);
  const lanes = useMemo(() => lanesPicture(model), [model]);
  const clocks = useMemo(() => clocksPicture(clocksModelOf(model, selectedOperator)), [model, selectedOperator]);
  const last = trace.steps.length - 1;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' && onPlay && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      onPlay();
      return;
    }
    const action = timelineKey(event, { model, viewport, step });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.kind === 'step') {
      if (action.step !== step) onStep(action.step);
      viewport.reveal(model.places.places[action.step] ?? 0);
    } else if (action.kind === 'move') onMoveRow?.(action.change);
  };

  const pane = { model, viewport, step, selectedOperator, highlighted, path, isFocused, onStep, onSelectOperator, onMoveRow };
  return (
    <div className="timeline-frame">
      <div
        className={`timeline is-${mode}`}
        style={{ '--lanes-height': `${lanes.contentHeight}px` } as CSSProperties}
        role="slider"
        tabIndex={0}
        aria-label={msg('timeline.label')}
        aria-roledescription={msg('timeline.role')}
        aria-describedby={hint}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={step}
        aria-valuetext={msg('timeline.position', {
          n: step,
          total: last,
          time: elapsedText(trace.steps[step]?.at ?? 0),
          what: stepSentence(model, step),
        })}
        onKeyDown={onKeyDown}
        onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
      >
        {mode !== 'clocks' && <Pane key="lanes" picture={lanes} {...pane} />}
        {mode !== 'lanes' && <Pane key="clocks" picture={clocks} {...pane} />}
      </div>
      <TimelineZoom
        viewport={viewport}
        place={model.places.places[step] ?? 0}
        name={msg(mode === 'clocks' ? 'timeline.zoom.clocks' : 'timeline.zoom.lanes')}
      />
      {/* Beside the slider, not in it: what stands in a slider is not read. */}
      <div className="sr-only">
        <p id={hint}>{msg(onMoveRow ? 'timeline.keysMove' : 'timeline.keys')}</p>
        <TimelineTwin model={model} step={step} />
      </div>
    </div>
  );
}
