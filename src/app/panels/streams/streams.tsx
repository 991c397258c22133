import { useMemo, useState, type ClipboardEvent } from 'react';
import { ClipboardPaste, Dices, Ellipsis, Plus, Redo2, Rows3, Sparkles, Undo2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { appendLines } from '../../../feed/edit-feed.ts';
import { readFeed, type Feed } from '../../../feed/read-feed.ts';
import { formatEntry, formatRow, formatTail } from '../../../feed/write-feed.ts';
import { count, formatNumber, msg } from '../../messages/messages.ts';
import { IconButton, Segments } from '../../shell/controls.tsx';
import { editFeed } from '../../session/feed-edits.ts';
import { selectPlayhead, selectRunIsOld, useHighlighted, useRun } from '../../store/selectors/replay.ts';
import { useFeed } from '../../store/selectors/feed.ts';
import { useApp } from '../../store/store.ts';
import { FeedGrid } from './feed-grid.tsx';
import { FeedText } from './feed-text.tsx';
import { GeneratorForm } from './generator-form.tsx';
import { feedProblems } from './feed-problems.ts';
import { gridTables, nextArrival, type GridTable } from './feed-view.ts';
import { addPasted, PasteBox, PasteNote, type PasteReport } from './paste-box.tsx';
import { addSampleRows, sampleLines } from './sample-rows.ts';

/** A new row with the values that a sample has, after all others. */
function addRow(table: GridTable, feed: Feed): void {
  const [line = ''] = sampleLines([{ table: table.table, columns: table.columns, fixed: table.isFixed }]);
  const sample = readFeed(line).entries[0];
  const last = table.rows.findLast(({ entry }) => entry.kind === 'row')?.entry;
  const source = last?.kind === 'row' ? last : sample;
  if (source?.kind !== 'row') return;
  const at = table.isFixed ? undefined : nextArrival(feed);
  editFeed((text) => appendLines(text, [formatRow({ table: table.table, op: table.isFixed ? '=' : '+I', json: source.json, at })]));
}

/** What a table's stream may have besides rows. */
function addMark(kind: 'idle' | 'watermark' | 'end', table: GridTable, feed: Feed): void {
  const at = nextArrival(feed);
  if (kind === 'end') {
    const { entries } = feed;
    if (!entries.some((entry) => entry.kind === 'end')) editFeed((text) => appendLines(text, [`end${formatTail(at, undefined)}`]));
    return;
  }
  const times = table.rows.flatMap(({ entry }) => {
    const value = entry.kind === 'row' && table.timeColumn !== undefined ? entry.json.fields.get(table.timeColumn) : undefined;
    return typeof value === 'string' ? [value] : [];
  });
  const latest = times.reduce((a, b) => (b > a ? b : a), '2024-01-01 10:00:00');
  const entry =
    kind === 'idle'
      ? ({ kind, table: table.table, at, line: 0 } as const)
      : ({ kind, table: table.table, at, line: 0, text: latest.replace(/Z$/, '').replace('T', ' ') } as const);
  editFeed((text) => appendLines(text, [formatEntry(entry)]));
}

function TableSection({ table, feed }: { readonly table: GridTable; readonly feed: Feed }) {
  const [isPasting, setPasting] = useState(false);
  const [report, setReport] = useState<PasteReport>();
  const [withPartitions, setWithPartitions] = useState(false);
  const highlighted = useHighlighted();
  const playhead = useApp((state) => (selectRunIsOld(state) ? undefined : selectPlayhead(state)));
  const rows = table.rows.filter(({ entry }) => entry.kind === 'row').length;
  /** Several lines pasted into a cell are rows, not one value. */
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text');
    if (event.target instanceof HTMLTextAreaElement || !text.trim().includes('\n')) return;
    event.preventDefault();
    setReport(addPasted(text, table, feed));
  };
  return (
    <section className="stream" aria-label={table.table} onPaste={onPaste}>
      <div className="stream-head">
        <h2>{table.table}</h2>
        <span className="count">{formatNumber(rows)}</span>
        {!table.isRead ? (
          <span className="is-quiet">{msg('streams.notRead')}</span>
        ) : (
          table.isFixed && <span className="is-quiet">{msg('streams.fixed')}</span>
        )}
        <span className="spacer" />
        <IconButton label={msg('streams.addRow', { table: table.table })} onClick={() => addRow(table, feed)}>
          <Plus size={14} />
        </IconButton>
        <IconButton label={msg('streams.paste', { table: table.table })} isOn={isPasting} onClick={() => setPasting(!isPasting)}>
          <ClipboardPaste size={14} />
        </IconButton>
        {!table.isFixed && (
          <DropdownMenu.Root>
            <DropdownMenu.Trigger asChild>
              <button type="button" className="btn icon ghost" aria-label={msg('streams.tableMenu', { table: table.table })}>
                <Ellipsis size={14} />
              </button>
            </DropdownMenu.Trigger>
            <DropdownMenu.Portal>
              <DropdownMenu.Content className="menu" align="end" sideOffset={2} collisionPadding={8}>
                <DropdownMenu.Item onSelect={() => addMark('watermark', table, feed)}>{msg('streams.addWatermark')}</DropdownMenu.Item>
                <DropdownMenu.Item onSelect={() => addMark('idle', table, feed)}>{msg('streams.addIdle')}</DropdownMenu.Item>
                <DropdownMenu.Item onSelect={() => addMark('end', table, feed)}>{msg('streams.addEnd')}</DropdownMenu.Item>
                {!table.hasPartitions && !withPartitions && (
                  <DropdownMenu.Item onSelect={() => setWithPartitions(true)}>{msg('streams.showPartitions')}</DropdownMenu.Item>
                )}
              </DropdownMenu.Content>
            </DropdownMenu.Portal>
          </DropdownMenu.Root>
        )}
      </div>
      {isPasting && (
        <PasteBox
          table={table}
          feed={feed}
          onDone={(next) => {
            setPasting(false);
            if (next) setReport(next);
          }}
        />
      )}
      {report && <PasteNote report={report} onClose={() => setReport(undefined)} />}
      {table.rows.length === 0 ? (
        <p className="is-quiet feed-note">{msg('streams.noRows')}</p>
      ) : (
        <FeedGrid table={withPartitions ? { ...table, hasPartitions: true } : table} playhead={playhead} highlighted={highlighted} />
      )}
    </section>
  );
}

