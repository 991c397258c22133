import type { SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { RexNode, RexSubQuery, RexWindow, RexWindowBound } from './rex-node.ts';
import { inputRef } from './rex-factory.ts';
import { checkExpressionSize } from './size-limit.ts';

/** Direct sub-expressions, the window of an OVER call included. The plan of a sub-query is not entered. */
export function childrenOf(e: RexNode): readonly RexNode[] {
  switch (e.rex) {
    case 'call':
    case 'subQuery':
      return e.operands;
    case 'over':
      return [...e.operands, ...windowChildren(e.window)];
    case 'fieldAccess':
      return [e.ref];
    default:
      return [];
  }
}

function windowChildren(w: RexWindow): RexNode[] {
  const bounds: RexNode[] = [];
  if ('offset' in w.lower) bounds.push(w.lower.offset);
  if ('offset' in w.upper) bounds.push(w.upper.offset);
  return [...w.partitionKeys, ...w.orderKeys.map((k) => k.expr), ...bounds];
}

/** Maps a list; the same list if no element changed. */
export function mapRexList(list: readonly RexNode[], f: (e: RexNode) => RexNode): readonly RexNode[] {
  let changed = false;
  const result = list.map((e) => {
    const mapped = f(e);
    if (mapped !== e) changed = true;
    return mapped;
  });
  return changed ? result : list;
}

/** The expression with its direct children mapped; the same object if none changed (one step of Calcite's `RexShuttle`). Types stay. */
export function mapChildren(e: RexNode, f: (e: RexNode) => RexNode): RexNode {
  switch (e.rex) {
    case 'call': {
      const operands = mapRexList(e.operands, f);
      return operands === e.operands ? e : { ...e, operands };
    }
    case 'subQuery': {
      const operands = mapRexList(e.operands, f);
      return operands === e.operands ? e : { ...e, operands };
    }
    case 'over': {
      const operands = mapRexList(e.operands, f);
      const window = mapWindow(e.window, f);
      return operands === e.operands && window === e.window ? e : { ...e, operands, window };
    }
    case 'fieldAccess': {
      const ref = f(e.ref);
      return ref === e.ref ? e : { ...e, ref };
    }
    default:
      return e;
  }
}

function mapBound(b: RexWindowBound, f: (e: RexNode) => RexNode): RexWindowBound {
  if (!('offset' in b)) return b;
  const offset = f(b.offset);
  return offset === b.offset ? b : { bound: b.bound, offset };
}

/** A window with its expressions mapped; the same object if nothing changed. */
export function mapWindow(w: RexWindow, f: (e: RexNode) => RexNode): RexWindow {
  const partitionKeys = mapRexList(w.partitionKeys, f);
  let changed = partitionKeys !== w.partitionKeys;
  const orderKeys = w.orderKeys.map((k) => {
    const expr = f(k.expr);
    if (expr === k.expr) return k;
    changed = true;
    return { ...k, expr };
  });
  const lower = mapBound(w.lower, f);
  const upper = mapBound(w.upper, f);
  if (!changed && lower === w.lower && upper === w.upper) return w;
  return { ...w, partitionKeys, orderKeys, lower, upper };
}

/**
 * Rewrites an expression from the top: `f` may answer for a node (undefined = go into its children). The same object where nothing
 * changed.
 */
export function mapRex(e: RexNode, f: (e: RexNode) => RexNode | undefined): RexNode {
  return f(e) ?? mapChildren(e, (child) => mapRex(child, f));
}

/** Rewrites an expression from the leaves: `f` sees each node with its children already rewritten. */
export function mapRexBottomUp(e: RexNode, f: (e: RexNode) => RexNode): RexNode {
  return f(mapChildren(e, (child) => mapRexBottomUp(child, f)));
}

/** Visits all nodes, parents first; `f` answers false to leave out the children. */
export function visitRex(e: RexNode, f: (e: RexNode) => boolean | void): void {
  if (f(e) === false) return;
  for (const child of childrenOf(e)) visitRex(child, f);
}

/** The first node, parents first and left to right, that fulfils the condition. */
export function findRex(e: RexNode, test: (e: RexNode) => boolean): RexNode | undefined {
  if (test(e)) return e;
  for (const child of childrenOf(e)) {
    const found = findRex(child, test);
    if (found) return found;
  }
  return undefined;
}

export function someRex(e: RexNode, test: (e: RexNode) => boolean): boolean {
  return findRex(e, test) !== undefined;
}

/** Input references with other indexes (and types, if `typeOf` knows better). */
export function mapInputRefs(e: RexNode, target: (index: number) => number, typeOf?: (newIndex: number) => SqlType): RexNode {
  return mapRex(e, (n) => {
    if (n.rex !== 'inputRef') return undefined;
    const index = target(n.index);
    const type = typeOf ? typeOf(index) : n.type;
    return index === n.index && type === n.type ? n : inputRef(index, type);
  });
}

/** References at or above `start` moved by `offset` (`RexUtil.shift`). */
export function shiftRefs(e: RexNode, offset: number, start = 0): RexNode {
  return offset === 0 ? e : mapInputRefs(e, (i) => (i >= start ? i + offset : i));
}

/** References renumbered by a table old index → new index; a reference outside the table throws. */
export function remapRefs(e: RexNode, table: ReadonlyMap<number, number> | readonly (number | undefined)[]): RexNode {
  return mapInputRefs(e, (i) => {
    const target = 'get' in table ? table.get(i) : table[i];
    if (target === undefined) throw new Error(`input reference $${i} has no place in the new row`);
    return target;
  });
}

/** References replaced by expressions, by index (`RelOptUtil.pushPastProject` and kin). */
export function substituteRefs(e: RexNode, expressions: readonly RexNode[]): RexNode {
  const sizes = new Map<number, number>();
  let total = 0;
  return mapRex(e, (n) => {
    if (n.rex !== 'inputRef') return undefined;
    const replacement = expressions[n.index];
    if (!replacement) throw new Error(`no expression for input reference $${n.index}`);
    const size = sizes.get(n.index) ?? countNodes(replacement);
    sizes.set(n.index, size);
    checkExpressionSize((total += size));
    return replacement;
  });
}

/** Indexes of the input references inside, ascending. */
export function collectInputRefs(e: RexNode | readonly RexNode[]): number[] {
  const found = new Set<number>();
  for (const root of Array.isArray(e) ? (e as readonly RexNode[]) : [e as RexNode]) {
    visitRex(root, (n) => {
      if (n.rex === 'inputRef') found.add(n.index);
    });
  }
  return [...found].sort((a, b) => a - b);
}

export function containsInputRef(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'inputRef');
}

