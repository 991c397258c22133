import type { SqlBasicCall, SqlIdentifier, SqlJoin, SqlNode, SqlPivot, SqlSampleSpec, SqlUnpivot } from '../ast.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { CONTINUES, operandAhead, QUERY, QUERY_OR_OPERAND } from './first-sets.ts';
import { argumentList } from './function-call.ts';
import type { ExpressionContext, Grammar } from './grammar.ts';
import { tableHints } from './hint.ts';
import { compoundIdentifier, compoundTableIdentifier, nameOrNames, parenthesizedNames, simpleIdentifier } from './identifier.ts';
import { signedInt } from './int.ts';
import { textLiteral, unsignedNumericLiteral } from './literal.ts';
import { matchRecognize, matchRecognizeAhead } from './match-recognize.ts';
import { call, functionCall, nodeList, unresolvedCall } from './node.ts';
import { JOIN_WORDS } from './query.ts';
import { from, placeOf, sum } from './place.ts';
import { dataType, notNullOption } from './type.ts';

/** What may stand inside the parentheses of a FROM clause. */
const IN_PARENTHESES: Kinds = new Set([...NAME, ...QUERY, 'WITH', 'LATERAL', '(', 'UNNEST']);
const TABLE_REF: Kinds = new Set([...NAME, 'LATERAL', '(', 'UNNEST', 'TABLE']);
const AFTER_LATERAL: Kinds = new Set(['(', 'UNNEST', 'TABLE']);
const COMMA_OR_JOIN: Kinds = new Set([',', ...JOIN_WORDS]);

/** So many joins in a row make a tree too deep to walk. */
const MAX_JOINS = 500;

/** FromClause. */
export function fromClause(g: Grammar): SqlNode {
  let node = g.tableRef('QUERY_OR_JOIN');
  let joins = 0;
  while (g.c.atAny(COMMA_OR_JOIN)) {
    if (++joins > MAX_JOINS) g.c.tooLong(`A FROM clause has more than ${MAX_JOINS} joins.`);
    node = joinOrCommaTable(g, node);
  }
  return node;
}

/** JoinOrCommaTable. */
function joinOrCommaTable(g: Grammar, left: SqlNode): SqlNode {
  const { c } = g;
  if (!c.ahead(',', TABLE_REF)) return joinTable(g, left);
  c.advance();
  const place = c.last;
  const right = g.tableRef('QUERY_OR_JOIN');
  return { type: 'SqlJoin', left, right, joinType: 'COMMA', natural: false, conditionType: 'NONE', ...place };
}

const LEFT_RIGHT_FULL: Kinds = new Set(['LEFT', 'RIGHT', 'FULL']);
const INNER_OR_CROSS: Kinds = new Set(['INNER', 'CROSS']);

/** Whether the words of a join and a table stand here, by three tokens. */
function joinAhead(c: Cursor): boolean {
  const offset = c.looksAt(0, 'NATURAL') ? 1 : 0;
  if (c.looksAt(offset, 'JOIN')) return tableRefAhead(c, offset + 1, 2 - offset);
  if (c.looksAt(offset, INNER_OR_CROSS)) return c.looksAt(offset + 1, 'JOIN') && tableRefAhead(c, offset + 2, 1 - offset);
  if (!c.looksAt(offset, LEFT_RIGHT_FULL)) return false;
  if (c.looksAt(offset + 1, 'OUTER')) return offset === 1 || c.looksAt(offset + 2, 'JOIN');
  return c.looksAt(offset + 1, 'JOIN') && tableRefAhead(c, offset + 2, 1 - offset);
}

/** Whether a table of the FROM clause begins at a distance, by at most two tokens. */
function tableRefAhead(c: Cursor, offset: number, depth: number): boolean {
  if (depth <= 0) return true;
  if (!c.looksAt(offset, TABLE_REF)) return false;
  const kind = c.kindAt(offset);
  if (depth === 1 || NAME.has(kind)) return true;
  if (kind === '(') return c.looksAt(offset + 1, IN_PARENTHESES);
  return c.looksAt(offset + 1, kind === 'LATERAL' ? AFTER_LATERAL : '(');
}

/** JoinTable. */
export function joinTable(g: Grammar, left: SqlNode): SqlJoin {
  const { c } = g;
  if (!joinAhead(c)) return apply(g);
  const natural = c.take('NATURAL') !== undefined;
  const joinType = joinWords(c);
  const place = c.last;
  const right = g.tableRef('QUERY_OR_JOIN');
  const join = { type: 'SqlJoin' as const, left, right, joinType, natural, ...place };
  if (c.take('ON')) return { ...join, conditionType: 'ON', condition: g.expression('SUB_QUERY') };
  if (c.take('USING')) {
    const start = c.last;
    const { names } = parenthesizedNames(c);
    return { ...join, conditionType: 'USING', condition: nodeList(names, from(start, c.last)) };
  }
  return { ...join, conditionType: 'NONE' };
}

