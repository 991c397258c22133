import type { SqlBasicCall, SqlNode } from '../sql/ast.ts';
import type { SqlOperator } from '../catalog/sql-operator.ts';
import type { TemporalTableFunction } from '../catalog/table.ts';
import type { BoundRelation, BoundTableFunction } from './bound.ts';
import type { ExprContext } from './expression/context.ts';
import type { FromContext } from './from-context.ts';
import { UnsupportedError, validationError } from '../base/diagnostic.ts';
import { summaryPath } from '../catalog/object-path.ts';
import { simpleType } from '../types/sql-type.ts';
import { contextError } from './errors.ts';
import { checkCall, unknownFunction } from './expression/call-binding.ts';
import { functionName, lookupFunction } from './expression/user-functions.ts';
import { itemExpressions } from './from-context.ts';
import { NameScope, lateralScope } from './name-scope.ts';
import { boundTable } from './table-name.ts';
import { bindWindowFunction } from './window-function.ts';

type BindFrom = (node: SqlNode, cx: FromContext) => BoundRelation;

/** `TABLE(f(…))`, or `f(…)` in FROM: a window function, a temporal table function or a function of the user's. */
export function bindTableFunction(node: SqlBasicCall, cx: FromContext, bindFrom: BindFrom): BoundRelation {
  let call: SqlNode = node;
  while (call.type === 'SqlBasicCall' && call.kind === 'COLLECTION_TABLE' && call.operands[0]) call = call.operands[0];
  if (call.type !== 'SqlBasicCall') return bindFrom(call, { ...cx, alias: undefined });
  const scope = cx.lateral ? lateralScope(cx.scope, cx.place.parent) : new NameScope('lateral', cx.place.parent, { owner: cx.scope });
  const expressions = itemExpressions(cx, scope);
  const { operators, user } = lookupFunction(call, expressions);
  if (user?.kind === 'temporal-table-function') return bindTemporal(call, user, expressions, scope);
  const table = operators.filter((op) => op.category === 'windowTable' || op.category === 'table' || op.category === 'processTable');
  const [op] = table;
  if (!op) {
    const operands = call.operands.flatMap((o) => (o ? [expressions.binder.expression(o, expressions)] : []));
    throw unknownFunction(functionName(call), operands, call);
  }
  if (op.category === 'windowTable') return bindWindowFunction(call, op, { ...cx, lateral: cx.lateral }, scope);
  if (op.category === 'processTable') {
    throw new UnsupportedError('process-table-function', `The process table function ${op.name} is not supported.`, call.span);
  }
  const operands = call.operands.flatMap((o) => (o ? [expressions.binder.expression(o, expressions)] : []));
  const checked = checkCall(table, operands, expressions, { place: call, name: functionName(call) });
  const fields = user?.kind === 'table' ? user.columns : (checked.type.fields ?? []);
  return { kind: 'tableFunction', scope, op: checked.op, operands: checked.operands, inputs: [], fields, span: node.span };
}

function bindTemporal(call: SqlBasicCall, fn: TemporalTableFunction, cx: ExprContext, scope: NameScope): BoundTableFunction {
  const operands = call.operands.flatMap((o) => (o ? [cx.binder.expression(o, cx)] : []));
  const [time] = operands;
  if (!time || operands.length !== 1) {
    throw contextError('validate/argument-count', call, `Invalid number of arguments to function '${fn.name}'. Was expecting 1 arguments`);
  }
  const table = cx.binder.session.catalog.findTable(fn.table);
  if (!table) throw validationError('validate/unknown-table', `Table '${summaryPath(fn.table)}' was not found.`, call.span);
  if (table.kind === 'view')
    throw new UnsupportedError('temporal-table-function', 'A temporal table function over a view is not supported.', call.span);
  const input = boundTable(cx.binder, table, { span: call.span, hints: [] });
  return {
    kind: 'tableFunction',
    scope,
    op: temporalOperator(fn),
    operands: [time],
    inputs: [],
    temporal: fn,
    temporalTable: input,
    fields: input.fields,
    span: call.span,
  };
}

function temporalOperator(fn: TemporalTableFunction): SqlOperator {
  const { catalog, database, name } = fn.table;
  return {
    name: fn.name,
    temporalTable: { table: [catalog, database, name], timeAttribute: fn.timeAttribute, key: fn.key },
    kind: 'OTHER_FUNCTION',
    syntax: 'function',
    category: 'table',
    deterministic: true,
    dynamic: false,
    nullPolicy: 'AS_IS',
    flinkInference: false,
    arity: { min: 1, max: 1 },
    checkOperands: () => ({ ok: true }),
    inferReturnType: () => simpleType('ANY', true),
  };
}
