import { CircleX, Play, Rows3, TriangleAlert } from 'lucide-react';
import type { TraceDiagnostic } from '../../../trace/plan-trace.ts';
import { showStreams } from '../../commands/run-navigation.ts';
import { msg } from '../../messages/messages.ts';
import { useSession } from '../../session/session-context.ts';
import { selectRun } from '../../store/selectors/replay.ts';
import { useApp, type AppState } from '../../store/store.ts';
import { addSampleRows } from '../streams/sample-rows.ts';

export type RunMessageKind =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unsupported'; readonly diagnostic: TraceDiagnostic | undefined }
  | { readonly kind: 'failed'; readonly diagnostic: TraceDiagnostic }
  | { readonly kind: 'broken'; readonly message: string };

function hasEvents(state: AppState): boolean {
  return selectRun(state)?.steps.some((step) => step.cause === 'row' || step.cause === 'watermark' || step.cause === 'idle') ?? false;
}

/** Why there is no run to draw, if there is none. */
export function useRunMessage(): RunMessageKind | undefined {
  const run = useApp(selectRun);
  const status = useApp((state) => state.replayStatus);
  const failure = useApp((state) => state.replayFailure);
  const isFed = useApp(hasEvents);
  if (!run) return status === 'failed' ? { kind: 'broken', message: failure ?? '' } : { kind: 'loading' };
  const error = run.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  const isBare = run.steps.length <= 1;
  if (run.stop === 'unsupported' && (isBare || run.changes.length === 0)) return { kind: 'unsupported', diagnostic: error };
  if (run.stop === 'error' && isBare && error) return { kind: 'failed', diagnostic: error };
  // A query over VALUES needs no rows to have a result.
  return isFed || run.changes.length > 0 || run.inputs.length === 0 ? undefined : { kind: 'empty' };
}

/** What stands in place of the timeline while there is none; teaches what to do. */
export function RunMessage({ message }: { readonly message: RunMessageKind }) {
  const session = useSession();
  const inputs = useApp((state) => selectRun(state)?.inputs);
  const names = (inputs ?? []).map((input) => input.table).join(', ');
  return (
    <div className="canvas is-message">
      {message.kind === 'loading' && (
        <div className="skeleton run-skeleton" aria-busy="true">
          <i />
          <i />
          <i />
          <span className="sr-only">{msg('run.loading')}</span>
        </div>
      )}
      {message.kind === 'empty' && (
        <div className="message-card">
          <Rows3 size={20} aria-hidden />
          <h2>{msg('run.empty.title')}</h2>
          <p>{msg('run.empty.text', { tables: names })}</p>
          <div className="message-actions">
            <button type="button" className="btn primary" onClick={() => addSampleRows()}>
              <Play size={14} aria-hidden />
              {msg('streams.sample')}
            </button>
            <button type="button" className="btn" onClick={() => showStreams()}>
              {msg('run.empty.write')}
            </button>
          </div>
        </div>
      )}
      {message.kind === 'unsupported' && (
        <div className="message-card">
          <TriangleAlert size={20} className="is-warning" aria-hidden />
          <h2>{message.diagnostic?.code ?? 'unsupported'}</h2>
          <p>{message.diagnostic?.message}</p>
          <p className="is-quiet">{msg('stage.unsupported')}</p>
        </div>
      )}
      {message.kind === 'failed' && (
        <div className="message-card is-error" role="alert">
          <div className="message-error">
            <CircleX size={16} aria-hidden />
            <div>
              <h2>{msg('run.jobFailed')}</h2>
              <p className="message-text">{message.diagnostic.message}</p>
            </div>
          </div>
        </div>
      )}
      {message.kind === 'broken' && (
        <div className="message-card" role="alert">
          <TriangleAlert size={20} className="is-warning" aria-hidden />
          <h2>{msg('run.broken')}</h2>
          <p>{message.message}</p>
          <p className="is-quiet">{msg('stage.broken.text')}</p>
          <button type="button" className="btn" onClick={() => session.replaying.runNow()}>
            {msg('command.run.again')}
          </button>
        </div>
      )}
    </div>
  );
}