function joinWords(c: Cursor): SqlJoin['joinType'] {
  const { kind } = c.require('JOIN', 'INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS');
  if (kind === 'JOIN') return 'INNER';
  if (kind === 'LEFT' || kind === 'RIGHT' || kind === 'FULL') {
    c.take('OUTER');
    c.require('JOIN');
    return kind;
  }
  c.require('JOIN');
  return kind === 'CROSS' ? 'CROSS' : 'INNER';
}

/** CROSS APPLY and OUTER APPLY, which are grammar but not allowed. */
function apply(g: Grammar): never {
  const { c } = g;
  c.require('CROSS', 'OUTER');
  c.require('APPLY');
  g.tableRef('QUERY');
  return c.forbid('APPLY operator is not allowed under the current SQL conformance level', c.last);
}

/** TableRef3: a table, a query or a function, with what may stand behind it. */
export function tableRef(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  let node = tablePrimary(g, context);
  if (c.ahead('PIVOT', '(')) node = pivot(g, node);
  if (c.ahead('UNPIVOT', UNPIVOT_NEXT)) node = unpivot(g, node);
  node = aliasOption(g, node);
  return c.at('TABLESAMPLE') ? tableSample(c, node) : node;
}

function tablePrimary(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  if (c.ahead(NAME)) return namedTable(g);
  if (c.ahead('LATERAL', '(') || c.ahead('(', IN_PARENTHESES)) {
    const isLateral = c.take('LATERAL') !== undefined;
    const node = lateral(c, g.parenthesized(context), isLateral);
    return matchRecognizeAhead(c) ? matchRecognize(g, node) : node;
  }
  if (c.ahead('LATERAL', 'UNNEST') || c.ahead('UNNEST', '(')) return unnest(g);
  const isLateral = c.take('LATERAL') !== undefined;
  c.require('TABLE');
  return lateral(c, tableFunctionCall(g), isLateral);
}

/** A table by its name, or a table function without TABLE around it. */
function namedTable(g: Grammar): SqlNode {
  const { c } = g;
  const name = compoundTableIdentifier(c);
  if (argumentsAhead(c)) return implicitTableFunction(g, name);
  let node: SqlNode = tableHints(c, name);
  if (c.at('EXTEND', '(')) node = extendedTable(c, node);
  if (c.at('FOR')) node = snapshot(g, node);
  return matchRecognizeAhead(c) ? matchRecognize(g, node) : node;
}

const AFTER_ARGUMENT: Kinds = new Set([
  ...CONTINUES,
  ...['=>', ',', ')', 'PARTITION', 'ORDER', 'LIMIT', 'OFFSET', 'FETCH', 'UNION', 'INTERSECT', 'EXCEPT', 'MINUS'],
]);

/** Whether arguments stand here, by three tokens; a name and a type would be extended columns. */
function argumentsAhead(c: Cursor): boolean {
  if (!c.looksAt(0, '(')) return false;
  if (c.looksAt(1, ')') || c.looksAt(1, 'DEFAULT')) return true;
  if (!c.looksAt(1, QUERY_OR_OPERAND)) return false;
  const kind = c.kindAt(1);
  if (NAME.has(kind)) return c.looksAt(2, AFTER_ARGUMENT);
  if (kind === 'TABLE') return c.looksAt(2, NAME);
  return QUERY.has(kind) || kind === 'WITH' || operandAhead(c, 1, 2);
}

function implicitTableFunction(g: Grammar, name: SqlIdentifier): SqlBasicCall {
  const { c } = g;
  const start = c.last;
  c.require('(');
  const operands = c.at(')') ? [] : c.nested(() => argumentList(g, 'CURSOR'));
  c.require(')');
  const place = from(start, c.last);
  return functionCall('TABLE', [unresolvedCall(name, operands, place)], place, 'COLLECTION_TABLE');
}

/** TableFunctionCall, behind TABLE. */
function tableFunctionCall(g: Grammar): SqlBasicCall {
  const { c } = g;
  const start = c.last;
  c.require('(');
  c.take('SPECIFIC');
  const routine = g.namedRoutineCall('CURSOR');
  c.require(')');
  return functionCall('TABLE', [routine], from(start, c.last), 'COLLECTION_TABLE');
}

function lateral(c: Cursor, node: SqlNode, isLateral: boolean): SqlNode {
  if (!isLateral) return node;
  return functionCall('LATERAL', [notJoin(c, node)], c.last, 'LATERAL');
}

function notJoin(c: Cursor, node: SqlNode): SqlNode {
  if (node.type === 'SqlJoin') c.forbid('Join expression encountered in illegal context', node);
  return node;
}

function unnest(g: Grammar): SqlBasicCall {
  const { c } = g;
  c.take('LATERAL');
  c.require('UNNEST');
  const start = c.last;
  const { list } = g.parenthesizedList('SUB_QUERY');
  const operator = c.takeWords('WITH', 'ORDINALITY') ? 'UNNEST WITH ORDINALITY' : 'UNNEST';
  return functionCall(operator, list, from(start, c.last), 'UNNEST');
}

