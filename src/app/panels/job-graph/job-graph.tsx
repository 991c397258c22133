import { useMemo } from 'react';
import { RoleIcon } from '../../graph/role-icon.tsx';
import { roleColour, roleOf } from '../../graph/roles.ts';
import { count, msg } from '../../messages/messages.ts';
import { roundedPath } from '../../graph/layout.ts';
import { useStage } from '../../store/selectors/stage.ts';
import { OldPlanBand } from '../plan-graph/old-plan-band.tsx';
import { useWidth } from '../../shell/use-width.ts';
import { StageMessage, useStageMessage } from '../plan-graph/stage-message.tsx';
import { jobModel, operatorHeight, placeVertices, type PlacedVertex } from './job-model.ts';

const MARGIN = 24;

function Ship({ from, to, ship }: { readonly from: PlacedVertex; readonly to: PlacedVertex; readonly ship: string }) {
  const x1 = from.x + from.width + MARGIN;
  const y1 = from.y + from.height - 18 + MARGIN;
  const x2 = to.x + MARGIN;
  const y2 = to.y + 46 + MARGIN;
  const middle = (x1 + x2) / 2;
  const isHash = /HASH/i.test(ship);
  return (
    <g>
      <path
        d={roundedPath([
          [x1, y1],
          [middle, y1],
          [middle, y2],
          [x2, y2],
        ])}
        className={`edge style-${isHash ? 'hash' : /BROADCAST/i.test(ship) ? 'broadcast' : 'forward'}`}
      />
      <text x={middle} y={y2 - 8} textAnchor="middle">
        {ship}
      </text>
    </g>
  );
}

/** The tasks that the job would run, each a chain of operators, as Flink's web page draws them. */
export function JobGraph() {
  const stage = useStage();
  const message = useStageMessage();
  const [frame, room] = useWidth();
  const statement = stage?.statement;
  const model = useMemo(() => statement && jobModel(statement), [statement]);
  if (message || !stage) return <StageMessage message={message} />;
  if (!model) {
    return (
      <div className="stage-body">
        <div className="canvas is-message">
          <div className="message-card">
            <h2>{msg('job.none.title')}</h2>
            <p>{msg('job.none.text')}</p>
          </div>
        </div>
      </div>
    );
  }
  const placed = placeVertices(model);
  const width = Math.max(...placed.map((vertex) => vertex.x + vertex.width)) + 2 * MARGIN;
  const height = Math.max(...placed.map((vertex) => vertex.y + vertex.height)) + 2 * MARGIN;
  const scale = room === undefined ? 1 : Math.max(0.5, Math.min(1, room / width));
  const byNumber = new Map(placed.map((vertex) => [vertex.vertex.number, vertex]));
  const operators = new Map(model.operators.map((operator) => [operator.id, operator]));
  return (
    <div className="stage-body">
      <OldPlanBand stage={stage} />
      <div className="sub-head">
        <span>
          {count('job.tasks', model.vertices.length)}, {count('job.operators', model.operators.length)}
        </span>
        <span className="is-quiet">{msg('job.hint')}</span>
      </div>
      <div
        ref={frame}
        className={`job canvas${stage.isOld ? ' is-old' : ''}`}
        tabIndex={0}
        data-scroll
        role="group"
        aria-label={msg('job.label')}
      >
        <div className="job-inner" style={{ width, height, zoom: scale }}>
          <svg width={width} height={height} aria-hidden>
            {model.operators.flatMap((operator) =>
              operator.inputs.flatMap((input, i) => {
                const from = byNumber.get(operators.get(input.from)?.vertex ?? -1);
                const to = byNumber.get(operator.vertex);
                return from && to && from !== to ? [<Ship key={`${operator.id}-${i}`} from={from} to={to} ship={input.ship} />] : [];
              }),
            )}
          </svg>
          {placed.map(({ vertex, x, y, width: w, height: h }) => (
            <section
              key={vertex.number}
              className="job-vertex"
              style={{ left: x + MARGIN, top: y + MARGIN, width: w, height: h }}
              aria-label={msg('job.task', { n: vertex.number })}
            >
              <h3>
                {msg('job.task', { n: vertex.number })} <span className="is-quiet">{count('job.operators', vertex.operators.length)}</span>
              </h3>
              {vertex.operators.map((id) => {
                const operator = operators.get(id)!;
                const role = roleOf(operator.name.replace(/^Source: .*/, 'Scan').replace(/^Sink: .*/, 'Sink'));
                return (
                  <div
                    key={id}
                    className={`job-operator r-${roleColour(role)}`}
                    style={{ height: operatorHeight(operator) }}
                    title={operator.contents}
                  >
                    <span className="card-icon">
                      <RoleIcon role={role} />
                    </span>
                    <span className="job-name">{operator.name}</span>
                    <span className="job-contents">{operator.contents.replace(/^\[\d+\]:\w+/, '').replace(/^\(|\)$/g, '')}</span>
                  </div>
                );
              })}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
