import type { SqlBasicCall, SqlIdentifier, SqlNode, SqlSnapshot } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundRelation } from './bound.ts';
import type { FromContext } from './from-context.ts';
import { FlinkError, UnsupportedError, validationError } from '../base/diagnostic.ts';
import { printSql } from '../sql/printer.ts';
import { childNodes } from './expression/aggregate-finder.ts';
import { contextError, joinPositions } from './errors.ts';
import { isQuery } from '../sql/parser/node.ts';
import { itemPlace, itemExpressions } from './from-context.ts';
import { bindJoin } from './join.ts';
import { bindMatchRecognize } from './match-recognize.ts';
import { NameScope, lateralScope } from './name-scope.ts';
import { bindTableFunction } from './table-function.ts';
import { bindTableName } from './table-name.ts';
import { bindUnnest } from './unnest.ts';

/** Binds an item of FROM and adds its relations to the scope, from left to right. */
export function bindFrom(node: SqlNode, cx: FromContext): BoundRelation {
  switch (node.type) {
    case 'SqlJoin':
      return bindJoin(node, cx, bindFrom);
    case 'SqlIdentifier':
      return bindNamed(node, cx);
    case 'SqlTableRef':
      return bindNamed(node.name, { ...cx, hints: node.hints, enclosing: cx.enclosing ?? node });
    case 'SqlSnapshot':
      return bindSnapshot(node, cx);
    case 'SqlMatchRecognize':
      return finish(bindMatchRecognize(node, cx, bindFrom), node, cx);
    case 'SqlBasicCall':
      return bindCall(node, cx);
    case 'SqlPivot':
    case 'SqlUnpivot':
      throw new UnsupportedError('pivot', 'PIVOT and UNPIVOT are not supported.', node.span);
    case 'SqlNodeList':
      if (node.list.length === 1 && node.list[0]) return bindFrom(node.list[0], cx);
      break;
    default:
  }
  if (isQuery(node)) return bindDerived(node, cx);
  throw new UnsupportedError('from', `A FROM item of the form ${node.type} is not supported.`, node.span);
}

function bindCall(node: SqlBasicCall, cx: FromContext): BoundRelation {
  const [first] = node.operands;
  switch (node.kind) {
    case 'AS': {
      if (!first) throw new Error('AS without operand');
      const names = node.operands.slice(1).flatMap((o) => (o?.type === 'SqlIdentifier' ? [o.names[0] ?? ''] : []));
      const [alias, ...columns] = names;
      return bindFrom(first, { ...cx, alias, columns: columns.length > 0 ? columns : undefined, enclosing: node });
    }
    case 'LATERAL':
      if (!first) throw new Error('LATERAL without operand');
      return bindFrom(first, { ...cx, lateral: true, enclosing: cx.enclosing ?? node });
    case 'UNNEST':
      return finish(bindUnnest(node, cx), node, cx);
    case 'COLLECTION_TABLE':
      return finish(bindTableFunction(node, cx, bindFrom), node, cx);
    case 'TABLESAMPLE':
      return bindSample(node, cx);
    case 'EXTEND':
      throw new UnsupportedError('extend', 'EXTEND is not supported.', node.span);
    default:
      if (isQuery(node)) return bindDerived(node, cx);
      return finish(bindTableFunction(node, cx, bindFrom), node, cx);
  }
}

/** The names of the sampled relation stay visible. */
function bindSample(node: SqlBasicCall, cx: FromContext): BoundRelation {
  const [table, spec] = node.operands;
  if (!table || spec?.type !== 'SqlSampleSpec') throw new Error('TABLESAMPLE without table');
  // A substitute is looked for among data sets, and there are none.
  if (spec.method === 'SUBSTITUTE') return bindFrom(table, cx);
  if (Number(spec.value) > 100) {
    const place = joinPositions([table, node]);
    throw contextError('validate/tablesample', place, 'TABLESAMPLE percentage must be between 0 and 100, inclusive', 'CalciteException');
  }
  const input = bindFrom(table, cx);
  return {
    kind: 'sample',
    input,
    mode: spec.method === 'SYSTEM' ? 'system' : 'bernoulli',
    rate: hundredth(spec.value),
    ...(spec.seed !== undefined && { seed: spec.seed }),
    fields: input.fields,
    span: node.span,
  };
}

/** A percentage as a part of one, with no more digits than needed: `10` gives `0.1`. */
function hundredth(percentage: string): string {
  const [whole = '', fraction = ''] = percentage.split('.');
  const digits = `00${whole}`;
  const cut = digits.length - 2;
  let decimals = digits.slice(cut) + fraction;
  while (decimals.length > fraction.length && decimals.endsWith('0')) decimals = decimals.slice(0, -1);
  const ones = digits.slice(0, cut).replace(/^0+(?=\d)/, '');
  return decimals === '' ? ones : `${ones}.${decimals}`;
}

function bindNamed(id: SqlIdentifier, cx: FromContext): BoundRelation {
  return finish(bindTableName(id, cx), id, { ...cx, alias: cx.alias ?? id.names[id.names.length - 1] });
}

function bindDerived(node: SqlNode, cx: FromContext): BoundRelation {
  const query = cx.binder.query(node, itemPlace(cx));
  const relation: BoundRelation = { kind: 'derived', origin: 'query', query, fields: query.fields, span: node.span };
  return finish(relation, node, cx);
}

