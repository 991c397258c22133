import { useMemo, useRef, useState } from 'react';
import { Pin, PinOff } from 'lucide-react';
import type { TraceNode } from '../../../trace/plan-trace.ts';
import { filmOf, type Frame } from '../../graph/frames.ts';
import { findPosition, stepName } from '../../graph/positions.ts';
import { cardMetrics } from '../../graph/measure.ts';
import { edgePath } from '../../graph/layout.ts';
import { count, msg } from '../../messages/messages.ts';
import { Parts, PlanCard } from '../../graph/plan-card.tsx';
import { useWidth } from '../../shell/use-width.ts';
import { useFrame, useStage, type Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import { StageMessage, useStageMessage } from '../plan-graph/stage-message.tsx';
import { compareModel, type CompareModel, type ComparePane, type Difference } from './compare-model.ts';

const MARGIN = 16;
const LEAST_SCALE = 0.7;

function flagOf(pane: 'a' | 'b', state: string): { text: string; kind: string } | undefined {
  if (state === 'changed') return { text: msg('diff.changed'), kind: 'is-changed' };
  if (pane === 'a' && state === 'removed') return { text: msg('compare.onlyA'), kind: 'is-removed' };
  if (pane === 'b' && state === 'new') return { text: msg('compare.onlyB'), kind: 'is-new' };
  return { text: msg('compare.same'), kind: '' };
}

function Pane({
  name,
  model,
  pane,
  selected,
  scale,
}: {
  readonly name: 'a' | 'b';
  readonly model: CompareModel;
  readonly pane: ComparePane;
  readonly selected: string | undefined;
  readonly scale: number;
}) {
  const { boxes, bounds } = model.layout;
  const shift = { x: MARGIN - bounds.x, y: MARGIN - bounds.y };
  const real = new Map(
    [...boxes].filter(([key]) => pane.cards.has(key)).map(([key, box]) => [key, { ...box, height: pane.cards.get(key)!.height }]),
  );
  return (
    <div
      className="compare-picture"
      data-side={name}
      style={{ width: bounds.width + 2 * MARGIN, height: bounds.height + 2 * MARGIN, zoom: scale }}
    >
      <svg width={bounds.width + 2 * MARGIN} height={bounds.height + 2 * MARGIN} aria-hidden>
        <g transform={`translate(${shift.x} ${shift.y})`}>
          {pane.edges.map(({ from, to }) => {
            const path = edgePath({ id: '', from, to, kind: 'plain', input: 0, around: [] }, real);
            return path && <path key={`${from}>${to}`} d={path.d} className="edge is-plain style-forward" />;
          })}
        </g>
      </svg>
      {[...pane.cards].map(([key, card]) => {
        const box = boxes.get(key)!;
        return (
          <div key={key} className={`compare-card is-side-${name}`} style={{ left: box.x + shift.x, top: box.y + shift.y }}>
            <PlanCard model={card} width={box.width} isSelected={key === selected} flag={flagOf(name, card.state)} />
          </div>
        );
      })}
      {pane.holes.map((key) => {
        const box = boxes.get(key)!;
        return (
          <div
            key={key}
            className="compare-hole"
            style={{ left: box.x + shift.x, top: box.y + shift.y, width: box.width, height: box.height }}
          >
            {msg('compare.hole')}
          </div>
        );
      })}
    </div>
  );
}

function DifferenceRow({
  difference,
  isCurrent,
  onSelect,
}: {
  readonly difference: Difference;
  readonly isCurrent: boolean;
  readonly onSelect: () => void;
}) {
  const sign = difference.kind === 'added' ? 'B' : difference.kind === 'removed' ? 'A' : '≠';
  return (
    <li>
      <button type="button" className={`difference${isCurrent ? ' is-current' : ''}`} aria-current={isCurrent} onClick={onSelect}>
        <span className={`difference-sign is-${difference.kind}`}>{sign}</span>
        <span className="row-name">{difference.title}</span>
        <span className="row-meta">{msg(`compare.${difference.kind}`)}</span>
      </button>
      {isCurrent && (difference.kind === 'changed' || difference.kind === 'replaced') && (
        <div className="text-diff">
          {difference.pair.terms.map((term) => (
            <div key={term.name} className={`diff-line is-${term.kind}`}>
              <span className="diff-sign">
                {term.kind === 'added' ? 'B' : term.kind === 'removed' ? 'A' : term.kind === 'same' ? '=' : '≠'}
              </span>
              <span className="diff-text">
                {term.name}=[
                <Parts parts={term.parts} />]
              </span>
            </div>
          ))}
        </div>
      )}
    </li>
  );
}

function frameName(nodes: readonly TraceNode[], frame: Frame): string {
  const { event, stage, globalStep } = frame.position;
  return event ? msg('compare.afterStep', { n: globalStep, name: stepName(event, nodes) }) : msg('compare.plan', { stage });
}

function CompareBody({ stage, a, b, pinned }: { readonly stage: Stage; readonly a: Frame; readonly b: Frame; readonly pinned: boolean }) {
  const model = useMemo(
    () => (a.tree && b.tree ? compareModel({ trace: stage.trace, a: a.tree, b: b.tree, metrics: cardMetrics('compare') }) : undefined),
    [stage, a, b],
  );
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const panes = useRef<(HTMLDivElement | null)[]>([]);
  const [side, room] = useWidth();
  if (!model) return <StageMessage message={{ kind: 'empty' }} />;
  const scale = room === undefined ? 1 : Math.max(LEAST_SCALE, Math.min(1, room / (model.layout.bounds.width + 2 * MARGIN)));
  const sync = (from: number): void => {
    const source = panes.current[from];
    const target = panes.current[1 - from];
    if (!source || !target) return;
    if (target.scrollTop !== source.scrollTop) target.scrollTop = source.scrollTop;
    if (target.scrollLeft !== source.scrollLeft) target.scrollLeft = source.scrollLeft;
  };
  const show = (key: string): void => {
    setSelected(key);
    const box = model.layout.boxes.get(key);
    const { bounds } = model.layout;
    panes.current.forEach((pane) => {
      if (!pane || !box) return;
      pane.scrollTop = (box.y - bounds.y + MARGIN + box.height / 2) * scale - pane.clientHeight / 2;
      pane.scrollLeft = (box.x - bounds.x + MARGIN + box.width / 2) * scale - pane.clientWidth / 2;
    });
  };
  const first = model.differences[0]?.key;
  const current = selected !== undefined && model.layout.boxes.has(selected) ? selected : first;
  return (
    <div className="compare">
      {(['a', 'b'] as const).map((name, i) => (
        <section
          key={name}
          ref={name === 'a' ? side : undefined}
          className="compare-side"
          aria-label={name === 'a' ? msg('compare.before') : msg('compare.after')}
        >
          <div className="compare-head">
            <span className="compare-letter">{name.toUpperCase()}</span>
            <div className="compare-name">
              <b title={frameName(stage.trace.nodes, name === 'a' ? a : b)}>{frameName(stage.trace.nodes, name === 'a' ? a : b)}</b>
              <span className="is-quiet">
                {name === 'a' && (pinned ? <Pin size={12} aria-hidden /> : <PinOff size={12} aria-hidden />)}
                {msg(name === 'b' ? 'compare.atCursor' : pinned ? 'compare.pinned' : 'compare.stepBefore')}
              </span>
            </div>
          </div>
          <div
            ref={(element) => {
              panes.current[i] = element;
            }}
            className="compare-scroll"
            tabIndex={0}
            data-scroll
            role="group"
            aria-label={name === 'a' ? msg('compare.before') : msg('compare.after')}
            onScroll={() => sync(i)}
          >
            <Pane name={name} model={model} pane={name === 'a' ? model.a : model.b} selected={current} scale={scale} />
          </div>
        </section>
      ))}
      <section className="compare-list" aria-label={msg('compare.differences')}>
        <h3>
          {msg('compare.differences')} <span className="count">{model.differences.length}</span>
        </h3>
        {model.differences.length === 0 ? (
          <p className="empty">{msg('compare.none')}</p>
        ) : (
          <ul aria-label={count('compare.found', model.differences.length)}>
            {model.differences.map((difference, i) => (
              <DifferenceRow key={i} difference={difference} isCurrent={difference.key === current} onSelect={() => show(difference.key)} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** Before and after side by side: the step at the cursor, or a pinned plan against the one at the cursor. */
export function Compare() {
  const stage = useStage();
  const frame = useFrame();
  const pin = useApp((state) => state.pin);
  const message = useStageMessage();
  if (message || !stage || !frame) return <StageMessage message={message} />;
  const film = filmOf(stage.trace, stage.statement);
  const isPinned = pin !== undefined && pin.q === stage.statement.number;
  const a = isPinned ? film.frameAt(findPosition(stage.places, pin.stage, pin.step).index) : (frame.before ?? frame);
  return (
    <div className="stage-body">
      <CompareBody stage={stage} a={a} b={frame} pinned={isPinned} />
    </div>
  );
}
