import type { TraceColumn, TraceCost, TraceNode } from '../../trace/plan-trace.ts';
import { bareType, type NodePair } from '../../trace/plan-diff.ts';
import type { TermChange } from '../../trace/term-diff.ts';
import { joinTerms, limitLines, widestLine, wrapParts, type CardLine } from './text-lines.ts';
import { roleOf, type Role } from './roles.ts';

/** How a card differs from the step before. */
export type CardState = 'plain' | 'new' | 'removed' | 'changed' | 'moved';

export interface CardColumn {
  readonly name: string;
  readonly time?: 'ROWTIME' | 'PROCTIME';
}

/** Something a reader should not miss in the node. */
export type CardMark = 'PROCTIME_MATERIALIZE' | 'ROWTIME_CAST';

/** All that a card shows; plain data, so that sizes follow from it. */
export interface CardModel {
  readonly key: string;
  readonly ref: number;
  readonly digest: string;
  readonly role: Role;
  /** Class name as EXPLAIN prints it. */
  readonly type: string;
  /** The type, without its convention where there is no room. */
  readonly title: string;
  readonly subject: string;
  readonly state: CardState;
  readonly isMatched: boolean;
  readonly lines: readonly CardLine[];
  /** Title of the node whose place this one took. */
  readonly replaces?: string;
  readonly columns: readonly CardColumn[];
  readonly hiddenColumns: number;
  /** Marks that were not there before this step. */
  readonly marks: readonly CardMark[];
  readonly cost?: TraceCost;
  /** Width that the content asks for, before the column is evened out. */
  readonly width: number;
  readonly height: number;
}

export interface CardMetrics {
  /** Width of a character of the attribute font. */
  readonly mono: number;
  /** Mean width of a character of the title font. */
  readonly title: number;
  readonly minWidth: number;
  readonly maxWidth: number;
  readonly maxLines: number;
  readonly onlyTimeColumns: boolean;
  /** Titles lose their convention and flags their words where the width does not hold them. */
  readonly isCompact: boolean;
}

export const DEFAULT_METRICS: CardMetrics = {
  mono: 6.63,
  title: 6.9,
  minWidth: 212,
  maxWidth: 340,
  maxLines: 3,
  onlyTimeColumns: false,
  isCompact: false,
};
export const COMPACT_METRICS: CardMetrics = {
  mono: 6.63,
  title: 6.9,
  minWidth: 160,
  maxWidth: 188,
  maxLines: 2,
  onlyTimeColumns: true,
  isCompact: true,
};
/** Two plans side by side have half of the room each. */
export const COMPARE_METRICS: CardMetrics = { ...DEFAULT_METRICS, minWidth: 180, maxWidth: 300 };

const HEAD = 27;
const LINE = 16;
const CHIPS = 29;
const SIDE = 24;
const BADGE = 58;

/** A node's title: its class name as EXPLAIN prints it. */
export function titleOf(type: string): string {
  return type.replace(/^StreamPhysical/, '');
}

const LEADING = [
  'joinCondition',
  'condition',
  'where',
  'lookup',
  'correlation',
  'period',
  'groupBy',
  'group',
  'distribution',
  'rowtime',
  'window',
  'watermark',
];
const TRAILING = ['select', 'fields', 'exprs', 'hints', 'changelogMode'];

function rank(name: string): number {
  const lead = LEADING.indexOf(name);
  if (lead >= 0) return lead;
  const trail = TRAILING.indexOf(name);
  return trail >= 0 ? 200 + trail : 100;
}

function tableName(text: string): string {
  const inner = text.replace(/^\[+|\]+$/g, '').split('], ')[0] ?? '';
  const path = inner.includes(', ') ? inner.split(', ') : inner.split('.');
  return path[2] ?? path.at(-1) ?? inner;
}

function isListOfColumns(term: TermChange, columns: readonly TraceColumn[]): boolean {
  if (term.kind !== 'same') return false;
  const text = term.parts.map((part) => part.text).join('');
  return text === columns.map((column) => column.name).join(', ');
}

/** Terms to show: the table's name is the subject, a bare list of the columns is what the chips say already. */
function shownTerms(node: TraceNode, terms: readonly TermChange[]): TermChange[] {
  const isScan = roleOf(node.type) === 'scan';
  return terms
    .filter((term) => !(term.name === 'table' && term.kind === 'same'))
    .filter((term) => !(term.name === 'changelogMode' && term.kind === 'same'))
    .filter((term) => !(term.name === 'distribution' && term.kind === 'same' && !/Exchange/.test(node.type)))
    .filter((term) => !((term.name === 'select' || (term.name === 'fields' && isScan)) && isListOfColumns(term, node.columns)))
    .sort((a, b) => (isProjection(node) ? 0 : rank(a.name) - rank(b.name)));
}