/** Back to the rows before the last edit, and forth again. */
function UndoButtons() {
  const canUndo = useApp((state) => state.feedHistory.past.length > 0);
  const canRedo = useApp((state) => state.feedHistory.future.length > 0);
  if (!canUndo && !canRedo) return null;
  return (
    <>
      <IconButton label={msg('command.run.undo')} disabled={!canUndo} onClick={() => useApp.getState().undoFeed()}>
        <Undo2 size={14} />
      </IconButton>
      <IconButton label={msg('command.run.redo')} disabled={!canRedo} onClick={() => useApp.getState().redoFeed()}>
        <Redo2 size={14} />
      </IconButton>
    </>
  );
}

function Teaching({ tables }: { readonly tables: readonly GridTable[] }) {
  return (
    <div className="streams-empty">
      <Rows3 size={20} aria-hidden />
      <h2>{msg('streams.empty.title')}</h2>
      <p>{msg('streams.empty.text', { tables: tables.map((table) => table.table).join(', ') })}</p>
      <button type="button" className="btn primary" onClick={() => addSampleRows()}>
        <Sparkles size={14} aria-hidden />
        {msg('streams.sample')}
      </button>
    </div>
  );
}

/** Sample rows of the statement's inputs, table by table or as text. */
export function Streams() {
  const text = useApp((state) => state.feed);
  const form = useApp((state) => state.feedForm);
  const run = useRun();
  const [isGenerating, setGenerating] = useState(false);
  const isOld = useApp(selectRunIsOld);
  const feed = useFeed();
  const problems = useMemo(() => feedProblems(feed, text, isOld ? [] : (run?.diagnostics ?? [])), [feed, text, run, isOld]);
  const tables = useMemo(() => gridTables(feed, run, isOld ? undefined : run, problems), [feed, run, isOld, problems]);
  const end = feed.entries.find((entry) => entry.kind === 'end');
  return (
    <div className="streams">
      <div className="streams-head">
        <Segments
          label={msg('streams.form')}
          value={form}
          onChange={(feedForm) => useApp.getState().setReplay({ feedForm })}
          choices={[
            { id: 'table', label: msg('streams.form.table') },
            { id: 'text', label: msg('streams.form.text') },
          ]}
        />
        <UndoButtons />
        <span className="spacer" />
        {tables.length > 0 && (
          <IconButton label={msg('generator.open')} isOn={isGenerating} onClick={() => setGenerating(!isGenerating)}>
            <Dices size={14} />
          </IconButton>
        )}
        {tables.length > 0 && text.trim() !== '' && (
          <button type="button" className="btn ghost" title={msg('streams.more.sample')} onClick={() => addSampleRows()}>
            <Sparkles size={14} aria-hidden />
            <span className="streams-more-word">{msg('streams.more.sample')}</span>
          </button>
        )}
      </div>
      {isGenerating && <GeneratorForm onClose={() => setGenerating(false)} />}
      {form === 'text' ? (
        <FeedText feed={feed} values={isOld ? [] : (run?.diagnostics ?? [])} />
      ) : tables.length === 0 ? (
        <p className="empty">{msg('streams.noTables')}</p>
      ) : (
        <div className="streams-tables" tabIndex={0} role="region" aria-label={msg('streams.title')} data-scroll>
          {feed.entries.length === 0 && <Teaching tables={tables} />}
          {problems.length > 0 && (
            <p className="feed-note is-error">
              {count('streams.badLines', problems.length)}{' '}
              <button type="button" className="link" onClick={() => useApp.getState().setReplay({ feedForm: 'text' })}>
                {msg('run.feedProblems.show')}
              </button>
            </p>
          )}
          {tables.map((table) => (
            <TableSection key={table.table} table={table} feed={feed} />
          ))}
          {end && <p className="is-quiet feed-note">{msg('streams.endsAt', { n: end.line })}</p>}
        </div>
      )}
    </div>
  );
}
