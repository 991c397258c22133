import { useGraphModel } from '../../graph/use-graph-model.ts';
import { isDockShown } from '../../commands/panels.ts';
import { useApp } from '../../store/store.ts';
import { cardMetrics } from '../../graph/measure.ts';
import type { Frame } from '../../graph/frames.ts';
import { count } from '../../messages/messages.ts';
import { SinkMenu } from '../../shell/sink-menu.tsx';
import { useFrame, useStage, type Stage } from '../../store/selectors/stage.ts';
import { StageMessage, useStageMessage } from './stage-message.tsx';
import { OldPlanBand } from './old-plan-band.tsx';
import { Outline } from './outline.tsx';
import { PlanCanvas } from './plan-canvas.tsx';
import { RunStrip } from './run-strip.tsx';
import { useRunOverlay } from './use-run-overlay.ts';

/** Sinks of a statement set whose trees stand beside each other at the cursor. */
function outputNames({ statement }: Stage, { position }: Frame): readonly string[] {
  const isBeside = position.stage === 'ast' || position.stage === 'exec';
  return isBeside ? (statement.outputs ?? []).map(({ name }) => name) : [];
}

function OutputBar({ names }: { readonly names: readonly string[] }) {
  if (names.length < 2) return null;
  return (
    <div className="sub-head output-bar">
      <span className="is-quiet">{count('graph.sinks', names.length)}</span>
      <SinkMenu names={names} />
    </div>
  );
}

/** The plan at the cursor. */
export function PlanGraph({ isCompact = false }: { readonly isCompact?: boolean }) {
  const stage = useStage();
  const frame = useFrame();
  const message = useStageMessage();
  const model = useGraphModel(stage?.trace, frame, cardMetrics(isCompact ? 'compact' : 'full'));
  const overlay = useRunOverlay(stage, frame);
  const hasTimeline = useApp((state) => isDockShown(state, { width: window.innerWidth, height: window.innerHeight }));
  if (message || !stage || !frame || !model) return <StageMessage message={message} />;
  return (
    <div className="stage-body">
      <OldPlanBand stage={stage} />
      <OutputBar names={outputNames(stage, frame)} />
      {overlay && !isCompact && !hasTimeline && <RunStrip />}
      <div className="canvas-frame">
        <PlanCanvas model={model} isOld={stage.isOld} isCompact={isCompact} overlay={overlay} />
        <Outline stage={stage} frame={frame} />
      </div>
    </div>
  );
}
