import { HardDrive } from 'lucide-react';
import type { OperatorMoment, OperatorRef, RunTrace, StateEntry } from '../../../trace/run-trace.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { stateKeyText } from '../../replay/key-text.ts';
import { stateValueText } from '../../replay/state-text.ts';
import { namespaceText } from '../../replay/time-text.ts';
import { useRunClock } from '../../store/selectors/run-clock.ts';
import { durationText } from '../../timeline/clock-text.ts';

const CHANGE_WORDS = { new: 'inspector.state.new', changed: 'inspector.state.changed', purged: 'inspector.state.purged' } as const;

/** Entries by state, in the order of the first entry of each. */
function byState(entries: readonly StateEntry[]): readonly (readonly [string, readonly StateEntry[]])[] {
  const groups = new Map<string, StateEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.state);
    if (group) group.push(entry);
    else groups.set(entry.state, [entry]);
  }
  return [...groups];
}

const LONGEST_VALUE = 400;

function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}

/** What the operator keeps, with what the step at the playhead wrote, changed and threw away. */
export function StateTable({
  run,
  operator,
  moment,
}: {
  readonly run: RunTrace;
  readonly operator: OperatorRef;
  readonly moment: OperatorMoment;
}) {
  const clock = useRunClock(run);
  const ttl = run.operators[operator]?.stateTtl;
  const hasKey = moment.state.some((entry) => entry.key !== '');
  const hasNamespace = moment.state.some((entry) => (entry.namespace ?? '') !== '');
  const columns = 2 + Number(hasKey) + Number(hasNamespace);
  const ttlText = ttl === undefined || ttl === 0 ? msg('inspector.ttlNone') : msg('inspector.ttl', { ttl: durationText(ttl) });
  return (
    <section className="detail-section is-table" aria-labelledby="state-title">
      <h3 id="state-title">
        <HardDrive size={12} aria-hidden />
        {msg('inspector.state')}
        <span className="spacer" />
        <span className="section-note">{hasKey || moment.state.length === 0 ? ttlText : `${msg('inspector.noKey')}, ${ttlText}`}</span>
      </h3>
      {moment.state.length === 0 ? (
        <p className="is-quiet section-empty">{msg('inspector.stateEmpty')}</p>
      ) : (
        <div className="table-scroll">
          <table className="data is-wide">
            <thead>
              <tr>
                {hasKey && <th scope="col">{msg('run.key')}</th>}
                {hasNamespace && <th scope="col">{msg('run.window')}</th>}
                <th scope="col">{msg('inspector.value')}</th>
                <th scope="col">
                  <span className="sr-only">{msg('inspector.change')}</span>
                </th>
              </tr>
            </thead>
            {byState(moment.state).map(([name, entries]) => (
              <tbody key={name}>
                <tr className="state-name">
                  <th scope="rowgroup" colSpan={columns}>
                    {name}
                  </th>
                </tr>
                {entries.map((entry, i) => (
                  <tr key={i} className={entry.change === 'purged' ? 'is-purged' : entry.change ? 'is-current' : undefined}>
                    {hasKey && <td className="state-key">{stateKeyText(run.operators[operator], entry.key)}</td>}
                    {hasNamespace && <td>{namespaceText(clock, entry.namespace ?? '')}</td>}
                    <td className="state-value">{shortened(stateValueText(clock, run.operators[operator], entry.value))}</td>
                    <td className={`state-change is-${entry.change ?? 'same'}`}>{entry.change && msg(CHANGE_WORDS[entry.change])}</td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {moment.stateTotal.entries > moment.state.length && (
        <p className="is-quiet section-empty">
          {msg('run.origin.more', { n: formatNumber(moment.stateTotal.entries - moment.state.length) })}
        </p>
      )}
    </section>
  );
}