function isProjection(node: TraceNode): boolean {
  return (
    /Project$/.test(node.type) && node.terms.length > 0 && node.terms.every((term, i) => term.name === (node.columns[i]?.name ?? term.name))
  );
}

function lengthOf(term: TermChange): number {
  return term.name.length + 3 + term.parts.reduce((sum, part) => sum + part.text.length, 0);
}

/** Unchanged terms share a line where they fit; a changed term has lines of its own. */
function groupTerms(terms: readonly TermChange[], width: number): TermChange[][] {
  const groups: TermChange[][] = [];
  let used = 0;
  for (const term of terms) {
    const last = groups.at(-1);
    const fits = last && term.kind === 'same' && last.every((other) => other.kind === 'same') && used + 2 + lengthOf(term) <= width;
    if (fits) {
      last.push(term);
      used += 2 + lengthOf(term);
    } else {
      groups.push([term]);
      used = lengthOf(term);
    }
  }
  return groups;
}

function linesOf(node: TraceNode, terms: readonly TermChange[], metrics: CardMetrics): CardLine[] {
  const width = Math.floor((metrics.maxWidth - SIDE) / metrics.mono);
  if (isProjection(node)) return limitLines(wrapParts(joinTerms(terms), width), metrics.maxLines);
  const groups = groupTerms(terms, width).map((group) => wrapParts(joinTerms(group), width));
  const lines = groups.flat();
  if (lines.length <= metrics.maxLines) return lines;
  const isChanged = (line: CardLine): boolean => line.some((part) => part.kind !== 'same');
  const changed = groups.filter((group) => group.some(isChanged)).flat();
  return limitLines(changed.length > 0 ? [...changed, ...lines.filter((line) => !changed.includes(line))] : lines, metrics.maxLines);
}

/** Columns that fit on one line; those with a time attribute always get their place. */
function fitColumns(columns: readonly TraceColumn[], room: number, metrics: CardMetrics): CardColumn[] {
  const widthOf = (column: CardColumn): number => column.name.length * metrics.mono + 12 + (column.time ? BADGE : 0);
  const wanted = metrics.onlyTimeColumns ? columns.filter((column) => column.time) : columns;
  let left = room - 26;
  const chosen = new Set<TraceColumn>();
  for (const column of [...wanted.filter((c) => c.time), ...wanted.filter((c) => !c.time)]) {
    const width = widthOf(column);
    if (width > left) {
      if (column.time) continue;
      break;
    }
    chosen.add(column);
    left -= width;
  }
  return wanted.filter((column) => chosen.has(column)).map(({ name, time }) => ({ name, time }));
}

