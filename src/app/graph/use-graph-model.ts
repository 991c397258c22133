import { useMemo, useRef } from 'react';
import type { PlanTrace } from '../../trace/plan-trace.ts';
import type { CardMetrics } from './card-model.ts';
import type { Frame } from './frames.ts';
import { graphModel, type GraphModel } from './graph-model.ts';
import type { Box } from './layout.ts';

interface Shown {
  readonly trace: PlanTrace;
  readonly frame: Frame;
  readonly metrics: CardMetrics;
  readonly model: GraphModel | undefined;
  readonly boxes: ReadonlyMap<string, Box>;
}

/** The picture of a frame, laid out so that what was on screen before keeps its place. */
export function useGraphModel(trace: PlanTrace | undefined, frame: Frame | undefined, metrics: CardMetrics): GraphModel | undefined {
  const shown = useRef<Shown | undefined>(undefined);
  return useMemo(() => {
    if (!trace || !frame) return undefined;
    const last = shown.current;
    if (last && last.trace === trace && last.frame === frame && last.metrics === metrics) return last.model;
    const previous = last?.trace === trace && last.metrics === metrics ? last.boxes : undefined;
    const model = graphModel({ trace, frame, metrics, previous, withDiff: true });
    shown.current = { trace, frame, metrics, model, boxes: model?.layout.boxes ?? new Map() };
    return model;
  }, [trace, frame, metrics]);
}
