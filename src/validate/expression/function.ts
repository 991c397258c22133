import type { SqlType } from '../../types/sql-type.ts';
import type { SqlBasicCall, SqlIdentifier, SqlNode } from '../../sql/ast.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { BoundExpr } from '../bound.ts';
import type { ExprContext } from './context.ts';
import { validationError } from '../../base/diagnostic.ts';
import { negateDecimal } from '../../types/decimal.ts';
import { charType, withNullability } from '../../types/sql-type.ts';
import { deriveDataType } from '../ddl/data-type.ts';
import { contextError } from '../errors.ts';
import { bindAggregateCall, starCall } from './aggregate.ts';
import { bindingOf, checkCall, isNull, operatorsNamed, unknownFunction } from './call-binding.ts';
import { originOf } from './identifier.ts';
import { symbolOf } from './literal.ts';
import { checkMatchFunction } from './match-functions.ts';
import { negate } from './predicate.ts';
import { functionName, lookupFunction } from './user-functions.ts';

/** Operators with a symbol or a word: `+`, `AND`, `IS NOT NULL`, `IS JSON OBJECT`. */
export function bindOperator(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const operands = bindOperands(node, cx);
  const negative = node.kind === 'MINUS_PREFIX' ? negatedNumber(operands[0]) : undefined;
  if (negative) return { ...negative, origin: originOf(node) };
  const syntax = syntaxOf(node);
  let overloads = operatorsNamed(cx, node.operator, syntax);
  if (overloads.length === 0 && node.operator === '%') overloads = operatorsNamed(cx, 'MOD');
  if (overloads.length === 0) throw noSuchOperator(node, node.operator);
  return { kind: 'call', ...checkCall(overloads, operands, cx, { place: node, name: node.operator }), origin: originOf(node) };
}

/** Calcite's grammar has operators that Flink does not know (`ILIKE`, `MEMBER OF`); they are named without operands. */
function noSuchOperator(node: SqlBasicCall, name: string): Error {
  return contextError('validate/unknown-function', node, `No match found for function signature ${name}`);
}

/** A sign in front of a number is part of the number. */
function negatedNumber(e: BoundExpr | undefined): BoundExpr | undefined {
  if (e?.kind !== 'literal' || (e.value.kind !== 'decimal' && e.value.kind !== 'double')) return undefined;
  return { ...e, value: { ...e.value, value: negateDecimal(e.value.value) } };
}

function syntaxOf(node: SqlBasicCall): SqlOperator['syntax'] | undefined {
  switch (node.kind) {
    case 'PLUS_PREFIX':
    case 'MINUS_PREFIX':
    case 'NOT':
      return 'prefix';
    case 'PLUS':
    case 'MINUS':
      return 'binary';
    default:
      return undefined;
  }
}

/** LIKE, SIMILAR TO and their NOT forms, which are NOT around the plain one. */
export function bindNegatable(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const operands = bindOperands(node, cx);
  const negated = node.operator.startsWith('NOT ');
  const name = negated ? node.operator.slice(4) : node.operator;
  const overloads = operatorsNamed(cx, node.operator);
  const [op] = operatorsNamed(cx, name);
  if (overloads.length === 0 || !op) throw noSuchOperator(node, node.operator);
  const checked = checkCall(overloads, operands, cx, { place: node, name: node.operator });
  const call: BoundExpr = { kind: 'call', ...checked, op, origin: originOf(node) };
  return negated ? negate(call, cx) : call;
}

/** Operands that were written; units become symbols. Names of arguments (`a => 1`) are the business of `namedArguments`. */
function bindOperands(node: SqlBasicCall, cx: ExprContext): BoundExpr[] {
  if (node.operator === 'TRIM') return trimOperands(node, cx);
  if (node.operator === 'JSON_QUERY') return jsonQueryOperands(node, cx);
  return node.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : []));
}