/** A cast of a rowtime attribute of the input to a plain timestamp. */
function castsRowtime(text: string, inputs: readonly TraceColumn[]): boolean {
  return inputs.some(
    (column) =>
      column.time === 'ROWTIME' && new RegExp(`CAST\\((?:Reinterpret\\()?${escapeRegExp(column.name)}\\)* AS TIMESTAMP`).test(text),
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** What in a node turns a time attribute into a plain value. */
export function marksOf(node: TraceNode, inputs: readonly TraceColumn[]): CardMark[] {
  const texts = node.terms.map((term) => term.text);
  const marks: CardMark[] = [];
  if (texts.some((text) => text.includes('PROCTIME_MATERIALIZE('))) marks.push('PROCTIME_MATERIALIZE');
  if (texts.some((text) => castsRowtime(text, inputs))) marks.push('ROWTIME_CAST');
  return marks;
}

const SAME_TERM_KINDS = new WeakMap<TraceNode, TermChange[]>();

function sameTerms(node: TraceNode): TermChange[] {
  let terms = SAME_TERM_KINDS.get(node);
  if (!terms) {
    terms = node.terms.map((term) => ({
      name: term.name,
      kind: 'same',
      parts: term.text === '' ? [] : [{ text: term.text, kind: 'same' }],
    }));
    SAME_TERM_KINDS.set(node, terms);
  }
  return terms;
}

function stateOf(pair: NodePair | undefined): CardState {
  switch (pair?.change) {
    case 'added':
    case 'replaced':
      return 'new';
    case 'removed':
      return 'removed';
    case 'changed':
      return 'changed';
    case 'moved':
      return 'moved';
    default:
      return 'plain';
  }
}

/** Terms as a card shows them: parts are marked only where the same kind of node has other text; a whole new node is marked as a whole. */
function cardTerms(node: TraceNode, pair: NodePair | undefined): readonly TermChange[] {
  if (pair?.change === 'changed') return pair.terms;
  if (pair?.change === 'replaced') {
    const known = new Map(pair.terms.map((term) => [term.name, term]));
    return sameTerms(node).map((term) => {
      const change = known.get(term.name);
      if (!change || change.kind === 'same') return term;
      const parts = change.parts.filter((part) => part.kind !== 'removed');
      return { name: term.name, kind: 'changed', parts };
    });
  }
  return sameTerms(node);
}

function flagWidthOf(state: CardState, isMatched: boolean, isCompact: boolean): number {
  if (isCompact) return state === 'new' ? 52 : state === 'changed' ? 60 : state === 'removed' ? 24 : 0;
  const own = state === 'removed' || state === 'changed' ? 72 : state === 'new' ? 52 : 0;
  return own + (isMatched ? 66 : 0);
}

export interface CardInput {
  readonly key: string;
  readonly ref: number;
  readonly node: TraceNode;
  readonly pair?: NodePair;
  readonly beforeNode?: TraceNode;
  /** Columns of the node's inputs, and those of the node's forerunner. */
  readonly inputColumns: readonly TraceColumn[];
  readonly beforeInputColumns: readonly TraceColumn[];
  readonly isMatched: boolean;
  readonly metrics: CardMetrics;
}

/** What a card shows, and the size that it asks for. */
export function cardModel({
  key,
  ref,
  node,
  pair,
  beforeNode,
  inputColumns,
  beforeInputColumns,
  isMatched,
  metrics,
}: CardInput): CardModel {
  const state = stateOf(pair);
  const role = roleOf(node.type);
  const type = titleOf(node.type);
  const table = node.terms.find((term) => term.name === 'table');
  const name = table ? tableName(table.text) : '';
  const subject = metrics.isCompact ? '' : name;
  const flagWidth = flagWidthOf(state, isMatched, metrics.isCompact);
  const title = metrics.isCompact && 40 + type.length * metrics.title + flagWidth > metrics.maxWidth ? bareType(node.type) : type;
  const subjectLine: CardLine[] = metrics.isCompact && name !== '' ? [[{ text: name, kind: 'same' }]] : [];
  const ownLines =
    state === 'removed'
      ? linesOf(node, shownTerms(node, sameTerms(node)), metrics)
      : linesOf(node, shownTerms(node, cardTerms(node, pair)), metrics);
  const lines = [...subjectLine, ...ownLines].slice(0, metrics.maxLines);
  const replaces = pair?.change === 'replaced' && beforeNode ? titleOf(beforeNode.type) : undefined;
  const marksBefore = beforeNode ? marksOf(beforeNode, beforeInputColumns) : [];
  const marks = state === 'new' || state === 'changed' ? marksOf(node, inputColumns).filter((mark) => !marksBefore.includes(mark)) : [];
  const headWidth = 44 + (title.length + (subject ? subject.length + 1 : 0)) * metrics.title + flagWidth;
  const textWidth =
    widestLine([...lines, ...(replaces ? [[{ text: `in place of ${replaces}`, kind: 'same' as const }]] : [])]) * metrics.mono + SIDE + 2;
  const allColumns = node.columns.reduce((sum, column) => sum + column.name.length * metrics.mono + 12 + (column.time ? BADGE : 0), SIDE);
  const width = Math.round(
    Math.max(metrics.minWidth, Math.min(metrics.maxWidth, Math.max(headWidth, textWidth, Math.min(allColumns, 312)))),
  );
  const columns = fitColumns(node.columns, width - SIDE, metrics);
  const lineCount = lines.length + (replaces ? 1 : 0) + marks.length;
  const height = HEAD + lineCount * LINE + (columns.length > 0 ? CHIPS : lineCount > 0 ? 9 : 5);
  return {
    key,
    ref,
    digest: node.digest,
    role,
    type,
    title,
    subject,
    state,
    isMatched,
    lines,
    replaces,
    columns,
    hiddenColumns: node.columns.length - columns.length,
    marks,
    cost: node.cost,
    width,
    height,
  };
}
