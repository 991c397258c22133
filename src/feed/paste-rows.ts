import type { FeedColumn } from './cell-text.ts';
import type { FeedJson, FeedObject } from './feed-json.ts';
import type { FeedOp } from './read-feed.ts';
import { readCell } from './cell-text.ts';
import { changesOfEnvelope } from './cdc-envelope.ts';
import { FeedJsonError, isFeedObject, readFeedJson } from './feed-json.ts';
import { readCsv } from './read-csv.ts';
import { readFeed } from './read-feed.ts';
import { feedObject, formatRow } from './write-feed.ts';

/** Longest text that is looked at, in UTF-16 units. */
export const MAX_PASTE_LENGTH = 8_000_000;
/** Most rows taken from one text. */
export const MAX_PASTE_ROWS = 20_000;

export type PasteFormat = 'feed' | 'json' | 'csv' | 'result';

export interface PasteTarget {
  readonly table: string;
  readonly columns: readonly FeedColumn[];
  /** `=` for tables that are only looked up. */
  readonly op: FeedOp;
  /** Arrival of the first row, and what lies between two. */
  readonly at: number;
  readonly step: number;
}

/** What is wrong with a pasted text; `line` counts in it from 1. */
export interface PasteProblem {
  readonly kind:
    'too-large' | 'too-many-rows' | 'unknown-form' | 'no-column' | 'bad-json' | 'bad-cell' | 'not-an-object' | 'unknown-column';
  readonly line?: number;
  readonly subject?: string;
}

export interface Pasted {
  readonly format?: PasteFormat;
  /** Lines for the feed; empty if nothing could be used. */
  readonly lines: readonly string[];
  readonly problems: readonly PasteProblem[];
}

interface ReadRow {
  readonly op?: FeedOp;
  readonly json: FeedObject;
  /** True for a row that arrives with the one before it: the second half of an update. */
  readonly isSecond?: boolean;
}

interface ReadRows {
  readonly rows: readonly ReadRow[];
  readonly problems: readonly PasteProblem[];
}

const OPS: ReadonlySet<string> = new Set(['+I', '-U', '+U', '-D']);
/** How the SQL client and other tools print NULL in text. */
const NULLS: ReadonlySet<string> = new Set(['', '<NULL>', '(NULL)', 'NULL', '\\N']);

/** The form that a text has, by its first lines. */
export function formatOfPaste(text: string): PasteFormat | undefined {
  const head = text.slice(0, 20_000).trimStart();
  if (head === '') return undefined;
  if (/^(?:\+-[-+]*\+\s*$|\|)/m.test(head) && head.includes('|')) return 'result';
  if (head.startsWith('{') || head.startsWith('[')) return 'json';
  const lines = head.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.length > 0 && readFeed(lines.slice(0, 3).join('\n')).entries.length > 0) return 'feed';
  return /[,;\t]/.test(lines[0] ?? '') || lines.length > 1 ? 'csv' : undefined;
}

/**
 * Lines of a feed from a text of another kind: JSON lines or an array (rows, or messages of a CDC format), CSV with a header, a result as the SQL client prints it, or a
 * feed itself. What cannot be used is told with its line; never throws.
 */
export function pasteRows(text: string, target: PasteTarget): Pasted {
  if (text.length > MAX_PASTE_LENGTH) return { lines: [], problems: [{ kind: 'too-large' }] };
  const format = formatOfPaste(text);
  if (format === undefined) return { lines: [], problems: [{ kind: 'unknown-form' }] };
  if (format === 'feed') return { format, lines: text.replace(/\r/g, '').replace(/\n+$/, '').split('\n'), problems: [] };
  const { rows, problems } = format === 'json' ? jsonRows(text, target) : tableRows(text, format, target);
  const kept = rows.slice(0, MAX_PASTE_ROWS);
  let arrivals = -1;
  const lines = kept.map(({ op, json, isSecond }) => {
    if (!isSecond) arrivals++;
    return formatRow({
      table: target.table,
      op: target.op === '=' ? '=' : (op ?? target.op),
      json,
      at: target.op === '=' ? undefined : target.at + arrivals * target.step,
    });
  });
  return { format, lines, problems: kept.length < rows.length ? [...problems, { kind: 'too-many-rows' }] : problems };
}

function known(json: FeedObject, columns: readonly FeedColumn[]): { readonly json: FeedObject; readonly unknown: readonly string[] } {
  const names = new Map(columns.flatMap((column) => [[column.name.toLowerCase(), column.name] as const]));
  const fields: [string, FeedJson][] = [];
  const unknown: string[] = [];
  for (const [name, value] of json.fields) {
    const exact = columns.some((column) => column.name === name) ? name : names.get(name.toLowerCase());
    if (exact === undefined) unknown.push(name);
    else fields.push([exact, value]);
  }
  return { json: feedObject(fields), unknown };
}

