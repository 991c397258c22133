import type { SqlBasicCall, SqlKind, SqlNode } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { negated } from './literal.ts';
import { call } from './node.ts';
import { sum, type Place } from './place.ts';

/**
 * An operator of Calcite's, with its binding powers. Left-associative operators bind a little stronger to the right; the special ones
 * (BETWEEN, LIKE, `[]`, `.`) reduce their operands themselves.
 */
export interface Operator {
  readonly form: 'prefix' | 'infix' | 'postfix' | 'special';
  readonly name: string;
  readonly kind: SqlKind;
  readonly left: number;
  readonly right: number;
}

const NONE = -1;

const infix = (name: string, kind: SqlKind, precedence: number): Operator => ({
  form: 'infix',
  name,
  kind,
  left: precedence * 2,
  right: precedence * 2 + 1,
});
const prefix = (name: string, kind: SqlKind, precedence: number): Operator => ({
  form: 'prefix',
  name,
  kind,
  left: NONE,
  right: precedence * 2,
});
const postfix = (name: string, kind: SqlKind, precedence: number): Operator => ({
  form: 'postfix',
  name,
  kind,
  left: (precedence + 1) * 2,
  right: NONE,
});
const special = (name: string, kind: SqlKind, left: number, right: number): Operator => ({
  form: 'special',
  name,
  kind,
  left: left * 2,
  right: right * 2,
});

export const PREFIX: Readonly<Record<string, Operator>> = {
  '+': prefix('+', 'PLUS_PREFIX', 80),
  '-': prefix('-', 'MINUS_PREFIX', 80),
  NOT: prefix('NOT', 'NOT', 26),
  EXISTS: prefix('EXISTS', 'EXISTS', 40),
  UNIQUE: prefix('UNIQUE', 'UNIQUE', 40),
};

/** Operators between two operands, by the words as Calcite prints them. */
const INFIX: ReadonlyMap<string, Operator> = new Map(
  [
    infix('=', 'EQUALS', 30),
    infix('>', 'GREATER_THAN', 30),
    infix('<', 'LESS_THAN', 30),
    infix('<=', 'LESS_THAN_OR_EQUAL', 30),
    infix('>=', 'GREATER_THAN_OR_EQUAL', 30),
    infix('<>', 'NOT_EQUALS', 30),
    infix('IS DISTINCT FROM', 'IS_DISTINCT_FROM', 30),
    infix('IS NOT DISTINCT FROM', 'IS_NOT_DISTINCT_FROM', 30),
    infix('MEMBER OF', 'OTHER', 30),
    infix('SUBMULTISET OF', 'OTHER', 30),
    infix('NOT SUBMULTISET OF', 'OTHER', 30),
    infix('CONTAINS', 'CONTAINS', 30),
    infix('OVERLAPS', 'OVERLAPS', 30),
    infix('EQUALS', 'PERIOD_EQUALS', 30),
    infix('PRECEDES', 'PRECEDES', 30),
    infix('SUCCEEDS', 'SUCCEEDS', 30),
    infix('IMMEDIATELY PRECEDES', 'IMMEDIATELY_PRECEDES', 30),
    infix('IMMEDIATELY SUCCEEDS', 'IMMEDIATELY_SUCCEEDS', 30),
    infix('+', 'PLUS', 40),
    infix('-', 'MINUS', 40),
    infix('*', 'TIMES', 60),
    infix('/', 'DIVIDE', 60),
    infix('%', 'MOD', 60),
    infix('||', 'OTHER', 60),
    infix('AND', 'AND', 24),
    infix('OR', 'OR', 22),
    infix('IN', 'IN', 32),
    infix('NOT IN', 'NOT_IN', 32),
    infix('MULTISET UNION DISTINCT', 'OTHER', 12),
    infix('MULTISET UNION ALL', 'OTHER', 12),
    infix('MULTISET EXCEPT DISTINCT', 'OTHER', 12),
    infix('MULTISET EXCEPT ALL', 'OTHER', 12),
    infix('MULTISET INTERSECT DISTINCT', 'OTHER', 14),
    infix('MULTISET INTERSECT ALL', 'OTHER', 14),
    infix('UNION', 'UNION', 12),
    infix('UNION ALL', 'UNION', 12),
    infix('EXCEPT', 'EXCEPT', 12),
    infix('EXCEPT ALL', 'EXCEPT', 12),
    infix('INTERSECT', 'INTERSECT', 14),
    infix('INTERSECT ALL', 'INTERSECT', 14),
  ].map((o) => [o.name, o]),
);

