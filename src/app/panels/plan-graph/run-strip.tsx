import { findCommand } from '../../commands/command-list.ts';
import { msg } from '../../messages/messages.ts';
import { useSession } from '../../session/session-context.ts';
import { useRun } from '../../store/selectors/replay.ts';
import { RunTransport } from '../run/run-head.tsx';
import { useRunSentence } from '../run/use-run-sentence.ts';

/** The playhead above the execution plan, while rows of a run are shown on it. */
export function RunStrip() {
  const session = useSession();
  const run = useRun();
  const sentence = useRunSentence(run);
  if (!run) return null;
  return (
    <div className="sub-head run-strip">
      <RunTransport run={run} isBeside />
      <span className="is-quiet">{sentence.replace(/^[^:]*: /, '')}</span>
      <span className="spacer" />
      <button type="button" className="link" onClick={() => findCommand('run.open').run(session)}>
        {msg('command.run.open')}
      </button>
    </div>
  );
}
