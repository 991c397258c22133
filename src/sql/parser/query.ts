import type { SqlBasicCall, SqlNode, SqlOrderBy, SqlSelect, SqlSymbolLiteral, SqlWithItem } from '../ast.ts';
import { QUOTED_STRING } from '../lexer.ts';
import { expressions, forbidExpression, forbidQuery, insideParentheses } from './context.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { OPERAND, operandAhead, QUERY, QUERY_OR_OPERAND } from './first-sets.ts';
import { explicitTable, quantifierOption } from './function-call.ts';
import type { ExpressionContext, Grammar } from './grammar.ts';
import { hints } from './hint.ts';
import { parenthesizedNames, simpleIdentifier } from './identifier.ts';
import { NUMBER, unsignedNumericLiteral } from './literal.ts';
import { call, functionCall, isQuery, nodeList, starAt, symbol } from './node.ts';
import { infixOperator, toTree, type Piece } from './operators.ts';
import { from, placeOf, sum, type Place } from './place.ts';
import { windowDeclarations } from './window.ts';

const SET_OPERATORS: Kinds = new Set(['UNION', 'INTERSECT', 'EXCEPT', 'MINUS']);
const COMMA_OR_CLOSE: Kinds = new Set([',', ')']);
const COUNT: Kinds = new Set([...NUMBER, '?']);

/** OrderedQueryOrExpr. */
export function orderedQueryOrExpression(g: Grammar, context: ExpressionContext): SqlNode {
  return orderByLimitOption(g, queryOrExpression(g, context));
}

/** QueryOrExpr: set operations between queries, or an expression. */
function queryOrExpression(g: Grammar, context: ExpressionContext): SqlNode {
  return withBody(g, () => leafQueryOrExpression(g, context), context);
}

/** Query: the same without the expression. */
function query(g: Grammar, context: ExpressionContext): SqlNode {
  return withBody(g, () => leafQuery(g, context), context);
}

function withBody(g: Grammar, leaf: () => SqlNode, context: ExpressionContext): SqlNode {
  const list = g.c.at('WITH') ? withList(g) : undefined;
  const pieces: Piece[] = [{ node: leaf() }];
  while (g.c.atAny(SET_OPERATORS)) setOperation(g, context, pieces);
  const body = toTree(g.c, pieces);
  return list ? { type: 'SqlWith', withList: list.items, body, ...placeOf(list.place) } : body;
}

/** AddSetOpQuery. */
function setOperation(g: Grammar, context: ExpressionContext, pieces: Piece[]): void {
  const { c } = g;
  const [first] = pieces;
  if (pieces.length === 1 && first?.node && !isQuery(first.node)) forbidExpression(c, 'QUERY');
  const { kind } = c.advance();
  if (kind === 'MINUS') c.forbid('MINUS is not allowed under the current SQL conformance level', c.last);
  const isAll = c.take('ALL') !== undefined;
  if (!isAll) c.take('DISTINCT');
  const place = c.last;
  forbidQuery(c, context);
  pieces.push({ op: infixOperator(isAll ? `${kind} ALL` : kind), place }, { node: leafQueryOrExpression(g, 'QUERY') });
}

/** LeafQueryOrExpr. */
export function leafQueryOrExpression(g: Grammar, context: ExpressionContext): SqlNode {
  return g.c.atAny(QUERY) ? leafQuery(g, context) : g.expression(context);
}

/** LeafQuery. */
function leafQuery(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  if (c.at('SELECT')) {
    forbidQuery(c, context);
    return c.nested(() => select(g));
  }
  if (c.at('VALUES', 'VALUE')) return tableConstructor(g);
  if (!c.at('TABLE')) c.fail();
  return explicitTable(c, c.last);
}

function withList(g: Grammar): { items: SqlWithItem[]; place: Place } {
  const { c } = g;
  c.require('WITH');
  const recursive = c.take('RECURSIVE') !== undefined;
  const start = c.last;
  const items = [withItem(g, recursive)];
  while (c.take(',')) items.push(withItem(g, recursive));
  return { items, place: from(start, c.last) };
}

