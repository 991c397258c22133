import { useMemo } from 'react';
import { Waves } from 'lucide-react';
import type { RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { movePlayhead, selectOperator } from '../../commands/run-navigation.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { boundText, timeText, windowText } from '../../replay/time-text.ts';
import { sourcesBefore, waitingWindows, type WaitingWindow } from '../../replay/waiting.ts';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { usePlayhead } from '../../store/selectors/replay.ts';
import { durationText } from '../../timeline/clock-text.ts';

const MOST = 100;

/** Which source is furthest behind and holds all others back, in a sentence. */
function Blame({ run, at, operator }: { readonly run: RunTrace; readonly at: StepRef; readonly operator: number }) {
  const clock = useRunClock(run);
  const sources = sourcesBefore(run, operator, at).filter((source) => !source.isIdle);
  const [holder, ...others] = sources;
  if (!holder) return null;
  const lastRow = holder.lastRow === undefined ? undefined : run.steps[holder.lastRow]?.at;
  const age = lastRow === undefined ? undefined : (run.steps[at]?.at ?? 0) - lastRow;
  return (
    <p className="blame">
      <Waves size={14} aria-hidden />
      <span>
        <b>{holder.table}</b>{' '}
        {others.length === 0
          ? msg('run.blame.alone', { time: timeText(clock, holder.watermark) })
          : msg('run.blame.holds', {
              time: timeText(clock, holder.watermark),
              others: others.map((other) => `${other.table} ${msg('run.blame.at')} ${timeText(clock, other.watermark)}`).join(', '),
            })}{' '}
        {age === undefined ? msg('run.blame.noRow') : age === 0 ? msg('run.blame.now') : msg('run.blame.age', { age: durationText(age) })}{' '}
        {holder.lastRow !== undefined && (
          <button type="button" className="link" onClick={() => movePlayhead(holder.lastRow!, 'jump')}>
            {msg('run.blame.show')}
          </button>
        )}
      </span>
    </p>
  );
}

/** Windows that hold rows and have not given a result, with what they wait for. */
export function WaitingWindows({ run }: { readonly run: RunTrace }) {
  const at = usePlayhead();
  const clock = useRunClock(run);
  const waiting = useMemo(() => waitingWindows(run, at), [run, at]);
  if (run.windows.length === 0) return null;
  const hasKeys = waiting.some(({ window }) => window.key !== '');
  const operators = new Set(waiting.map(({ window }) => window.operator));
  const waitsFor = ({ window, holder }: WaitingWindow): string =>
    holder
      ? msg('run.waits.watermark', { table: holder.table, time: boundText(clock, window.end) })
      : msg('run.waits.clock', { time: boundText(clock, window.end) });
  const first = waiting[0];
  return (
    <section className="waiting" aria-label={msg('run.notFired')}>
      <h2>
        {msg('run.notFired')} <span className="count">{formatNumber(waiting.length)}</span>
      </h2>
      {waiting.length === 0 ? (
        <p className="is-quiet">{msg('run.allFired')}</p>
      ) : (
        <table className="data is-wide">
          <thead>
            <tr>
              <th scope="col">{msg('run.window')}</th>
              {operators.size > 1 && <th scope="col">{msg('run.operator')}</th>}
              {hasKeys && <th scope="col">{msg('run.key')}</th>}
              <th scope="col" className="is-number">
                {msg('run.rowsIn')}
              </th>
              <th scope="col">{msg('run.waitsFor')}</th>
            </tr>
          </thead>
          <tbody>
            {waiting.slice(0, MOST).map((one, i) => (
              <tr key={i} className="is-pick" onClick={() => selectOperator(one.window.operator)}>
                <td>{windowText(clock, one.window.start, one.window.end)}</td>
                {operators.size > 1 && <td>{run.operators[one.window.operator]?.name}</td>}
                {hasKeys && <td>{one.window.key}</td>}
                <td className="is-number">{formatNumber(one.rows)}</td>
                <td>{waitsFor(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {waiting.length > MOST && <p className="is-quiet">{msg('run.origin.more', { n: formatNumber(waiting.length - MOST) })}</p>}
      {first?.holder && <Blame run={run} at={at} operator={first.window.operator} />}
    </section>
  );
}