/** ExtendTable: `t EXTEND (a INT)`. */
export function extendedTable(c: Cursor, node: SqlNode): SqlBasicCall {
  c.take('EXTEND');
  c.require('(');
  const start = c.last;
  const list: SqlNode[] = [];
  do {
    list.push(compoundIdentifier(c));
    const type = dataType(c);
    list.push({ ...type, nullable: notNullOption(c) });
  } while (c.take(','));
  c.require(')');
  const columns = nodeList(list, from(start, c.last));
  return functionCall('EXTEND', [node, columns], sum(node, columns), 'EXTEND');
}

/** Snapshot. */
function snapshot(g: Grammar, table: SqlNode): SqlNode {
  const { c } = g;
  const start = c.last;
  for (const word of ['FOR', 'SYSTEM_TIME', 'AS', 'OF']) c.require(word);
  const period = g.expression('NON_QUERY');
  return { type: 'SqlSnapshot', table, period, ...from(start, c.last) };
}

/** `AS t (a, b)`, or nothing. */
function aliasOption(g: Grammar, node: SqlNode): SqlNode {
  const { c } = g;
  const hasAs = c.take('AS') !== undefined;
  if (!hasAs && !c.atAny(NAME)) return node;
  const alias = simpleIdentifier(c);
  const columns = c.at('(') ? parenthesizedNames(c).names : [];
  notJoin(c, node);
  return call('AS', 'AS', [node, alias, ...columns], sum(node, c.last));
}

/** Tablesample. */
function tableSample(c: Cursor, node: SqlNode): SqlBasicCall {
  c.require('TABLESAMPLE');
  const start = c.last;
  notJoin(c, node);
  const method = c.require('SUBSTITUTE', 'BERNOULLI', 'SYSTEM').kind as SqlSampleSpec['method'];
  c.require('(');
  const value = method === 'SUBSTITUTE' ? textLiteral(c).value : unsignedNumericLiteral(c).text;
  c.require(')');
  let seed: number | undefined;
  if (method !== 'SUBSTITUTE' && c.take('REPEATABLE')) {
    c.require('(');
    seed = signedInt(c);
    c.require(')');
  }
  const place = from(start, c.last);
  const spec: SqlSampleSpec = { type: 'SqlSampleSpec', method, value, ...(seed !== undefined && { seed }), ...placeOf(place) };
  return functionCall('TABLESAMPLE', [node, spec], method === 'SUBSTITUTE' ? sum(node, place) : place, 'TABLESAMPLE');
}

/** Pivot. */
function pivot(g: Grammar, query: SqlNode): SqlPivot {
  const { c } = g;
  c.require('PIVOT');
  const start = c.last;
  notJoin(c, query);
  c.require('(');
  const aggList = [pivotAggregate(g)];
  while (c.take(',')) aggList.push(pivotAggregate(g));
  c.require('FOR');
  const axisList = nameOrNames(c).list;
  c.require('IN');
  c.require('(');
  const inList: SqlNode[] = [];
  if (!c.at(')')) {
    do inList.push(pivotValue(g));
    while (c.take(','));
  }
  c.require(')');
  c.require(')');
  return { type: 'SqlPivot', query, aggList, axisList, inList, ...from(start, c.last) };
}

function pivotAggregate(g: Grammar): SqlNode {
  const { c } = g;
  const node = g.namedFunctionCall();
  if (c.at(',', 'FOR')) return node;
  c.take('AS');
  const alias = simpleIdentifier(c);
  return call('AS', 'AS', [node, alias], sum(node, c.last));
}

/** A row without the word ROW around it. */
function stripRow(node: SqlNode): SqlNode {
  const list = node.type === 'SqlBasicCall' && node.kind === 'ROW' ? node.operands.filter((o) => o !== undefined) : [node];
  return nodeList(list, node);
}

function pivotValue(g: Grammar): SqlNode {
  const { c } = g;
  const tuple = stripRow(g.rowConstructor());
  const hasAs = c.take('AS') !== undefined;
  if (!hasAs && !c.atAny(NAME)) return tuple;
  const alias = simpleIdentifier(c);
  return call('AS', 'AS', [tuple, alias], sum(tuple, c.last));
}

const UNPIVOT_NEXT: Kinds = new Set(['INCLUDE', 'EXCLUDE', '(']);

/** Unpivot. */
function unpivot(g: Grammar, query: SqlNode): SqlUnpivot {
  const { c } = g;
  c.require('UNPIVOT');
  const start = c.last;
  notJoin(c, query);
  const nulls = c.take('INCLUDE', 'EXCLUDE');
  if (nulls) c.require('NULLS');
  c.require('(');
  const measureList = nameOrNames(c).list;
  c.require('FOR');
  const axisList = nameOrNames(c).list;
  c.require('IN');
  c.require('(');
  const inList = [unpivotValue(g)];
  while (c.take(',')) inList.push(unpivotValue(g));
  c.require(')');
  c.require(')');
  return { type: 'SqlUnpivot', query, includeNulls: nulls?.kind === 'INCLUDE', measureList, axisList, inList, ...from(start, c.last) };
}

function unpivotValue(g: Grammar): SqlNode {
  const { c } = g;
  const columns = nameOrNames(c);
  if (!c.take('AS')) return columns;
  const values = stripRow(g.rowConstructor());
  return call('AS', 'AS', [columns, values], sum(columns, c.last));
}
