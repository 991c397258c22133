import { useMemo } from 'react';
import {
  ArrowRight,
  CircleStop,
  Eraser,
  HardDrive,
  HardDriveDownload,
  Moon,
  PanelTopClose,
  Pause,
  Play,
  Search,
  Sun,
  Timer,
  TimerOff,
  Trash2,
  Waves,
  X,
  type LucideIcon,
} from 'lucide-react';
import type { OperatorMoment, OperatorRef, RunEvent, RunEventKind, RunTrace, StepMoment } from '../../../trace/run-trace.ts';
import { selectOperator } from '../../commands/run-navigation.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { eventLines, type EventLine } from '../../replay/event-lines.ts';
import { operatorName } from '../../replay/sentence.ts';
import type { RunClock } from '../../replay/time-text.ts';
import { Segments } from '../../shell/controls.tsx';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { useApp } from '../../store/store.ts';
import { RowKindChip } from '../run/row-kind.tsx';

const ICONS: Readonly<Record<RunEventKind, LucideIcon>> = {
  'record-in': ArrowRight,
  'record-out': ArrowRight,
  'watermark-in': Waves,
  'watermark-out': Waves,
  idle: Moon,
  active: Sun,
  'timer-set': Timer,
  'timer-deleted': TimerOff,
  'timer-fired': Timer,
  'state-read': HardDrive,
  'state-write': HardDriveDownload,
  'state-clear': Eraser,
  'state-expired': Eraser,
  'late-dropped': X,
  lookup: Search,
  'lookup-call': Search,
  'lookup-cached': Search,
  onEvent: Waves,
  onPeriodicEmit: Waves,
  paused: Pause,
  resumed: Play,
  'window-fired': PanelTopClose,
  'window-purged': Trash2,
  end: CircleStop,
};

const MOST = 200;
const LONGEST = 300;

function Lines({ lines }: { readonly lines: readonly EventLine[] }) {
  return (
    <ol className="event-list">
      {lines.map(({ kind, rowKind, text, note, tone }, i) => {
        const Icon = ICONS[kind];
        return (
          <li key={i} className={tone ? `is-${tone}` : undefined} data-event={kind}>
            <Icon size={14} aria-hidden />
            {rowKind !== undefined && <RowKindChip kind={rowKind} />}
            <span className="event-text">{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</span>
            <span className="event-note">{note}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface Act {
  readonly operator: OperatorRef;
  readonly lines: readonly EventLine[];
}

/** A whole step: what each operator did before the next one had its turn. */
function actsOf(run: RunTrace, clock: RunClock, events: readonly RunEvent[]): readonly Act[] {
  const acts: Act[] = [];
  let from = 0;
  let lines = 0;
  for (let i = 1; i <= events.length && lines < MOST; i++) {
    const operator = events[from]?.operator;
    if (operator === undefined || events[i]?.operator === operator) continue;
    const own = eventLines(run, clock, events.slice(from, i)).slice(0, MOST - lines);
    acts.push({ operator, lines: own });
    lines += own.length;
    from = i;
  }
  return acts;
}

function WholeStep({ run, step }: { readonly run: RunTrace; readonly step: StepMoment }) {
  const clock = useRunClock(run);
  const acts = useMemo(() => actsOf(run, clock, step.events), [run, clock, step.events]);
  const shown = acts.reduce((sum, act) => sum + act.lines.length, 0);
  return (
    <>
      {acts.length === 0 && <p className="is-quiet section-empty">{msg('event.noneAtAll')}</p>}
      {acts.map(({ operator, lines }, i) => (
        <div key={i} role="group" className="event-act" aria-label={operatorName(run, operator)}>
          <button type="button" className="link" onClick={() => selectOperator(operator)}>
            {run.operators[operator]?.name} {run.operators[operator]?.table}
          </button>
          <Lines lines={lines} />
        </div>
      ))}
      {shown >= MOST && step.total > shown && (
        <p className="is-quiet section-empty">{msg('run.origin.more', { n: formatNumber(step.total - shown) })}</p>
      )}
    </>
  );
}

function OwnLines({ run, moment }: { readonly run: RunTrace; readonly moment: OperatorMoment }) {
  const clock = useRunClock(run);
  const lines = useMemo(() => eventLines(run, clock, moment.events), [run, clock, moment.events]);
  return (
    <>
      {lines.length === 0 ? <p className="is-quiet section-empty">{msg('event.none')}</p> : <Lines lines={lines.slice(0, MOST)} />}
      {lines.length > MOST && <p className="is-quiet section-empty">{msg('run.origin.more', { n: lines.length - MOST })}</p>}
    </>
  );
}

interface EventListProps {
  readonly run: RunTrace;
  readonly moment: OperatorMoment;
  readonly step: StepMoment | undefined;
}

/** What the operator did in the step at the playhead, in order; or what all of them did, one after the other. */
export function EventList({ run, moment, step }: EventListProps) {
  const isWhole = useApp((state) => state.wholeStep);
  return (
    <section className="detail-section is-table" aria-labelledby="this-event">
      <h3 id="this-event">{msg('event.title')}</h3>
      <div className="event-scope">
        <Segments<'own' | 'whole'>
          label={msg('event.scope')}
          value={isWhole ? 'whole' : 'own'}
          onChange={(scope) => useApp.getState().setReplay({ wholeStep: scope === 'whole' })}
          choices={[
            { id: 'own', label: msg('event.scope.own') },
            { id: 'whole', label: msg('event.scope.whole') },
          ]}
        />
      </div>
      {isWhole && step ? <WholeStep run={run} step={step} /> : <OwnLines run={run} moment={moment} />}
    </section>
  );
}
