import { useGraphModel } from '../../graph/use-graph-model.ts';
import { cardMetrics } from '../../graph/measure.ts';
import { useFrame, useStage } from '../../store/selectors/stage.ts';
import { StageMessage, useStageMessage } from './stage-message.tsx';
import { OldPlanBand } from './old-plan-band.tsx';
import { Outline } from './outline.tsx';
import { PlanCanvas } from './plan-canvas.tsx';
import { RunStrip } from './run-strip.tsx';
import { useRunOverlay } from './use-run-overlay.ts';

/** The plan at the cursor. */
export function PlanGraph({ isCompact = false }: { readonly isCompact?: boolean }) {
  const stage = useStage();
  const frame = useFrame();
  const message = useStageMessage();
  const model = useGraphModel(stage?.trace, frame, cardMetrics(isCompact ? 'compact' : 'full'));
  const overlay = useRunOverlay(stage, frame);
  if (message || !stage || !frame || !model) return <StageMessage message={message} />;
  return (
    <div className="stage-body">
      <OldPlanBand stage={stage} />
      {overlay && !isCompact && <RunStrip />}
      <div className="canvas-frame">
        <PlanCanvas model={model} isOld={stage.isOld} isCompact={isCompact} overlay={overlay} />
        <Outline stage={stage} frame={frame} />
      </div>
    </div>
  );
}
