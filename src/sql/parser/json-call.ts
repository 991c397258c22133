import type { SqlBasicCall, SqlNode, SqlSymbolLiteral } from '../ast.ts';
import type { Cursor, Kinds } from './cursor.ts';
import { operandAhead, operandBefore } from './first-sets.ts';
import { withinGroup } from './function-call.ts';
import type { Grammar } from './grammar.ts';
import { simpleIdentifier } from './identifier.ts';
import { functionCall, nodeList, symbol } from './node.ts';
import { from, sum, type Place } from './place.ts';
import { dataType } from './type.ts';

type Operands = (SqlNode | undefined)[];

/** The functions whose names begin with JSON. Clauses without an own place in the text are left out of the operands or are undefined. */
export function jsonCall(g: Grammar): SqlNode {
  const { c } = g;
  const { kind } = c.advance();
  const start = c.last;
  c.require('(');
  switch (kind) {
    case 'JSON_EXISTS':
      return jsonExists(g, start);
    case 'JSON_VALUE':
      return jsonValue(g, start);
    case 'JSON_QUERY':
      return jsonQuery(g, start);
    case 'JSON_OBJECT':
      return jsonObject(g, start);
    case 'JSON_OBJECTAGG':
      return jsonObjectAggregate(g, start);
    case 'JSON_ARRAY':
      return jsonArray(g, start);
    default:
      return jsonArrayAggregate(g, start);
  }
}

/** JsonApiCommonSyntax: document and path; what PASSING lists is read and dropped, as in Flink. */
function documentAndPath(g: Grammar): Operands {
  const { c } = g;
  const operands: Operands = [g.expression('NON_QUERY')];
  c.require(',');
  operands.push(g.expression('NON_QUERY'));
  if (c.take('PASSING')) {
    do {
      g.expression('NON_QUERY');
      c.require('AS');
      simpleIdentifier(c);
    } while (c.take(','));
  }
  return operands;
}

function finish(g: Grammar, name: string, operands: Operands, start: Place): SqlBasicCall {
  g.c.require(')');
  return functionCall(name, operands, from(start, g.c.last));
}

/** Operands: document, path, behaviour on error if written. */
function jsonExists(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const operands = documentAndPath(g);
  const behavior = c.take('TRUE', 'FALSE', 'UNKNOWN', 'ERROR');
  if (behavior) {
    operands.push(symbol('SqlJsonExistsErrorBehavior', behavior.kind, c.last));
    c.require('ON');
    c.require('ERROR');
  }
  return finish(g, 'JSON_EXISTS', operands, start);
}

/** Operands: document, path, then the symbol RETURNING with a type, then behaviours: symbol, value after DEFAULT, symbol EMPTY or ERROR. */
function jsonValue(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const operands = documentAndPath(g);
  if (c.take('RETURNING')) {
    operands.push(symbol('SqlJsonValueReturning', 'RETURNING', c.last), dataType(c));
  }
  while (c.at('ERROR', 'NULL', 'DEFAULT')) {
    const { kind } = c.advance();
    operands.push(symbol('SqlJsonValueEmptyOrErrorBehavior', kind, c.last));
    if (kind === 'DEFAULT') operands.push(g.expression('NON_QUERY'));
    operands.push(onEmptyOrError(c));
  }
  return finish(g, 'JSON_VALUE', operands, start);
}

function onEmptyOrError(c: Cursor): SqlSymbolLiteral {
  c.require('ON');
  return symbol('SqlJsonEmptyOrError', c.require('EMPTY', 'ERROR').kind, c.last);
}

/** Operands: document, path, wrapper, behaviour on empty, behaviour on error, type after RETURNING. */
function jsonQuery(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const [document, path] = documentAndPath(g);
  const returning = c.take('RETURNING') ? dataType(c) : undefined;
  let wrapper: SqlNode | undefined;
  if (c.at('WITHOUT', 'WITH')) {
    wrapper = wrapperBehavior(c);
    c.require('WRAPPER');
  }
  let onEmpty: SqlNode | undefined;
  let onError: SqlNode | undefined;
  while (c.at('ERROR', 'NULL', 'EMPTY')) {
    const behavior = queryBehavior(c);
    if (onEmptyOrError(c).value === 'EMPTY') onEmpty = behavior;
    else onError = behavior;
  }
  return finish(g, 'JSON_QUERY', [document, path, wrapper, onEmpty, onError, returning], start);
}

