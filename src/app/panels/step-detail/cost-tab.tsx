import type { TraceCost } from '../../../trace/plan-trace.ts';
import { preOrder, type PlanTreeNode } from '../../../trace/plan-diff.ts';
import { titleOf } from '../../graph/card-model.ts';
import type { Frame } from '../../graph/frames.ts';
import { msg } from '../../messages/messages.ts';
import type { Stage } from '../../store/selectors/stage.ts';

/** A number as Flink prints costs: `1.0E8`, `2.5`. */
export function costText(n: number): string {
  if (!Number.isFinite(n)) return n > 0 ? '∞' : '–';
  if (n !== 0 && (Math.abs(n) >= 1e7 || Math.abs(n) < 1e-3)) {
    const [mantissa, exponent] = n.toExponential().split('e');
    return `${mantissa!.includes('.') ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
  }
  return Number.isInteger(n) ? `${n}.0` : String(n);
}

const PARTS: readonly (keyof TraceCost)[] = ['rowCount', 'rows', 'cpu', 'io', 'network', 'memory'];

function costNodes(stage: Stage, frame: Frame): { title: string; cost: TraceCost; place: PlanTreeNode }[] {
  const collect = (tree: PlanTreeNode | undefined) =>
    (tree ? preOrder(tree) : []).flatMap((place) => {
      const node = stage.trace.nodes[place.ref];
      return node?.cost ? [{ title: titleOf(node.type), cost: node.cost, place }] : [];
    });
  return collect(frame.tree);
}

/** Rows and cumulative cost of the nodes on screen, where they are known. */
export function CostTab({
  stage,
  frame,
  place,
}: {
  readonly stage: Stage;
  readonly frame: Frame;
  readonly place: PlanTreeNode | undefined;
}) {
  const rows = costNodes(stage, frame);
  const text = stage.statement.explain.cost;
  if (rows.length === 0) {
    return (
      <div className="detail-section">
        <p>{msg('cost.later')}</p>
        {text !== undefined && <pre className="code-well">{text}</pre>}
      </div>
    );
  }
  return (
    <section className="detail-section">
      <h3>{msg('cost.title')}</h3>
      <div className="table-scroll" tabIndex={0} role="group" aria-label={msg('cost.title')} data-scroll>
        <table className="data">
          <thead>
            <tr>
              <th>{msg('cost.node')}</th>
              {PARTS.map((part) => (
                <th key={part} className="is-number">
                  {msg(`cost.${part}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <tr key={i} className={row.place === place ? 'is-current' : ''}>
                <td>{row.title}</td>
                {PARTS.map((part) => (
                  <td key={part} className="is-number">
                    {costText(row.cost[part])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
