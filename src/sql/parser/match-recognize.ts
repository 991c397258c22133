import type { SqlBooleanLiteral, SqlMatchRecognize, SqlNode } from '../ast.ts';
import { expressions } from './context.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import type { Grammar } from './grammar.ts';
import { simpleIdentifier } from './identifier.ts';
import { intervalLiteral } from './interval.ts';
import { NUMBER, numericLiteral, unsignedNumericLiteral } from './literal.ts';
import { call, functionCall, nodeList, symbol } from './node.ts';
import { from, NOWHERE, sum } from './place.ts';

/** More in a row make a tree too deep to walk. */
const MAX_PATTERN = 500;

const CLAUSES: Kinds = new Set(['PARTITION', 'ORDER', 'MEASURES', 'ONE', 'ALL', 'AFTER', 'PATTERN']);
const PRIMARY: Kinds = new Set([...NAME, '(', '{', 'PERMUTE']);

/** MATCH_RECOGNIZE, with an alias in front of it or without, by three tokens. */
export function matchRecognizeAhead(c: Cursor): boolean {
  return c.ahead('AS', NAME, 'MATCH_RECOGNIZE') || c.ahead('MATCH_RECOGNIZE', '(', CLAUSES);
}

/** MatchRecognize. */
export function matchRecognize(g: Grammar, input: SqlNode): SqlMatchRecognize {
  const { c } = g;
  let table = input;
  if (c.take('AS')) {
    const alias = simpleIdentifier(c);
    table = call('AS', 'AS', [table, alias], sum(table, c.last));
  }
  c.require('MATCH_RECOGNIZE');
  const start = c.last;
  if (table.type === 'SqlJoin') c.forbid('Join expression encountered in illegal context', table);
  c.require('(');
  const partitionList = c.takeWords('PARTITION', 'BY') ? expressions(g, 'NON_QUERY') : [];
  const orderList = c.at('ORDER') ? g.orderBy(true) : [];
  const measures = c.take('MEASURES') ? commaList(c, () => measure(g)) : [];
  const rowsPerMatch = rowsPerMatchOption(c);
  const after = c.at('AFTER') ? afterMatch(c) : undefined;
  c.require('PATTERN');
  c.require('(');
  const strictStart = c.take('^') !== undefined;
  const pattern = c.nested(() => patternExpression(c));
  const strictEnd = c.take('$') !== undefined;
  c.require(')');
  const within = c.take('WITHIN') ? intervalLiteral(c) : undefined;
  const subsets = c.take('SUBSET') ? commaList(c, () => subset(g)) : [];
  c.require('DEFINE');
  const definitions = commaList(c, () => definition(g));
  c.require(')');
  return {
    type: 'SqlMatchRecognize',
    table,
    partitionList,
    orderList,
    measures,
    ...(rowsPerMatch && { rowsPerMatch }),
    ...(after && { after }),
    pattern,
    strictStart,
    strictEnd,
    subsets,
    definitions,
    ...(within && { within }),
    ...from(start, c.last),
  };
}

function commaList(c: Cursor, item: () => SqlNode): SqlNode[] {
  const list = [item()];
  while (c.take(',')) list.push(item());
  return list;
}

function measure(g: Grammar): SqlNode {
  const { c } = g;
  const value = g.expression('NON_QUERY');
  c.require('AS');
  const alias = simpleIdentifier(c);
  return call('AS', 'AS', [value, alias], sum(value, c.last));
}

function rowsPerMatchOption(c: Cursor): SqlMatchRecognize['rowsPerMatch'] {
  if (c.takeWords('ONE', 'ROW', 'PER', 'MATCH')) return 'ONE ROW PER MATCH';
  return c.takeWords('ALL', 'ROWS', 'PER', 'MATCH') ? 'ALL ROWS PER MATCH' : undefined;
}

/** AFTER MATCH SKIP …. */
function afterMatch(c: Cursor): SqlNode {
  c.require('AFTER');
  const start = c.last;
  c.require('MATCH');
  c.require('SKIP');
  if (c.takeWords('PAST', 'LAST', 'ROW')) return symbol('SqlMatchRecognize.AfterOption', 'SKIP PAST LAST ROW', from(start, c.last));
  c.require('TO');
  if (c.ahead('NEXT', 'ROW')) {
    c.advance();
    c.advance();
    return symbol('SqlMatchRecognize.AfterOption', 'SKIP TO NEXT ROW', from(start, c.last));
  }
  const isFirst = c.ahead('FIRST', NAME);
  if (isFirst || c.ahead('LAST', NAME)) c.advance();
  const variable = simpleIdentifier(c);
  const place = from(start, variable);
  return isFirst ? call('SKIP_TO_FIRST', 'SKIP TO FIRST', [variable], place) : call('SKIP_TO_LAST', 'SKIP TO LAST', [variable], place);
}

