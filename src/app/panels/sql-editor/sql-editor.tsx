import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { CircleX } from 'lucide-react';
import { msg } from '../../messages/messages.ts';
import { StaticSql } from '../../editor/static-sql.tsx';
import { keepInSight } from '../../shell/keep-in-sight.ts';
import { PanelBoundary } from '../../shell/panel-boundary.tsx';
import { stageStatement } from '../../session/statements.ts';
import { useStatements } from '../../store/selectors/statements.ts';
import { useApp } from '../../store/store.ts';

const MonacoEditor = lazy(() => import('../../editor/monaco-editor.tsx'));

/** Lets the editor load once the plan is on screen and the browser has time, or when someone wants to type. */
function useEditorWanted(): [boolean, () => void] {
  const [isWanted, setWanted] = useState(false);
  const hasPlan = useApp((state) => state.status === 'ready' || state.status === 'failed');
  useEffect(() => {
    if (isWanted || !hasPlan) return undefined;
    const start = (): void => setWanted(true);
    if ('requestIdleCallback' in window) {
      const id = window.requestIdleCallback(start, { timeout: 800 });
      return () => window.cancelIdleCallback(id);
    }
    const timer = setTimeout(start, 300);
    return () => clearTimeout(timer);
  }, [isWanted, hasPlan]);
  return [isWanted, useCallback(() => setWanted(true), [])];
}

/** The statements of the script; the one on stage is lit. */
export function StatementTabs() {
  const statements = useStatements();
  const q = useApp((state) => state.cursor.q);
  const tabs = useRef<HTMLDivElement>(null);
  const shown = statements.length;
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (tab && tabs.current) keepInSight(tabs.current, tab);
  }, [q, shown]);
  return (
    <div className="statement-tabs" role="toolbar" aria-label={msg('statements.label')} ref={tabs} data-scroll>
      {statements.map((statement) => (
        <button
          key={statement.number}
          type="button"
          className={`statement-tab${statement.number === q ? ' is-on' : ''}`}
          aria-pressed={statement.number === q}
          onClick={() => {
            stageStatement(statement, 'jump');
            useApp.getState().ports.editor?.reveal(statement.span[0]);
          }}
        >
          <span className="is-quiet">{statement.number}</span> {statement.label}
          {statement.hasError && <CircleX size={12} className="is-error" aria-label={msg('problem.error')} />}
        </button>
      ))}
    </div>
  );
}

/** The script. */
export function SqlEditor() {
  const [isWanted, want] = useEditorWanted();
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const sql = useApp((state) => state.sql);
  return (
    <div className="editor nokey" data-ready={isReady || undefined} onPointerDown={want} onFocus={want}>
      {!isReady && <StaticSql sql={sql} label={msg('editor.label')} />}
      {isWanted && (
        <PanelBoundary title={msg('editor.label')}>
          <Suspense fallback={null}>
            <div className={isReady ? 'editor-live' : 'editor-live is-hidden'}>
              <MonacoEditor onReady={onReady} />
            </div>
          </Suspense>
        </PanelBoundary>
      )}
    </div>
  );
}
