import type { Frame } from '../../graph/frames.ts';
import { titleOf } from '../../graph/card-model.ts';
import { msg } from '../../messages/messages.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { programLabel } from '../rule-steps/rows.ts';

/** Rules that were tried in the stage, how often and with what success; and matches that a guard refused. */
export function TriesTab({ stage, frame }: { readonly stage: Stage; readonly frame: Frame }) {
  const place = stage.places.stages.find((candidate) => candidate.name === frame.position.stage);
  const programs = place?.stage?.programs.filter((program) => program.rules.length > 0 || program.refusals.length > 0) ?? [];
  if (programs.length === 0) return <div className="empty">{msg('tries.empty', { stage: frame.position.stage })}</div>;
  return (
    <>
      {programs.map((program, i) => (
        <section key={i} className="detail-section">
          <h3>{programLabel(frame.position.stage, program.name) || program.name}</h3>
          <table className="data is-wide">
            <thead>
              <tr>
                <th>{msg('tries.rule')}</th>
                <th className="is-number">{msg('tries.tries')}</th>
                <th className="is-number">{msg('tries.fired')}</th>
              </tr>
            </thead>
            <tbody>
              {program.rules.map((rule) => (
                <tr key={rule.rule} className={rule.productions > 0 ? '' : 'is-dim'}>
                  <td className="is-wrap">{rule.rule}</td>
                  <td className="is-number">{rule.attempts}</td>
                  <td className="is-number">{rule.productions}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {program.refusals.length > 0 && (
            <details className="refusals">
              <summary>{msg('tries.refusals', { n: program.refusals.length })}</summary>
              <ul>
                {program.refusals.map((refusal, k) => (
                  <li key={k}>
                    <b>{refusal.rule}</b>
                    <span>{refusal.reason}</span>
                    <span className="is-quiet">{refusal.nodes.map((ref) => titleOf(stage.trace.nodes[ref]?.type ?? '?')).join(', ')}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </section>
      ))}
    </>
  );
}
