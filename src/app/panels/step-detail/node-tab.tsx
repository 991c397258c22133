import { Copy } from 'lucide-react';
import type { PlanTreeNode } from '../../../trace/plan-diff.ts';
import { lineAndColumn } from '../../../base/span.ts';
import { copyText } from '../../commands/clipboard.ts';
import { titleOf } from '../../graph/card-model.ts';
import { rowKinds } from '../../graph/graph-model.ts';
import { nodeText } from '../../graph/plan-text.ts';
import { ColumnChip } from '../../graph/plan-card.tsx';
import { msg } from '../../messages/messages.ts';
import { IconButton } from '../../shell/controls.tsx';
import type { Stage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';

/** Everything that is known of the selected node: all terms in full, columns with types, traits. */
export function NodeTab({ stage, place }: { readonly stage: Stage; readonly place: PlanTreeNode | undefined }) {
  const sql = useApp((state) => state.sql);
  const node = place && stage.trace.nodes[place.ref];
  if (!node) return <div className="empty">{msg('node.empty')}</div>;
  const kinds = rowKinds(node.changelogMode);
  return (
    <>
      <section className="detail-section">
        <h3 className="detail-title">
          {titleOf(node.type)}
          <IconButton label={msg('command.graph.copy')} onClick={() => void copyText(nodeText(node), msg('copy.node'))}>
            <Copy size={13} />
          </IconButton>
        </h3>
        {node.terms.length === 0 && <p className="is-quiet">{msg('node.noTerms')}</p>}
        <dl className="terms">
          {node.terms.map((term, i) => (
            <div key={i}>
              <dt>{term.name}</dt>
              <dd>{term.text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className="detail-section">
        <h3>{msg('node.columns', { n: node.columns.length })}</h3>
        <table className="data">
          <tbody>
            {node.columns.map((column, i) => (
              <tr key={i}>
                <td className="is-number">{i}</td>
                <td>
                  <ColumnChip column={column} />
                </td>
                <td className="is-type">
                  {column.type}
                  {column.nullable ? '' : ' NOT NULL'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="detail-section">
        <dl className="facts">
          <dt>{msg('node.convention')}</dt>
          <dd>{node.convention}</dd>
          {kinds.length > 0 && (
            <>
              <dt>{msg('node.changelog')}</dt>
              <dd>{kinds.join(' ')}</dd>
            </>
          )}
          {node.distribution !== undefined && (
            <>
              <dt>{msg('node.distribution')}</dt>
              <dd>{node.distribution}</dd>
            </>
          )}
          <dt>{msg('node.digest')}</dt>
          <dd>{node.digest}</dd>
        </dl>
        {node.spans?.map((span, i) => (
          <button key={i} type="button" className="link" onClick={() => useApp.getState().ports.editor?.reveal(span[0], span[1])}>
            {msg('node.madeBy', { line: lineAndColumn(sql, span[0]).line })}
          </button>
        ))}
      </section>
    </>
  );
}