function jsonRows(text: string, target: PasteTarget): ReadRows {
  const rows: ReadRow[] = [];
  const problems: PasteProblem[] = [];
  const unknown = new Set<string>();
  const add = (value: FeedJson, line: number): void => {
    if (value === null || !isFeedObject(value)) {
      problems.push({ kind: 'not-an-object', line });
      return;
    }
    const changes = changesOfEnvelope(value, target.columns) ?? [{ op: undefined, json: value }];
    changes.forEach(({ op, json }, i) => {
      // A table that is only looked up holds the rows that are there, not those that went.
      if (target.op === '=' && (op === '-U' || op === '-D')) return;
      const row = known(json, target.columns);
      row.unknown.forEach((name) => unknown.add(name));
      rows.push({ op, json: row.json, isSecond: op === '+U' && changes[i - 1]?.op === '-U' });
    });
  };
  const whole = text.trim();
  if (whole.startsWith('[')) {
    try {
      const { value } = readFeedJson(whole, 0);
      if (Array.isArray(value)) (value as readonly FeedJson[]).forEach((item, i) => add(item, i + 1));
    } catch (error) {
      problems.push(jsonProblem(error, whole, 1));
    }
  } else readObjects(text, add, problems);
  return { rows, problems: [...problems, ...[...unknown].map((subject) => ({ kind: 'unknown-column', subject }) as const)] };
}

/** Objects one after the other, each on a line or over several; a bad one is left out with its line. */
function readObjects(text: string, add: (value: FeedJson, line: number) => void, problems: PasteProblem[]): void {
  let at = 0;
  let line = 1;
  const skipTo = (end: number): void => {
    for (; at < end; at++) if (text[at] === '\n') line++;
  };
  while (at < text.length) {
    const space = /[\s,]*/y;
    space.lastIndex = at;
    space.exec(text);
    skipTo(space.lastIndex);
    if (at >= text.length) return;
    try {
      const { value, end } = readFeedJson(text, at);
      add(value, line);
      skipTo(end);
    } catch (error) {
      problems.push(jsonProblem(error, text, line));
      const next = text.indexOf('\n', at);
      if (next < 0 || problems.length > 100) return;
      skipTo(next + 1);
    }
  }
}

function jsonProblem(error: unknown, text: string, line: number): PasteProblem {
  if (!(error instanceof FeedJsonError)) throw error;
  const rest = (text.slice(error.offset, error.offset + 20).split('\n')[0] ?? '').trim();
  return { kind: 'bad-json', line, subject: rest === '' ? error.message : `${error.message}: ${rest}` };
}

/** Cells of a result as the SQL client prints it: lines between bars, without the rules between them. */
function resultCells(text: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  return text.split('\n').flatMap((raw, i) => {
    const line = raw.trim();
    if (!line.startsWith('|') || !line.endsWith('|') || line.length < 2) return [];
    return [
      {
        line: i + 1,
        cells: line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      },
    ];
  });
}

function tableRows(text: string, format: 'csv' | 'result', target: PasteTarget): ReadRows {
  const records = format === 'result' ? resultCells(text) : readCsv(text);
  const [header, ...body] = records;
  if (!header) return { rows: [], problems: [{ kind: 'unknown-form' }] };
  const names = header.cells.map((cell) => cell.trim());
  const opAt = names.findIndex((name) => /^op$/i.test(name) && !target.columns.some((column) => column.name === name));
  const columns = names.map((name) => target.columns.find((column) => column.name.toLowerCase() === name.toLowerCase()));
  if (!columns.some(Boolean)) return { rows: [], problems: [{ kind: 'no-column', line: header.line, subject: names.join(', ') }] };
  const problems: PasteProblem[] = names.flatMap((subject, i) =>
    columns[i] || i === opAt || subject === '' ? [] : [{ kind: 'unknown-column', subject } as const],
  );
  const rows = body.flatMap(({ line, cells }): readonly ReadRow[] => {
    const fields: [string, FeedJson][] = [];
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i];
      const cell = cells[i] ?? '';
      if (!column) continue;
      const outcome = NULLS.has(cell.trim()) ? ({ ok: true, value: null } as const) : readCell(cell, column.type);
      if (!outcome.ok) {
        problems.push({ kind: 'bad-cell', line, subject: `${column.name} ${cell.slice(0, 40)}` });
        return [];
      }
      fields.push([column.name, outcome.value]);
    }
    const op = cells[opAt]?.trim() ?? '';
    return [{ op: OPS.has(op) ? (op as FeedOp) : undefined, json: feedObject(fields) }];
  });
  return { rows, problems };
}
