import { CircleX, CodeXml, Table2, TriangleAlert } from 'lucide-react';
import type { CatalogEntry, TraceDiagnostic } from '../../../trace/plan-trace.ts';
import { lineAndColumn } from '../../../base/span.ts';
import { msg } from '../../messages/messages.ts';
import { ColumnChip } from '../../graph/plan-card.tsx';
import { hasPlan, statementLabel, useStatements } from '../../store/selectors/statements.ts';
import { useFrame, useStage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import { useSession } from '../../session/session-context.ts';
import { openExample } from '../../commands/command-list.ts';
import { EXAMPLES } from '../../../examples/example-catalog.ts';
import { stageStatement } from '../../session/statements.ts';

export type StageMessageKind =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'ddl'; readonly title: string; readonly table?: CatalogEntry }
  | { readonly kind: 'error'; readonly diagnostic: TraceDiagnostic }
  | { readonly kind: 'unreached'; readonly stage: string }
  | { readonly kind: 'broken'; readonly message: string };

/** Why there is no plan to draw, if there is none. */
export function useStageMessage(): StageMessageKind | undefined {
  const stage = useStage();
  const frame = useFrame();
  const sql = useApp((state) => state.sql);
  const status = useApp((state) => state.status);
  const failure = useApp((state) => state.failure);
  const checked = useApp((state) => state.checked);
  if (sql.trim() === '') return { kind: 'empty' };
  if (!stage) {
    if (status === 'failed') return { kind: 'broken', message: failure ?? '' };
    const diagnostic = status === 'ready' ? checked?.diagnostics[0] : undefined;
    if (diagnostic) return { kind: 'error', diagnostic };
    return status === 'ready' ? { kind: 'empty' } : { kind: 'loading' };
  }
  const { statement, trace } = stage;
  const error = statement.diagnostics.find((diagnostic) => diagnostic.severity === 'error');
  if (!hasPlan(statement.kind)) {
    if (error) return { kind: 'error', diagnostic: error };
    const title = statementLabel(statement.text);
    return { kind: 'ddl', title, table: trace.catalog.find((entry) => entry.name.split('.').at(-1) === title) };
  }
  if (statement.ast === undefined) return error ? { kind: 'error', diagnostic: error } : { kind: 'empty' };
  const place = stage.places.stages.find((candidate) => candidate.name === frame?.position.stage);
  if (place && !place.isReached && error) return { kind: 'error', diagnostic: error };
  if (place && !place.isReached && place.kind === 'exec') return { kind: 'unreached', stage: place.name };
  return undefined;
}

function Loading() {
  return (
    <div className="skeleton" aria-busy="true">
      <i style={{ width: 210, left: 'calc(50% - 105px)', top: 40 }} />
      <i style={{ width: 260, left: 'calc(50% - 130px)', top: 130 }} />
      <i style={{ width: 220, left: 'calc(50% - 240px)', top: 230 }} />
      <i style={{ width: 220, left: 'calc(50% + 20px)', top: 230 }} />
      <span className="sr-only">{msg('stage.loading')}</span>
    </div>
  );
}

