import { ChevronLeft, ChevronRight, Target, X } from 'lucide-react';
import type { OperatorMoment, OperatorRef, RunTrace } from '../../../trace/run-trace.ts';
import { selectOperator } from '../../commands/run-navigation.ts';
import { RoleIcon } from '../../graph/role-icon.tsx';
import { roleColour, roleOf } from '../../graph/roles.ts';
import { count, formatNumber, msg } from '../../messages/messages.ts';
import { rowOfChange } from '../../replay/results.ts';
import { outputWatermark } from '../../replay/moments.ts';
import { upperBound } from '../../timeline/scales.ts';
import { bytesText, timeText } from '../../replay/time-text.ts';
import { inputName } from '../../replay/sentence.ts';
import { IconButton } from '../../shell/controls.tsx';
import { selectZone, useRunClock } from '../../store/selectors/run-clock.ts';
import { selectChosenOperator, usePlayhead, useRun, useRunOperator } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import { elapsedText } from '../../timeline/clock-text.ts';
import { WhatIfSliders } from '../../timeline/what-if.tsx';
import { EventList } from './event-list.tsx';
import { StateTable } from './state-table.tsx';
import { SubtasksTable } from './subtasks-table.tsx';
import { TimersTable } from './timers-table.tsx';

/** EXPLAIN's attributes, cut at the commas that stand in no bracket. */
function attributesOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if ('[({'.includes(text[i]!)) depth++;
    else if ('])}'.includes(text[i]!)) depth--;
    else if (text[i] === ',' && depth === 0) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** EXPLAIN's attributes, one a line. */
function Description({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <section className="detail-section inspector-description">
      {attributesOf(text).map((line, i) => (
        <div key={i}>{line}</div>
      ))}
    </section>
  );
}

interface NumberRowProps {
  readonly label: string;
  readonly metric?: string;
  readonly value: string;
  readonly tone?: 'watermark' | 'dropped' | 'quiet';
}

function NumberRow({ label, metric, value, tone }: NumberRowProps) {
  return (
    <>
      <dt>
        {label} {metric !== undefined && <code>{metric}</code>}
      </dt>
      <dd className={tone ? `is-${tone}` : undefined}>{value}</dd>
    </>
  );
}

/** Says so if the traced row of the result went through this operator. */
function TracedNote({ run, operator }: { readonly run: RunTrace; readonly operator: OperatorRef }) {
  const traced = useApp((state) => state.traced);
  if (!traced?.origins?.operators.includes(operator)) return null;
  return (
    <p className="inspector-traced">
      <Target size={12} aria-hidden />
      {msg('inspector.traced', { n: rowOfChange(run, traced.change) })}
    </p>
  );
}

