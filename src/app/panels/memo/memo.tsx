import { useMemo } from 'react';
import { Check } from 'lucide-react';
import { goTo, goToStage } from '../../commands/navigation.ts';
import { titleOf } from '../../graph/card-model.ts';
import { RoleIcon } from '../../graph/role-icon.tsx';
import { roleColour, roleOf } from '../../graph/roles.ts';
import type { PlanPosition } from '../../graph/positions.ts';
import { count, msg } from '../../messages/messages.ts';
import { useFrame, useStage, type Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import { StageMessage, useStageMessage } from '../plan-graph/stage-message.tsx';
import { costText } from '../step-detail/cost-tab.tsx';
import { memoLanes, type MemoMember } from './memo-model.ts';

function termsText(stage: Stage, ref: number): string {
  const node = stage.trace.nodes[ref];
  return node
    ? node.terms
        .filter((term) => term.name !== 'table')
        .map((term) => `${term.name}=[${term.text}]`)
        .join(', ')
    : '';
}

function subjectOf(stage: Stage, ref: number): string {
  const table = stage.trace.nodes[ref]?.terms.find((term) => term.name === 'table')?.text ?? '';
  return table.replace(/[[\]]/g, '').split(', ').slice(0, 3).at(-1) ?? '';
}

function Candidate({
  stage,
  member,
  reference,
}: {
  readonly stage: Stage;
  readonly member: MemoMember;
  readonly reference: MemoMember | undefined;
}) {
  const sel = useApp((state) => state.sel);
  const node = stage.trace.nodes[member.node];
  if (!node) return null;
  const more =
    reference?.cost && member.cost && reference !== member && reference.cost.rows > 0
      ? member.cost.rows / reference.cost.rows - 1
      : undefined;
  const classes = ['card', 'memo-card', `r-${roleColour(roleOf(node.type))}`, member.isOnBestPlan ? 'is-best' : 'is-loser'];
  if (member.isNewest) classes.push('is-new');
  if (sel !== undefined && node.digest.startsWith(sel)) classes.push('is-selected');
  const text = termsText(stage, member.node);
  return (
    <button
      type="button"
      className={classes.join(' ')}
      onClick={() => useApp.getState().select(node.digest.slice(0, 8), `memo-${member.rel}`)}
    >
      <span className="card-head">
        <span className="card-icon">
          <RoleIcon role={roleOf(node.type)} />
        </span>
        <span className="card-title">{titleOf(node.type)}</span>
        <span className="card-subject">#{member.rel}</span>
        <span className="flags">
          {member.isOnBestPlan ? (
            <span className="flag is-new">
              <Check size={12} aria-hidden />
              {msg('memo.best')}
            </span>
          ) : more !== undefined && more > 0.0005 ? (
            <span className="flag">{msg('memo.more', { percent: more > 10 ? '>1000' : Math.round(more * 100) })}</span>
          ) : (
            <span className="flag">{msg(member.isPruned ? 'memo.pruned' : 'memo.notUsed')}</span>
          )}
        </span>
      </span>
      <span className="card-line">{text === '' ? subjectOf(stage, member.node) : text}</span>
      <span className="card-line">
        {member.cost ? (
          <>
            <b>{costText(member.cost.rows)}</b> {msg('memo.rows')} {costText(member.cost.cpu)} {msg('memo.cpu')}
          </>
        ) : (
          msg('memo.noCost')
        )}
      </span>
    </button>
  );
}

function Scrubber({ stage, position }: { readonly stage: Stage; readonly position: PlanPosition }) {
  const steps = stage.places.positions.filter(
    (candidate) => candidate.stage === position.stage && candidate.event && candidate.program === position.program,
  );
  return (
    <div className="memo-scrubber" role="group" aria-label={msg('memo.firings')}>
      {steps.map((candidate) => {
        const hasBest = candidate.event?.kind === 'firing' && candidate.event.memo?.some((event) => event.kind === 'best');
        const isNow = candidate.index === position.index;
        return (
          <button
            key={candidate.index}
            type="button"
            className={`memo-tick${hasBest ? ' is-best' : ''}${isNow ? ' is-current' : ''}`}
            aria-label={msg('memo.firing', { n: candidate.step, rule: candidate.event?.kind === 'firing' ? candidate.event.rule : '' })}
            aria-current={isNow ? 'step' : undefined}
            onClick={() => goTo(candidate, 'step')}
          >
            <i />
            <span>{candidate.step}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The memo of a Volcano search: sets as lanes, the best plan in the first column. */
export function Memo() {
  const stage = useStage();
  const frame = useFrame();
  const message = useStageMessage();
  const position = frame?.position;
  const program =
    position &&
    (position.program?.memo
      ? position.program
      : stage?.places.stages.find((place) => place.name === position.stage)?.stage?.programs.find((candidate) => candidate.memo));
  const lanes = useMemo(
    () =>
      stage && position && program
        ? memoLanes({
            program,
            position,
            typeOf: (node) => stage.trace.nodes[node]?.type ?? '',
            columnsOf: (node) => stage.trace.nodes[node]?.columns.map((column) => column.name).join(', ') ?? '',
          })
        : [],
    [stage, position, program],
  );
  if (message || !stage || !position) return <StageMessage message={message} />;
  const searches = stage.places.stages.filter((place) => place.stage?.programs.some((candidate) => candidate.kind === 'volcano'));
  if (lanes.length === 0) {
    return (
      <div className="stage-body">
        <div className="canvas is-message">
          <div className="message-card">
            <h2>{msg('memo.none.title')}</h2>
            <p>{msg('memo.none.text')}</p>
            <div className="message-actions is-centred">
              {searches.map((place) => (
                <button key={place.name} type="button" className="btn" onClick={() => goToStage(place.name)}>
                  {msg('memo.open', { stage: place.name })}
                </button>
              ))}
            </div>
          </div>
        </div>
      </div>
    );
  }
  const members = lanes.reduce((sum, lane) => sum + lane.logical.length + lane.candidates.length, 0);
  return (
    <div className="stage-body">
      <div className="sub-head">
        <span>
          {count('memo.sets', lanes.length)}, {count('memo.members', members)}
        </span>
        <span className="spacer" />
        <span className="memo-key">
          <i className="is-best" /> {msg('memo.bestPlan')}
        </span>
        <span className="memo-key">
          <i className="is-loser" /> {msg('memo.loses')}
        </span>
      </div>
      <div className="memo" tabIndex={0} data-scroll role="group" aria-label={msg('memo.label')}>
        <div className="memo-lane is-head">
          <span>{msg('memo.set')}</span>
          <span>{msg('memo.logical')}</span>
          <span>{msg('memo.candidates')}</span>
        </div>
        {lanes.map((lane) => {
          const reference = lane.candidates.find((member) => member.isOnBestPlan) ?? lane.candidates.find((member) => member.isBest);
          return (
            <div
              key={lane.id}
              className={`memo-lane${lane.candidates.some((member) => member.isOnBestPlan) ? ' is-on-best' : ''}`}
              data-set={lane.id}
            >
              <div className="memo-set">
                <b>{msg('memo.setName', { n: lane.id })}</b>
                {lane.isRoot && <span className="flag">{msg('memo.root')}</span>}
                <span className="memo-columns">{lane.columns}</span>
              </div>
              <ul className="memo-logical">
                {lane.logical.map((member) => (
                  <li key={member.rel} className={member.isNewest ? 'is-newest' : ''}>
                    {titleOf(stage.trace.nodes[member.node]?.type ?? '?')} <span>#{member.rel}</span>
                  </li>
                ))}
              </ul>
              <div className="memo-candidates">
                {lane.candidates.map((member) => (
                  <Candidate key={member.rel} stage={stage} member={member} reference={reference} />
                ))}
                {lane.candidates.length === 0 && <span className="is-quiet">{msg('memo.noneYet')}</span>}
              </div>
            </div>
          );
        })}
      </div>
      <Scrubber stage={stage} position={position} />
    </div>
  );
}
