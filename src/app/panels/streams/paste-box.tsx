import { useState, type ClipboardEvent } from 'react';
import { appendLines } from '../../../feed/edit-feed.ts';
import { MAX_PASTE_LENGTH, MAX_PASTE_ROWS, pasteRows, type Pasted, type PasteProblem } from '../../../feed/paste-rows.ts';
import type { Feed } from '../../../feed/read-feed.ts';
import { count, formatNumber, msg, type MessageKey } from '../../messages/messages.ts';
import { editFeed } from '../../session/feed-edits.ts';
import { nextArrival, type GridTable } from './feed-view.ts';

const PROBLEMS: Readonly<Record<PasteProblem['kind'], MessageKey>> = {
  'too-large': 'paste.tooLarge',
  'too-many-rows': 'paste.tooMany',
  'unknown-form': 'paste.unknown',
  'no-column': 'paste.noColumn',
  'bad-json': 'paste.badJson',
  'bad-cell': 'paste.badCell',
  'not-an-object': 'paste.notObject',
  'unknown-column': 'paste.unknownColumn',
};

/** What became of a pasted text. */
export interface PasteReport {
  readonly added: number;
  readonly problems: readonly PasteProblem[];
}

/** Puts the rows of a text behind the feed's rows. */
export function addPasted(text: string, table: GridTable, feed: Feed): PasteReport {
  const pasted: Pasted = pasteRows(text, {
    table: table.table,
    columns: table.columns,
    op: table.isFixed ? '=' : '+I',
    at: nextArrival(feed),
    step: 1000,
  });
  if (pasted.lines.length > 0) editFeed((now) => appendLines(now, pasted.lines));
  return { added: pasted.lines.length, problems: pasted.problems };
}

/** How many rows came, and what could not be used. */
export function PasteNote({ report, onClose }: { readonly report: PasteReport; readonly onClose: () => void }) {
  return (
    <div className="paste-note" role="status">
      <p>
        {count('paste.added', report.added)}
        <button type="button" className="link" onClick={onClose}>
          {msg('dialog.close')}
        </button>
      </p>
      {report.problems.slice(0, 6).map((problem, i) => (
        <p key={i} className="is-warning">
          {problem.line !== undefined && `${msg('streams.line', { n: problem.line })}: `}
          {msg(PROBLEMS[problem.kind], {
            subject: problem.subject ?? '',
            most: formatNumber(problem.kind === 'too-large' ? MAX_PASTE_LENGTH : MAX_PASTE_ROWS),
          })}
        </p>
      ))}
      {report.problems.length > 6 && <p className="is-quiet">{msg('run.origin.more', { n: formatNumber(report.problems.length - 6) })}</p>}
    </div>
  );
}

/** A field to paste or write rows of another form into. */
export function PasteBox({
  table,
  feed,
  onDone,
}: {
  readonly table: GridTable;
  readonly feed: Feed;
  readonly onDone: (report?: PasteReport) => void;
}) {
  const [text, setText] = useState('');
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = event.clipboardData.getData('text');
    if (text !== '' || pasted.trim() === '') return;
    event.preventDefault();
    onDone(addPasted(pasted, table, feed));
  };
  return (
    <div className="paste-box">
      <textarea
        className="field"
        rows={4}
        autoFocus
        value={text}
        aria-label={msg('paste.label', { table: table.table })}
        placeholder={msg('paste.hint')}
        spellCheck={false}
        onPaste={onPaste}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="paste-actions">
        <button type="button" className="btn" disabled={text.trim() === ''} onClick={() => onDone(addPasted(text, table, feed))}>
          {msg('paste.add')}
        </button>
        <button type="button" className="btn ghost" onClick={() => onDone()}>
          {msg('paste.cancel')}
        </button>
      </div>
    </div>
  );
}
