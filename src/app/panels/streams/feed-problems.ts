import type { Feed } from '../../../feed/read-feed.ts';
import type { TraceDiagnostic } from '../../../trace/plan-trace.ts';

export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

/** Lines that cannot be read, and rows with a value that does not fit its column, ascending by line; one pass over the text. */
export function feedProblems(feed: Feed, text: string, values: readonly TraceDiagnostic[]): readonly LineProblem[] {
  const found = [
    ...feed.diagnostics.flatMap((d) => (d.span ? [{ at: d.span.start, message: d.message }] : [])),
    ...values.flatMap((d) => (d.code === 'run/feed-value' && d.span ? [{ at: d.span[0], message: d.message }] : [])),
  ].sort((a, b) => a.at - b.at);
  let line = 1;
  let next = text.indexOf('\n');
  return found.map(({ at, message }) => {
    while (next >= 0 && next < at) {
      line++;
      next = text.indexOf('\n', next + 1);
    }
    return { line, message };
  });
}
