import type { SqlBasicCall, SqlIdentifier, SqlNode, SqlSymbolLiteral } from '../ast.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { expressions, forbidExpression, insideParentheses } from './context.ts';
import { FUNCTION_WORDS, QUERY_OR_OPERAND, STRING_AGGREGATES } from './first-sets.ts';
import type { ExpressionContext, Grammar } from './grammar.ts';
import { compoundIdentifier, nameOrNames, simpleIdentifier } from './identifier.ts';
import { signedNumericLiteral, textLiteral } from './literal.ts';
import { call, functionCall, identifierOf, nodeList, starAt, symbol, unresolvedCall } from './node.ts';
import { from, sum, type Place } from './place.ts';

const NULL_TREATMENTS: Kinds = new Set(['IGNORE', 'RESPECT']);
const PERCENTILES: Kinds = new Set(['PERCENTILE_CONT', 'PERCENTILE_DISC']);

/** AllOrDistinct, or nothing. */
export function quantifierOption(c: Cursor): SqlSymbolLiteral | undefined {
  const token = c.take('DISTINCT', 'ALL');
  return token && symbol('SqlSelectKeyword', token.kind, c.last);
}

/** `name =>` in front of an argument. */
function argumentName(c: Cursor): SqlIdentifier | undefined {
  if (!c.ahead(NAME, '=>')) return undefined;
  const name = simpleIdentifier(c);
  c.advance();
  return name;
}

function named(name: SqlIdentifier | undefined, value: SqlNode): SqlNode {
  return name ? call('ARGUMENT_ASSIGNMENT', '=>', [value, name], sum(name, value)) : value;
}

function defaultValue(c: Cursor): SqlNode {
  c.require('DEFAULT');
  return call('DEFAULT', 'DEFAULT', [], c.last);
}

/** AddArg0. */
export function firstArgument(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  const name = argumentName(c);
  if (c.at('DEFAULT')) return named(name, defaultValue(c));
  if (c.ahead('TABLE', NAME)) return named(name, tableParameter(g));
  return named(name, partitioned(g, g.orderedQueryOrExpression(insideParentheses(context))));
}

/** AddArg. */
export function argument(g: Grammar, context: ExpressionContext): SqlNode {
  const { c } = g;
  const name = argumentName(c);
  if (c.at('DEFAULT')) return named(name, defaultValue(c));
  if (c.at('TABLE')) return named(name, tableParameter(g));
  return named(name, g.expression(context));
}

/** TableParam: `TABLE t PARTITION BY a ORDER BY b`. */
function tableParameter(g: Grammar): SqlNode {
  const { c } = g;
  const before = c.last;
  return partitioned(g, explicitTable(c, before), before);
}

/** ExplicitTable; Flink gives it the place of the token before. */
export function explicitTable(c: Cursor, place: Place): SqlBasicCall {
  c.require('TABLE');
  return call('EXPLICIT_TABLE', 'TABLE', [compoundIdentifier(c)], place);
}

/** PartitionedByAndOrderBy: a table with set semantics. */
function partitioned(g: Grammar, input: SqlNode, start: Place = g.c.last): SqlNode {
  const { c } = g;
  const partition = c.takeWords('PARTITION', 'BY') ? nameOrNames(c) : undefined;
  const order = c.at('ORDER') ? tableOrder(g) : undefined;
  if (!partition && !order) return input;
  const empty = nodeList([], start);
  return call('SET_SEMANTICS_TABLE', 'SET_SEMANTICS_TABLE', [input, partition ?? empty, order ?? empty], start);
}

/** OrderByOfSetSemanticsTable: one item, or several in parentheses. */
function tableOrder(g: Grammar): SqlNode {
  const { c } = g;
  c.require('ORDER');
  const start = c.last;
  c.require('BY');
  if (!c.ahead('(', QUERY_OR_OPERAND)) {
    const item = orderItem(g);
    return nodeList([item], sum(start, item));
  }
  c.advance();
  const list = [orderItem(g)];
  while (c.take(',')) list.push(orderItem(g));
  c.require(')');
  return nodeList(list, sum(start, ...list));
}

