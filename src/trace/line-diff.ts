import { diffText, type TextPart } from './term-diff.ts';

/** A line of a text diff. Lines that only moved in or out by some columns count as the same. */
export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  /** The branches before the node, as EXPLAIN draws them. */
  readonly indent: string;
  readonly parts: readonly TextPart[];
}

const INDENT = /^(?:[:+]- |[: ] {2})*/;

interface Line {
  readonly indent: string;
  readonly text: string;
}

function split(text: string): Line[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const indent = INDENT.exec(line)?.[0] ?? '';
    return { indent, text: line.slice(indent.length) };
  });
}

function head(text: string): string {
  return /^\w+/.exec(text)?.[0] ?? text;
}

/** Marks what differs inside of a removed and an added line that stand for each other. */
function refine(removed: readonly Line[], added: readonly Line[]): DiffLine[] {
  const out: DiffLine[] = [];
  const only = (line: Line, kind: 'added' | 'removed', parts: readonly TextPart[]): DiffLine => ({
    kind,
    indent: line.indent,
    parts: parts.filter((part) => part.kind === 'same' || part.kind === kind),
  });
  const pairs = new Map<Line, Line>();
  const free = new Set(added);
  for (const line of removed) {
    const partner =
      [...free].find((candidate) => head(candidate.text) === head(line.text)) ??
      (removed.length === 1 && added.length === 1 ? added[0] : undefined);
    if (!partner) continue;
    pairs.set(line, partner);
    free.delete(partner);
  }
  const partsOf = new Map([...pairs].map(([a, b]) => [b, diffText(a.text, b.text)]));
  for (const line of removed) {
    const partner = pairs.get(line);
    const parts = partner && partsOf.get(partner);
    out.push(
      parts ? only(line, 'removed', parts) : { kind: 'removed', indent: line.indent, parts: [{ text: line.text, kind: 'removed' }] },
    );
  }
  for (const line of added) {
    const parts = partsOf.get(line);
    out.push(parts ? only(line, 'added', parts) : { kind: 'added', indent: line.indent, parts: [{ text: line.text, kind: 'added' }] });
  }
  return out;
}

/** The difference of two plan texts, line by line, and inside of lines that stand for each other. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = split(before);
  const b = split(after);
  const table: number[][] = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] = a[i]!.text === b[j]!.text ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  const out: DiffLine[] = [];
  let removed: Line[] = [];
  let added: Line[] = [];
  const flush = (): void => {
    out.push(...refine(removed, added));
    removed = [];
    added = [];
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i]!.text === b[j]!.text) {
      flush();
      out.push({ kind: 'same', indent: b[j]!.indent, parts: [{ text: b[j]!.text, kind: 'same' }] });
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || table[i + 1]![j]! >= table[i]![j + 1]!)) {
      removed.push(a[i++]!);
    } else {
      added.push(b[j++]!);
    }
  }
  flush();
  return out;
}
