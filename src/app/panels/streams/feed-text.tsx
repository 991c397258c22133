import { useMemo, useRef, useState, type ClipboardEvent } from 'react';
import { CircleX } from 'lucide-react';
import { MAX_PASTE_LENGTH } from '../../../feed/paste-rows.ts';
import type { Feed } from '../../../feed/read-feed.ts';
import type { TraceDiagnostic } from '../../../trace/plan-trace.ts';
import { formatNumber, msg } from '../../messages/messages.ts';
import { feedProblems } from './feed-problems.ts';
import { useApp } from '../../store/store.ts';

/** Line numbers that are drawn; a longer feed is edited all the same. */
const MOST_LINES = 5000;

/** The feed as text, with the lines that cannot be read marked. */
export function FeedText({ feed, values }: { readonly feed: Feed; readonly values: readonly TraceDiagnostic[] }) {
  const text = useApp((state) => state.feed);
  const [scrollTop, setScrollTop] = useState(0);
  const [refused, setRefused] = useState<number>();
  const area = useRef<HTMLTextAreaElement>(null);
  const problems = useMemo(() => feedProblems(feed, text, values), [feed, text, values]);
  const lines = Math.min(text.split('\n').length, MOST_LINES);
  const bad = new Set(problems.map((problem) => problem.line));
  const onPaste = (event: ClipboardEvent): void => {
    const { length } = event.clipboardData.getData('text');
    setRefused(length > MAX_PASTE_LENGTH ? length : undefined);
    if (length > MAX_PASTE_LENGTH) event.preventDefault();
  };
  const show = (line: number): void => {
    const element = area.current;
    if (!element) return;
    const start =
      text
        .split('\n')
        .slice(0, line - 1)
        .join('\n').length + (line > 1 ? 1 : 0);
    const end = text.indexOf('\n', start);
    element.focus();
    element.setSelectionRange(start, end < 0 ? text.length : end);
    element.scrollTop = Math.max(0, (line - 3) * 18);
  };
  return (
    <div className="feed-text">
      <div className="feed-editor">
        <div className="feed-gutter" aria-hidden>
          <div style={{ transform: `translateY(${-scrollTop}px)` }}>
            {Array.from({ length: lines }, (_, i) => (
              <div key={i} className={bad.has(i + 1) ? 'is-bad' : undefined}>
                {i + 1}
              </div>
            ))}
          </div>
        </div>
        <textarea
          ref={area}
          className="feed-area"
          aria-label={msg('streams.text')}
          aria-describedby="feed-problems"
          value={text}
          wrap="off"
          spellCheck={false}
          placeholder={msg('streams.textHint')}
          onPaste={onPaste}
          onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
          data-undo="rows"
          onChange={(event) => useApp.getState().setFeed(event.target.value, true)}
        />
      </div>
      <div id="feed-problems" className="feed-problems" role="status">
        {refused !== undefined && (
          <p className="is-error">
            <CircleX size={14} aria-hidden />
            <span>{msg('streams.tooLarge', { n: formatNumber(refused), most: formatNumber(MAX_PASTE_LENGTH) })}</span>
          </p>
        )}
        {problems.slice(0, 50).map((problem, i) => (
          <p key={i}>
            <CircleX size={14} className="is-error" aria-hidden />
            <button type="button" className="link" onClick={() => show(problem.line)}>
              {msg('streams.line', { n: problem.line })}
            </button>
            <span>{problem.message.replace(/^Line \d+: /, '')}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
