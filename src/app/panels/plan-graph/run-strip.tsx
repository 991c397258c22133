import { findCommand } from '../../commands/command-list.ts';
import { msg } from '../../messages/messages.ts';
import { runSentence } from '../../replay/sentence.ts';
import { useSession } from '../../session/session-context.ts';
import { usePlayhead, useRun } from '../../store/selectors/replay.ts';
import { RunTransport } from '../run/run-head.tsx';

/** The playhead above the execution plan, while rows of a run are shown on it. */
export function RunStrip() {
  const session = useSession();
  const run = useRun();
  const at = usePlayhead();
  if (!run) return null;
  return (
    <div className="sub-head run-strip">
      <RunTransport run={run} />
      <span className="is-quiet">{runSentence(run, at).replace(/^[^:]*: /, '')}</span>
      <span className="spacer" />
      <button type="button" className="link" onClick={() => findCommand('run.open').run(session)}>
        {msg('command.run.open')}
      </button>
    </div>
  );
}
