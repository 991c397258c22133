import type { SqlBasicCall, SqlKind, SqlNode } from '../ast.ts';
import type { Cursor, Kinds } from './cursor.ts';
import { OPERAND, operandAhead } from './first-sets.ts';
import { functionParameterList, overOption } from './function-call.ts';
import type { Grammar } from './grammar.ts';
import { compoundIdentifier, simpleIdentifier } from './identifier.ts';
import { intervalQualifier, timeUnit, timeUnitOrName, TIME_UNIT } from './interval.ts';
import { jsonCall } from './json-call.ts';
import { numericLiteral, signedNumericLiteral, unsignedNumericLiteral } from './literal.ts';
import { call, functionCall, identifierOf, symbol, unresolvedCall } from './node.ts';
import { from, NOWHERE, type Place } from './place.ts';
import { dataType } from './type.ts';

const RUNNING_OR_FINAL: Kinds = new Set(['RUNNING', 'FINAL']);
const TIME_WORDS: Kinds = new Set(['DATE', 'TIME', 'DATETIME', 'TIMESTAMP']);

/** `DATE(…)` and its kin. */
export function timeConstructorAhead(c: Cursor): boolean {
  return c.ahead(TIME_WORDS, '(');
}

/** `RUNNING` or `FINAL` in front of a function of MATCH_RECOGNIZE. */
export function matchFunctionAhead(c: Cursor): boolean {
  return c.looksAt(0, RUNNING_OR_FINAL) && operandAhead(c, 1, 1) && OPERAND.has(c.kindAt(1)) && !'+-'.includes(c.kindAt(1));
}

/** BuiltinFunctionCall. */
export function builtInCall(g: Grammar): SqlNode {
  const { c } = g;
  const { kind } = c;
  if (kind.startsWith('JSON_')) return jsonCall(g);
  if (TIME_WORDS.has(kind)) return timeConstructor(g);
  const rule = RULES[kind];
  if (rule) {
    c.advance();
    return rule(g, c.last, kind);
  }
  return matchFunction(g);
}

type Rule = (g: Grammar, start: Place, kind: string) => SqlNode;

const RULES: Readonly<Record<string, Rule>> = {
  CAST: cast,
  SAFE_CAST: cast,
  TRY_CAST: cast,
  EXTRACT: extract,
  POSITION: position,
  CONVERT: convert,
  TRANSLATE: translate,
  OVERLAY: overlay,
  FLOOR: floorOrCeil,
  CEIL: floorOrCeil,
  CEILING: floorOrCeil,
  SUBSTRING: substring,
  TRIM: trim,
  CONTAINS_SUBSTR: containsSubstring,
  DATE_DIFF: unitLast,
  DATETIME_DIFF: unitLast,
  TIMESTAMP_DIFF: unitLast,
  TIME_DIFF: unitLast,
  DATETIME_TRUNC: unitSecond,
  TIMESTAMP_TRUNC: unitSecond,
  TIME_TRUNC: unitSecond,
  DATE_TRUNC: dateTruncate,
  TIMESTAMPADD: unitFirst,
  TIMESTAMPDIFF: unitFirst,
  TUMBLE: groupWindow,
  HOP: groupWindow,
  SESSION: groupWindow,
  MODEL: explicitModel,
};

function cast(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const value = g.expression('SUB_QUERY');
  c.require('AS');
  const type = typeOrInterval(c);
  c.require(')');
  const operator = kind === 'CAST' ? 'CAST' : kind;
  return functionCall(operator, [value, type], from(start, c.last), kind === 'CAST' ? 'CAST' : 'SAFE_CAST');
}

/** A type, or INTERVAL with its unit. */
function typeOrInterval(c: Cursor): SqlNode {
  return c.take('INTERVAL') ? intervalQualifier(c) : dataType(c);
}

function extract(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const unit = timeUnitOrName(c);
  c.require('FROM');
  const value = g.expression('SUB_QUERY');
  c.require(')');
  return functionCall('EXTRACT', [unit, value], from(start, c.last), 'EXTRACT');
}

function position(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.atom()];
  c.require('IN');
  operands.push(g.expression('SUB_QUERY'));
  if (c.take('FROM')) operands.push(g.expression('SUB_QUERY'));
  c.require(')');
  return functionCall('POSITION', operands, from(start, c.last), 'POSITION');
}

