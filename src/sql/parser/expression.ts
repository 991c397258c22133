import type { SqlNode, SqlNodeList } from '../ast.ts';
import { forbidExpression, insideParentheses } from './context.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { atomAhead, OPERAND, operandAhead, PREFIX_OPERATORS, QUERY_OR_OPERAND } from './first-sets.ts';
import { functionParameters } from './function-call.ts';
import type { ExpressionContext, Grammar } from './grammar.ts';
import { simpleIdentifier } from './identifier.ts';
import { INTERVAL_UNIT, intervalQualifier } from './interval.ts';
import { call, functionCall, isQuery, nodeList, unresolvedCall } from './node.ts';
import {
  betweenOperator,
  DOT_OPERATOR,
  ESCAPE_OPERATOR,
  infixOperator,
  itemOperator,
  likeOperator,
  postfixOperator,
  PREFIX,
  quantifiedOperator,
  toTree,
  type Piece,
} from './operators.ts';
import { from, sum } from './place.ts';

const COMPARISONS: Kinds = new Set(['<', '<=', '>', '>=', '=', '<>', '!=']);
const QUANTIFIERS: Kinds = new Set(['SOME', 'ANY', 'ALL']);
const LIKES: Kinds = new Set(['LIKE', 'ILIKE', 'RLIKE']);
const NEGATED_LIKES: Kinds = new Set([...LIKES, 'SIMILAR']);
const BETWEEN_NEXT: Kinds = new Set(['SYMMETRIC', 'ASYMMETRIC', ...OPERAND]);
const PLAIN_OPERATORS: Kinds = new Set([
  ...COMPARISONS,
  ...['+', '-', '*', '/', '%', '||', 'AND', 'OR', 'CONTAINS', 'OVERLAPS', 'EQUALS', 'PRECEDES', 'SUCCEEDS'],
]);
const SET_OPERATORS: Kinds = new Set(['UNION', 'INTERSECT', 'EXCEPT']);
const AFTER_SET_OPERATOR: Kinds = new Set(['ALL', 'DISTINCT', ...OPERAND]);
const ENCODINGS: Kinds = new Set(['UTF8', 'UTF16', 'UTF32']);
const TIME_ORDERS: Kinds = new Set(['PRECEDES', 'SUCCEEDS']);
const ITEM_WORDS: Kinds = new Set(['OFFSET', 'ORDINAL', 'SAFE_OFFSET', 'SAFE_ORDINAL']);
const ITEM_NEXT: Kinds = new Set([...ITEM_WORDS, ...OPERAND]);
const TESTS: Kinds = new Set(['A', 'NOT', 'NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'EMPTY', 'JSON']);
const NEGATED_TESTS = ['NULL', 'TRUE', 'FALSE', 'UNKNOWN', 'A', 'EMPTY', 'JSON'] as const;
const JSON_TYPES = ['VALUE', 'OBJECT', 'ARRAY', 'SCALAR'] as const;

/** Expression. */
export function expression(g: Grammar, context: ExpressionContext): SqlNode {
  return g.c.nested(() => toTree(g.c, expressionPieces(g, context)));
}

/** Expression2: operands and operators in the order of the text. */
function expressionPieces(g: Grammar, context: ExpressionContext): Piece[] {
  const pieces: Piece[] = [];
  operandPieces(g, context, pieces);
  while (operatorAhead(g.c)) operatorPieces(g, context, pieces);
  return pieces;
}

/** Expression2b: an operand, the operators in front of it and the fields behind it. */
function operandPieces(g: Grammar, context: ExpressionContext, pieces: Piece[]): void {
  const { c } = g;
  while (c.atAny(PREFIX_OPERATORS)) {
    const op = PREFIX[c.advance().kind];
    forbidExpression(c, context);
    if (op) pieces.push({ op, place: c.last });
  }
  pieces.push({ node: operand(g, context) });
  while (c.ahead('.', NAME)) {
    c.advance();
    const node = fieldOrMethod(g);
    pieces.push({ op: DOT_OPERATOR, place: c.last }, { node });
  }
}

/** RowExpressionExtension: a field, or a method with arguments. */
function fieldOrMethod(g: Grammar): SqlNode {
  const { c } = g;
  const name = simpleIdentifier(c);
  if (!c.ahead('(')) return name;
  const { operands, quantifier } = functionParameters(g);
  return unresolvedCall(name, operands, from(name, c.last), quantifier);
}

/** Whether an operator stands next, by two tokens. What follows a sign must be able to begin an operand, or the sign is not taken. */
function operatorAhead(c: Cursor): boolean {
  return (
    inAhead(c) ||
    betweenAhead(c) ||
    likeAhead(c) ||
    binaryAhead(c, 2) ||
    c.ahead('[', ITEM_NEXT) ||
    c.ahead('IS', TESTS) ||
    c.ahead('FORMAT', 'JSON')
  );
}

const inAhead = (c: Cursor): boolean => c.ahead('NOT', 'IN') || c.ahead('IN', '(') || c.ahead(COMPARISONS, QUANTIFIERS);

const betweenAhead = (c: Cursor): boolean => c.ahead('NOT', 'BETWEEN') || c.ahead('BETWEEN', BETWEEN_NEXT);

const likeAhead = (c: Cursor): boolean => c.ahead('NOT', NEGATED_LIKES) || c.ahead(LIKES, OPERAND) || c.ahead('SIMILAR', 'TO');

/** BinaryRowOperator and the beginning of its right side, by two or three tokens. */
function binaryAhead(c: Cursor, depth: 2 | 3): boolean {
  if (c.looksAt(0, PLAIN_OPERATORS)) return operandAhead(c, 1, depth - 1);
  if (depth === 2) {
    return (
      c.ahead('IS', 'DISTINCT') ||
      c.ahead('IS', 'NOT') ||
      c.ahead('MEMBER', 'OF') ||
      c.ahead('SUBMULTISET', 'OF') ||
      c.ahead('NOT', 'SUBMULTISET') ||
      c.ahead('IMMEDIATELY', TIME_ORDERS) ||
      c.ahead('MULTISET', SET_OPERATORS)
    );
  }
  return (
    c.ahead('IS', 'DISTINCT', 'FROM') ||
    c.ahead('IS', 'NOT', 'DISTINCT') ||
    c.ahead('MEMBER', 'OF', OPERAND) ||
    c.ahead('SUBMULTISET', 'OF', OPERAND) ||
    c.ahead('NOT', 'SUBMULTISET', 'OF') ||
    c.ahead('IMMEDIATELY', TIME_ORDERS, OPERAND) ||
    c.ahead('MULTISET', SET_OPERATORS, AFTER_SET_OPERATOR)
  );
}

/** One operator and what belongs to its right side. */
function operatorPieces(g: Grammar, context: ExpressionContext, pieces: Piece[]): void {
  const { c } = g;
  if (inAhead(c)) {
    forbidExpression(c, context);
    inPieces(g, pieces);
  } else if (betweenAhead(c)) {
    forbidExpression(c, context);
    betweenPieces(g, pieces);
  } else if (likeAhead(c)) {
    forbidExpression(c, context);
    likePieces(g, pieces);
  } else if (binaryAhead(c, 3)) {
    const op = infixOperator(binaryOperatorName(c));
    forbidExpression(c, context);
    pieces.push({ op, place: c.last });
    operandPieces(g, 'SUB_QUERY', pieces);
  } else if (c.take('[')) {
    itemPieces(g, pieces);
  } else {
    forbidExpression(c, context);
    const op = postfixOperator(postfixOperatorName(c));
    pieces.push({ op, place: c.last });
  }
}

function inPieces(g: Grammar, pieces: Piece[]): void {
  const { c } = g;
  const comparison = COMPARISONS.has(c.kind) ? comparisonName(c) : undefined;
  const isNegated = comparison === undefined && c.take('NOT') !== undefined;
  const quantifier = comparison === undefined ? undefined : c.require(...QUANTIFIERS).kind;
  if (comparison === undefined) c.require('IN');
  const place = c.last;
  const op =
    comparison === undefined
      ? infixOperator(isNegated ? 'NOT IN' : 'IN')
      : quantifiedOperator(comparison, quantifier === 'ALL' ? 'ALL' : 'SOME');
  const list = g.parenthesizedList('NONCURSOR');
  const [only] = list.list;
  pieces.push({ op, place }, { node: list.list.length === 1 && only && isQuery(only) ? only : list });
}

function betweenPieces(g: Grammar, pieces: Piece[]): void {
  const { c } = g;
  const negation = c.take('NOT') ? 'NOT ' : '';
  c.require('BETWEEN');
  const place = c.last;
  const symmetry = c.take('SYMMETRIC') ? 'SYMMETRIC' : 'ASYMMETRIC';
  if (symmetry === 'ASYMMETRIC') c.take('ASYMMETRIC');
  pieces.push({ op: betweenOperator(`${negation}BETWEEN ${symmetry}`), place });
  operandPieces(g, 'SUB_QUERY', pieces);
}

function likePieces(g: Grammar, pieces: Piece[]): void {
  const { c } = g;
  const place = c.last;
  const negation = c.take('NOT') ? 'NOT ' : '';
  const { kind } = c.require(...NEGATED_LIKES);
  if (kind === 'SIMILAR') c.require('TO');
  pieces.push({ op: likeOperator(`${negation}${kind === 'SIMILAR' ? 'SIMILAR TO' : kind}`), place });
  for (const p of c.nested(() => expressionPieces(g, 'SUB_QUERY'))) pieces.push(p);
  if (c.looksAt(0, 'ESCAPE') && operandAtomAhead(c, 1)) {
    c.advance();
    const node = operand(g, 'SUB_QUERY');
    pieces.push({ op: ESCAPE_OPERATOR, place: c.last }, { node });
  }
}

/** Whether Expression3 may begin at a distance; prefix operators do not belong to it. */
function operandAtomAhead(c: Cursor, offset: number): boolean {
  return c.looksAt(offset, EXPRESSION3);
}

const EXPRESSION3: Kinds = new Set([...OPERAND].filter((k) => !PREFIX_OPERATORS.has(k)).concat('+', '-'));

function itemPieces(g: Grammar, pieces: Piece[]): void {
  const { c } = g;
  const word = c.atAny(ITEM_WORDS) ? c.advance().kind : 'ITEM';
  const node = g.expression('SUB_QUERY');
  c.require(']');
  pieces.push({ op: itemOperator(word), place: c.last }, { node });
  while (c.ahead('.', NAME)) {
    c.advance();
    const field = simpleIdentifier(c);
    pieces.push({ op: DOT_OPERATOR, place: c.last }, { node: field });
  }
}

function comparisonName(c: Cursor): string {
  const { kind } = c.advance();
  if (kind === '!=') c.forbid("Bang equal '!=' is not allowed under the current SQL conformance level", c.last);
  return kind;
}

/** BinaryRowOperator. */
function binaryOperatorName(c: Cursor): string {
  const { kind } = c;
  if (COMPARISONS.has(kind)) return comparisonName(c);
  if (PLAIN_OPERATORS.has(kind)) return c.advance().kind;
  if (kind === 'MULTISET') return multisetOperatorName(c);
  const words = [c.advance().kind];
  if (kind === 'IS') {
    if (c.take('NOT')) words.push('NOT');
    words.push(c.require('DISTINCT').kind, c.require('FROM').kind);
  } else if (kind === 'IMMEDIATELY') {
    words.push(c.require('PRECEDES', 'SUCCEEDS').kind);
  } else {
    if (kind === 'NOT') words.push(c.require('SUBMULTISET').kind);
    words.push(c.require('OF').kind);
  }
  return words.join(' ');
}

function multisetOperatorName(c: Cursor): string {
  c.require('MULTISET');
  const { kind } = c.require(...SET_OPERATORS);
  const isDistinct = c.take('ALL') === undefined && c.take('DISTINCT') !== undefined;
  return `MULTISET ${kind} ${isDistinct ? 'DISTINCT' : 'ALL'}`;
}

/** PostfixRowOperator. */
function postfixOperatorName(c: Cursor): string {
  if (c.take('FORMAT')) {
    jsonRepresentation(c);
    return 'FORMAT JSON';
  }
  c.require('IS');
  const negation = c.take('NOT') ? 'NOT ' : '';
  const { kind } = c.require(...NEGATED_TESTS);
  if (kind === 'A') c.require('SET');
  if (kind !== 'JSON') return `IS ${negation}${kind === 'A' ? 'A SET' : kind}`;
  const type = JSON_TYPES.find((t) => c.ahead(t));
  if (type !== undefined) c.advance();
  return `IS ${negation}JSON ${type ?? 'VALUE'}`;
}

/** JsonRepresentation: `JSON ENCODING UTF8`. */
export function jsonRepresentation(c: Cursor): void {
  c.require('JSON');
  if (c.ahead('ENCODING', ENCODINGS)) {
    c.advance();
    c.advance();
  }
}

/** Expression3: an operand without the operators around it. */
export function operand(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  if (atomAhead(c, 0, 2, true)) {
    const node = g.atom();
    forbidExpression(c, context);
    return node;
  }
  if (c.at('CURSOR')) return cursorExpression(g, context);
  const isRow = c.ahead('ROW', '(', QUERY_OR_OPERAND);
  if (!isRow && !c.at('ROW', '(')) c.fail();
  const row = c.take('ROW') ? c.last : undefined;
  const list = g.parenthesizedList(context);
  if (row) return call('ROW', 'ROW', list.list, isRow ? list : from(row, list));
  if (c.ahead(INTERVAL_UNIT)) return dateDifference(g, list);
  const [only] = list.list;
  if (list.list.length === 1 && only) return only;
  return call('ROW', 'ROW', list.list, list);
}

/** `(a - b) DAY`: the difference of two times in a unit. */
function dateDifference(g: Grammar, list: SqlNodeList): SqlNode {
  const { c } = g;
  const unit = intervalQualifier(c);
  const [only] = list.list;
  if (list.list.length === 1 && only?.type === 'SqlBasicCall' && only.kind === 'MINUS' && only.operands.length === 2) {
    return functionCall('MINUS_DATE', [...only.operands, unit], from(list, c.last), 'MINUS');
  }
  return c.forbid('Illegal expression. Was expecting "(DATETIME - DATETIME) INTERVALQUALIFIER"', sum(c.last, list));
}

function cursorExpression(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  c.require('CURSOR');
  const start = c.last;
  if (context !== 'ALL' && context !== 'CURSOR') c.forbid('CURSOR expression encountered in illegal context', start);
  const query = g.expression('QUERY');
  return call('CURSOR', 'CURSOR', [query], from(start, query));
}

/** ParenthesizedQueryOrCommaList. */
export function parenthesizedList(g: Grammar, context: ExpressionContext): SqlNodeList {
  const { c } = g;
  c.require('(');
  const start = c.last;
  const list = [c.nested(() => g.orderedQueryOrExpression(insideParentheses(context)))];
  while (c.take(',')) {
    forbidExpression(c, context);
    list.push(g.expression(context));
  }
  c.require(')');
  return nodeList(list, from(start, c.last));
}
