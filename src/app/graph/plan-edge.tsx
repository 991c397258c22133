import { memo } from 'react';
import { EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import type { EdgeLabel } from './graph-model.ts';
import { count } from '../messages/messages.ts';
import { flowWidth, type EdgeRows } from './run-overlay.ts';

export type PlanEdgeData = {
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
  readonly kind: 'plain' | 'new' | 'removed';
  readonly label?: EdgeLabel;
  /** Rows that travel in the step of a run. */
  readonly rows?: EdgeRows;
  /** Rows that have travelled up to the step; undefined without a run. */
  readonly flow?: number;
  /** On the way of the traced row of the result. */
  readonly isTraced?: boolean;
  readonly step?: number;
};
export type PlanFlowEdge = Edge<PlanEdgeData, 'plan'>;

const KIND_CLASS: Readonly<Record<string, string>> = { '+I': 'is-i', '−U': 'is-ub', '+U': 'is-ua', '−D': 'is-d' };

/** Row kinds and exchange as they stand on an edge. */
export function EdgeWords({ label }: { readonly label: EdgeLabel }) {
  return (
    <>
      {label.kinds.map((kind) => (
        <span key={kind} className={`rk ${KIND_CLASS[kind]}`}>
          {kind}
        </span>
      ))}
      {label.exchange}
    </>
  );
}

/** The way from a producer up to its consumer. */
export const PlanEdge = memo(function PlanEdge({ data }: EdgeProps<PlanFlowEdge>) {
  if (!data) return null;
  return (
    <>
      <path
        d={data.path}
        className={`edge is-${data.kind} style-${data.label?.style ?? 'forward'}${data.isTraced ? ' is-traced' : ''}`}
        style={data.flow === undefined ? undefined : { strokeWidth: flowWidth(data.flow) }}
      />
      {data.label && (
        <EdgeLabelRenderer>
          <div className="edge-label" style={{ transform: `translate(-50%, -50%) translate(${data.labelX}px, ${data.labelY}px)` }}>
            <EdgeWords label={data.label} />
            {data.flow !== undefined && !data.rows && <span className="edge-flow">{count('graph.flow', data.flow)}</span>}
          </div>
        </EdgeLabelRenderer>
      )}
      {data.rows && (
        <EdgeLabelRenderer>
          <div key={data.step} className="edge-rows" style={{ offsetPath: `path("${data.path}")` }}>
            {data.rows.rows.map((row, i) => (
              <span key={i} className="edge-row">
                <span className={`rk ${KIND_CLASS[row.kind.replace('-', '−')] ?? ''}`}>{row.kind.replace('-', '−')}</span>
                {i === 0 && row.text}
              </span>
            ))}
            {data.rows.total > data.rows.rows.length && (
              <span className="edge-row is-more">+{data.rows.total - data.rows.rows.length}</span>
            )}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