function withItem(g: Grammar, recursive: boolean): SqlWithItem {
  const { c } = g;
  const name = simpleIdentifier(c);
  const columnList = c.at('(') ? parenthesizedNames(c).names : undefined;
  c.require('AS');
  const body = parenthesized(g, 'QUERY');
  return { type: 'SqlWithItem', name, ...(columnList && { columnList }), query: body, recursive, ...placeOf(name) };
}

/** ParenthesizedExpression. */
export function parenthesized(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  c.require('(');
  const inner = insideParentheses(context);
  const node = c.nested(() => expressionOrJoinOrQuery(g, inner));
  c.require(')');
  if (inner === 'QUERY' && !isQuery(node)) c.forbid('Non-query expression encountered in illegal context', node);
  if (inner === 'QUERY_OR_JOIN' && !isQuery(node) && node.type !== 'SqlJoin') {
    c.forbid('Expected query or join', node);
  }
  if ((inner === 'NON_QUERY' || inner === 'SUB_QUERY' || inner === 'CURSOR') && isQuery(node)) {
    c.forbid('Query expression encountered in illegal context', node);
  }
  return node;
}

const AFTER_VALUES: Kinds = new Set(['(', ...OPERAND]);

/** Whether a query begins here. SELECT and WITH say it alone; the other words are looked at together with the next token. */
function queryAhead(c: Cursor): boolean {
  return c.ahead('WITH') || c.ahead('SELECT') || c.ahead(VALUES_WORDS, AFTER_VALUES) || c.ahead('TABLE', NAME);
}

const VALUES_WORDS: Kinds = new Set(['VALUES', 'VALUE']);

/** ExprOrJoinOrOrderedQuery. */
function expressionOrJoinOrQuery(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  if (queryAhead(c)) return orderByLimitOption(g, query(g, context));
  let node = g.tableRef('QUERY_OR_JOIN');
  while (c.atAny(JOIN_WORDS)) node = g.joinTable(node);
  const pieces: Piece[] = [{ node }];
  while (c.atAny(SET_OPERATORS)) setOperation(g, context, pieces);
  return toTree(c, pieces);
}

/** Words that a join begins with. */
export const JOIN_WORDS: Kinds = new Set(['NATURAL', 'JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS', 'OUTER']);

/** OrderByLimitOpt. */
function orderByLimitOption(g: Grammar, node: SqlNode): SqlNode {
  const { c } = g;
  const orderList = c.at('ORDER') ? g.orderBy(isQuery(node)) : undefined;
  const bounds: { offset?: SqlNode; fetch?: SqlNode } = {};
  if (c.at('LIMIT')) {
    limitClause(c, bounds);
    if (c.at('OFFSET')) offsetClause(c, bounds);
  } else if (c.at('OFFSET')) {
    const start = offsetClause(c, bounds);
    if (c.at('LIMIT')) {
      limitClause(c, bounds);
      c.forbid("'OFFSET start LIMIT count' is not allowed under the current SQL conformance level", from(start, c.last));
    }
    if (c.at('FETCH')) fetchClause(c, bounds);
  } else if (c.at('FETCH')) {
    fetchClause(c, bounds);
  }
  if (!orderList && !bounds.offset && !bounds.fetch) return node;
  const out: SqlOrderBy = { type: 'SqlOrderBy', query: node, orderList: orderList ?? [], ...bounds, ...c.last };
  return out;
}

function offsetClause(c: Cursor, bounds: { offset?: SqlNode }): Place {
  c.require('OFFSET');
  const start = c.last;
  bounds.offset = numberOrParameter(c);
  c.take('ROW', 'ROWS');
  return start;
}

