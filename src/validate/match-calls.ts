import type { SqlBasicCall, SqlIdentifier, SqlNode, SqlWindow } from '../sql/ast.ts';
import type { Position } from '../base/span.ts';
import type { MatchContext } from './expression/context.ts';
import { FlinkError } from '../base/diagnostic.ts';
import { printSql } from '../sql/printer.ts';
import { contextError } from './errors.ts';

const AGGREGATES: ReadonlySet<string> = new Set(['SUM', 'SUM0', 'AVG', 'COUNT', 'MAX', 'MIN']);

/** What a call stands in. */
interface Inside {
  readonly logical: boolean;
  readonly physical: boolean;
  readonly aggregate: boolean;
  /** Place of the operand, and how many there are: the last of several counts no literal. */
  readonly index: number;
  readonly count: number;
}

const OUTSIDE: Inside = { logical: false, physical: false, aggregate: false, index: 0, count: 0 };

/**
 * Checks an expression of MATCH_RECOGNIZE (Flink's `PatternValidator`): what is navigated or aggregated belongs to one pattern variable, and
 * navigations are not nested the wrong way. Then DISTINCT, which Calcite's `NavigationExpander` refuses.
 */
export function checkMatchCalls(node: SqlNode, match: MatchContext): void {
  const text = (call: SqlBasicCall): string => printSql(qualified(call, match));
  variablesIn(node, OUTSIDE, { match, text });
  checkQuantifier(node, text);
}

interface Check {
  readonly match: MatchContext;
  readonly text: (call: SqlBasicCall) => string;
}

function variablesIn(node: SqlNode, inside: Inside, check: Check): ReadonlySet<string> {
  switch (node.type) {
    case 'SqlBasicCall':
      return variablesOfCall(node, inside, check);
    case 'SqlIdentifier':
      return isStar(node) || !(inside.logical || inside.physical || inside.aggregate) ? new Set() : new Set([alphaOf(node, check.match)]);
    case 'SqlNumericLiteral':
    case 'SqlCharStringLiteral':
    case 'SqlBooleanLiteral': {
      const counts = (inside.count === 1 || inside.index < inside.count - 1) && (inside.logical || inside.physical);
      return counts ? new Set([`literal ${printSql(node)}`]) : new Set();
    }
    case 'SqlCase': {
      // Conditions and values are lists among the four operands of a CASE.
      const lists = [...node.whenList, ...node.thenList].map((n) => variablesIn(n, { ...inside, index: 1, count: 4 }, check));
      return union([...lists, variablesIn(node.elseExpr, { ...inside, index: 3, count: 4 }, check)]);
    }
    case 'SqlWindow':
      checkWindow(node);
      return new Set();
    case 'SqlSelect':
    case 'SqlOrderBy':
      throw withoutScope(node);
    case 'SqlWith':
      throw nothingGivenBack(node);
    case 'SqlNodeList':
      return union(childrenOf(node).map((n) => variablesIn(n, inside, check)));
    default:
      return new Set();
  }
}

/** Calcite makes no scopes for queries inside of DEFINE and MEASURES. */
function withoutScope(query: SqlNode): FlinkError {
  const message = `no SELECT scope for ${printSql(query)}`;
  return new FlinkError('validate/match-sub-query', [{ className: 'NullPointerException', message }], query.span);
}

function checkWindow(window: SqlWindow): void {
  if (window.partitionList.length === 0 || window.orderList.length === 0) throw nothingGivenBack(window);
}

/** The validator gets nothing back from an empty list or a WITH, which it takes for a mistake of its own. */
function nothingGivenBack(node: SqlNode): FlinkError {
  const message = 'node.accept(PatternValidator) for node';
  return new FlinkError('validate/pattern-call', [{ className: 'NullPointerException', message }], node.span);
}

