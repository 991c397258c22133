import { useEffect, useState } from 'react';
import { Shuffle } from 'lucide-react';
import type { OperatorRef, RunTrace, SubtaskView } from '../../../trace/run-trace.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { useSession } from '../../session/session-context.ts';
import { usePlayhead } from '../../store/selectors/replay.ts';

const CHOICES = [1, 2, 3, 4, 8, 16, 32] as const;

/** How the rows of a hash exchange would be spread at a higher parallelism, and whether one subtask gets most of them. */
export function SubtasksTable({ run, operator }: { readonly run: RunTrace; readonly operator: OperatorRef }) {
  const session = useSession();
  const step = usePlayhead();
  const [parallelism, choose] = useState(4);
  const [view, setView] = useState<SubtaskView>();
  useEffect(() => {
    let isGone = false;
    void session.replaying.subtasks(operator, step, parallelism).then((next) => {
      if (!isGone) setView(next);
    });
    return () => {
      isGone = true;
    };
  }, [session, run, operator, step, parallelism]);
  if (view?.operator !== operator) return null;
  const total = view.subtasks.reduce((sum, subtask) => sum + subtask.rows, 0);
  const most = Math.max(0, ...view.subtasks.map((subtask) => subtask.rows));
  const isSkewed = view.subtasks.length > 1 && total >= 8 && most > (2 * total) / view.subtasks.length;
  return (
    <section className="detail-section is-table" aria-labelledby="subtasks-title">
      <h3 id="subtasks-title">
        <Shuffle size={12} aria-hidden />
        {msg('inspector.subtasks')}
        <span className="spacer" />
        <label className="section-note">
          {msg('inspector.parallelism')}{' '}
          <select className="speed" value={parallelism} onChange={(event) => choose(Number(event.target.value))}>
            {CHOICES.map((n) => (
              <option key={n} value={n}>
                {n}
              </option>
            ))}
          </select>
        </label>
      </h3>
      <div className="table-scroll">
        <table className="data is-wide">
          <thead>
            <tr>
              <th scope="col" className="is-number">
                {msg('inspector.subtask')}
              </th>
              <th scope="col" className="is-number">
                {msg('inspector.subtaskRows')}
              </th>
              <th scope="col">{msg('inspector.subtaskKeys')}</th>
            </tr>
          </thead>
          <tbody>
            {view.subtasks.map((subtask, i) => (
              <tr key={i}>
                <td className="is-number">{i}</td>
                <td className="is-number">{formatNumber(subtask.rows)}</td>
                <td>
                  {subtask.largest.map(({ key, rows }) => `${key} (${formatNumber(rows)})`).join(', ')}
                  {subtask.keys > subtask.largest.length && `, … ${formatNumber(subtask.keys - subtask.largest.length)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="is-quiet section-empty">
        {msg(isSkewed ? 'inspector.subtaskSkew' : 'inspector.subtaskNote', { groups: formatNumber(view.maxParallelism) })}
      </p>
    </section>
  );
}
