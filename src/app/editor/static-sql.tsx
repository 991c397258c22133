import { useMemo } from 'react';
import { sqlTokens, type SqlToken } from './sql-words.ts';

function splitLines(tokens: readonly SqlToken[]): SqlToken[][] {
  const lines: SqlToken[][] = [[]];
  for (const token of tokens) {
    token.text.split('\n').forEach((text, i) => {
      if (i > 0) lines.push([]);
      if (text !== '') lines.at(-1)!.push({ kind: token.kind, text });
    });
  }
  return lines;
}

/** The script with colours and line numbers, to read until the editor is there, and on small screens. */
export function StaticSql({ sql, label }: { readonly sql: string; readonly label: string }) {
  const lines = useMemo(() => splitLines(sqlTokens(sql)), [sql]);
  return (
    <pre className="static-sql" tabIndex={0} aria-label={label} data-scroll>
      {lines.map((line, i) => (
        <div key={i} className="static-line">
          <span className="static-number" aria-hidden>
            {i + 1}
          </span>
          <code>
            {line.map((token, k) => (
              <span key={k} className={token.kind === 'other' || token.kind === 'name' ? undefined : `syn-${token.kind}`}>
                {token.text}
              </span>
            ))}
          </code>
        </div>
      ))}
    </pre>
  );
}
