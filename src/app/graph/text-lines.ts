import type { TermChange, TextPart } from '../../trace/term-diff.ts';

/** A line of a card: stretches of text with their kind. */
export type CardLine = readonly TextPart[];

function lengthOf(parts: readonly TextPart[]): number {
  return parts.reduce((sum, part) => sum + part.text.length, 0);
}

/** Splits parts where a line may break: after a comma or a blank, or within a word longer than a line. */
function pieces(parts: readonly TextPart[], width: number): TextPart[] {
  const out: TextPart[] = [];
  for (const part of parts) {
    for (const word of part.text.match(/[^\s,]*[\s,]+|[^\s,]+/g) ?? []) {
      for (let i = 0; i < word.length; i += width) out.push({ text: word.slice(i, i + width), kind: part.kind });
    }
  }
  return out;
}

function push(line: TextPart[], piece: TextPart): void {
  const last = line.at(-1);
  if (last && last.kind === piece.kind) line[line.length - 1] = { text: last.text + piece.text, kind: piece.kind };
  else line.push(piece);
}

function trimLine(line: readonly TextPart[]): TextPart[] {
  const last = line.at(-1);
  return last ? [...line.slice(0, -1), { text: last.text.trimEnd(), kind: last.kind }] : [];
}

/** Wraps parts into lines of at most `width` characters. */
export function wrapParts(parts: readonly TextPart[], width: number): CardLine[] {
  const lines: TextPart[][] = [];
  let line: TextPart[] = [];
  let used = 0;
  for (const piece of pieces(parts, width)) {
    const length = piece.text.trimEnd().length;
    if (used > 0 && used + length > width) {
      lines.push(line);
      line = [];
      used = 0;
    }
    push(line, piece);
    used += piece.text.length;
  }
  if (line.length > 0) lines.push(line);
  return lines.map(trimLine);
}

/** What a reader looks for in a long list: where a time attribute becomes a plain value. */
const TELLING = /PROCTIME_MATERIALIZE|CAST\(/;

/** Keeps at most `limit` lines, those with a change if there are any; an ellipsis stands where text was left out. */
export function limitLines(lines: readonly CardLine[], limit: number): CardLine[] {
  if (lines.length <= limit) return [...lines];
  const isChanged = (line: CardLine): boolean => line.some((part) => part.kind !== 'same');
  const isTelling = (line: CardLine): boolean => line.some((part) => TELLING.test(part.text));
  const firstChange = lines.some(isChanged) ? lines.findIndex(isChanged) : lines.findIndex(isTelling);
  const start = firstChange < limit ? 0 : Math.min(firstChange, lines.length - limit);
  const kept = lines.slice(start, start + limit).map((line) => [...line]);
  if (start > 0) kept[0] = [{ text: '… ', kind: 'same' }, ...kept[0]!];
  if (start + limit < lines.length) {
    const last = kept.at(-1)!;
    const end = last.at(-1)!;
    last[last.length - 1] = { text: `${end.text.trimEnd().slice(0, Math.max(1, end.text.trimEnd().length - 1))}…`, kind: end.kind };
  }
  return kept;
}

/** `name=[text]` with its changes marked inside. */
export function termParts(term: TermChange): TextPart[] {
  const frame = term.kind === 'added' || term.kind === 'removed' ? term.kind : 'same';
  return [{ text: `${term.name}=[`, kind: frame }, ...term.parts, { text: ']', kind: frame }];
}

/** Several terms behind each other, separated as EXPLAIN does. */
export function joinTerms(terms: readonly TermChange[]): TextPart[] {
  return terms.flatMap((term, i) => (i === 0 ? termParts(term) : [{ text: ', ', kind: 'same' } as const, ...termParts(term)]));
}

/** Characters of the longest line. */
export function widestLine(lines: readonly CardLine[]): number {
  return Math.max(0, ...lines.map(lengthOf));
}

/** The text of parts, without those that were removed. */
export function plainText(parts: readonly TextPart[]): string {
  return parts
    .filter((part) => part.kind !== 'removed')
    .map((part) => part.text)
    .join('');
}