/** Watermarks and counters after the step at the playhead, with the names of Flink's metrics. */
function Numbers({ run, operator, moment }: { readonly run: RunTrace; readonly operator: OperatorRef; readonly moment?: OperatorMoment }) {
  const at = usePlayhead();
  const clock = useRunClock(run);
  const node = run.operators[operator]!;
  const isSource = node.inputs.length === 0;
  const dropped = upperBound(node.lateDropped, at);
  const inputs = moment?.inputs ?? [];
  const watermark = moment && !isSource ? moment.watermark : outputWatermark(run, operator, at);
  return (
    <section className="detail-section">
      <h3>{msg('inspector.at', { time: elapsedText(run.steps[at]?.at ?? 0) })}</h3>
      <dl className="facts run-facts">
        <NumberRow
          label={msg('inspector.watermark')}
          metric={isSource ? 'currentOutputWatermark' : 'currentInputWatermark'}
          value={timeText(clock, watermark)}
          tone={Number.isFinite(watermark) ? 'watermark' : 'quiet'}
        />
        {inputs.length > 1 &&
          inputs.map((input, i) => (
            <NumberRow
              key={i}
              label={msg('inspector.inputOf', { name: inputName(run, node.inputs[i] ?? -1) })}
              metric={`currentInput${i + 1}Watermark`}
              value={input.idle ? msg('inspector.idle') : timeText(clock, input.watermark)}
              tone={input.idle || !Number.isFinite(input.watermark) ? 'quiet' : 'watermark'}
            />
          ))}
        {!isSource && (
          <NumberRow label={msg('inspector.rowsIn')} metric="numRecordsIn" value={formatNumber(upperBound(node.recordsIn, at))} />
        )}
        <NumberRow label={msg('inspector.rowsOut')} metric="numRecordsOut" value={formatNumber(upperBound(node.recordsOut, at))} />
        {(node.lateDropped.length > 0 || run.windows.some((window) => window.operator === operator)) && (
          <NumberRow
            label={msg('inspector.dropped')}
            metric="numLateRecordsDropped"
            value={formatNumber(dropped)}
            tone={dropped > 0 ? 'dropped' : undefined}
          />
        )}
        {node.timersFired.length > 0 && (
          <NumberRow label={msg('inspector.timersFired')} value={formatNumber(upperBound(node.timersFired, at))} />
        )}
        {node.stateTtl !== undefined && moment && (
          <NumberRow
            label={msg('inspector.state')}
            value={count('inspector.stateSize', moment.stateTotal.entries, { bytes: bytesText(moment.stateTotal.bytes) })}
          />
        )}
      </dl>
    </section>
  );
}

/** An operator of the run: what it is, its numbers, state and timers at the playhead, and what it did in the step. */
export function Inspector() {
  const run = useRun();
  const operator = useRunOperator();
  const isChosen = useApp((state) => selectChosenOperator(state) !== undefined);
  const moment = useApp((state) => state.moment);
  const zone = useApp(selectZone);
  if (!run || operator === undefined || !run.operators[operator])
    return (
      <section className="panel" aria-label={msg('inspector.title')}>
        <div className="panel-head">
          <h2>{msg('inspector.title')}</h2>
        </div>
        <p className="empty">{msg('inspector.empty')}</p>
      </section>
    );
  const node = run.operators[operator];
  const role = roleOf(node.name);
  const own = moment?.operator?.operator === operator ? moment.operator : undefined;
  return (
    <section className="panel inspector" aria-label={msg('inspector.title')}>
      <div className="panel-head">
        <span className={`inspector-icon r-${roleColour(role)}`}>
          <RoleIcon role={role} />
        </span>
        <h2 title={node.name}>{node.name}</h2>
        {node.table !== undefined && <span className="is-quiet inspector-table">{node.table}</span>}
        <span className="spacer" />
        <IconButton label={msg('inspector.before')} disabled={operator === 0} onClick={() => selectOperator(operator - 1)}>
          <ChevronLeft size={14} />
        </IconButton>
        <IconButton
          label={msg('inspector.next')}
          disabled={operator >= run.operators.length - 1}
          onClick={() => selectOperator(operator + 1)}
        >
          <ChevronRight size={14} />
        </IconButton>
        {isChosen && (
          <IconButton label={msg('inspector.close')} onClick={() => selectOperator(undefined)}>
            <X size={14} />
          </IconButton>
        )}
      </div>
      <div className="panel-scroll" tabIndex={0} role="region" aria-label={node.name} data-scroll>
        <TracedNote run={run} operator={operator} />
        <Description text={node.description} />
        <Numbers run={run} operator={operator} moment={own} />
        {own && (own.state.length > 0 || node.stateTtl !== undefined) && <StateTable run={run} operator={operator} moment={own} />}
        {own && own.timers.length > 0 && <TimersTable run={run} moment={own} />}
        {node.distribution?.startsWith('hash') && <SubtasksTable key={operator} run={run} operator={operator} />}
        {own && <EventList run={run} moment={own} step={moment?.step} />}
        <div className="inspector-what-if">
          <WhatIfSliders key={operator} trace={run} operator={operator} timeZone={zone} />
        </div>
      </div>
    </section>
  );
}
