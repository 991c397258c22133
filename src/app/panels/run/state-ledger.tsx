import { useEffect, useState } from 'react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { OperatorMoment, RunTrace } from '../../../trace/run-trace.ts';
import { selectOperator } from '../../commands/run-navigation.ts';
import { formatNumber, msg, type MessageKey } from '../../messages/messages.ts';
import { growthAt, ledgerEntry, samples, statefulOperators, type LedgerEntry, type Verdict } from '../../replay/ledger.ts';
import { bytesText } from '../../replay/time-text.ts';
import { useSession } from '../../session/session-context.ts';
import { usePlayhead } from '../../store/selectors/replay.ts';
import { durationText } from '../../timeline/clock-text.ts';

const VERDICTS: Readonly<Record<Verdict, MessageKey>> = {
  empty: 'ledger.empty',
  expires: 'ledger.expires',
  cleaned: 'ledger.cleaned',
  unbounded: 'ledger.unbounded',
  kept: 'ledger.kept',
};

/** Asks how much every operator keeps at a few steps up to the playhead. */
function useLedger(run: RunTrace): readonly LedgerEntry[] | undefined {
  const session = useSession();
  const at = usePlayhead();
  const [ledger, setLedger] = useState<readonly LedgerEntry[]>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void Promise.all(
        statefulOperators(run.operators).map(async (operator) => {
          const moments = await Promise.all(samples(at).map((step) => session.replaying.look(step, operator)));
          const known = moments.filter((moment): moment is OperatorMoment => moment !== undefined);
          return ledgerEntry(run, operator, known);
        }),
      ).then((entries) => {
        if (isCurrent) setLedger(entries);
      });
    }, 60);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [run, at, session]);
  return ledger;
}

function Growth({ entries }: { readonly entries: readonly number[] }) {
  const most = Math.max(1, ...entries);
  const x = (i: number): number => 1 + (i * 62) / Math.max(1, entries.length - 1);
  const path = entries.map((n, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${(15 - (n / most) * 13).toFixed(1)}`).join('');
  return (
    <svg width="64" height="16" className="growth" aria-hidden>
      <path d={path} />
    </svg>
  );
}

/** `+ 41.2 MB a day`, `about 1.3 MB`; a dash where a rate says nothing, as for windows. */
function growthText(entry: LedgerEntry, rate: number): string {
  const growth = growthAt(entry, rate);
  if (!growth) return '–';
  return msg(growth.kind === 'per-day' ? 'ledger.perDay' : 'ledger.level', { bytes: bytesText(growth.bytes) });
}

/** Entries and bytes that each operator keeps at the playhead; what nothing will ever take away is red, with the reason. */
export function StateLedger({ run }: { readonly run: RunTrace }) {
  const ledger = useLedger(run);
  const [rate, setRate] = useState(100);
  if (!ledger) return <p className="empty">{msg('ledger.loading')}</p>;
  if (ledger.length === 0) return <p className="empty">{msg('ledger.none')}</p>;
  const total = ledger.reduce((sum, entry) => ({ entries: sum.entries + entry.now.entries, bytes: sum.bytes + entry.now.bytes }), {
    entries: 0,
    bytes: 0,
  });
  return (
    <div className="table-scroll ledger" tabIndex={0} role="region" aria-label={msg('run.state')} data-scroll>
      <table className="data is-wide">
        <thead>
          <tr>
            <th scope="col">{msg('run.operator')}</th>
            <th scope="col" className="is-number">
              {msg('ledger.entries')}
            </th>
            <th scope="col" className="is-number">
              {msg('ledger.bytes')}
            </th>
            <th scope="col" className="is-number">
              {msg('ledger.timers')}
            </th>
            <th scope="col">{msg('ledger.growth')}</th>
            <th scope="col" className="is-number">
              <label className="ledger-rate">
                {msg('ledger.atRate')}
                <input
                  type="number"
                  className="field is-number"
                  min={0}
                  max={1e9}
                  value={Number.isNaN(rate) ? '' : rate}
                  aria-label={msg('ledger.rate')}
                  onChange={(event) => setRate(event.target.valueAsNumber)}
                />
                {msg('ledger.rateUnit')}
              </label>
            </th>
            <th scope="col">{msg('ledger.end')}</th>
          </tr>
        </thead>
        <tbody>
          {ledger.map((entry) => (
            <tr key={entry.operator} className="is-pick" onClick={() => selectOperator(entry.operator)}>
              <td>
                <button type="button" className="row-button">
                  {run.operators[entry.operator]?.name}
                </button>
              </td>
              <td className="is-number">{formatNumber(entry.now.entries)}</td>
              <td className="is-number">{bytesText(entry.now.bytes)}</td>
              <td className="is-number">{formatNumber(entry.timers)}</td>
              <td>
                <Growth entries={entry.entries} />
              </td>
              <td className="is-number">{growthText(entry, Number.isNaN(rate) ? 0 : rate)}</td>
              <td className={`is-wrap${entry.verdict === 'unbounded' ? ' is-unbounded' : ''}`}>
                <span className="verdict">
                  {entry.verdict === 'unbounded' ? <TriangleAlert size={12} aria-hidden /> : <CircleCheck size={12} aria-hidden />}
                  {msg(VERDICTS[entry.verdict], { ttl: durationText(entry.ttl), timers: formatNumber(entry.timers) })}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{msg('ledger.total')}</th>
            <td className="is-number">{formatNumber(total.entries)}</td>
            <td className="is-number">{bytesText(total.bytes)}</td>
            <td colSpan={4} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
