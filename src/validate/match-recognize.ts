import type { SqlBasicCall, SqlIdentifier, SqlMatchRecognize, SqlNode } from '../sql/ast.ts';
import type { Field } from '../types/sql-type.ts';
import type { BoundMatch, BoundMatchAfter, BoundPattern, BoundRelation } from './bound.ts';
import type { ExprContext, MatchContext } from './expression/context.ts';
import type { FromContext } from './from-context.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { contextError } from './errors.ts';
import { bindSortItem } from './expression/aggregate.ts';
import { itemExpressions } from './from-context.ts';
import { checkMatchCalls, remadeCalls } from './match-calls.ts';
import { inListFailure } from './match-in-list.ts';
import { navigatedDefinition, navigatedMeasure } from './match-navigation.ts';
import { NameScope } from './name-scope.ts';

type BindFrom = (node: SqlNode, cx: FromContext) => BoundRelation;

/** MATCH_RECOGNIZE with all its clauses. */
export function bindMatchRecognize(node: SqlMatchRecognize, cx: FromContext, bindFrom: BindFrom): BoundMatch {
  const scope = new NameScope('match', cx.place.parent);
  const input = bindFrom(node.table, { ...cx, scope, alias: undefined, columns: undefined, enclosing: undefined });
  const { fields } = input;
  const columns = itemExpressions(cx, scope);
  const partitionBy = node.partitionList.map((p) => columns.binder.expression(p, columns));
  const orderBy = node.orderList.map((o) => bindSortItem(o, columns));
  const variables = new Set<string>();
  const pattern = bindPattern(node.pattern, variables);
  const within = node.within && bindWithin(node.within, orderBy, columns);
  defineVariables(node.definitions, variables);
  const match = (clause: MatchContext['clause']): ExprContext => ({
    ...columns,
    aggregates: 'allowed',
    match: { variables, fields, clause, variable: '*' },
  });
  const allRows = node.rowsPerMatch === 'ALL ROWS PER MATCH';
  const definitions = node.definitions.map((d) => bindDefinition(d, match('DEFINE')));
  const subsets = node.subsets.map((s) => bindSubset(s, variables));
  const after = bindAfter(node.after, variables);
  const measures = node.measures.map((m) => bindMeasure(m, allRows, match('MEASURES')));
  const keys = partitionBy.flatMap((p): Field[] => (p.kind === 'column' ? [{ name: p.name, type: p.type }] : []));
  const output = newFields([...keys, ...(allRows ? inputFields(orderBy, fields) : [])], measures);
  return {
    kind: 'match',
    input,
    scope,
    partitionBy,
    orderBy,
    measures,
    allRows,
    after,
    pattern,
    strictStart: node.strictStart,
    strictEnd: node.strictEnd,
    subsets,
    definitions,
    within,
    fields: output,
    span: node.span,
  };
}

/** ALL ROWS PER MATCH gives all columns, those of the order first. */
function inputFields(orderBy: BoundMatch['orderBy'], fields: readonly Field[]): readonly Field[] {
  const ordered = orderBy.flatMap(({ expr }): Field[] => (expr.kind === 'column' ? [{ name: expr.name, type: expr.type }] : []));
  return [...ordered, ...fields];
}

/** A name counts once: a measure that is called like an earlier column has none of its own, and the planner complains later. */
function newFields(columns: readonly Field[], measures: BoundMatch['measures']): Field[] {
  const names = new Set<string>();
  const all = [...columns, ...measures.map(({ name, expr }): Field => ({ name, type: expr.type }))];
  return all.filter(({ name }) => !names.has(name) && names.add(name));
}

function bindWithin(node: SqlNode, orderBy: BoundMatch['orderBy'], cx: ExprContext): BoundMatch['within'] {
  const within = cx.binder.expression(node, cx);
  if (node.type === 'SqlIntervalLiteral' && node.sign < 0)
    throw contextError('validate/match-within', node, `Interval must be non-negative '${node.value}'`);
  const [first] = orderBy;
  if (!first) throw contextError('validate/match-within', node, 'Must contain an ORDER BY clause when WITHIN is used');
  if (first.expr.type.name !== 'TIMESTAMP' && first.expr.type.name !== 'TIMESTAMP_WITH_LOCAL_TIME_ZONE')
    throw contextError('validate/match-within', node, 'First column of ORDER BY must be of type TIMESTAMP');
  return within;
}

/** Names of DEFINE are variables too, in the pattern or not. */
function defineVariables(definitions: readonly SqlNode[], variables: Set<string>): void {
  const names = new Set<string>();
  for (const d of definitions) {
    const id = d.type === 'SqlBasicCall' ? d.operands[1] : undefined;
    const name = id?.type === 'SqlIdentifier' ? (id.names[0] ?? '') : '';
    if (names.has(name)) throw contextError('validate/pattern-variable', d, `Pattern variable '${name}' has already been defined`);
    names.add(name);
    variables.add(name);
  }
}

