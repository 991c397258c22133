import { CircleX, History, LoaderCircle, TriangleAlert } from 'lucide-react';
import { showStreams } from '../../commands/run-navigation.ts';
import { count, formatNumber, msg } from '../../messages/messages.ts';
import { selectRun, selectRunIsOld } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';

/** What the reader should know of the run before looking at it: how far it is, that it is old, that it failed, what it left out. */
export function RunBands() {
  const run = useApp(selectRun);
  const status = useApp((state) => state.replayStatus);
  const progress = useApp((state) => state.replayProgress);
  const failure = useApp((state) => state.replayFailure);
  const isOld = useApp(selectRunIsOld);
  if (status === 'running' && progress) {
    return (
      <div className="band run-band" role="status">
        <LoaderCircle size={14} aria-hidden />
        <span className="band-text">{msg('run.progress', { rows: formatNumber(progress.rows), total: formatNumber(progress.total) })}</span>
        <progress max={progress.total} value={progress.rows} aria-label={msg('run.loading')} />
      </div>
    );
  }
  if (!run) return null;
  // Without a single step the message takes the place of the timeline.
  const hasFailed = (run.stop === 'error' || run.stop === 'unsupported') && run.steps.length > 1;
  const failed = hasFailed ? run.diagnostics.findLast((d) => d.severity === 'error') : undefined;
  const feedProblems = run.diagnostics.filter((diagnostic) => diagnostic.code.startsWith('run/feed'));
  return (
    <>
      {isOld && (
        <div className="band is-old-plan run-band">
          <History size={14} aria-hidden />
          <span className="band-text">{status === 'failed' ? `${msg('run.broken')}: ${failure ?? ''}` : msg('run.old')}</span>
        </div>
      )}
      {failed && (
        <div className="band run-band is-failed" role="alert">
          <CircleX size={14} aria-hidden />
          <span className="band-text">
            <b>{msg(run.stop === 'error' ? 'run.jobFailed' : 'run.unsupported')}</b> {failed.message.split('\n')[0]}
            {(failed.chain?.length ?? 0) > 1 && (
              <details>
                <summary>{msg('problem.chain')}</summary>
                <ol>
                  {failed.chain?.map((cause, i) => (
                    <li key={i}>{cause}</li>
                  ))}
                </ol>
              </details>
            )}
          </span>
        </div>
      )}
      {run.stop === 'limit' && (
        <div className="band is-old-plan run-band">
          <TriangleAlert size={14} aria-hidden />
          <span className="band-text">{msg('run.limit')}</span>
        </div>
      )}
      {feedProblems.length > 0 && (
        <div className="band is-old-plan run-band">
          <TriangleAlert size={14} aria-hidden />
          <span className="band-text">
            {count('run.feedProblems', feedProblems.length)} {feedProblems[0]?.message}
          </span>
          <button type="button" className="link" onClick={() => showProblems()}>
            {msg('run.feedProblems.show')}
          </button>
        </div>
      )}
    </>
  );
}

function showProblems(): void {
  useApp.getState().setReplay({ feedForm: 'text' });
  showStreams();
}
