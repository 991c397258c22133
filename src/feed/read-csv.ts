/** A line of cells, with the line of the text that it starts in. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Comma, semicolon or tab: whichever the first line has most of outside of quotes. */
function separatorOf(text: string): string {
  const head = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, head.split(sign).length] as const);
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Records of a CSV text after RFC 4180; quotes may hold separators, line breaks and doubled quotes. Empty lines are left out. */
export function readCsv(text: string): readonly CsvRecord[] {
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let startLine = 1;
  const endRecord = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cells[0]?.trim() !== '') records.push({ line: startLine, cells });
    cells = [];
    cell = '';
    startLine = line;
  };
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '"' && cell.trim() === '') {
      const end = closingQuote(text, i);
      const inner = text.slice(i + 1, end).replaceAll('""', '"');
      line += inner.split('\n').length - 1;
      cell = inner;
      i = end;
    } else if (sign === separator) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      line++;
      endRecord();
    } else if (sign !== '\r') cell += sign;
  }
  endRecord();
  return records;
}

/** Offset of the quote that closes the one at `start`; the end of the text if none does. */
function closingQuote(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] !== '"') continue;
    if (text[i + 1] !== '"') return i;
    i++;
  }
  return text.length;
}