function variablesOfCall(call: SqlBasicCall, around: Inside, check: Check): ReadonlySet<string> {
  const name = nameOf(call);
  const fail = (message: string): Error => contextError('validate/pattern-call', call, message);
  const isPhysical = name === 'PREV' || name === 'NEXT';
  const isLogical = name === 'FIRST' || name === 'LAST';
  const isAggregate = AGGREGATES.has(name);
  if (isPhysical && check.match.clause === 'MEASURES') throw fail(`Cannot use PREV/NEXT in MEASURE '${check.text(call)}'`);
  if ((isPhysical || isLogical) && around.logical) throw fail(`Cannot nest PREV/NEXT under LAST/FIRST '${check.text(call)}'`);
  if (isAggregate && (around.logical || around.physical)) throw fail(`Cannot use aggregation in navigation '${check.text(call)}'`);
  const operands = childrenOf(call);
  if (name === 'COUNT' && operands.length > 1) throw fail('Invalid number of parameters to COUNT method');
  if ((name === 'RUNNING' || name === 'FINAL') && check.match.clause === 'DEFINE')
    throw fail(`Cannot use RUNNING/FINAL in DEFINE '${check.text(call)}'`);
  const inside = {
    logical: around.logical || isLogical,
    physical: around.physical || isPhysical,
    aggregate: around.aggregate || isAggregate,
  };
  const variables = union(operands.map((o, index) => variablesIn(o, { ...inside, index, count: operands.length }, check)));
  if (isPhysical || isLogical || isAggregate) checkSingle(name, { variables, operands, text: () => check.text(call), fail });
  return variables;
}

function checkSingle(
  name: string,
  o: {
    readonly variables: ReadonlySet<string>;
    readonly operands: readonly SqlNode[];
    readonly text: () => string;
    readonly fail: (message: string) => Error;
  },
): void {
  const { size } = o.variables;
  if (name === 'COUNT') {
    if (size > 1) throw o.fail('Invalid number of parameters to COUNT method');
    return;
  }
  const [first] = o.operands;
  if (first?.type === 'SqlBasicCall' && nameOf(first) === 'CLASSIFIER') return;
  if (size === 0) throw o.fail(`Null parameters in '${o.text()}'`);
  if (size > 1) throw o.fail(`Multiple pattern variables in '${o.text()}'`);
}

function checkQuantifier(node: SqlNode, text: (call: SqlBasicCall) => string): void {
  if (node.type === 'SqlBasicCall' && node.quantifier?.value === 'DISTINCT') {
    throw contextError('validate/distinct-not-allowed', node, `DISTINCT/ALL not allowed with ${text(node)} function`);
  }
  for (const child of childrenOf(node)) checkQuantifier(child, text);
}

/** Operands of a call that are there, elements of a list, parts of a CASE. */
export function childrenOf(node: SqlNode): readonly SqlNode[] {
  switch (node.type) {
    case 'SqlBasicCall':
      return node.operands.flatMap((o) => (o ? [o] : []));
    case 'SqlNodeList':
      return node.list;
    case 'SqlCase':
      return [...node.whenList, ...node.thenList, node.elseExpr];
    default:
      return [];
  }
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((s) => [...s]));
}

function nameOf(call: SqlBasicCall): string {
  return (call.functionName?.names.at(-1) ?? call.operator).toUpperCase();
}

function isStar(id: SqlIdentifier): boolean {
  return id.names.at(-1) === '';
}

/** The variable that a column is of; `*` where none is named. */
function alphaOf(id: SqlIdentifier, match: MatchContext): string {
  const [first = ''] = id.names;
  return id.names.length > 1 && match.variables.has(first) ? first : match.variable;
}

/** The call as Calcite has it by then: columns without a variable are those of `*`. */
export function qualified<T extends SqlNode>(node: T, match: MatchContext): T;
export function qualified(node: SqlNode, match: MatchContext): SqlNode {
  switch (node.type) {
    case 'SqlIdentifier': {
      const [first = ''] = node.names;
      if (isStar(node) || match.variables.has(first) || !match.fields.some((f) => f.name === first)) return node;
      return { ...node, names: [match.variable, ...node.names] };
    }
    case 'SqlBasicCall':
      return { ...node, operands: node.operands.map((o) => o && qualified(o, match)) };
    default:
      return node;
  }
}

/**
 * The expression as `NavigationExpander` leaves it for the checks that follow: calls are made anew, so that their places begin nowhere and
 * only their ends are known.
 */
export function remadeCalls(node: SqlNode): SqlNode {
  if (node.type !== 'SqlBasicCall' || childrenOf(node).length === 0) return node;
  const operands = node.operands.map((o) => o && remadeCalls(o));
  return { ...node, operands, pos: endOf(operands.flatMap((o) => (o ? [o.pos] : []))) };
}

function endOf(places: readonly Position[]): Position {
  const start = { line: 0, column: 0, endLine: 0, endColumn: 0 };
  return places.reduce((a, { endLine, endColumn }) => {
    const isLater = endLine > a.endLine || (endLine === a.endLine && endColumn > a.endColumn);
    return isLater ? { ...a, endLine, endColumn } : a;
  }, start);
}