/** Names the columns of an alias and adds the relation to the scope. */
function finish(relation: BoundRelation, node: SqlNode, cx: FromContext): BoundRelation {
  const fields = renamed(relation.fields, node, cx);
  // Without an alias the relation cannot be named; any text that no name can be will do.
  const name = cx.alias ?? `EXPR$${cx.scope.children.length}`;
  cx.scope.add({ name, fields, nullable: cx.nullable, enclosing: cx.enclosing ?? node });
  if (cx.alias === undefined) return relation;
  return { kind: 'alias', input: relation, alias: cx.alias, columns: cx.columns, fields, span: (cx.enclosing ?? node).span };
}

function renamed(fields: readonly Field[], node: SqlNode, cx: FromContext): readonly Field[] {
  const { columns } = cx;
  if (!columns) return fields;
  if (columns.length !== fields.length) {
    const list = fields.map((f) => `'${f.name}'`).join(', ');
    throw contextError(
      'validate/alias-columns',
      aliasColumnsPlace(cx.enclosing ?? node),
      `List of column aliases must have same degree as table; table has ${fields.length} columns (${list}), whereas alias list has ${columns.length} columns`,
    );
  }
  const duplicate = columns.findIndex((c, i) => columns.indexOf(c) !== i);
  if (duplicate >= 0) {
    throw contextError('validate/alias-columns', cx.enclosing ?? node, `Duplicate name '${columns[duplicate] ?? ''}' in column alias list`);
  }
  return fields.map((f, i) => ({ name: columns[i] ?? f.name, type: f.type }));
}

function aliasColumnsPlace(node: SqlNode): Parameters<typeof contextError>[1] {
  if (node.type !== 'SqlBasicCall' || node.kind !== 'AS') return node;
  return joinPositions(node.operands.slice(2).flatMap((o) => (o ? [o] : [])));
}

/** `t FOR SYSTEM_TIME AS OF period`: the period may use the relations of the same join. */
function bindSnapshot(node: SqlSnapshot, cx: FromContext): BoundRelation {
  const holder = new NameScope('join', cx.place.parent);
  const aliased = bindFrom(node.table, { ...cx, scope: holder, alias: undefined, columns: undefined });
  // The name belongs to the snapshot, not to the table inside.
  const input = aliased.kind === 'alias' ? aliased.input : aliased;
  const name = cx.alias ?? holder.children[0]?.name;
  const fields = renamed(input.fields, node, cx);
  for (const child of holder.children) {
    cx.scope.add({ ...child, name: name ?? child.name, fields, enclosing: cx.enclosing ?? child.enclosing });
  }
  const scope = lateralScope(cx.scope, cx.place.parent);
  checkTimeTravel(node.period, input);
  const period = cx.binder.expression(node.period, itemExpressions(cx, scope));
  checkPeriod(node.period, period.type.name);
  const snapshot: BoundRelation = { kind: 'snapshot', input, scope, period, fields: input.fields, span: node.span };
  if (name === undefined) return snapshot;
  return { kind: 'alias', input: snapshot, alias: name, columns: cx.columns, fields, span: (cx.enclosing ?? node).span };
}

/** A period without columns is time travel, which needs a constant. */
function checkTimeTravel(period: SqlNode, input: BoundRelation): void {
  if (namesColumns(period)) return;
  if (period.type === 'SqlBasicCall') {
    throw validationError(
      'validate/time-travel',
      `Unsupported time travel expression: ${printSql(period).replaceAll('`', '')} for the expression can not be reduced to a constant by Flink.`,
      period.span,
    );
  }
  if (input.kind !== 'table' || input.table.isTemporary) {
    throw new UnsupportedError('time-travel', 'Time travel is not supported.', period.span);
  }
  const message = 'getTable(ObjectPath, long) is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.';
  throw new FlinkError('validate/time-travel', [{ className: 'UnsupportedOperationException', message }], period.span);
}

function namesColumns(node: SqlNode): boolean {
  return node.type === 'SqlIdentifier' || childNodes(node).some(namesColumns);
}

function checkPeriod(node: SqlNode, typeName: string): void {
  if (typeName !== 'TIMESTAMP' && typeName !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE') {
    throw contextError('validate/period', node, `The system time period specification expects Timestamp type but is '${typeName}'`);
  }
}

/** Aliases in FROM must differ; checked before anything in FROM is looked at. */
export function checkAliases(from: SqlNode): void {
  const seen = new Set<string>();
  const visit = (node: SqlNode): void => {
    if (node.type === 'SqlJoin') {
      visit(node.left);
      visit(node.right);
      return;
    }
    const name = aliasOf(node);
    if (name === undefined) return;
    if (seen.has(name)) throw contextError('validate/duplicate-relation', node, `Duplicate relation name '${name}' in FROM clause`);
    seen.add(name);
  };
  visit(from);
}

function aliasOf(node: SqlNode): string | undefined {
  switch (node.type) {
    case 'SqlIdentifier':
      return node.names[node.names.length - 1];
    case 'SqlTableRef':
      return aliasOf(node.name);
    case 'SqlSnapshot':
      return aliasOf(node.table);
    case 'SqlBasicCall': {
      const [first, second] = node.operands;
      if (node.kind === 'AS') return second?.type === 'SqlIdentifier' ? second.names[0] : undefined;
      if (node.kind === 'LATERAL' && first) return aliasOf(first);
      return undefined;
    }
    default:
      return undefined;
  }
}