function ErrorCard({ diagnostic }: { readonly diagnostic: TraceDiagnostic }) {
  const sql = useApp((state) => state.sql);
  const place = diagnostic.span ? lineAndColumn(sql, diagnostic.span[0]) : undefined;
  const isUnsupported = diagnostic.code.startsWith('unsupported/');
  const chain = diagnostic.chain ?? [];
  const [head = '', ...below] = diagnostic.message.split('\n');
  const rest = below.join('\n');
  const name = chain.at(-1)?.match(/^(\w+): /)?.[1] ?? diagnostic.code;
  if (isUnsupported) {
    return (
      <div className="message-card">
        <TriangleAlert size={20} className="is-warning" aria-hidden />
        <h2>{diagnostic.code}</h2>
        <p>{diagnostic.message}</p>
        <p className="is-quiet">{msg('stage.unsupported')}</p>
        {diagnostic.span && (
          <button
            type="button"
            className="btn"
            onClick={() => useApp.getState().ports.editor?.reveal(diagnostic.span![0], diagnostic.span![1])}
          >
            {msg('problem.show', { line: place?.line ?? 1 })}
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="message-card is-error" role="alert">
      <div className="message-error">
        <CircleX size={16} aria-hidden />
        <div>
          <h2>{place ? msg('problem.titleAt', { name, line: place.line, column: place.column }) : name}</h2>
          <p className="message-text">{head}</p>
          {rest !== '' && (
            <details>
              <summary>{msg('problem.more')}</summary>
              <pre>{rest}</pre>
            </details>
          )}
          {chain.length > 1 && (
            <details>
              <summary>{msg('problem.chain')}</summary>
              <ol>
                {chain.map((cause, i) => (
                  <li key={i}>{cause}</li>
                ))}
              </ol>
            </details>
          )}
        </div>
      </div>
      <div className="message-actions">
        {diagnostic.span && (
          <button
            type="button"
            className="btn"
            onClick={() => useApp.getState().ports.editor?.reveal(diagnostic.span![0], diagnostic.span![1])}
          >
            {msg('problem.show', { line: place?.line ?? 1 })}
          </button>
        )}
        {diagnostic.hint && <span>{diagnostic.hint}</span>}
      </div>
    </div>
  );
}

function DdlCard({ title, table }: { readonly title: string; readonly table?: CatalogEntry }) {
  const statements = useStatements();
  const queries = statements.filter((statement) => hasPlan(statement.kind));
  return (
    <div className="message-card is-left">
      <h2>
        <Table2 size={16} aria-hidden /> {title}
      </h2>
      <p>{msg('stage.ddl')}</p>
      {table && (
        <table className="data">
          <thead>
            <tr>
              <th>{msg('catalog.column')}</th>
              <th>{msg('catalog.type')}</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map((column) => (
              <tr key={column.name}>
                <td>
                  <ColumnChip column={column} />
                </td>
                <td>
                  {column.type}
                  {column.nullable ? '' : ' NOT NULL'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="message-actions">
        {queries.map((query) => (
          <button key={query.number} type="button" className="btn" onClick={() => stageStatement(query, 'jump')}>
            {msg('stage.openQuery', { number: query.number, label: query.label })}
          </button>
        ))}
      </div>
    </div>
  );
}

/** What stands on the stage while there is no plan; teaches what to do. */
export function StageMessage({ message }: { readonly message: StageMessageKind | undefined }) {
  const session = useSession();
  return (
    <div className="stage-body">
      <div className="canvas is-message">
        {(!message || message.kind === 'loading') && <Loading />}
        {message?.kind === 'empty' && (
          <div className="message-card">
            <CodeXml size={20} aria-hidden />
            <h2>{msg('stage.empty.title')}</h2>
            <p>{msg('stage.empty.text')}</p>
            <button type="button" className="btn primary" onClick={() => openExample(session, EXAMPLES[0]!.id)}>
              {msg('stage.empty.action')}
            </button>
          </div>
        )}
        {message?.kind === 'ddl' && <DdlCard title={message.title} table={message.table} />}
        {message?.kind === 'error' && <ErrorCard diagnostic={message.diagnostic} />}
        {message?.kind === 'unreached' && (
          <div className="message-card">
            <TriangleAlert size={20} aria-hidden />
            <h2>{msg('stage.unreached.title', { stage: message.stage })}</h2>
            <p>{msg('stage.unreached.text')}</p>
          </div>
        )}
        {message?.kind === 'broken' && (
          <div className="message-card" role="alert">
            <TriangleAlert size={20} className="is-warning" aria-hidden />
            <h2>{msg('stage.broken.title')}</h2>
            <p>{message.message}</p>
            <p className="is-quiet">{msg('stage.broken.text')}</p>
            <button type="button" className="btn" onClick={() => session.planning.planNow()}>
              {msg('command.script.plan')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