/** An operator between two operands. */
export function infixOperator(name: string): Operator {
  return INFIX.get(name) as Operator;
}

/** `= SOME`, `<> ALL` and the like. */
export function quantifiedOperator(comparison: string, quantifier: 'SOME' | 'ALL'): Operator {
  return infix(`${comparison} ${quantifier}`, quantifier, 32);
}

/** `IS …` and `FORMAT JSON`, which stand behind their operand. */
export function postfixOperator(name: string): Operator {
  const kinds: Readonly<Record<string, SqlKind>> = {
    'IS NULL': 'IS_NULL',
    'IS NOT NULL': 'IS_NOT_NULL',
    'IS TRUE': 'IS_TRUE',
    'IS NOT TRUE': 'IS_NOT_TRUE',
    'IS FALSE': 'IS_FALSE',
    'IS NOT FALSE': 'IS_NOT_FALSE',
    'IS UNKNOWN': 'IS_NULL',
    'IS NOT UNKNOWN': 'IS_NOT_NULL',
    'FORMAT JSON': 'JSON_VALUE_EXPRESSION',
  };
  return postfix(name, kinds[name] ?? 'OTHER', 28);
}

export const betweenOperator = (name: string): Operator => special(name, 'BETWEEN', 32, 33);

export const likeOperator = (name: string): Operator =>
  special(name, name.endsWith('SIMILAR TO') ? 'SIMILAR' : name.endsWith('RLIKE') ? 'RLIKE' : 'LIKE', 33, 32);

const ESCAPE_PRECEDENCE = 0;
export const ESCAPE_OPERATOR: Operator = special('ESCAPE', 'OTHER', ESCAPE_PRECEDENCE, ESCAPE_PRECEDENCE + 1);
export const DOT_OPERATOR: Operator = special('DOT', 'DOT', 100, 101);
export const itemOperator = (name: string): Operator => special(name, 'ITEM', 100, 101);

/** A piece of an expression before precedence is settled: an operand, or an operator with its place. */
export type Piece =
  { readonly node: SqlNode; readonly op?: undefined } | { readonly op: Operator; readonly place: Place; readonly node?: undefined };

/** So many operators in a row make a tree too deep to walk. */
const MAX_OPERATORS = 1500;

/** Makes a tree of operands and operators: Calcite's `toTree`. */
export function toTree(c: Cursor, pieces: readonly Piece[]): SqlNode {
  const [first] = pieces;
  if (pieces.length === 1 && first?.node) return first.node;
  if (pieces.length > MAX_OPERATORS * 2) c.tooLong(`An expression has more than ${MAX_OPERATORS} operators.`);
  return reduced(c, [...pieces]);
}

/** Right binding power of what stands in front; a postfix operator there must be reduced first. */
function powerBefore(pieces: readonly Piece[], at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const op = pieces[i]?.op;
    if (!op) continue;
    if (op.form === 'postfix') return Number.POSITIVE_INFINITY;
    if (op.right >= 0) return op.right;
  }
  return NONE;
}

/** Left binding power of what stands behind; a prefix operator there must be reduced first. */
function powerBehind(pieces: readonly Piece[], at: number): number {
  for (let i = at + 1; i < pieces.length; i++) {
    const op = pieces[i]?.op;
    if (!op) continue;
    if (op.form === 'prefix') return Number.POSITIVE_INFINITY;
    if (op.left >= 0) return op.left;
  }
  return NONE;
}

/** The strongest operator whose neighbours let it have its operands. */
function strongest(pieces: readonly Piece[]): number {
  let power = NONE;
  let best = -1;
  for (const [i, { op }] of pieces.entries()) {
    if (!op || (op.left <= power && op.right <= power)) continue;
    if (op.left >= 0 && op.left < powerBefore(pieces, i)) continue;
    if (op.right >= 0 && op.right < powerBehind(pieces, i)) continue;
    power = Math.max(op.left, op.right);
    best = i;
  }
  return best;
}

