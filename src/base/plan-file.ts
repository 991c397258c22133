/**
 * Golden files of plans. A file is a list of cases with a blank line after each:
 *
 * ```
 * # Why the case is there.
 * command option=value
 * SELECT …
 * ----
 * expected text
 * ```
 *
 * A case without `----` sets things up for those after it. A blank line inside an expected text is written as `.`.
 */
export interface PlanCase {
  /** The comment lines, joined: the name of the case. */
  readonly title: string;
  readonly command: string;
  readonly options: readonly string[];
  readonly input: string;
  /** Undefined for a case that only sets up. */
  readonly expected: string | undefined;
  /** Line of the command, from 1. */
  readonly line: number;
}

export interface PlanFile {
  readonly cases: readonly PlanCase[];
  /** The file with the expected texts exchanged. */
  print(actual: ReadonlyMap<PlanCase, string>): string;
}

/** Reads the text of a golden file. */
export function parsePlanFile(text: string): PlanFile {
  const blocks = text.split(/\n{2,}/).filter((b) => b.trim() !== '');
  let line = 1;
  const parsed = blocks.map((block) => {
    const lines = block.replace(/^\n+|\n+$/g, '').split('\n');
    const comments = lines.filter((l) => l.startsWith('# '));
    const rest = lines.slice(comments.length);
    const [command = '', ...body] = rest;
    const cut = body.indexOf('----');
    const [name = '', ...options] = command.split(' ');
    const one: PlanCase = {
      title: comments.map((l) => l.slice(2)).join(' '),
      command: name,
      options,
      input: (cut < 0 ? body : body.slice(0, cut)).join('\n'),
      expected:
        cut < 0
          ? undefined
          : body
              .slice(cut + 1)
              .map((l) => (l === '.' ? '' : l))
              .join('\n'),
      line: line + comments.length,
    };
    line += lines.length + 1;
    const head = cut < 0 ? lines : lines.slice(0, comments.length + 1 + cut + 1);
    return { one, head };
  });
  return {
    cases: parsed.map((p) => p.one),
    print: (actual) =>
      parsed
        .map(({ one, head }) => {
          const text = actual.get(one) ?? one.expected;
          return [...head, ...(text === undefined ? [] : text.split('\n').map((l) => (l === '' ? '.' : l)))].join('\n');
        })
        .join('\n\n') + '\n',
  };
}