/** AddOrderItem. */
export function orderItem(g: Grammar): SqlNode {
  const { c } = g;
  let item = g.expression('SUB_QUERY');
  if (!c.take('ASC') && c.take('DESC')) item = call('DESCENDING', 'DESC', [item], c.last);
  if (c.ahead('NULLS', 'FIRST')) {
    c.advance();
    c.advance();
    return call('NULLS_FIRST', 'NULLS FIRST', [item], c.last);
  }
  if (!c.takeWords('NULLS', 'LAST')) return item;
  return call('NULLS_LAST', 'NULLS LAST', [item], c.last);
}

export interface Parameters {
  readonly operands: readonly SqlNode[];
  readonly quantifier?: SqlSymbolLiteral;
}

/** The parentheses of a function and what is in them: `(*)`, `()`, `(DISTINCT a, b)`. */
export function functionParameters(g: Grammar): Parameters {
  const { c } = g;
  if (c.ahead('(', '*')) {
    c.advance();
    c.advance();
    const star = starAt(c.last);
    c.require(')');
    return { operands: [star] };
  }
  if (c.ahead('(', ')')) {
    c.advance();
    c.advance();
    return { operands: [] };
  }
  return functionParameterList(g, 'SUB_QUERY');
}

/** FunctionParameterList. */
export function functionParameterList(g: Grammar, context: ExpressionContext): Parameters {
  const { c } = g;
  c.require('(');
  const quantifier = quantifierOption(c);
  const operands = c.nested(() => argumentList(g, context));
  c.require(')');
  return { operands, ...(quantifier && { quantifier }) };
}

/** Arguments with commas between them. */
export function argumentList(g: Grammar, context: ExpressionContext): SqlNode[] {
  const { c } = g;
  const operands = [firstArgument(g, context)];
  while (c.take(',')) {
    forbidExpression(c, context);
    operands.push(argument(g, context));
  }
  return operands;
}

/** NamedRoutineCall. */
export function namedRoutineCall(g: Grammar, context: ExpressionContext): SqlBasicCall {
  const { c } = g;
  const name = compoundIdentifier(c);
  const start = c.last;
  c.require('(');
  const operands = c.at(')') ? [] : c.nested(() => argumentList(g, context));
  c.require(')');
  return unresolvedCall(name, operands, from(start, c.last));
}

/** NamedFunctionCall. */
export function namedFunctionCall(g: Grammar): SqlNode {
  const { c } = g;
  let node = innerCall(g);
  if (c.ahead(NULL_TREATMENTS, 'NULLS')) node = nullTreatment(c, node);
  if (c.ahead('WITHIN', 'DISTINCT')) {
    c.advance();
    const start = c.last;
    c.advance();
    c.require('(');
    const list = expressions(g, 'SUB_QUERY');
    c.require(')');
    node = call('WITHIN_DISTINCT', 'WITHIN DISTINCT', [node, nodeList(list, sum(start, ...list))], from(start, c.last));
  }
  if (c.at('WITHIN')) node = withinGroup(g, node);
  if (c.take('FILTER')) {
    const start = c.last;
    c.require('(');
    c.require('WHERE');
    const condition = g.expression('SUB_QUERY');
    c.require(')');
    node = call('FILTER', 'FILTER', [node, condition], from(start, c.last));
  }
  return overOption(g, node);
}

function innerCall(g: Grammar): SqlBasicCall {
  const { c } = g;
  if (STRING_AGGREGATES.has(c.kind) && c.looksAt(1, '(')) return stringAggregate(g);
  if (PERCENTILES.has(c.kind)) return percentile(g);
  return namedCall(g);
}

