import { Scale, Target } from 'lucide-react';
import { useMemo } from 'react';
import type { RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { findCommand } from '../../commands/command-list.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { changelogAt, isNumberColumn, tableAt, tableSizeAt } from '../../replay/results.ts';
import { useSession } from '../../session/session-context.ts';
import { IconButton, Tabs } from '../../shell/controls.tsx';
import { SinkMenu } from '../../shell/sink-menu.tsx';
import { usePlayhead } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import type { ResultTab } from '../../store/replay.ts';
import { elapsedText } from '../../timeline/clock-text.ts';
import { OriginsLine } from './origins-line.tsx';
import { RowKindChip } from './row-kind.tsx';
import { StateLedger } from './state-ledger.tsx';
import { VirtualTable } from './virtual-table.tsx';
import { WaitingWindows } from './waiting-windows.tsx';

const PANEL = 'results-panel';

function Cells({ run, result, cells }: { readonly run: RunTrace; readonly result: number; readonly cells: readonly (string | null)[] }) {
  const columns = run.results[result]?.columns ?? [];
  return cells.map((cell, i) => (
    <td key={i} className={isNumberColumn(columns[i]?.type ?? '') ? 'is-number' : undefined}>
      {cell === null ? <span className="is-quiet">NULL</span> : cell}
    </td>
  ));
}

function ColumnHeads({ run, result }: { readonly run: RunTrace; readonly result: number }) {
  return (run.results[result]?.columns ?? []).map((column, i) => (
    <th key={i} scope="col" className={isNumberColumn(column.type) ? 'is-number' : undefined} title={column.type}>
      {column.name}
    </th>
  ));
}

interface RowsProps {
  readonly run: RunTrace;
  readonly result: number;
  readonly at: StepRef;
}

/** What a click on a row does: asks where it comes from, or lets it go. */
function useTrace(): { readonly traced: number | undefined; readonly trace: (change: number) => void } {
  const session = useSession();
  const traced = useApp((state) => state.traced?.change);
  return { traced, trace: (change) => void session.replaying.trace(change) };
}

function Changelog({ run, result, at, changes }: RowsProps & { readonly changes: Int32Array }) {
  const { traced, trace } = useTrace();
  return (
    <VirtualTable
      label={msg('run.changelog')}
      count={changes.length}
      columns={3 + (run.results[result]?.columns.length ?? 0)}
      active={changes.length - 1}
      keyOf={(i) => changes[i] ?? i}
      head={
        <tr>
          <th scope="col" className="is-number">
            {msg('run.result.row')}
          </th>
          <th scope="col">{msg('run.result.at')}</th>
          <th scope="col">{msg('run.result.kind')}</th>
          <ColumnHeads run={run} result={result} />
        </tr>
      }
      row={(i) => {
        const index = changes[i]!;
        const change = run.changes[index]!;
        const isTraced = traced === index;
        const classes = `is-pick${isTraced ? ' is-current' : change.step === at ? ' is-now' : ''}`;
        return (
          <tr key={index} className={classes} aria-rowindex={i + 2} onClick={() => trace(index)}>
            <td className="is-number">
              <button type="button" className="row-button" aria-pressed={isTraced} aria-label={msg('run.result.trace', { n: i + 1 })}>
                {i + 1}
              </button>
            </td>
            <td>{elapsedText(run.steps[change.step]?.at ?? 0)}</td>
            <td>
              <RowKindChip kind={change.kind} />
            </td>
            <Cells run={run} result={result} cells={change.cells} />
          </tr>
        );
      }}
    />
  );
}

function ResultTable({ run, result, at }: RowsProps) {
  const rows = useMemo(() => tableAt(run, result, at), [run, result, at]);
  const { traced, trace } = useTrace();
  return (
    <VirtualTable
      label={msg('run.table')}
      count={rows.length}
      columns={1 + (run.results[result]?.columns.length ?? 0)}
      keyOf={(i) => i}
      head={
        <tr>
          <th scope="col" className="is-number">
            {msg('run.result.row')}
          </th>
          <ColumnHeads run={run} result={result} />
        </tr>
      }
      row={(i) => {
        const { cells, change } = rows[i]!;
        const isTraced = traced === change;
        const isNow = run.changes[change]?.step === at;
        return (
          <tr
            key={i}
            className={`is-pick${isTraced ? ' is-current' : isNow ? ' is-now' : ''}`}
            aria-rowindex={i + 2}
            onClick={() => trace(change)}
          >
            <td className="is-number">
              <button type="button" className="row-button" aria-pressed={isTraced} aria-label={msg('run.result.trace', { n: i + 1 })}>
                {i + 1}
              </button>
            </td>
            <Cells run={run} result={result} cells={cells} />
          </tr>
        );
      }}
    />
  );
}

/** What the statement has given up to the playhead, as changes or as a table, and what it keeps. */
export function Results({ run }: { readonly run: RunTrace }) {
  const session = useSession();
  const at = usePlayhead();
  const tab = useApp((state) => state.resultTab);
  const chosen = useApp((state) => state.output);
  const result = chosen < run.results.length ? chosen : 0;
  const changes = useMemo(() => changelogAt(run, result, at), [run, result, at]);
  const named = (text: string, n: number) => (
    <>
      {text} <span className="count">{formatNumber(n)}</span>
    </>
  );
  return (
    <section className="panel run-results" aria-label={msg('run.results')}>
      <div className="panel-head">
        <Tabs<ResultTab>
          label={msg('run.results')}
          panelId={PANEL}
          value={tab}
          onChange={(resultTab) => useApp.getState().setReplay({ resultTab })}
          choices={[
            { id: 'changelog', label: named(msg('run.changelog'), changes.length) },
            { id: 'table', label: named(msg('run.table'), tableSizeAt(run, result, at)) },
            { id: 'state', label: msg('run.state') },
          ]}
        />
        <span className="spacer" />
        <SinkMenu names={run.results.map((one) => one.name)} />
        <IconButton label={msg('command.run.semantics')} onClick={() => findCommand('run.semantics').run(session)}>
          <Scale size={14} aria-hidden />
        </IconButton>
        {tab !== 'state' && (
          <button
            type="button"
            className="btn ghost"
            title={msg('run.result.traceNewest')}
            disabled={changes.length === 0}
            onClick={() => findCommand('run.trace').run(session)}
          >
            <Target size={14} aria-hidden />
            <span className="results-word">{msg('run.result.traceNewest')}</span>
          </button>
        )}
      </div>
      <div id={PANEL} role="tabpanel" className="run-results-body" aria-label={msg('run.results')}>
        {tab === 'state' ? (
          <StateLedger run={run} />
        ) : (
          <>
            {changes.length === 0 ? (
              <p className="empty">{msg('run.noResult')}</p>
            ) : tab === 'changelog' ? (
              <Changelog run={run} result={result} at={at} changes={changes} />
            ) : (
              <ResultTable run={run} result={result} at={at} />
            )}
            <OriginsLine run={run} />
            <WaitingWindows run={run} />
          </>
        )}
      </div>
    </section>
  );
}
