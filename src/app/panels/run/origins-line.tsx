import type { RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { movePlayhead } from '../../commands/run-navigation.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { rowOfChange } from '../../replay/results.ts';
import { rowLabel } from '../../replay/sentence.ts';
import { useSession } from '../../session/session-context.ts';
import { useApp } from '../../store/store.ts';

const MOST_CHIPS = 24;

function OriginChip({ run, step }: { readonly run: RunTrace; readonly step: StepRef }) {
  const isLate = run.steps[step]?.lateness !== undefined;
  return (
    <button type="button" className={`chip origin${isLate ? ' is-late' : ''}`} onClick={() => movePlayhead(step, 'jump')}>
      {rowLabel(run, step)}
      {isLate && `, ${msg('run.origin.lateButCounted')}`}
    </button>
  );
}

/** "Row 2 comes from web 2, app 6": the rows of the feed that the traced row was made from. */
export function OriginsLine({ run }: { readonly run: RunTrace }) {
  const session = useSession();
  const traced = useApp((state) => state.traced);
  if (!traced) return null;
  if (!run.changes[traced.change]) return null;
  const number = rowOfChange(run, traced.change);
  const steps = traced.origins?.steps;
  const total = traced.origins?.steps.length ?? 0;
  return (
    <div className="origins" role="status" aria-live="polite">
      <span className="is-quiet">{msg(steps?.length === 0 ? 'run.origin.none' : 'run.origin.from', { n: number })}</span>
      {!steps && <span className="is-quiet">…</span>}
      {steps?.slice(0, MOST_CHIPS).map((step) => (
        <OriginChip key={step} run={run} step={step} />
      ))}
      {total > MOST_CHIPS && (
        <span className="is-quiet">
          {msg(traced.origins?.isCut ? 'run.origin.cut' : 'run.origin.more', { n: formatNumber(total - MOST_CHIPS) })}
        </span>
      )}
      <button type="button" className="link" onClick={() => void session.replaying.trace(undefined)}>
        {msg('run.origin.letGo')}
      </button>
    </div>
  );
}
