/**
 * A piece of source text. Offsets count UTF-16 code units from the start of the whole script (0-based, `end` exclusive);
 * lines and columns are 1-based and are what Flink prints in its messages, counted from the start of the statement's text.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A 1-based position as Flink's parser and validator print it; `endColumn` is inclusive as in Calcite's `SqlParserPos`. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Line and column (1-based) of an offset in a text; CRLF, CR and LF each end one line. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < offset && i < text.length; i++) {
    const c = text[i];
    if (c === '\n' || (c === '\r' && text[i + 1] !== '\n')) {
      line++;
      lineStart = i + 1;
    }
  }
  return { line, column: offset - lineStart + 1 };
}
