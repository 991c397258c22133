import type { SqlCase, SqlNode, SqlNodeList } from '../ast.ts';
import { CONTEXT_VARIABLE_WORDS } from '../keywords.ts';
import { LBRACE_D, LBRACE_FN, LBRACE_T, LBRACE_TS, QUOTED_STRING } from '../lexer.ts';
import { builtInCall, matchFunctionAhead, timeConstructorAhead } from './built-in-call.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { expressions } from './context.ts';
import { BUILT_IN_FUNCTIONS, FUNCTION_WORDS, OPERAND, QUERY_OR_OPERAND } from './first-sets.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier } from './identifier.ts';
import { intervalQualifier, intervalSign, intervalValue } from './interval.ts';
import { jdbcFunctionCall } from './jdbc-call.ts';
import { nonIntervalLiteral, NUMBER, STRING, unsignedNumericLiteral } from './literal.ts';
import { call, functionCall, identifierOf, isQuery, nodeList } from './node.ts';
import { from, placeOf, sum } from './place.ts';

const SPECIAL_WORDS: Kinds = new Set(['TRUE', 'FALSE', 'UNKNOWN', 'NULL']);
const TIME_WORDS: Kinds = new Set(['DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);
const AFTER_TIMESTAMP: Kinds = new Set([QUOTED_STRING, 'WITH']);
const MAP_NEXT: Kinds = new Set([')', ...QUERY_OR_OPERAND]);
const MAP_BRACKET_NEXT: Kinds = new Set([']', ...OPERAND]);
const FUNCTION_NAME: Kinds = new Set([...NAME, ...FUNCTION_WORDS]);

/** Whether a literal begins here, with the tokens that it must begin with. */
function literalAhead(c: Cursor): boolean {
  const { kind } = c;
  if (STRING.has(kind) || SPECIAL_WORDS.has(kind)) return true;
  if (kind === 'DECIMAL' || kind === LBRACE_D || kind === LBRACE_T || kind === LBRACE_TS) return c.looksAt(1, QUOTED_STRING);
  if (NUMBER.has(kind)) return true;
  if (kind === '+' || kind === '-') return c.looksAt(1, NUMBER);
  if (kind === 'TIMESTAMP') return c.looksAt(1, AFTER_TIMESTAMP);
  return TIME_WORDS.has(kind) && c.looksAt(1, QUOTED_STRING);
}

/** A function with syntax of its own, or MODEL. */
function builtInAhead(c: Cursor): boolean {
  const { kind } = c;
  if (kind === 'MODEL') return c.looksAt(1, NAME);
  if (TIME_WORDS.has(kind)) return timeConstructorAhead(c);
  return (BUILT_IN_FUNCTIONS.has(kind) && c.looksAt(1, '(')) || matchFunctionAhead(c);
}

/** A name with a parenthesis behind it, by as many tokens as the name has. */
function namedCallAhead(c: Cursor): boolean {
  let i = c.kind === 'SPECIFIC' ? 1 : 0;
  if (!c.looksAt(i, FUNCTION_NAME)) return false;
  const isName = NAME.has(c.kindAt(i));
  i++;
  if (!isName) return c.looksAt(i, '(');
  while (c.looksAt(i, '.') && c.looksAt(i + 1, NAME)) i += 2;
  if (c.looksAt(i, '.') && c.looksAt(i + 1, '*')) i += 2;
  return c.looksAt(i, '(');
}

/** AtomicRowExpression. */
export function atomicRowExpression(g: Grammar): SqlNode {
  const { c } = g;
  const { kind } = c;
  if (kind === 'INTERVAL') return intervalLiteralOrExpression(g);
  if (literalAhead(c)) return nonIntervalLiteral(c);
  if (c.at('?')) {
    c.advance();
    return { type: 'SqlDynamicParam', index: c.parameters++, ...c.last };
  }
  if (builtInAhead(c)) return builtInCall(g);
  if (c.at(LBRACE_FN)) return jdbcFunctionCall(g);
  if (c.at('MULTISET')) return multisetConstructor(g);
  if (c.at('ARRAY')) return collectionConstructor(g, 'ARRAY');
  if (c.ahead('MAP', '(', MAP_NEXT) || c.ahead('MAP', '[', MAP_BRACKET_NEXT)) return collectionConstructor(g, 'MAP');
  if (c.at('PERIOD')) return periodConstructor(g);
  if (namedCallAhead(c)) return g.namedFunctionCall();
  if (c.atAny(CONTEXT_VARIABLE_WORDS)) {
    const { image } = c.advance();
    return identifierOf(image, c.last);
  }
  if (c.atAny(NAME)) return compoundIdentifier(c);
  if (c.at('NEW')) return newSpecification(g);
  if (c.at('CASE')) return caseExpression(g);
  if (c.at('NEXT', 'CURRENT')) return sequenceExpression(c);
  return c.fail();
}

/** IntervalLiteralOrExpression. */
function intervalLiteralOrExpression(g: Grammar): SqlNode {
  const { c } = g;
  c.require('INTERVAL');
  const start = c.last;
  const sign = intervalSign(c);
  if (c.at(QUOTED_STRING)) return intervalValue(c, sign, start);
  const value = intervalOperand(g);
  const unit = intervalQualifier(c, false);
  const signed = sign === -1 ? call('MINUS_PREFIX', '-', [value], value) : value;
  return call('INTERVAL', 'INTERVAL', [signed, unit], from(start, c.last));
}

function intervalOperand(g: Grammar): SqlNode {
  const { c } = g;
  if (c.take('(')) {
    const value = g.expression('SUB_QUERY');
    c.require(')');
    return value;
  }
  if (c.atAny(NUMBER)) return unsignedNumericLiteral(c);
  return compoundIdentifier(c);
}

function multisetConstructor(g: Grammar): SqlNode {
  const { c } = g;
  c.require('MULTISET');
  const start = c.last;
  if (c.ahead('(', QUERY_OR_OPERAND)) {
    c.advance();
    const query = g.leafQueryOrExpression('QUERY');
    c.require(')');
    return functionCall('MULTISET', [query], from(start, c.last), 'MULTISET_QUERY_CONSTRUCTOR');
  }
  c.require('[');
  const list = [g.expression('NON_QUERY')];
  while (c.take(',')) list.push(g.expression('NON_QUERY'));
  c.require(']');
  return functionCall('MULTISET', list, from(start, c.last), 'MULTISET_VALUE_CONSTRUCTOR');
}

/** ArrayConstructor and MapConstructor: `ARRAY[…]`, `ARRAY(query)`, `ARRAY(…)`. */
function collectionConstructor(g: Grammar, name: 'ARRAY' | 'MAP'): SqlNode {
  const { c } = g;
  c.require(name);
  const start = c.last;
  if (c.take('[')) {
    const list = c.at(']') ? [] : expressions(g, 'NON_QUERY');
    c.require(']');
    return functionCall(name, list, from(start, c.last), name === 'ARRAY' ? 'ARRAY_VALUE_CONSTRUCTOR' : 'MAP_VALUE_CONSTRUCTOR');
  }
  if (c.ahead('(', ')')) {
    c.advance();
    c.advance();
    return call('OTHER_FUNCTION', name, [], from(start, c.last), { syntax: 'FUNCTION' });
  }
  const { list } = g.parenthesizedList('ALL');
  const [only] = list;
  const place = from(start, c.last);
  if (list.length === 1 && only && isQuery(only)) {
    return functionCall(name, [only], place, name === 'ARRAY' ? 'ARRAY_QUERY_CONSTRUCTOR' : 'MAP_QUERY_CONSTRUCTOR');
  }
  return call('OTHER_FUNCTION', name, list, place, { syntax: 'FUNCTION' });
}

function periodConstructor(g: Grammar): SqlNode {
  const { c } = g;
  c.require('PERIOD');
  const start = c.last;
  c.require('(');
  const lower = g.expression('SUB_QUERY');
  c.require(',');
  const upper = g.expression('SUB_QUERY');
  c.require(')');
  return call('ROW', 'ROW', [lower, upper], from(start, c.last));
}

function newSpecification(g: Grammar): SqlNode {
  const { c } = g;
  c.require('NEW');
  const start = c.last;
  const routine = g.namedRoutineCall('SUB_QUERY');
  return call('NEW_SPECIFICATION', 'NEW', [routine], from(start, routine));
}

/** CaseExpression. A value behind CASE is compared in each branch, as Calcite does while it parses. */
function caseExpression(g: Grammar): SqlCase {
  const { c } = g;
  c.require('CASE');
  const start = c.last;
  const value = c.atAny(OPERAND) ? g.expression('SUB_QUERY') : undefined;
  const branches: { readonly when: SqlNode | SqlNodeList; readonly then: SqlNode }[] = [];
  do {
    c.require('WHEN');
    const conditions = expressions(g, 'SUB_QUERY');
    const [only] = conditions;
    const when = conditions.length === 1 && only ? only : nodeList(conditions, sum(start, ...conditions));
    c.require('THEN');
    branches.push({ when, then: g.expression('SUB_QUERY') });
  } while (c.at('WHEN'));
  const written = c.take('ELSE') ? g.expression('SUB_QUERY') : undefined;
  c.require('END');
  const place = from(start, c.last);
  const condition = (when: SqlNode): SqlNode => {
    if (!value) return when;
    return when.type === 'SqlNodeList' ? call('IN', 'IN', [value, when], place) : call('EQUALS', '=', [value, when], place);
  };
  return {
    type: 'SqlCase',
    whenList: branches.map((b) => condition(b.when)),
    thenList: branches.map((b) => b.then),
    elseExpr: written ?? { type: 'SqlNullLiteral', ...placeOf(place) },
    ...place,
  };
}

/** SequenceExpression: `NEXT VALUE FOR s`. */
function sequenceExpression(c: Cursor): SqlNode {
  const isNext = c.require('NEXT', 'CURRENT').kind === 'NEXT';
  const start = c.last;
  c.require('VALUE');
  c.require('FOR');
  const name = compoundIdentifier(c);
  const place = from(start, name);
  return isNext ? call('NEXT_VALUE', 'NEXT VALUE', [name], place) : call('CURRENT_VALUE', 'CURRENT VALUE', [name], place);
}
