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
import type { OperatorMoment, RunEventKind, RunTrace } from '../../../trace/run-trace.ts';
import { msg } from '../../messages/messages.ts';
import { eventLines } from '../../replay/event-lines.ts';
import { useRunClock } from '../../store/selectors/run-clock.ts';
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

/** What the operator did in the step at the playhead, in order. */
export function EventList({ run, moment }: { readonly run: RunTrace; readonly moment: OperatorMoment }) {
  const clock = useRunClock(run);
  const lines = useMemo(() => eventLines(run, clock, moment.events), [run, clock, moment.events]);
  return (
    <section className="detail-section is-table" aria-labelledby="this-event">
      <h3 id="this-event">{msg('event.title')}</h3>
      {lines.length === 0 ? (
        <p className="is-quiet section-empty">{msg('event.none')}</p>
      ) : (
        <ol className="event-list">
          {lines.slice(0, MOST).map(({ kind, rowKind, text, note, tone }, i) => {
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
      )}
      {lines.length > MOST && <p className="is-quiet section-empty">{msg('run.origin.more', { n: lines.length - MOST })}</p>}
    </section>
  );
}