/** JsonQueryWrapperBehavior. */
function wrapperBehavior(c: Cursor): SqlSymbolLiteral {
  const wrapper = (value: string): SqlSymbolLiteral => {
    c.take('ARRAY');
    return symbol('SqlJsonQueryWrapperBehavior', value, c.last);
  };
  if (c.take('WITHOUT')) return wrapper('WITHOUT_ARRAY');
  if (c.ahead('WITH', 'CONDITIONAL')) {
    c.advance();
    c.advance();
    return wrapper('WITH_CONDITIONAL_ARRAY');
  }
  c.require('WITH');
  c.take('UNCONDITIONAL');
  return wrapper('WITH_UNCONDITIONAL_ARRAY');
}

function queryBehavior(c: Cursor): SqlSymbolLiteral {
  const { kind } = c.require('ERROR', 'NULL', 'EMPTY');
  const value = kind === 'EMPTY' ? `EMPTY_${c.require('ARRAY', 'OBJECT').kind}` : kind;
  return symbol('SqlJsonQueryEmptyOrErrorBehavior', value, c.last);
}

/** JsonNameAndValue. */
function nameAndValue(g: Grammar): SqlNode[] {
  const { c } = g;
  // KEY may also be a column; it is the keyword if a name can follow it.
  const hasKey = c.looksAt(0, 'KEY') && operandAhead(c, 1, 1);
  if (hasKey) c.advance();
  const name = g.expression('NON_QUERY');
  if (c.require('VALUE', ':').kind === ':' && hasKey) c.forbid("Illegal identifier ':'. Was expecting 'VALUE'", c.last);
  return [name, g.expression('NON_QUERY')];
}

/** JsonConstructorNullClause. */
function nullClause(c: Cursor): SqlSymbolLiteral | undefined {
  const token = c.take('NULL', 'ABSENT');
  if (!token) return undefined;
  c.require('ON');
  c.require('NULL');
  return symbol('SqlJsonConstructorNullClause', `${token.kind}_ON_NULL`, c.last);
}

const AFTER_NAME: Kinds = new Set(['VALUE', ':']);

/** Whether an entry of JSON_OBJECT begins here, by two tokens: NULL may also begin the clause behind the entries. */
function entryAhead(c: Cursor): boolean {
  return (c.looksAt(0, 'KEY') && operandAhead(c, 1, 1)) || operandBefore(c, 0, AFTER_NAME);
}

/** Operands: null clause, then names and values in turn. */
function jsonObject(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const entries: SqlNode[] = [];
  if (entryAhead(c)) {
    entries.push(...nameAndValue(g));
    while (c.take(',')) entries.push(...nameAndValue(g));
  }
  const nulls = nullClause(c) ?? symbol('SqlJsonConstructorNullClause', 'NULL_ON_NULL');
  return finish(g, 'JSON_OBJECT', [nulls, ...entries], start);
}

/** Operands: name, value. The null clause is part of the operator's name. */
function jsonObjectAggregate(g: Grammar, start: Place): SqlNode {
  const entry = nameAndValue(g);
  const nulls = nullClause(g.c)?.value ?? 'NULL_ON_NULL';
  const node = finish(g, `JSON_OBJECTAGG_${nulls}`, entry, start);
  return { ...node, kind: 'JSON_OBJECTAGG' };
}

/** Operands: null clause, then elements. */
function jsonArray(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const elements: SqlNode[] = [];
  if (operandAhead(c, 0, 2)) {
    elements.push(g.expression('NON_QUERY'));
    while (c.take(',')) elements.push(g.expression('NON_QUERY'));
  }
  const nulls = nullClause(c) ?? symbol('SqlJsonConstructorNullClause', 'ABSENT_ON_NULL');
  return finish(g, 'JSON_ARRAY', [nulls, ...elements], start);
}

/** Operands: value, order list if written. The null clause is part of the operator's name. */
function jsonArrayAggregate(g: Grammar, start: Place): SqlNode {
  const { c } = g;
  const operands: Operands = [g.expression('NON_QUERY')];
  if (c.at('ORDER')) {
    const list = g.orderBy(true);
    operands.push(nodeList(list, sum(...list)));
  }
  const nulls = nullClause(c)?.value ?? 'ABSENT_ON_NULL';
  const node: SqlBasicCall = { ...finish(g, `JSON_ARRAYAGG_${nulls}`, operands, start), kind: 'JSON_ARRAYAGG' };
  if (!c.at('WITHIN')) return node;
  const ordered = withinGroup(g, node);
  if (operands.length > 1) {
    c.forbid('Including both WITHIN GROUP(...) and inside ORDER BY in a single JSON_ARRAYAGG call is not allowed', sum(start, ordered));
  }
  return ordered;
}
