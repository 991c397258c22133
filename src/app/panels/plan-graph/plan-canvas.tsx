import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Handle, MiniMap, Position, ReactFlow, ReactFlowProvider, useReactFlow, useStore, type Node, type NodeProps } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Target } from 'lucide-react';
import type { CardModel } from '../../graph/card-model.ts';
import { PlanCard } from '../../graph/plan-card.tsx';
import { PlanEdge, type PlanFlowEdge } from '../../graph/plan-edge.tsx';
import type { GraphModel } from '../../graph/graph-model.ts';
import type { RunOverlay } from '../../graph/run-overlay.ts';
import { msg } from '../../messages/messages.ts';
import { useApp } from '../../store/store.ts';
import { useReducedMotion, useResolvedTheme } from '../../theme/theme.ts';
import { useCamera } from './camera.ts';
import { GraphLegend } from './graph-legend.tsx';
import { WatermarkTag, type NodeWatermark } from './watermark-tag.tsx';
import { ZoomControls } from './zoom-controls.tsx';

type PlanFlowNode = Node<
  {
    readonly model: CardModel;
    readonly width: number;
    readonly isSelected: boolean;
    readonly isTraced: boolean;
    readonly watermark?: NodeWatermark;
  },
  'plan'
>;

const PlanFlowCard = memo(function PlanFlowCard({ data }: NodeProps<PlanFlowNode>) {
  return (
    <>
      <Handle type="target" position={Position.Bottom} isConnectable={false} />
      <PlanCard model={data.model} width={data.width} isSelected={data.isSelected} />
      {data.isTraced && (
        <span className="traced-tag">
          <Target size={11} aria-hidden />
          {msg('graph.traced')}
        </span>
      )}
      {data.watermark && <WatermarkTag watermark={data.watermark} />}
      <Handle type="source" position={Position.Top} isConnectable={false} />
    </>
  );
});

const NODE_TYPES = { plan: PlanFlowCard };
const EDGE_TYPES = { plan: PlanEdge };
const NO_ANIMATION_ABOVE = 300;
const FAST_STEP_MILLIS = 250;

function miniMapColour(node: PlanFlowNode): string {
  const { model } = node.data;
  if (model.state === 'new') return 'var(--new-line)';
  if (model.state === 'removed') return 'var(--removed-line)';
  if (model.isMatched) return 'var(--matched-line)';
  if (model.state === 'changed') return 'var(--changed-line)';
  return 'var(--border-strong)';
}

/** Zoom in steps that change what a card shows. */
function useZoomBand(): 'near' | 'middle' | 'far' {
  return useStore((state) => (state.transform[2] < 0.35 ? 'far' : state.transform[2] < 0.6 ? 'middle' : 'near'));
}

/** True while steps come slowly enough to be followed. */
function useAnimates(count: number): boolean {
  const reduced = useReducedMotion();
  const at = useApp((state) => state.move.at);
  const [before, setBefore] = useState({ at, gap: Infinity });
  if (before.at !== at) setBefore({ at, gap: at - before.at });
  return !reduced && count <= NO_ANIMATION_ABOVE && before.gap >= FAST_STEP_MILLIS;
}

interface CanvasProps {
  readonly model: GraphModel;
  readonly isOld: boolean;
  readonly isCompact: boolean;
  /** Rows and watermarks of a run. */
  readonly overlay?: RunOverlay;
}

function Canvas({ model, isOld, isCompact, overlay }: CanvasProps) {
  const theme = useResolvedTheme();
  const sel = useApp((state) => state.sel);
  const selKey = useApp((state) => state.selKey);
  const select = useApp((state) => state.select);
  const band = useZoomBand();
  const flow = useReactFlow();
  const wrapper = useRef<HTMLDivElement>(null);
  const animates = useAnimates(model.cards.size);
  useCamera({ model, wrapper, animates, isCompact });

  const selected = useMemo(() => {
    if (selKey !== undefined && model.cards.has(selKey)) return selKey;
    if (sel === undefined) return undefined;
    return [...model.cards.values()].find((card) => card.state !== 'removed' && card.digest.startsWith(sel))?.key;
  }, [model, sel, selKey]);

  const nodes = useMemo(
    () =>
      [...model.cards.values()].map((card): PlanFlowNode => {
        const box = model.layout.boxes.get(card.key)!;
        return {
          id: card.key,
          type: 'plan',
          position: { x: box.x, y: box.y },
          width: box.width,
          height: card.height,
          data: {
            model: card,
            width: box.width,
            isSelected: card.key === selected,
            isTraced: overlay?.traced.has(card.key) ?? false,
            watermark: overlay?.watermarks.get(card.key),
          },
          zIndex: card.state === 'removed' ? 0 : 1,
          handles: [
            { type: 'source', position: Position.Top, x: box.width / 2, y: 0, width: 1, height: 1 },
            { type: 'target', position: Position.Bottom, x: box.width / 2, y: card.height, width: 1, height: 1 },
          ],
        };
      }),
    [model, selected, overlay],
  );
  const edges = useMemo(
    () =>
      model.union.edges.flatMap((edge): PlanFlowEdge[] => {
        const path = model.layout.paths.get(edge.id);
        if (!path) return [];
        return [
          {
            id: edge.id,
            source: edge.from,
            target: edge.to,
            type: 'plan',
            zIndex: 0,
            data: {
              path: path.d,
              labelX: path.labelX,
              labelY: path.labelY,
              kind: edge.kind,
              label: model.labels.get(edge.id),
              rows: overlay?.edges.get(`${edge.from}|${edge.to}`),
              flow: overlay?.flows.get(`${edge.from}|${edge.to}`),
              isTraced: overlay?.traced.has(edge.from) && overlay.traced.has(edge.to),
              step: overlay?.step,
            },
          },
        ];
      }),
    [model, overlay],
  );

  const onNodeClick = useCallback(
    (_event: unknown, node: PlanFlowNode) => {
      if (node.data.model.state === 'removed') return;
      select(node.data.model.digest.slice(0, 8), node.id);
      wrapper.current?.focus({ preventScroll: true });
    },
    [select],
  );

  return (
    <div
      ref={wrapper}
      className={`canvas zoom-${band}${animates ? ' is-animated' : ''}${isOld ? ' is-old' : ''}`}
      tabIndex={0}
      role="application"
      aria-label={msg('graph.label')}
      aria-describedby="step-sentence"
    >
      <ReactFlow<PlanFlowNode, PlanFlowEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        colorMode={theme}
        minZoom={0.1}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        panActivationKeyCode={null}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomActivationKeyCode={null}
        zoomOnDoubleClick={false}
        onNodeClick={onNodeClick}
        onPaneClick={() => select(undefined)}
        proOptions={{ hideAttribution: true }}
      >
        {!isCompact && model.cards.size > 3 && (
          <MiniMap<PlanFlowNode>
            pannable
            zoomable
            position="top-right"
            nodeColor={miniMapColour}
            nodeBorderRadius={12}
            ariaLabel={msg('graph.minimap')}
          />
        )}
      </ReactFlow>
      {!isCompact && <GraphLegend />}
      {!isCompact && <ZoomControls onZoom={(factor) => void flow.zoomTo(flow.getZoom() * factor, { duration: 120 })} />}
    </div>
  );
}

/** The plan at the cursor as a picture that can be moved and zoomed. */
export function PlanCanvas(props: CanvasProps) {
  useEffect(() => () => useApp.getState().setPort('graph', undefined), []);
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}
