import { Timer } from 'lucide-react';
import type { OperatorMoment, RunTrace, TimerEntry } from '../../../trace/run-trace.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { namespaceText, timeText } from '../../replay/time-text.ts';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { durationText, elapsedText } from '../../timeline/clock-text.ts';

function Table({
  run,
  moment,
  timers,
}: {
  readonly run: RunTrace;
  readonly moment: OperatorMoment;
  readonly timers: readonly TimerEntry[];
}) {
  const clock = useRunClock(run);
  const at = run.steps[moment.step]?.at ?? 0;
  const isEvent = timers[0]?.domain === 'event';
  const left = (timer: TimerEntry): string => {
    const distance = timer.time - (isEvent ? moment.watermark : at);
    return Number.isFinite(distance) ? durationText(distance) : '–';
  };
  return (
    <div className="table-scroll">
      <table className="data is-wide">
        <thead>
          <tr>
            <th scope="col">{msg('inspector.firesAt')}</th>
            <th scope="col">{msg('inspector.for')}</th>
            <th scope="col">{msg('inspector.in')}</th>
          </tr>
        </thead>
        <tbody>
          {timers.map((timer, i) => (
            <tr key={i}>
              <td className="is-timer">{isEvent ? timeText(clock, timer.time) : elapsedText(timer.time)}</td>
              <td>{namespaceText(clock, [timer.key, timer.namespace].filter(Boolean).join(' ')) || timer.service}</td>
              <td>{left(timer)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Timers that wait, by the clock that fires them. */
export function TimersTable({ run, moment }: { readonly run: RunTrace; readonly moment: OperatorMoment }) {
  const groups = (['event', 'processing'] as const).map((domain) => ({
    domain,
    timers: moment.timers.filter((timer) => timer.domain === domain),
  }));
  return (
    <>
      {groups
        .filter(({ timers }) => timers.length > 0)
        .map(({ domain, timers }) => (
          <section key={domain} className="detail-section is-table" aria-label={msg(`inspector.timers.${domain}`)}>
            <h3>
              <Timer size={12} aria-hidden />
              {msg(`inspector.timers.${domain}`)}
            </h3>
            <Table run={run} moment={moment} timers={timers} />
          </section>
        ))}
      {moment.timersTotal > moment.timers.length && (
        <p className="is-quiet section-empty">{msg('run.origin.more', { n: formatNumber(moment.timersTotal - moment.timers.length) })}</p>
      )}
    </>
  );
}
