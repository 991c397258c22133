import { useCallback, useState } from 'react';
import { ChevronDown, ChevronUp, Clock, CopyPlus, Ellipsis, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { cellText, readCell, typeFamily, type CellNeed } from '../../../feed/cell-text.ts';
import { duplicateLine, removeLine } from '../../../feed/edit-feed.ts';
import { feedJsonText } from '../../../feed/feed-json.ts';
import type { FeedEntry, FeedOp } from '../../../feed/read-feed.ts';
import type { StepRef } from '../../../trace/run-trace.ts';
import type { TraceColumn } from '../../../trace/plan-trace.ts';
import { movePlayhead } from '../../commands/run-navigation.ts';
import { formatNumber, msg, type MessageKey } from '../../messages/messages.ts';
import { changeFeedEntry, editFeed, moveFeedArrival } from '../../session/feed-edits.ts';
import { FeedCell } from './feed-cell.tsx';
import type { GridRow, GridTable } from './feed-view.ts';

/** Rows that the grid shows; more are edited as text. */
const MOST_ROWS = 300;
const OPS: readonly FeedOp[] = ['+I', '-U', '+U', '-D'];
const NEEDS: Readonly<Record<CellNeed, MessageKey>> = {
  integer: 'streams.needs.integer',
  number: 'streams.needs.number',
  boolean: 'streams.needs.boolean',
  timestamp: 'streams.needs.timestamp',
  date: 'streams.needs.date',
  time: 'streams.needs.time',
  json: 'streams.needs.json',
};
const KIND_CLASS: Readonly<Record<string, string>> = { '+I': 'is-i', '-U': 'is-ub', '+U': 'is-ua', '-D': 'is-d' };

/** Width of a column's cells by what stands in them. */
function widthOf(column: TraceColumn): number {
  switch (typeFamily(column.type)) {
    case 'timestamp':
      return 132;
    case 'integer':
    case 'boolean':
      return 44;
    case 'date':
      return 76;
    default:
      return 64;
  }
}

function secondsOf(text: string): number | undefined {
  const match = /^(\d+(?:\.\d*)?|\.\d+)\s*(ms|s)?$/.exec(text.trim());
  if (!match) return undefined;
  return Math.round(Number(match[1]) * (match[2] === 'ms' ? 1 : 1000));
}

function setArrival(row: GridRow, text: string): string | undefined {
  const { line } = row.entry;
  if (text.trim() === '') {
    changeFeedEntry(line, { at: null });
    return undefined;
  }
  const at = secondsOf(text);
  if (at === undefined) return msg('streams.needs.seconds');
  moveFeedArrival(line, at);
  return undefined;
}

function RowMenu({ row, name, others }: { readonly row: GridRow; readonly name: string; readonly others: readonly GridRow[] }) {
  const { line } = row.entry;
  const [isOpen, setOpen] = useState(false);
  // Only an open menu has to know where its row stands.
  const at = isOpen ? others.indexOf(row) : -1;
  /** Changes places with a neighbour of the table: each gets the arrival of the other. */
  const swap = (direction: 1 | -1): void => {
    const other = others[at + direction];
    if (other) moveFeedArrival(line, Math.max(0, other.arrival + direction));
  };
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <button type="button" className="btn icon ghost feed-more" aria-label={msg('streams.rowMenu', { name })}>
          <Ellipsis size={14} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={2} collisionPadding={8}>
          <DropdownMenu.Item disabled={at <= 0} onSelect={() => swap(-1)}>
            <ChevronUp size={14} aria-hidden /> {msg('streams.up')}
          </DropdownMenu.Item>
          <DropdownMenu.Item disabled={at < 0 || at >= others.length - 1} onSelect={() => swap(1)}>
            <ChevronDown size={14} aria-hidden /> {msg('streams.down')}
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => editFeed((feed) => duplicateLine(feed, line))}>
            <CopyPlus size={14} aria-hidden /> {msg('streams.duplicate')}
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => editFeed((feed) => removeLine(feed, line))}>
            <Trash2 size={14} aria-hidden /> {msg('streams.delete')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** The line of an entry, with its way to the step that it made; a sign for late and dropped rows. */
function RowNumber({ row }: { readonly row: GridRow }) {
  const { step, lateness, entry, problem } = row;
  if (step === undefined && problem !== undefined)
    return (
      <span className="feed-number is-plain is-bad" title={problem} aria-label={`${entry.line}, ${problem}`} role="img">
        <i aria-hidden>!</i>
        {entry.line}
      </span>
    );
  if (step === undefined) return <span className="feed-number is-plain">{entry.line}</span>;
  const word = lateness && msg(lateness === 'late' ? 'run.legend.late' : 'run.legend.dropped');
  return (
    <button
      type="button"
      className={`feed-number${lateness ? ` is-${lateness}` : ''}`}
      title={word}
      aria-label={`${msg('streams.goTo', { n: entry.line })}${word ? `, ${word}` : ''}`}
      onClick={() => movePlayhead(step, 'jump')}
    >
      {lateness && <i aria-hidden>{lateness === 'late' ? '○' : '×'}</i>}
      {entry.line}
    </button>
  );
}

function ValueCells({
  entry,
  table,
  name,
}: {
  readonly entry: FeedEntry & { kind: 'row' };
  readonly table: GridTable;
  readonly name: string;
}) {
  return table.columns.map((column) => (
    <td key={column.name} className={column.name === table.timeColumn ? 'is-event-time' : undefined}>
      <FeedCell
        key={`${entry.line} ${column.name}`}
        column={column.name}
        label={`${column.name}, ${name}`}
        value={cellText(entry.json.fields.get(column.name))}
        placeholder="NULL"
        width={widthOf(column)}
        isNumber={['integer', 'number'].includes(typeFamily(column.type))}
        onCommit={(text) => {
          const outcome = readCell(text, column.type);
          if (!outcome.ok) return msg(NEEDS[outcome.needs]);
          changeFeedEntry(entry.line, { cells: { [column.name]: outcome.value } });
          return undefined;
        }}
      />
    </td>
  ));
}

/** Entries that are no rows: idleness and watermarks. */
function MarkCells({ entry, table, name }: { readonly entry: FeedEntry; readonly table: GridTable; readonly name: string }) {
  const columns = Math.max(1, table.columns.length);
  if (entry.kind !== 'watermark')
    return (
      <td colSpan={columns} className="feed-mark">
        {entry.kind === 'lookup-delay'
          ? msg('streams.lookupDelay', { n: entry.delay, key: entry.json ? feedJsonText(entry.json) : '' })
          : msg('streams.idle')}
      </td>
    );
  return (
    <td colSpan={columns} className="feed-mark is-watermark">
      <span>{msg('streams.watermark')}</span>
      <FeedCell
        column="watermark"
        label={`${msg('streams.watermark')}, ${name}`}
        value={entry.text}
        width={140}
        onCommit={(text) => {
          const outcome = readCell(text, 'TIMESTAMP(3)');
          if (!outcome.ok || text.trim() === '') return msg('streams.needs.timestamp');
          changeFeedEntry(entry.line, { text: text.trim() });
          return undefined;
        }}
      />
    </td>
  );
}

export interface FeedGridProps {
  readonly table: GridTable;
  readonly playhead: StepRef | undefined;
  readonly highlighted: ReadonlySet<StepRef>;
}

interface FeedRowProps {
  readonly row: GridRow;
  readonly table: GridTable;
  readonly isCurrent: boolean;
  readonly isOrigin: boolean;
}

function FeedRow({ row, table, isCurrent, isOrigin }: FeedRowProps) {
  const { entry } = row;
  const name = msg('streams.line', { n: entry.line });
  const classes = `${isOrigin ? 'is-origin ' : ''}${isCurrent ? 'is-current' : ''}`;
  return (
    <tr className={classes} data-line={entry.line}>
      <td className="is-number">
        <RowNumber row={row} />
      </td>
      <td>
        {entry.kind === 'row' && entry.op !== '=' ? (
          <select
            className={`rk feed-kind ${KIND_CLASS[entry.op] ?? ''}`}
            aria-label={`${msg('run.result.kind')}, ${name}`}
            value={entry.op}
            onChange={(event) => changeFeedEntry(entry.line, { op: event.target.value as FeedOp })}
          >
            {OPS.map((op) => (
              <option key={op} value={op}>
                {op.replace('-', '−')}
              </option>
            ))}
          </select>
        ) : (
          <span className="is-quiet">{entry.kind === 'row' ? '=' : ''}</span>
        )}
      </td>
      {entry.kind === 'row' ? (
        <ValueCells entry={entry} table={table} name={name} />
      ) : (
        <MarkCells entry={entry} table={table} name={name} />
      )}
      <td>
        <FeedCell
          column="arrival time"
          label={`${msg('streams.arrival')}, ${name}`}
          value={entry.at === undefined ? '' : String(entry.at / 1000)}
          placeholder={String(table.isFixed ? 0 : row.arrival / 1000)}
          width={46}
          isNumber
          onCommit={(text) => setArrival(row, text)}
        />
      </td>
      {table.hasPartitions && (
        <td>
          <FeedCell
            column="partition number"
            label={`${msg('streams.partition')}, ${name}`}
            value={entry.kind === 'end' || entry.partition === undefined ? '' : String(entry.partition)}
            placeholder="0"
            width={30}
            isNumber
            onCommit={(text) => {
              if (!/^\s*\d{0,6}\s*$/.test(text)) return msg('streams.needs.integer');
              changeFeedEntry(entry.line, { partition: text.trim() === '' ? null : Number(text) });
              return undefined;
            }}
          />
        </td>
      )}
      <td>
        <RowMenu row={row} name={name} others={table.isFixed ? [] : table.rows} />
      </td>
    </tr>
  );
}

/** Rows that come at once, so that a long table does not hold the page up. */
const ROWS_AT_ONCE = 40;

/** Grows as its end comes near the screen. */
function useGrowing(total: number): readonly [number, (end: HTMLElement | null) => void] {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const most = Math.min(total, MOST_ROWS);
  const watch = useCallback(
    (end: HTMLElement | null) => {
      if (!end) return undefined;
      const observer = new IntersectionObserver(
        (seen) => {
          if (seen.some((one) => one.isIntersecting)) setShown(shown + ROWS_AT_ONCE);
        },
        { rootMargin: '240px' },
      );
      observer.observe(end);
      return () => observer.disconnect();
    },
    [shown],
  );
  return [Math.min(shown, most), watch];
}

/** The rows of one table as a grid in which everything can be written over. */
export function FeedGrid({ table, playhead, highlighted }: FeedGridProps) {
  const [shown, watchEnd] = useGrowing(table.rows.length);
  return (
    <>
      <div className="table-scroll feed-scroll" data-scroll>
        <table className="data feed-grid" aria-label={msg('streams.rowsOf', { table: table.table })}>
          <thead>
            <tr>
              <th scope="col" className="is-number">
                <span className="sr-only">{msg('run.result.row')}</span>
              </th>
              <th scope="col">{msg('run.result.kind')}</th>
              {table.columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  title={`${column.type}${column.nullable ? '' : ' NOT NULL'}`}
                  className={column.name === table.timeColumn ? 'is-event-time' : undefined}
                >
                  {column.name}
                  {column.name === table.timeColumn && (
                    <span className="event-time-mark" title={msg('streams.eventTime')}>
                      <Clock size={11} aria-label={msg('streams.eventTime')} />
                    </span>
                  )}
                </th>
              ))}
              <th scope="col">{msg('streams.arrival')}</th>
              {table.hasPartitions && <th scope="col">{msg('streams.partition')}</th>}
              <th scope="col">
                <span className="sr-only">{msg('streams.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, shown).map((row) => (
              <FeedRow
                key={row.entry.line}
                row={row}
                table={table}
                isCurrent={row.step !== undefined && row.step === playhead}
                isOrigin={row.step !== undefined && highlighted.has(row.step)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown < Math.min(table.rows.length, MOST_ROWS) && <div ref={watchEnd} className="feed-end" aria-hidden />}
      {table.rows.length > MOST_ROWS && (
        <p className="is-quiet feed-note">{msg('streams.more', { n: formatNumber(table.rows.length - MOST_ROWS) })}</p>
      )}
    </>
  );
}