function fetchClause(c: Cursor, bounds: { fetch?: SqlNode }): void {
  c.require('FETCH');
  c.require('FIRST', 'NEXT');
  bounds.fetch = numberOrParameter(c);
  c.require('ROW', 'ROWS');
  c.require('ONLY');
}

/** `LIMIT n`, `LIMIT ALL`; `LIMIT start, n` is grammar but not allowed. */
function limitClause(c: Cursor, bounds: { offset?: SqlNode; fetch?: SqlNode }): void {
  c.require('LIMIT');
  const start = c.last;
  if (limitPairAhead(c)) {
    numberOrParameter(c);
    c.require(',');
    const isAll = c.take('ALL') !== undefined;
    if (!isAll) numberOrParameter(c);
    c.forbid(`'LIMIT start, ${isAll ? 'ALL' : 'count'}' is not allowed under the current SQL conformance level`, from(start, c.last));
  }
  if (c.atAny(COUNT)) bounds.fetch = numberOrParameter(c);
  else c.require('ALL');
}

function limitPairAhead(c: Cursor): boolean {
  return c.looksAt(0, COUNT) && (c.kind === 'DECIMAL' ? c.looksAt(1, QUOTED_STRING) : c.looksAt(1, ','));
}

function numberOrParameter(c: Cursor): SqlNode {
  if (c.atAny(NUMBER)) return unsignedNumericLiteral(c);
  c.require('?');
  return { type: 'SqlDynamicParam', index: c.parameters++, ...c.last };
}

/** TableConstructor: VALUES. */
function tableConstructor(g: Grammar): SqlBasicCall {
  const { c } = g;
  c.require('VALUES', 'VALUE');
  const start = c.last;
  const rows = [g.rowConstructor()];
  while (c.looksAt(0, ',') && operandAhead(c, 1, 1)) {
    c.advance();
    rows.push(g.rowConstructor());
  }
  return call('VALUES', 'VALUES', rows, from(start, c.last));
}

/** RowConstructor. */
export function rowConstructor(g: Grammar): SqlNode {
  const { c } = g;
  if (c.ahead('(', 'ROW', '(')) {
    c.advance();
    const start = c.last;
    c.advance();
    const list = listWithDefaults(g);
    c.require(')');
    return call('ROW', 'ROW', list.list, from(start, c.last));
  }
  if (rowAhead(c)) {
    const row = c.take('ROW') ? c.last : undefined;
    const list = listWithDefaults(g);
    return call('ROW', 'ROW', list.list, sum(row, list));
  }
  const value = g.expression('NONCURSOR');
  return call('ROW', 'ROW', [value], value);
}

const ITEM_START: Kinds = new Set(['DEFAULT', ...QUERY_OR_OPERAND]);

/** A row in parentheses, by three tokens. */
function rowAhead(c: Cursor): boolean {
  if (c.ahead('ROW', '(', ITEM_START)) return true;
  if (!c.ahead('(', ITEM_START)) return false;
  if (c.kindAt(1) === 'DEFAULT') return c.looksAt(2, COMMA_OR_CLOSE);
  return true;
}

/** ParenthesizedQueryOrCommaListWithDefault. */
function listWithDefaults(g: Grammar): ReturnType<typeof nodeList> {
  const { c } = g;
  c.require('(');
  const start = c.last;
  const item = (isFirst: boolean): SqlNode => {
    if (c.take('DEFAULT')) return call('DEFAULT', 'DEFAULT', [], c.last);
    return c.nested(() => (isFirst ? orderedQueryOrExpression(g, 'NONCURSOR') : g.expression('NONCURSOR')));
  };
  const list = [item(true)];
  while (c.take(',')) list.push(item(false));
  c.require(')');
  return nodeList(list, from(start, c.last));
}

