import { useRun } from '../../store/selectors/replay.ts';
import { RunTransport } from '../run/run-head.tsx';

/** The playhead over the execution plan. */
export function RunFloat() {
  const run = useRun();
  return (
    <div className="float run-float">
      <RunTransport run={run} />
    </div>
  );
}