function convert(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const done = (name: string, operands: readonly SqlNode[], kind: SqlKind = 'OTHER_FUNCTION'): SqlNode => {
    c.require(')');
    return functionCall(name, operands, from(start, c.last), kind);
  };
  if (operandAhead(c, 0, 2)) {
    const value = g.expression('SUB_QUERY');
    if (c.take('USING')) return done('TRANSLATE', [value, simpleIdentifier(c)], 'TRANSLATE');
    c.require(',');
    const source = simpleIdentifier(c);
    c.require(',');
    return done('CONVERT', [value, source, simpleIdentifier(c)], 'CONVERT');
  }
  const operands: SqlNode[] = [typeOrInterval(c)];
  c.require(',');
  operands.push(g.expression('SUB_QUERY'));
  if (c.take(',')) operands.push(c.take('NULL') ? { type: 'SqlNullLiteral', ...c.last } : unsignedNumericLiteral(c));
  return done('CONVERT', operands);
}

function translate(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  if (c.take('USING')) {
    operands.push(simpleIdentifier(c));
    c.require(')');
    return functionCall('TRANSLATE', operands, from(start, c.last), 'TRANSLATE');
  }
  while (c.take(',')) operands.push(g.expression('SUB_QUERY'));
  c.require(')');
  return call('OTHER_FUNCTION', 'TRANSLATE', operands, from(start, c.last), { syntax: 'FUNCTION' });
}

function overlay(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require('PLACING');
  operands.push(g.expression('SUB_QUERY'));
  c.require('FROM');
  operands.push(g.expression('SUB_QUERY'));
  if (c.take('FOR')) operands.push(g.expression('SUB_QUERY'));
  c.require(')');
  return functionCall('OVERLAY', operands, from(start, c.last));
}

/** FloorCeilOptions. */
function floorOrCeil(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  if (c.take('TO')) operands.push(timeUnitOrName(c));
  c.require(')');
  const name = kind === 'FLOOR' ? 'FLOOR' : 'CEIL';
  return overOption(g, functionCall(name, operands, from(start, c.last), name));
}

function substring(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require('FROM', ',');
  operands.push(g.expression('SUB_QUERY'));
  if (c.take('FOR', ',')) operands.push(g.expression('SUB_QUERY'));
  c.require(')');
  return functionCall('SUBSTRING', operands, from(start, c.last));
}

function trim(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const flagToken = c.take('BOTH', 'TRAILING', 'LEADING');
  const flag = symbol('SqlTrimFunction.Flag', flagToken?.kind ?? 'BOTH', flagToken ? c.last : NOWHERE);
  const first = c.at('FROM', ')') ? undefined : g.expression('SUB_QUERY');
  const done = (chars: SqlNode | undefined, value: SqlNode | undefined): SqlBasicCall => {
    c.require(')');
    return functionCall('TRIM', [flag, chars, value], from(start, c.last), 'TRIM');
  };
  if (c.at(')')) return done(undefined, first);
  c.require('FROM');
  if (!flagToken && !first) c.forbid("'FROM' without operands preceding it is illegal", c.last);
  return done(first, g.expression('SUB_QUERY'));
}

function containsSubstring(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require(',');
  operands.push(g.expression('SUB_QUERY'));
  if (c.take(',')) {
    c.require('JSON_SCOPE');
    c.require('=>');
    operands.push(g.expression('SUB_QUERY'));
  }
  c.require(')');
  return functionCall('CONTAINS_SUBSTR', operands, from(start, c.last));
}

/** `DATE_DIFF(a, b, DAY)`. */
function unitLast(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require(',');
  operands.push(g.expression('SUB_QUERY'));
  c.require(',');
  operands.push(timeUnitOrName(c));
  c.require(')');
  return functionCall(kind, operands, from(start, c.last));
}

/** `TIMESTAMP_TRUNC(a, DAY)`. */
function unitSecond(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require(',');
  operands.push(timeUnitOrName(c));
  c.require(')');
  return functionCall(kind, operands, from(start, c.last));
}

function dateTruncate(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const operands = [g.expression('SUB_QUERY')];
  c.require(',');
  operands.push(c.ahead(TIME_UNIT) ? timeUnit(c) : g.expression('SUB_QUERY'));
  c.require(')');
  return functionCall(kind, operands, from(start, c.last));
}