/** `OVER w` or `OVER (…)`, or nothing. */
export function overOption(g: Grammar, node: SqlNode): SqlNode {
  const { c } = g;
  if (!c.take('OVER')) return node;
  const start = c.last;
  const window = c.atAny(NAME) ? simpleIdentifier(c) : g.windowSpecification();
  return call('OVER', 'OVER', [node, window], sum(start, window));
}

/** NamedCall. */
function namedCall(g: Grammar): SqlBasicCall {
  const { c } = g;
  const specific = c.take('SPECIFIC') !== undefined;
  const name = functionName(c);
  const start = c.last;
  const { operands, quantifier } = functionParameters(g);
  const node = unresolvedCall(name, operands, from(start, c.last), quantifier);
  return specific ? { ...node, specific } : node;
}

/** FunctionName. */
function functionName(c: Cursor): SqlIdentifier {
  if (!c.atAny(FUNCTION_WORDS)) return compoundIdentifier(c);
  const { image } = c.advance();
  return identifierOf(image, c.last);
}

/** NullTreatment around a call. */
function nullTreatment(c: Cursor, node: SqlNode): SqlBasicCall {
  const { kind } = c.require('IGNORE', 'RESPECT');
  const start = c.last;
  c.require('NULLS');
  const place = from(start, c.last);
  return kind === 'IGNORE' ? call('IGNORE_NULLS', 'IGNORE NULLS', [node], place) : call('RESPECT_NULLS', 'RESPECT NULLS', [node], place);
}

/** withinGroup. */
export function withinGroup(g: Grammar, node: SqlNode): SqlBasicCall {
  const { c } = g;
  c.require('WITHIN');
  const start = c.last;
  c.require('GROUP');
  c.require('(');
  if (!c.at('ORDER')) c.fail();
  const orderStart = c.last;
  const list = g.orderBy(true);
  c.require(')');
  return call('WITHIN_GROUP', 'WITHIN GROUP', [node, nodeList(list, sum(orderStart, ...list))], from(start, c.last));
}

/** StringAggFunctionCall: `STRING_AGG(DISTINCT a, ',' ORDER BY b SEPARATOR ';')`. */
function stringAggregate(g: Grammar): SqlBasicCall {
  const { c } = g;
  const { kind } = c.advance();
  const start = c.last;
  c.require('(');
  const quantifier = quantifierOption(c);
  const operands: SqlNode[] = [argument(g, 'SUB_QUERY')];
  while (c.take(',')) operands.push(argument(g, 'SUB_QUERY'));
  const nulls = c.at('IGNORE', 'RESPECT') ? nullTreatment(c, operands[0] as SqlNode) : undefined;
  if (c.at('ORDER')) {
    const list = g.orderBy(true);
    operands.push(nodeList(list, sum(...list)));
  }
  if (c.take('SEPARATOR')) {
    const separatorStart = c.last;
    const text = textLiteral(c);
    operands.push(functionCall('SEPARATOR', [text], from(separatorStart, c.last)));
  }
  c.require(')');
  const node = call('STRING_AGG', kind, operands, from(start, c.last), { quantifier, syntax: 'FUNCTION' });
  return nulls ? call(nulls.kind, nulls.operator, [node], nulls) : node;
}

/** PercentileFunctionCall. */
function percentile(g: Grammar): SqlBasicCall {
  const { c } = g;
  const { kind } = c.advance();
  const start = c.last;
  c.require('(');
  const operands = [argument(g, 'SUB_QUERY')];
  const create = (): SqlBasicCall => call('OTHER_FUNCTION', kind, operands, from(start, c.last), { syntax: 'FUNCTION' });
  if (c.take(')')) return create();
  c.require(',');
  operands.push(signedNumericLiteral(c));
  const nulls = c.at('IGNORE', 'RESPECT') ? nullTreatment(c, operands[0] as SqlNode) : undefined;
  c.require(')');
  const node = create();
  return nulls ? call(nulls.kind, nulls.operator, [node], nulls) : node;
}