function subset(g: Grammar): SqlNode {
  const { c } = g;
  const name = simpleIdentifier(c);
  c.require('=');
  c.require('(');
  const open = c.last;
  const variables = expressions(g, 'NON_QUERY');
  c.require(')');
  return call('EQUALS', '=', [name, nodeList(variables, sum(open, ...variables))], sum(c.last, name));
}

function definition(g: Grammar): SqlNode {
  const { c } = g;
  const name = simpleIdentifier(c);
  c.require('AS');
  const condition = g.expression('SUB_QUERY');
  return call('AS', 'AS', [condition, name], sum(name, condition));
}

/** PatternExpression: alternatives. */
function patternExpression(c: Cursor): SqlNode {
  let left = patternTerm(c);
  for (let length = 1; c.take('|'); length++) {
    if (length > MAX_PATTERN) c.tooLong(`A pattern has more than ${MAX_PATTERN} alternatives.`);
    const right = patternTerm(c);
    left = call('PATTERN_ALTER', '|', [left, right], sum(left, right));
  }
  return left;
}

/** PatternTerm: one after the other. */
function patternTerm(c: Cursor): SqlNode {
  let left = patternFactor(c);
  for (let length = 1; c.atAny(PRIMARY); length++) {
    if (length > MAX_PATTERN) c.tooLong(`A pattern has more than ${MAX_PATTERN} variables in a row.`);
    const right = patternFactor(c);
    left = call('PATTERN_CONCAT', '', [left, right], sum(left, right));
  }
  return left;
}

const bool = (value: boolean): SqlBooleanLiteral => ({ type: 'SqlBooleanLiteral', value, ...NOWHERE });
const count = (n: number): SqlNode => numericLiteral(String(n), true, NOWHERE);

/** PatternFactor: a primary and its quantifier. */
function patternFactor(c: Cursor): SqlNode {
  const primary = patternPrimary(c);
  const range = quantifier(c, primary);
  if (range === undefined) return primary;
  if ('type' in range) return range;
  const [least, most] = range;
  const isReluctant = c.take('?') !== undefined && !sameNumber(least, most);
  return call('PATTERN_QUANTIFIER', 'PATTERN_QUANTIFIER', [primary, least, most, bool(isReluctant)], sum(c.last, primary));
}

function sameNumber(a: SqlNode, b: SqlNode): boolean {
  return a.type === 'SqlNumericLiteral' && b.type === 'SqlNumericLiteral' && a.text === b.text;
}

/** Least and most repetitions; or the whole factor, where `{- … -}` stands behind a primary; or nothing. */
function quantifier(c: Cursor, primary: SqlNode): readonly [SqlNode, SqlNode] | SqlNode | undefined {
  if (c.take('*')) return [count(0), count(-1)];
  if (c.take('+')) return [count(1), count(-1)];
  if (c.take('?')) return [count(0), count(1)];
  if (!c.take('{')) return undefined;
  if (c.take('-')) {
    const extra = patternExpression(c);
    c.require('-');
    c.require('}');
    const exclude = functionCall('PATTERN_EXCLUDE', [extra], sum(extra, c.last), 'PATTERN_EXCLUDED');
    return call('PATTERN_CONCAT', '', [primary, exclude], sum(primary, c.last));
  }
  if (c.take(',')) {
    const most = unsignedNumericLiteral(c);
    c.require('}');
    return [count(-1), most];
  }
  const least = unsignedNumericLiteral(c);
  let most: SqlNode = least;
  if (c.take(',')) most = c.atAny(NUMBER) ? unsignedNumericLiteral(c) : count(-1);
  c.require('}');
  return [least, most];
}

/** PatternPrimary. */
function patternPrimary(c: Cursor): SqlNode {
  if (c.atAny(NAME)) return simpleIdentifier(c);
  if (c.take('(')) {
    const inner = c.nested(() => patternExpression(c));
    c.require(')');
    return inner;
  }
  if (c.take('{')) {
    const start = c.last;
    c.require('-');
    const inner = c.nested(() => patternExpression(c));
    c.require('-');
    c.require('}');
    return functionCall('PATTERN_EXCLUDE', [inner], from(start, c.last), 'PATTERN_EXCLUDED');
  }
  c.require('PERMUTE');
  const start = c.last;
  c.require('(');
  const list = commaList(c, () => c.nested(() => patternExpression(c)));
  c.require(')');
  return functionCall('PATTERN_PERMUTE', list, from(start, c.last), 'PATTERN_PERMUTE');
}
