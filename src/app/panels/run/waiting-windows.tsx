import { useMemo, useState } from 'react';
import { Waves } from 'lucide-react';
import type { RunTrace, RunWindow, StepRef } from '../../../trace/run-trace.ts';
import { movePlayhead, selectOperator } from '../../commands/run-navigation.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { boundText, windowText } from '../../replay/time-text.ts';
import { closesByClock, waitingWindows } from '../../replay/waiting.ts';
import { selectZone, useRunClock } from '../../store/selectors/run-clock.ts';
import { usePlayhead } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import { blameOf, type Blame } from '../../timeline/blame.ts';
import { blameSentence, chainText, howFar, waitsFor, type BlameClock } from '../../timeline/blame-text.ts';
import { windowEpoch } from '../../timeline/clock-text.ts';
import { laneModelOf } from '../../timeline/lanes.ts';

const MOST = 100;

/** Who holds a window back, on which way, and whether a timeout would help. */
function BlameLine({ blame, clock, name }: { readonly blame: Blame; readonly clock: BlameClock; readonly name: string }) {
  const { lastRow } = blame.culprit;
  return (
    <p className="blame">
      <Waves size={14} aria-hidden />
      <span>
        <b>{name}</b> {blameSentence(blame, clock)} {howFar(blame)}{' '}
        {lastRow !== undefined && (
          <button type="button" className="link" onClick={() => movePlayhead(lastRow, 'jump')}>
            {msg('run.blame.show')}
          </button>
        )}
        {blame.chain.length > 1 && <small className="is-quiet">{chainText(blame)}</small>}
      </span>
    </p>
  );
}

/** Blame of the windows that are listed, once for all keys of a window; undefined where the clock closes them. */
function useBlame(run: RunTrace, at: StepRef): (window: RunWindow) => Blame | undefined {
  const zone = useApp(selectZone);
  return useMemo(() => {
    const known = new Map<string, Blame | undefined>();
    return (window) => {
      const { operator, end } = window;
      const id = `${operator} ${end}`;
      if (known.has(id)) return known.get(id);
      const model = laneModelOf(run, zone);
      const blame = closesByClock(run, operator) ? undefined : blameOf(model, { operator, endEpoch: windowEpoch(model.clock, end) }, at);
      known.set(id, blame);
      return blame;
    };
  }, [run, zone, at]);
}

/** Windows that hold rows and have not given a result, with what they wait for. */
export function WaitingWindows({ run }: { readonly run: RunTrace }) {
  const at = usePlayhead();
  const clock = useRunClock(run);
  const waiting = useMemo(() => waitingWindows(run, at), [run, at]);
  const blameFor = useBlame(run, at);
  const [asked, ask] = useState<string>();
  if (run.windows.length === 0) return null;
  const hasKeys = waiting.some(({ window }) => window.key !== '');
  const operators = new Set(waiting.map(({ window }) => window.operator));
  const shown = waiting.slice(0, MOST);
  const times = { ...clock.clock, withDay: clock.withDay, withYear: clock.withYear };
  const textOf = (window: RunWindow): string => {
    const blame = blameFor(window);
    return blame ? waitsFor(blame, times) : msg('run.waits.clock', { time: boundText(clock, window.end) });
  };
  const isAsked = ({ operator, start, end, key }: RunWindow): boolean => `${operator} ${start} ${end} ${key}` === asked;
  // The reader's window while it waits, else the one that has to close first.
  const told = (shown.find(({ window }) => isAsked(window)) ?? shown.find(({ window }) => blameFor(window) !== undefined))?.window;
  const blame = told && blameFor(told);
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
            {shown.map((one, i) => (
              <tr
                key={i}
                className={`is-pick${one.window === told ? ' is-current' : ''}`}
                onClick={() => {
                  const { operator, start, end, key } = one.window;
                  ask(`${operator} ${start} ${end} ${key}`);
                  selectOperator(operator);
                }}
              >
                <td>
                  <button type="button" className="row-button" aria-pressed={one.window === told} title={msg('run.blame.ask')}>
                    {windowText(clock, one.window.start, one.window.end)}
                  </button>
                </td>
                {operators.size > 1 && <td>{run.operators[one.window.operator]?.name}</td>}
                {hasKeys && <td>{one.window.key}</td>}
                <td className="is-number">{formatNumber(one.rows)}</td>
                <td>{textOf(one.window)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {waiting.length > MOST && <p className="is-quiet">{msg('run.origin.more', { n: formatNumber(waiting.length - MOST) })}</p>}
      {told && blame && <BlameLine blame={blame} clock={times} name={windowText(clock, told.start, told.end)} />}
    </section>
  );
}
