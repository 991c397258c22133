import type { TraceTerm } from './plan-trace.ts';

/** A stretch of text and whether it stands in both versions, only in the new one or only in the old one. */
export interface TextPart {
  readonly text: string;
  readonly kind: 'same' | 'added' | 'removed';
}

/** What became of one `name=[text]` of a node. `parts` spells both versions out, old and new stretches in reading order. */
export interface TermChange {
  readonly name: string;
  readonly kind: 'same' | 'changed' | 'added' | 'removed';
  readonly parts: readonly TextPart[];
}

/** Above this many tokens on either side a text is compared as a whole. */
const MAX_TOKENS = 800;

const TOKEN = /\s+|'(?:[^']|'')*'|\$?[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)*|[<>!=]=|<>|./gsu;

function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** Joins neighbours of the same kind and swallows lone separators between two changes, so that a reader sees phrases. */
function merge(parts: readonly TextPart[]): TextPart[] {
  const out: TextPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last && last.kind === part.kind) out[out.length - 1] = { text: last.text + part.text, kind: part.kind };
    else out.push(part);
  }
  return out;
}

/** Lengths of the longest common subsequence of the suffixes, row by row. */
function lcsTable(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const rows: Uint16Array[] = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    const next = rows[i + 1]!;
    for (let j = b.length - 1; j >= 0; j--) row[j] = a[i] === b[j] ? next[j + 1]! + 1 : Math.max(next[j]!, row[j + 1]!);
  }
  return rows;
}

/** The difference of two expressions, token by token. Removed parts stand before the added ones that took their place. */
export function diffText(before: string, after: string): TextPart[] {
  if (before === after) return before === '' ? [] : [{ text: before, kind: 'same' }];
  if (before === '') return [{ text: after, kind: 'added' }];
  if (after === '') return [{ text: before, kind: 'removed' }];
  const a = tokens(before);
  const b = tokens(after);
  if (a.length > MAX_TOKENS || b.length > MAX_TOKENS) {
    return [
      { text: before, kind: 'removed' },
      { text: after, kind: 'added' },
    ];
  }
  const table = lcsTable(a, b);
  const parts: TextPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ text: a[i]!, kind: 'same' });
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || table[i + 1]![j]! >= table[i]![j + 1]!)) {
      parts.push({ text: a[i]!, kind: 'removed' });
      i++;
    } else {
      parts.push({ text: b[j]!, kind: 'added' });
      j++;
    }
  }
  return merge(parts);
}

/** Compares the terms of two nodes by name; the order is that of the new node, terms that went follow where they stood. */
export function diffTerms(before: readonly TraceTerm[], after: readonly TraceTerm[]): TermChange[] {
  const old = new Map(before.map((term) => [term.name, term.text]));
  const names = new Set(after.map((term) => term.name));
  const out: TermChange[] = after.map((term) => {
    const was = old.get(term.name);
    if (was === undefined) return { name: term.name, kind: 'added', parts: term.text === '' ? [] : [{ text: term.text, kind: 'added' }] };
    const parts = diffText(was, term.text);
    return { name: term.name, kind: was === term.text ? 'same' : 'changed', parts };
  });
  before.forEach((term, index) => {
    if (names.has(term.name)) return;
    const change: TermChange = { name: term.name, kind: 'removed', parts: [{ text: term.text, kind: 'removed' }] };
    out.splice(Math.min(index, out.length), 0, change);
  });
  return out;
}

/** True if any of the terms differs. */
export function hasTermChanges(terms: readonly TermChange[]): boolean {
  return terms.some((term) => term.kind !== 'same');
}
