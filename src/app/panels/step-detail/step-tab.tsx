import { useMemo } from 'react';
import { CircleCheck } from 'lucide-react';
import { planTree } from '../../../trace/plan-diff.ts';
import { diffLines } from '../../../trace/line-diff.ts';
import type { FiringStep, Step } from '../../../trace/plan-trace.ts';
import { titleOf } from '../../graph/card-model.ts';
import type { Frame } from '../../graph/frames.ts';
import { planText } from '../../graph/plan-text.ts';
import { changeSentence } from '../../graph/sentences.ts';
import { stepName, type StagePlace } from '../../graph/positions.ts';
import { count, formatNumber, msg, type MessageKey } from '../../messages/messages.ts';
import type { Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import { TextDiff } from './text-diff.tsx';

/** Long rule names may break before a capital letter. */
export function BreakableName({ name }: { readonly name: string }) {
  const parts = name.split(/(?<=[a-z)])(?=[A-Z(])/);
  return (
    <>
      {parts.map((part, i) => (
        <span key={i}>
          {i > 0 && <wbr />}
          {part}
        </span>
      ))}
    </>
  );
}

function capitalise(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function useStepDiff(stage: Stage, frame: Frame, event: Step | undefined) {
  return useMemo(() => {
    if (!event) return [];
    const { nodes } = stage.trace;
    const text = (ref: number): string => planText(nodes, planTree(nodes, ref), true);
    if (event.root === undefined && frame.tree && frame.before?.tree)
      return diffLines(planText(nodes, frame.before.tree, true), planText(nodes, frame.tree, true));
    return diffLines(text(event.before), text(event.after));
  }, [stage, frame, event]);
}

function Matched({ stage, event }: { readonly stage: Stage; readonly event: FiringStep }) {
  const { nodes } = stage.trace;
  return (
    <section className="detail-section">
      <h3>{msg('detail.matched')}</h3>
      <ul className="node-list">
        {(event.matchedTypes.length > 0 ? event.matchedTypes : event.matched.map((ref) => nodes[ref]?.type ?? '?')).map((type, i) => {
          const node = nodes[event.matched[i] ?? -1];
          return (
            <li key={i}>
              <button
                type="button"
                className="chip-button is-matched"
                onClick={() => node && useApp.getState().select(node.digest.slice(0, 8))}
              >
                {titleOf(type)}
              </button>
            </li>
          );
        })}
        <li className="node-list-arrow" aria-label={msg('detail.produced')}>
          →
        </li>
        <li>
          <button
            type="button"
            className="chip-button is-new"
            onClick={() => {
              const node = nodes[event.after];
              if (node) useApp.getState().select(node.digest.slice(0, 8));
            }}
          >
            {titleOf(nodes[event.after]?.type ?? '?')}
          </button>
        </li>
      </ul>
    </section>
  );
}

/** What stands on stage where no step does. */
function stageText(place: StagePlace | undefined): MessageKey {
  if (!place?.isReached) return 'detail.noPlan';
  switch (place.kind) {
    case 'ast':
      return 'detail.astText';
    case 'exec':
      return 'detail.execText';
    case 'job':
    case 'run':
      return 'detail.jobText';
    case 'optimizer':
      return place.steps > 0 ? 'detail.beforeStage' : 'detail.quietStage';
  }
}

function PlanPart({ stage, frame }: { readonly stage: Stage; readonly frame: Frame }) {
  const place = stage.places.stages.find((candidate) => candidate.name === frame.position.stage);
  const error = stage.statement.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  const isEnd = place?.kind !== 'optimizer';
  return (
    <>
      <section className="detail-section">
        <h3 className="detail-title">{frame.position.stage}</h3>
        <p>{msg(stageText(place))}</p>
      </section>
      {place && !isEnd && (
        <section className="detail-section">
          <dl className="facts">
            <dt>{msg('detail.triesAndChanges')}</dt>
            <dd>
              {formatNumber(place.tries)}, {formatNumber(place.changes)}
            </dd>
          </dl>
        </section>
      )}
      {error && (
        <section className="detail-section is-error">
          <h3>{msg('detail.failed')}</h3>
          <p>{error.message.split('\n')[0]}</p>
        </section>
      )}
    </>
  );
}

/** What the rule does, what it changed, why it fired. */
export function StepTab({ stage, frame }: { readonly stage: Stage; readonly frame: Frame }) {
  const summaries = useApp((state) => state.shelf.ruleSummaries);
  const { event, program } = frame.position;
  const lines = useStepDiff(stage, frame, event);
  if (!event) return <PlanPart stage={stage} frame={frame} />;
  const name = stepName(event, stage.trace.nodes);
  const summary = event.kind === 'firing' ? (summaries[event.rule] ?? summaries[event.rule.replace(/[(:].*$/, '')]) : undefined;
  const ruleCount = event.kind === 'firing' ? program?.rules.find((rule) => rule.rule === event.rule) : undefined;
  return (
    <>
      <section className="detail-section">
        <h3 className="detail-title">
          <BreakableName name={name} />
        </h3>
        <p>{summary ?? capitalise(changeSentence(stage.trace.nodes, event, frame.diff?.pairs))}</p>
        {summary && <p className="is-quiet">{capitalise(changeSentence(stage.trace.nodes, event, frame.diff?.pairs))}</p>}
      </section>
      {event.kind === 'firing' && <Matched stage={stage} event={event} />}
      <section className="detail-section">
        <h3>{msg('detail.whatChanged')}</h3>
        {lines.some((line) => line.kind !== 'same') ? (
          <TextDiff lines={lines} label={msg('detail.whatChanged')} />
        ) : (
          <p className="is-quiet">{msg('detail.sameText')}</p>
        )}
      </section>
      {event.kind === 'node' && (event.required !== undefined || event.provided !== undefined) && (
        <section className="detail-section">
          <dl className="facts">
            {event.required !== undefined && (
              <>
                <dt>{msg('detail.required')}</dt>
                <dd>{event.required}</dd>
              </>
            )}
            {event.provided !== undefined && (
              <>
                <dt>{msg('detail.provided')}</dt>
                <dd>{event.provided}</dd>
              </>
            )}
          </dl>
        </section>
      )}
      {event.notes.length > 0 && (
        <section className="detail-section">
          <h3>{msg('detail.why')}</h3>
          <ul className="reasons">
            {event.notes.map((note, i) => (
              <li key={i}>
                <CircleCheck size={14} aria-hidden />
                <span>{note}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="detail-section">
        <dl className="facts">
          <dt>{msg('detail.program')}</dt>
          <dd>{program?.name}</dd>
          {program && program.pass > 1 && (
            <>
              <dt>{msg('detail.pass')}</dt>
              <dd>{program.pass}</dd>
            </>
          )}
          <dt>{msg('detail.ordinal')}</dt>
          <dd>
            {frame.position.stage} {event.ordinal}
          </dd>
          {ruleCount && (
            <>
              <dt>{msg('detail.attempts')}</dt>
              <dd>
                {count('steps.tries', ruleCount.attempts)}, {count('detail.productions', ruleCount.productions)}
              </dd>
            </>
          )}
          <dt>{msg('detail.planText')}</dt>
          <dd>{msg(event.changed ? 'detail.textChanged' : 'detail.textSame')}</dd>
        </dl>
      </section>
    </>
  );
}
