import { useEffect, useRef } from 'react';
import { goToStage } from '../commands/navigation.ts';
import type { StagePlace } from '../graph/positions.ts';
import { count, msg } from '../messages/messages.ts';
import { eventCount } from '../replay/moments.ts';
import { selectRun } from '../store/selectors/replay.ts';
import { useStage } from '../store/selectors/stage.ts';
import { useStatements } from '../store/selectors/statements.ts';
import { useApp } from '../store/store.ts';
import { keepInSight } from './keep-in-sight.ts';
import type { Stage } from '../store/selectors/stage.ts';

/** Real names break after an underscore, so that two lines hold them. */
function splitName(name: string): readonly [string, string] {
  const at = name.indexOf('_');
  return at < 0 ? [name, ''] : [name.slice(0, at + 1), name.slice(at + 1)];
}

function countNodes(stage: Stage, ref: number | undefined): number {
  if (ref === undefined) return 0;
  return 1 + (stage.trace.nodes[ref]?.inputs ?? []).reduce((sum, input) => sum + countNodes(stage, input), 0);
}

/** True for an end of the way that an error stands before: there the stage says which. */
function isRefused({ statement }: Stage, place: StagePlace): boolean {
  return (
    !place.isReached &&
    place.kind !== 'optimizer' &&
    place.kind !== 'ast' &&
    statement.diagnostics.some((diagnostic) => diagnostic.severity === 'error')
  );
}

const END_NAMES = { ast: 'strip.ast', exec: 'strip.exec', job: 'strip.job', run: 'strip.run' } as const;

function EndChip({ stage, place }: { readonly stage: Stage; readonly place: StagePlace }) {
  const { statement } = stage;
  const events = useApp((state) => {
    const run = place.kind === 'run' ? selectRun(state) : undefined;
    return run?.statement === statement.number ? eventCount(run) : undefined;
  });
  const tasks = statement.explain.jobGraph?.split('\n').filter((line) => /^\d+: /.test(line)).length ?? 0;
  const detail =
    place.kind === 'ast'
      ? count('strip.nodes', countNodes(stage, statement.ast))
      : place.kind === 'exec'
        ? count('strip.nodes', countNodes(stage, statement.exec))
        : place.kind === 'run'
          ? events === undefined
            ? '–'
            : events > 0
              ? count('strip.events', events)
              : msg('strip.noRows')
          : tasks > 0
            ? count('strip.tasks', tasks)
            : statement.streamGraph
              ? count('job.operators', statement.streamGraph.length)
              : '–';
  return (
    <>
      <span className="stage-name">{msg(END_NAMES[place.kind === 'optimizer' ? 'ast' : place.kind])}</span>
      <span className="stage-line2 is-quiet">
        {place.isReached ? detail : isRefused(stage, place) ? <span className="is-error">{msg('strip.refused')}</span> : '–'}
      </span>
    </>
  );
}

function OptimizerChip({ place }: { readonly place: StagePlace }) {
  const [first, second] = splitName(place.name);
  return (
    <>
      <span>{first}</span>
      <span className="stage-line2">
        {second}
        {place.changes > 0 && (
          <span className="stage-count">
            <span aria-hidden>{place.changes}</span>
            <span className="sr-only"> {count('steps.changes', place.changes)}</span>
          </span>
        )}
        {second === '' && place.changes === 0 && <span aria-hidden>–</span>}
      </span>
    </>
  );
}

/** All stages from the script to the job graph; the one at the cursor is lit, those without a change are dim. */
export function StageStrip() {
  const stage = useStage();
  const statements = useStatements();
  const current = useApp((state) => state.cursor.stage);
  // What a run counts makes its chip wider, and that comes after the chip has been brought into sight.
  const run = useApp(selectRun);
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (chip && strip.current) keepInSight(strip.current, chip);
  }, [current, stage, run]);
  return (
    <nav className="stage-strip" aria-label={msg('strip.label')} ref={strip} data-scroll>
      <button type="button" className="stage is-end" onClick={() => useApp.getState().ports.editor?.focus()}>
        <span className="stage-name">{msg('strip.script')}</span>
        <span className="stage-line2 is-quiet">{count('strip.statements', statements.length)}</span>
      </button>
      {stage?.places.stages.map((place) => (
        <button
          key={place.name}
          type="button"
          className={`stage${place.kind === 'optimizer' ? '' : ' is-end'}${place.changes === 0 && place.kind === 'optimizer' ? ' is-empty' : ''}`}
          data-stage={place.name}
          aria-current={place.name === current ? 'step' : undefined}
          disabled={!place.isReached && !isRefused(stage, place)}
          title={
            place.kind === 'optimizer'
              ? `${place.name}: ${count('steps.tries', place.tries)}, ${count('steps.changes', place.changes)}`
              : undefined
          }
          onClick={() => goToStage(place.name)}
        >
          {place.kind === 'optimizer' ? <OptimizerChip place={place} /> : <EndChip stage={stage} place={place} />}
        </button>
      ))}
    </nav>
  );
}