export function containsOver(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'over');
}

export function containsSubQuery(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'subQuery');
}

/** The first sub-query, depth first and left to right (`SubQueryFinder`). */
export function findSubQuery(e: RexNode): RexSubQuery | undefined {
  const found = findRex(e, (n) => n.rex === 'subQuery');
  return found?.rex === 'subQuery' ? found : undefined;
}

/** True if a correlation variable is inside (the plans of sub-queries are not entered). */
export function containsCorrelation(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'correlVariable');
}

export function containsFieldAccess(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'fieldAccess');
}

/** The operator of a call, OVER or sub-query. */
export function operatorOf(e: RexNode): SqlOperator | undefined {
  return e.rex === 'call' || e.rex === 'over' || e.rex === 'subQuery' ? e.op : undefined;
}

/** True if some call inside has an operator that fulfils the condition. */
export function hasOperator(e: RexNode, test: (op: SqlOperator) => boolean): boolean {
  return someRex(e, (n) => {
    const op = operatorOf(n);
    return op !== undefined && test(op);
  });
}

/** False as soon as one operator inside is not deterministic; dynamic functions count as deterministic (`RexUtil.isDeterministic`). */
export function isDeterministic(e: RexNode): boolean {
  return !hasOperator(e, (op) => !op.deterministic);
}

/** Name of the first operator inside that is not deterministic (`FlinkRexUtil.getNonDeterministicCallName`). */
export function nonDeterministicCallName(e: RexNode): string | undefined {
  const found = findRex(e, (n) => operatorOf(n)?.deterministic === false);
  return found && operatorOf(found)?.name;
}

/** Made up of constants: literals, parameters and deterministic calls of such (`RexUtil.isConstant`). */
export function isConstant(e: RexNode): boolean {
  switch (e.rex) {
    case 'literal':
    case 'dynamicParam':
      return true;
    case 'call':
      return e.op.deterministic && e.operands.every(isConstant);
    case 'fieldAccess':
      return isConstant(e.ref);
    default:
      return false;
  }
}

/** Number of calls inside, OVER and sub-queries included. */
export function countCalls(e: RexNode): number {
  let count = 0;
  visitRex(e, (n) => {
    if (operatorOf(n)) count++;
  });
  return count;
}

/** Number of nodes (`RexNode.nodeCount`). */
export function countNodes(e: RexNode): number {
  let count = 0;
  visitRex(e, () => {
    count++;
  });
  return count;
}
