import { Check, CircleX, History, Keyboard, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { RunTrace } from '../../trace/run-trace.ts';
import { findCommand } from '../commands/command-list.ts';
import { stepsRun } from '../commands/run-navigation.ts';
import { stepSentence } from '../graph/sentences.ts';
import { count, formatNumber, msg } from '../messages/messages.ts';
import { useRunSentence } from '../panels/run/use-run-sentence.ts';
import { useSession } from '../session/session-context.ts';
import { useRun } from '../store/selectors/replay.ts';
import { useFrame, useProblems, useStage } from '../store/selectors/stage.ts';
import { useApp } from '../store/store.ts';

function PlanState() {
  const status = useApp((state) => state.status);
  const progress = useApp((state) => state.progress);
  const stage = useStage();
  const errors = useProblems().filter((problem) => problem.severity === 'error').length;
  if (status === 'planning') {
    return (
      <span className="status-item">
        <LoaderCircle size={12} aria-hidden />
        {progress
          ? msg('status.planningStage', { stage: progress.stage, tries: count('steps.tries', progress.tries) })
          : msg('status.planning')}
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <span className="status-item is-error">
        <TriangleAlert size={12} aria-hidden />
        {msg('status.failed')}
      </span>
    );
  }
  if (status === 'cancelled') {
    return (
      <span className="status-item is-old">
        <History size={12} aria-hidden />
        {msg('status.cancelled')}
      </span>
    );
  }
  if (stage?.isOld) {
    return (
      <span className="status-item is-old">
        <History size={12} aria-hidden />
        {msg('old.title')}
      </span>
    );
  }
  if (errors > 0) {
    return (
      <span className="status-item is-error">
        <CircleX size={12} aria-hidden />
        {count('status.errors', errors)}
      </span>
    );
  }
  return stage ? (
    <span className="status-item is-ok">
      <Check size={12} aria-hidden />
      {msg('status.ready')}
    </span>
  ) : null;
}

/** What went in, came out and was dropped in the run. */
function RunNumbers({ run }: { readonly run: RunTrace }) {
  const rows = run.steps.filter((step) => step.cause === 'row').length;
  const dropped = run.steps.filter((step) => step.lateness === 'dropped').length;
  return (
    <>
      <span className="status-item">{msg('status.replayed', { n: run.millis < 10 ? run.millis.toFixed(1) : Math.round(run.millis) })}</span>
      <span className="status-item is-wide-only">
        {msg('status.rows.sum', {
          rows: count('status.rows.in', rows),
          out: formatNumber(run.changes.length),
          dropped: formatNumber(dropped),
        })}
      </span>
    </>
  );
}

/** Where the plan and the run stand, and how to get on. */
export function StatusLine() {
  const session = useSession();
  const stage = useStage();
  const frame = useFrame();
  const millis = useApp((state) => state.millis);
  const run = useRun();
  const isRun = useApp((state) => state.cursor.stage === 'run');
  const isRunning = useApp((state) => state.replayStatus === 'running' || state.replayStatus === 'waiting');
  const showsRun = useApp(stepsRun) && run !== undefined;
  const runText = useRunSentence(showsRun ? run : undefined);
  const sentence = showsRun ? runText : stage && frame ? stepSentence(stage.trace.nodes, stage.places, frame) : '';
  return (
    <footer className="status-line">
      <PlanState />
      {isRun && isRunning && <span className="status-item">{msg('status.running')}</span>}
      {isRun && !isRunning && run && <RunNumbers run={run} />}
      {!isRun && millis !== undefined && (
        <span className="status-item">{msg('status.millis', { n: millis < 10 ? millis.toFixed(1) : Math.round(millis) })}</span>
      )}
      {!isRun && stage && stage.places.totalSteps > 0 && (
        <span className="status-item is-wide-only">
          {count('steps.tries', stage.places.totalTries)}, {count('steps.changes', stage.places.totalChanges)}
        </span>
      )}
      <span id="step-sentence" className="status-sentence" role="status" aria-live="polite">
        {sentence}
      </span>
      <button type="button" className="status-button" onClick={() => findCommand('session.palette').run(session)}>
        Ctrl K {msg('status.commands')}
      </button>
      <button type="button" className="status-button" onClick={() => findCommand('session.keys').run(session)}>
        <Keyboard size={12} aria-hidden /> ? {msg('status.keys')}
      </button>
    </footer>
  );
}