/** Reduces the list in place until no operator is left that can be; the first piece is the tree. */
function reduced(c: Cursor, pieces: Piece[]): SqlNode {
  for (let at = strongest(pieces); at >= 0; at = strongest(pieces)) reduce(c, pieces, at);
  return nodeAt(c, pieces, 0);
}

function nodeAt(c: Cursor, pieces: readonly Piece[], at: number): SqlNode {
  return pieces[at]?.node ?? c.fail();
}

function reduce(c: Cursor, pieces: Piece[], at: number): void {
  const piece = pieces[at];
  if (!piece?.op) return;
  const { op, place } = piece;
  if (op.form === 'postfix') pieces.splice(at - 1, 2, { node: operation(op, place, [nodeAt(c, pieces, at - 1)]) });
  else if (op.form === 'prefix') pieces.splice(at, 2, { node: operation(op, place, [nodeAt(c, pieces, at + 1)]) });
  else if (op.kind === 'BETWEEN') reduceBetween(c, pieces, at);
  else if (op.kind === 'LIKE' || op.kind === 'SIMILAR' || op.kind === 'RLIKE') reduceLike(c, pieces, at);
  else pieces.splice(at - 1, 3, { node: operation(op, place, [nodeAt(c, pieces, at - 1), nodeAt(c, pieces, at + 1)]) });
}

function operation(op: Operator, place: Place, operands: readonly SqlNode[]): SqlNode {
  const [first] = operands;
  const all = sum(place, ...operands);
  if (op.form === 'prefix' && first?.type === 'SqlNumericLiteral') {
    if (op.kind === 'MINUS_PREFIX') return negated(first, all);
    if (op.kind === 'PLUS_PREFIX') return first;
  }
  return call(op.kind, op.name, operands, all);
}

/** Reduces what begins at an offset, up to an operator that stops it, and leaves one operand there. */
function reduceFrom(c: Cursor, pieces: Piece[], start: number, stops: (op: Operator) => boolean): SqlNode {
  let end = start;
  while (end < pieces.length) {
    const op = pieces[end]?.op;
    if (op && stops(op)) break;
    end++;
  }
  const part = pieces.slice(start, end);
  const node = reduced(c, part);
  pieces.splice(start, end - start - part.length + 1, { node });
  return node;
}

/** Binding power to the left as Calcite has it in its operator table. */
const leftPrecedence = (op: Operator): number =>
  op.form === 'postfix' ? op.left / 2 - 1 : op.form === 'prefix' ? op.right / 2 : op.left / 2;

function reduceBetween(c: Cursor, pieces: Piece[], at: number): void {
  const { op, place } = pieces[at] as Piece & { op: Operator };
  const lower = reduceFrom(c, pieces, at + 1, (o) => o.kind === 'AND');
  const and = pieces[at + 2];
  if (and?.op?.kind !== 'AND') {
    const wrong = and === undefined ? undefined : (and.node ?? and.place);
    c.forbid('BETWEEN operator has no terminating AND', wrong ?? behind(lower), 'SqlValidatorException');
  }
  const upper = reduceFrom(c, pieces, at + 3, (o) => leftPrecedence(o) < 33);
  const value = nodeAt(c, pieces, at - 1);
  pieces.splice(at - 1, 5, { node: call(op.kind, op.name, [value, lower, upper], place) });
}

/** The character behind a node. */
function behind(node: SqlNode): Place {
  const { endLine, endColumn } = node.pos;
  const column = endColumn + 1;
  return { pos: { line: endLine, column, endLine, endColumn: column }, span: { start: node.span.end, end: node.span.end } };
}

function reduceLike(c: Cursor, pieces: Piece[], at: number): void {
  const { op } = pieces[at] as Piece & { op: Operator };
  const stops = (o: Operator): boolean => o === ESCAPE_OPERATOR || leftPrecedence(o) < 32;
  const pattern = reduceFrom(c, pieces, at + 1, stops);
  const hasEscape = pieces[at + 2]?.op === ESCAPE_OPERATOR;
  const escape = hasEscape ? reduceFrom(c, pieces, at + 3, stops) : undefined;
  const value = nodeAt(c, pieces, at - 1);
  const operands = escape ? [value, pattern, escape] : [value, pattern];
  const node: SqlBasicCall = call(op.kind, op.name, operands, sum(...operands));
  pieces.splice(at - 1, escape ? 5 : 3, { node });
}
