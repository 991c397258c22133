import { History } from 'lucide-react';
import { lineAndColumn } from '../../../base/span.ts';
import { msg } from '../../messages/messages.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { useProblems } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

/** Says that the plan on stage is from before the last edit, and where the trouble is. */
export function OldPlanBand({ stage }: { readonly stage: Stage }) {
  const problems = useProblems();
  const sql = useApp((state) => state.sql);
  if (!stage.isOld) return null;
  const problem =
    problems.find(
      (candidate) =>
        candidate.severity === 'error' && (candidate.statement === undefined || candidate.statement === stage.statement.number),
    ) ?? problems[0];
  const place = problem?.span ? lineAndColumn(sql, problem.span[0]) : undefined;
  return (
    <div className="band is-old-plan" role="status">
      <History size={14} aria-hidden />
      <span>{msg('old.title')}</span>
      {problem && (
        <span className="band-text" title={problem.message}>
          {problem.message.split('\n')[0]}
        </span>
      )}
      {place && problem?.span && (
        <button type="button" className="link" onClick={() => useApp.getState().ports.editor?.reveal(problem.span![0], problem.span![1])}>
          {msg('problem.place', place)}
        </button>
      )}
      {stage.newest?.ast !== undefined && (
        <button type="button" className="link" onClick={() => useApp.setState({ showFailed: true })}>
          {msg('old.showFailed')}
        </button>
      )}
    </div>
  );
}