/** SqlSelect. */
function select(g: Grammar): SqlSelect {
  const { c } = g;
  c.require('SELECT');
  const start = c.last;
  const hintList = hints(c);
  const keywords: SqlSymbolLiteral[] = [];
  if (c.take('STREAM')) keywords.push(symbol('SqlSelectKeyword', 'STREAM', c.last));
  const quantifier = quantifierOption(c);
  if (quantifier) keywords.push(quantifier);
  const selectList = [selectItem(g)];
  while (c.take(',')) selectList.push(selectItem(g));
  const clauses = c.take('FROM') ? fromClauses(g) : { windowDecls: [] };
  return { type: 'SqlSelect', hints: hintList, keywords, selectList, ...clauses, ...from(start, c.last) };
}

function fromClauses(g: Grammar): Pick<SqlSelect, 'from' | 'where' | 'groupBy' | 'having' | 'windowDecls' | 'qualify'> {
  const { c } = g;
  const fromNode = g.fromClause();
  const where = c.take('WHERE') ? g.expression('SUB_QUERY') : undefined;
  const groupBy = c.at('GROUP') ? groupByClause(g) : undefined;
  const having = c.take('HAVING') ? g.expression('SUB_QUERY') : undefined;
  const windowDecls = c.take('WINDOW') ? windowDeclarations(g) : [];
  const qualify = c.take('QUALIFY') ? g.expression('SUB_QUERY') : undefined;
  return {
    from: fromNode,
    ...(where && { where }),
    ...(groupBy && { groupBy }),
    ...(having && { having }),
    windowDecls,
    ...(qualify && { qualify }),
  };
}

/** AddSelectItem. */
function selectItem(g: Grammar): SqlNode {
  const { c } = g;
  const item = selectExpression(g);
  const hasAs = c.take('AS') !== undefined;
  if (c.at(QUOTED_STRING)) {
    c.advance();
    c.forbid('Expecting alias, found character literal', c.last, 'SqlValidatorException');
  }
  if (!hasAs && !c.atAny(NAME)) return item;
  const alias = simpleIdentifier(c);
  return call('AS', 'AS', [item, alias], sum(c.last, item));
}

function selectExpression(g: Grammar): SqlNode {
  const { c } = g;
  return c.take('*') ? starAt(c.last) : g.expression('SUB_QUERY');
}

/** GroupBy. */
function groupByClause(g: Grammar): SqlNode[] {
  const { c } = g;
  c.require('GROUP');
  const start = c.last;
  c.require('BY');
  const isDistinct = c.take('DISTINCT') !== undefined;
  if (!isDistinct) c.take('ALL');
  const list = groupingElements(g);
  if (!isDistinct) return list;
  return [functionCall('GROUP_BY_DISTINCT', list, from(start, c.last), 'GROUP_BY_DISTINCT')];
}

const GROUPING_WORDS: Kinds = new Set(['GROUPING', 'ROLLUP', 'CUBE', ...OPERAND]);

function groupingElements(g: Grammar): SqlNode[] {
  const { c } = g;
  const list = [groupingElement(g)];
  while (c.ahead(',', GROUPING_WORDS)) {
    c.advance();
    list.push(groupingElement(g));
  }
  return list;
}

/** AddGroupingElement. */
function groupingElement(g: Grammar): SqlNode {
  const { c } = g;
  if (c.ahead('GROUPING', 'SETS')) {
    c.advance();
    const start = c.last;
    c.advance();
    c.require('(');
    const list = c.nested(() => groupingElements(g));
    c.require(')');
    return functionCall('GROUPING SETS', list, from(start, c.last), 'GROUPING_SETS');
  }
  if (c.at('ROLLUP', 'CUBE')) {
    const kind = c.advance().kind === 'ROLLUP' ? 'ROLLUP' : 'CUBE';
    const start = c.last;
    c.require('(');
    const list = expressions(g, 'SUB_QUERY');
    c.require(')');
    return functionCall(kind, list, from(start, c.last), kind);
  }
  if (c.ahead('(', ')')) {
    c.advance();
    const start = c.last;
    c.advance();
    return nodeList([], from(start, c.last));
  }
  return g.expression('SUB_QUERY');
}