/** TRIM without a side means both, without characters the blank. */
function trimOperands(node: SqlBasicCall, cx: ExprContext): BoundExpr[] {
  const [side, characters, value] = node.operands.length === 1 ? [undefined, undefined, node.operands[0]] : node.operands;
  const origin = originOf(node);
  const blank: BoundExpr = { kind: 'literal', value: { kind: 'char', value: ' ' }, type: charType('CHAR', 1, false), origin };
  return [
    side ? cx.binder.expression(side, cx) : symbolOf('BOTH', origin),
    characters ? cx.binder.expression(characters, cx) : blank,
    ...(value ? [cx.binder.expression(value, cx)] : []),
  ];
}

/** JSON_QUERY always has its wrapper and both behaviours. */
function jsonQueryOperands(node: SqlBasicCall, cx: ExprContext): BoundExpr[] {
  const [document, path, wrapper, onEmpty, onError] = node.operands;
  const origin = originOf(node);
  const behaviour = (o: SqlNode | undefined): BoundExpr =>
    symbolOf(`SqlJsonQueryEmptyOrErrorBehavior[${o?.type === 'SqlSymbolLiteral' ? o.value : 'NULL'}]`, origin);
  return [
    ...[document, path].flatMap((o) => (o ? [cx.binder.expression(o, cx)] : [])),
    wrapper ? cx.binder.expression(wrapper, cx) : symbolOf('WITHOUT_ARRAY', origin),
    behaviour(onEmpty),
    behaviour(onError),
  ];
}

const NOT_SCALAR: ReadonlySet<SqlOperator['category']> = new Set(['windowTable', 'table', 'processTable']);

/** A bare name that is a function without parentheses (`CURRENT_DATE`); such functions hide columns of the same name. */
export function nullaryFunction(id: SqlIdentifier, cx: ExprContext): SqlOperator | undefined {
  const [name] = id.names;
  if (name === undefined || id.names.length !== 1 || id.parts[0]?.quoted !== false) return undefined;
  return cx.binder.session.operators.lookup(name).find((op) => op.syntax === 'functionId');
}

export function bindNullaryCall(id: SqlIdentifier, cx: ExprContext): BoundExpr | undefined {
  const op = nullaryFunction(id, cx);
  if (!op) return undefined;
  const type = op.inferReturnType(bindingOf([], { groupCount: -1, hasFilter: false }));
  return { kind: 'call', op, operands: [], type, origin: originOf(id) };
}

/** A function that is looked up by its name. */
export function bindFunction(node: SqlBasicCall, cx: ExprContext): BoundExpr {
  const all = lookupFunction(node, cx).operators;
  const overloads = all.filter((op) => !NOT_SCALAR.has(op.category));
  const [first] = overloads;
  if (first?.category === 'aggregate' && !cx.match) return bindAggregateCall(node, overloads, cx, {});
  const isAggregate = first?.category === 'aggregate';
  if (node.quantifier) {
    if (first && !isAggregate) {
      throw contextError('validate/distinct-not-allowed', node.quantifier, `DISTINCT/ALL not allowed with ${first.name} function`);
    }
  }
  if (first?.category === 'window') throw contextError('validate/over-required', node, 'OVER clause is necessary for window functions');
  const star = node.syntax === 'FUNCTION_STAR' || node.operands.some(isStar);
  const operands = star && first ? [] : bindOperands({ ...node, operands: withoutTypes(node) }, cx);
  if (!first) throw unknownFunction(functionName(node), operands, node);
  checkMatchFunction(node, first, operands, cx);
  if (first.category === 'groupAuxiliary') return bindAuxiliary(node, overloads, operands);
  if (first.name === 'NULLIF') return bindNullif(node, operands, cx);
  if (star && isAggregate) return { kind: 'call', ...starCall(overloads, node, cx, {}), origin: originOf(node) };
  const call = checkCall(overloads, operands, cx, { place: node, name: functionName(node) });
  const returning = returningType(node);
  return { kind: 'call', ...call, op: asWritten(call.op, node), type: returning ?? call.type, origin: originOf(node) };
}