function bindPattern(node: SqlNode, variables: Set<string>): BoundPattern {
  if (node.type === 'SqlIdentifier') {
    const name = node.names[0] ?? '';
    variables.add(name);
    return { kind: 'variable', name };
  }
  if (node.type !== 'SqlBasicCall') throw new UnsupportedError('match-pattern', 'This pattern is not supported.', node.span);
  const operands = node.operands.flatMap((o) => (o ? [o] : []));
  switch (node.kind) {
    case 'PATTERN_CONCAT':
      return { kind: 'concat', operands: operands.map((o) => bindPattern(o, variables)) };
    case 'PATTERN_ALTER':
      return { kind: 'alter', operands: operands.map((o) => bindPattern(o, variables)) };
    case 'PATTERN_PERMUTE':
      return { kind: 'permute', operands: operands.map((o) => bindPattern(o, variables)) };
    case 'PATTERN_EXCLUDED':
      return { kind: 'excluded', operands: operands.map((o) => bindPattern(o, variables)) };
    case 'PATTERN_QUANTIFIER': {
      const [operand, least, most, reluctant] = operands;
      if (!operand) throw new Error('quantifier without pattern');
      return {
        kind: 'quantifier',
        operand: bindPattern(operand, variables),
        least: numberOf(least),
        most: numberOf(most),
        reluctant: reluctant?.type === 'SqlBooleanLiteral' && reluctant.value === true,
      };
    }
    default:
      throw new UnsupportedError('match-pattern', 'This pattern is not supported.', node.span);
  }
}

function numberOf(node: SqlNode | undefined): number {
  if (node?.type === 'SqlNumericLiteral') return Number(node.text);
  if (node?.type === 'SqlBasicCall' && node.kind === 'MINUS_PREFIX') return -numberOf(node.operands[0]);
  return -1;
}

function bindSubset(node: SqlNode, variables: Set<string>): BoundMatch['subsets'][number] {
  const [name, list] = node.type === 'SqlBasicCall' ? node.operands : [];
  if (name?.type !== 'SqlIdentifier' || list?.type !== 'SqlNodeList')
    throw new UnsupportedError('match-subset', 'This SUBSET is not supported.', node.span);
  const subset = name.names[0] ?? '';
  if (variables.has(subset)) {
    throw contextError('validate/pattern-variable', name, `Pattern variable '${subset}' has already been defined`);
  }
  variables.add(subset);
  const members = list.list.map((v) => {
    const id = v.type === 'SqlIdentifier' ? (v.names[0] ?? '') : '';
    if (!variables.has(id)) throw contextError('validate/unknown-pattern-variable', v, `Unknown pattern '${id}'`);
    return id;
  });
  return { name: subset, variables: members };
}

function bindDefinition(node: SqlNode, cx: ExprContext): BoundMatch['definitions'][number] {
  const [condition, name] = node.type === 'SqlBasicCall' ? node.operands : [];
  if (!condition || name?.type !== 'SqlIdentifier') throw new UnsupportedError('match-define', 'This DEFINE is not supported.', node.span);
  const variable = name.names[0] ?? '';
  const remade = checkedCalls(condition, cx);
  const bound = cx.binder.expression(remade, cx);
  if (bound.type.name !== 'BOOLEAN') throw contextError('validate/condition', remade, 'DEFINE clause must be a condition');
  return { name: variable, expr: navigatedDefinition(bound, variable, cx) };
}

function checkedCalls(node: SqlNode, { match }: ExprContext): SqlNode {
  if (match) checkMatchCalls(node, match);
  return remadeCalls(node);
}

function bindMeasure(node: SqlNode, allRows: boolean, cx: ExprContext): BoundMatch['measures'][number] {
  const [expr, alias] = node.type === 'SqlBasicCall' ? node.operands : [];
  if (!expr || alias?.type !== 'SqlIdentifier') throw new UnsupportedError('match-measure', 'A measure needs a name.', node.span);
  const bound = cx.binder.expression(checkedCalls(expr, cx), cx);
  const failure = cx.match && inListFailure(expr, cx.match);
  return { name: alias.names[0] ?? '', expr: navigatedMeasure(bound, allRows, cx), ...(failure && { failure }) };
}

function bindAfter(node: SqlNode | undefined, variables: ReadonlySet<string>): BoundMatchAfter {
  if (!node) return { kind: 'symbol', value: 'SKIP TO NEXT ROW' };
  if (node.type === 'SqlSymbolLiteral') return { kind: 'symbol', value: node.value.replaceAll('_', ' ') };
  if (node.type !== 'SqlBasicCall') throw new UnsupportedError('match-after', 'This AFTER MATCH is not supported.', node.span);
  const variable = variableOf(node);
  const name = variable.names[0] ?? '';
  if (!variables.has(name)) throw contextError('validate/unknown-pattern-variable', variable, `Unknown pattern '${name}'`);
  return { kind: node.kind === 'SKIP_TO_FIRST' ? 'SKIP TO FIRST' : 'SKIP TO LAST', variable: name };
}

function variableOf(node: SqlBasicCall): SqlIdentifier {
  const [variable] = node.operands;
  if (variable?.type !== 'SqlIdentifier') throw new UnsupportedError('match-after', 'This AFTER MATCH is not supported.', node.span);
  return variable;
}
