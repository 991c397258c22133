import { useMemo } from 'react';
import { Copy } from 'lucide-react';
import { diffLines } from '../../../trace/line-diff.ts';
import { copyText } from '../../commands/clipboard.ts';
import { msg, type MessageKey } from '../../messages/messages.ts';
import type { Frame } from '../../graph/frames.ts';
import { planText } from '../../graph/plan-text.ts';
import { Segments } from '../../shell/controls.tsx';
import { useFrame, useStage, type Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import type { ExplainForm } from '../../store/view.ts';
import { OldPlanBand } from '../plan-graph/old-plan-band.tsx';
import { StageMessage, useStageMessage } from '../plan-graph/stage-message.tsx';
import { TextDiff } from '../step-detail/text-diff.tsx';

const FORMS: readonly { id: ExplainForm; label: MessageKey }[] = [
  { id: 'stage', label: 'text.stage' },
  { id: 'ast', label: 'text.ast' },
  { id: 'physical', label: 'text.physical' },
  { id: 'exec', label: 'text.exec' },
  { id: 'changelogMode', label: 'text.changelogMode' },
  { id: 'cost', label: 'text.cost' },
  { id: 'advice', label: 'text.advice' },
  { id: 'streamGraph', label: 'text.streamGraph' },
  { id: 'jobGraph', label: 'text.jobGraph' },
];

function StageText({ stage, frame }: { readonly stage: Stage; readonly frame: Frame }) {
  const { nodes } = stage.trace;
  const before = frame.before?.tree;
  const lines = useMemo(() => {
    if (!frame.tree) return [];
    const after = planText(nodes, frame.tree, true);
    return diffLines(frame.position.event && before ? planText(nodes, before, true) : after, after);
  }, [nodes, frame, before]);
  return (
    <div className="text-view">
      <TextDiff lines={lines} label={msg('text.stage')} />
    </div>
  );
}

/** The plan as text: the tree at the cursor with its changes, and EXPLAIN in all forms. */
export function ExplainText() {
  const stage = useStage();
  const frame = useFrame();
  const form = useApp((state) => state.explainForm);
  const message = useStageMessage();
  if (message || !stage || !frame) return <StageMessage message={message} />;
  const text = form === 'stage' ? (frame.tree ? planText(stage.trace.nodes, frame.tree, true) : undefined) : stage.statement.explain[form];
  return (
    <div className="stage-body">
      <OldPlanBand stage={stage} />
      <div className="sub-head">
        <Segments
          label={msg('text.forms')}
          value={form}
          onChange={(explainForm) => useApp.setState({ explainForm })}
          choices={FORMS.map(({ id, label }) => ({
            id,
            label: msg(label),
            isDisabled: id !== 'stage' && stage.statement.explain[id] === undefined,
          }))}
        />
        <span className="spacer" />
        <button
          type="button"
          className="btn"
          disabled={text === undefined}
          onClick={() => text !== undefined && void copyText(text, msg('copy.text'))}
        >
          <Copy size={14} aria-hidden />
          {msg('text.copy')}
        </button>
      </div>
      {form === 'stage' ? (
        <StageText stage={stage} frame={frame} />
      ) : text === undefined ? (
        <div className="empty is-tall">{msg('text.none')}</div>
      ) : (
        <pre
          className="text-view is-plain"
          tabIndex={0}
          data-scroll
          aria-label={msg(FORMS.find((candidate) => candidate.id === form)!.label)}
        >
          {text}
        </pre>
      )}
    </div>
  );
}