/** Functions with Flink's own inference print as they were written. */
function asWritten(op: SqlOperator, node: SqlBasicCall): SqlOperator {
  const [name] = node.functionName?.names ?? [];
  const isOther = name !== undefined && name !== op.name && name.toUpperCase() === op.name.toUpperCase();
  return op.flinkInference && isOther && node.functionName?.names.length === 1 ? { ...op, name } : op;
}

function isStar(o: SqlNode | undefined): boolean {
  return o?.type === 'SqlIdentifier' && o.names.length === 1 && o.names[0] === '';
}

/** RETURNING and its type are no operands of the planned call; they decide its type. */
function withoutTypes(node: SqlBasicCall): readonly (SqlNode | undefined)[] {
  return node.operands.filter((o) => o?.type !== 'SqlDataTypeSpec' && !(o?.type === 'SqlSymbolLiteral' && o.value === 'RETURNING'));
}

function returningType(node: SqlBasicCall): BoundExpr['type'] | undefined {
  const spec = node.operands.find((o) => o?.type === 'SqlDataTypeSpec');
  if (spec?.type !== 'SqlDataTypeSpec') return undefined;
  const type = withNullability(deriveDataType(spec), true);
  if (node.operator === 'JSON_QUERY' && type.element && type.element.name !== 'VARCHAR') {
    throw validationError(
      'validate/json-returning',
      `Unsupported array element type '${type.element.name}' for RETURNING ARRAY in JSON_QUERY().`,
    );
  }
  if (node.operator === 'JSON_QUERY' && type.element) checkEmptyObject(node, type);
  return type;
}

/** What an array cannot be instead: an object (`SqlJsonQueryFunctionWrapper`). */
function checkEmptyObject(node: SqlBasicCall, type: SqlType): void {
  const [, , , onEmpty, onError] = node.operands;
  for (const [when, o] of [['error', onError] as const, ['empty', onEmpty] as const]) {
    if (o?.type === 'SqlSymbolLiteral' && o.value === 'EMPTY_OBJECT') {
      throw validationError(
        'validate/json-returning',
        `Illegal on ${when} behavior 'EMPTY OBJECT' for return type: ${type.digest.replace(/ NOT NULL$/, '')}`,
      );
    }
  }
}

/** NULLIF(a, b) is CASE WHEN a = b THEN NULL ELSE a END. */
function bindNullif(node: SqlBasicCall, operands: readonly BoundExpr[], cx: ExprContext): BoundExpr {
  const [a, b] = operands;
  if (!a || !b || operands.length !== 2) {
    throw contextError('validate/argument-count', node, `Invalid number of arguments to function 'NULLIF'. Was expecting 2 arguments`);
  }
  const origin = originOf(node);
  const equals: BoundExpr = {
    kind: 'call',
    ...checkCall(operatorsNamed(cx, '=', 'binary'), [a, b], cx, { place: node, name: '=' }),
    origin,
  };
  if (isNull(a)) throw contextError('validate/case-nulls', node, 'ELSE clause or at least one THEN clause must be non-NULL');
  const type = withNullability(a.type, true);
  const none: BoundExpr = { kind: 'literal', value: { kind: 'null' }, type, origin };
  return { kind: 'case', conditions: [equals], values: [none], otherwise: a, type, origin };
}

/**
 * TUMBLE_START and kin: only over a query that groups by the same window. The call keeps its operands; conversion replaces them by the
 * column of the window.
 */
function bindAuxiliary(node: SqlBasicCall, overloads: readonly SqlOperator[], operands: readonly BoundExpr[]): BoundExpr {
  const [op] = overloads;
  if (!op) throw new Error('no auxiliary function');
  const type = auxiliaryType(op, operands);
  return { kind: 'call', op, operands, type, origin: originOf(node) };
}

function auxiliaryType(op: SqlOperator, operands: readonly BoundExpr[]): BoundExpr['type'] {
  return op.inferReturnType(bindingOf(operands, { groupCount: -1, hasFilter: false }));
}
