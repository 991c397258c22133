import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { lineAndColumn } from '../../../base/span.ts';
import { msg } from '../../messages/messages.ts';
import { useProblems, type Problem } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

function ProblemIcon({ severity }: { readonly severity: Problem['severity'] }) {
  if (severity === 'error') return <CircleX size={14} className="is-error" aria-label={msg('problem.error')} />;
  if (severity === 'warning') return <TriangleAlert size={14} className="is-warning" aria-label={msg('problem.warning')} />;
  return <Info size={14} className="is-info" aria-label={msg('problem.info')} />;
}

/** The head of a message; Flink lists what it expected below. */
function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}

function showProblem(problem: Problem): void {
  if (problem.span) useApp.getState().ports.editor?.reveal(problem.span[0], problem.span[1]);
}

/** Errors and advice, each with its place in the script. */
export function Problems() {
  const problems = useProblems();
  const sql = useApp((state) => state.sql);
  return (
    <section className="problems" aria-labelledby="problems-title">
      <h2 id="problems-title">
        {msg('problems.title')} <span className="count">{problems.length}</span>
      </h2>
      {problems.length === 0 ? (
        <p className="problems-none">
          <CircleCheck size={14} aria-hidden /> {msg('problems.none')}
        </p>
      ) : (
        <ul>
          {problems.map((problem, i) => {
            const place = problem.span ? lineAndColumn(sql, problem.span[0]) : undefined;
            return (
              <li key={i}>
                <ProblemIcon severity={problem.severity} />
                <span className="problem-text">
                  {firstLine(problem.message)}
                  {problem.hint !== undefined && <span className="is-quiet"> {problem.hint}</span>}{' '}
                  {place ? (
                    <button type="button" className="link" onClick={() => showProblem(problem)}>
                      {msg('problem.place', place)}
                    </button>
                  ) : (
                    problem.statement !== undefined && (
                      <span className="is-quiet">{msg('problem.statement', { n: problem.statement })}</span>
                    )
                  )}
                  {problem.message.includes('\n') && (
                    <details>
                      <summary>{msg('problem.more')}</summary>
                      {problem.message.slice(problem.message.indexOf('\n') + 1)}
                    </details>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