/** `TIMESTAMPADD(DAY, 3, a)`. */
function unitFirst(g: Grammar, start: Place, kind: string): SqlNode {
  const { c } = g;
  c.require('(');
  const operands: SqlNode[] = [timeUnitOrName(c)];
  c.require(',');
  operands.push(g.expression('SUB_QUERY'));
  c.require(',');
  operands.push(g.expression('SUB_QUERY'));
  c.require(')');
  return functionCall(kind, operands, from(start, c.last), kind === 'TIMESTAMPADD' ? 'TIMESTAMP_ADD' : 'TIMESTAMP_DIFF');
}

/** GroupByWindowingCall: `TUMBLE(rt, INTERVAL '1' MINUTE)` of GROUP BY. */
function groupWindow(g: Grammar, start: Place, kind: string): SqlNode {
  const { operands } = functionParameterList(g, 'SUB_QUERY');
  return call(kind as 'TUMBLE' | 'HOP' | 'SESSION', `$${kind}`, operands, from(start, g.c.last), { syntax: 'FUNCTION' });
}

/** ExplicitModel: `MODEL m` as an argument. */
function explicitModel(g: Grammar): SqlNode {
  const name = compoundIdentifier(g.c);
  return call('EXPLICIT_MODEL', 'MODEL', [name], g.c.last);
}

/** DateTimeConstructorCall: `DATE(a, b)`, a function that has a type's name. */
function timeConstructor(g: Grammar): SqlNode {
  const { c } = g;
  const { image } = c.advance();
  const start = c.last;
  const name = identifierOf(image, start);
  const { operands, quantifier } = functionParameterList(g, 'SUB_QUERY');
  return unresolvedCall(name, operands, from(start, c.last), quantifier);
}

const FIRST_OR_LAST: Kinds = new Set(['FIRST', 'LAST']);
const PREV_OR_NEXT: Kinds = new Set(['PREV', 'NEXT']);

/** MatchRecognizeFunctionCall. */
function matchFunction(g: Grammar): SqlNode {
  const { c } = g;
  if (c.at('CLASSIFIER', 'MATCH_NUMBER')) {
    const { kind } = c.advance();
    const start = c.last;
    c.require('(');
    c.require(')');
    return call('OTHER_FUNCTION', kind, [], from(start, c.last), { syntax: 'FUNCTION' });
  }
  const startsLogical = c.ahead(RUNNING_OR_FINAL, FIRST_OR_LAST, '(') || (c.ahead(FIRST_OR_LAST, '(') && operandAhead(c, 2, 1));
  if (startsLogical) return logicalNavigation(g);
  if (c.ahead(PREV_OR_NEXT, '(')) return navigation(g, c.last, '1');
  if (!c.atAny(RUNNING_OR_FINAL)) c.fail();
  const kind = c.advance().kind === 'FINAL' ? 'FINAL' : 'RUNNING';
  const start = c.last;
  const value = g.operand('NON_QUERY');
  return call(kind, kind, [value], from(start, value));
}

function logicalNavigation(g: Grammar): SqlNode {
  const { c } = g;
  const modifier = RUNNING_OR_FINAL.has(c.kind) ? c.advance().kind : undefined;
  const start = modifier === undefined ? undefined : c.last;
  const inner = navigation(g, start, '0');
  if (modifier === undefined) return inner;
  const kind = modifier === 'FINAL' ? 'FINAL' : 'RUNNING';
  return call(kind, kind, [inner], inner);
}

/** `FIRST(a, 1)`, `PREV(a)`; without a second argument it is the one given here. */
function navigation(g: Grammar, before: Place | undefined, absent: string): SqlBasicCall {
  const { c } = g;
  const kind = c.advance().kind as 'FIRST' | 'LAST' | 'PREV' | 'NEXT';
  const start = before && (kind === 'FIRST' || kind === 'LAST') ? before : c.last;
  c.require('(');
  const value = g.expression('SUB_QUERY');
  const offset = c.take(',') ? signedNumericLiteral(c) : numericLiteral(absent, true, NOWHERE);
  c.require(')');
  return call(kind, kind, [value, offset], from(start, c.last), { syntax: 'FUNCTION' });
}
