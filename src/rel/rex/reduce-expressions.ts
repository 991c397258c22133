import type { RexExecutor } from './rex-simplify/contract.ts';
import type { ConstantMap } from './predicate-constants.ts';
import type { RexCall, RexNode } from './rex-node.ts';
import { sameType } from '../../types/sql-type.ts';
import { predicateConstants } from './predicate-constants.ts';
import { makeAbstractCast } from './rex-builder.ts';
import { rexKey, rexListEquals } from './rex-key.ts';
import { isCallOf } from './rex-node.ts';
import { rexText } from './rex-text.ts';
import { collectInputRefs, mapChildren } from './rex-visit.ts';
import { RexSimplifier } from './rex-simplify/simplifier.ts';
import { isCasePredicate } from './strong.ts';

export interface ReduceOptions {
  /** Conditions known to be true of the input. */
  readonly predicates: readonly RexNode[];
  readonly executor: RexExecutor | undefined;
  /** Conditions of Filter, Join, Calc. */
  readonly unknownAsFalse: boolean;
  /** A literal that comes out NOT NULL for a nullable expression is cast back. */
  readonly matchNullability: boolean;
  /** The expressions are those of a Project: every replacement keeps its type. */
  readonly isProject: boolean;
}

export interface Reduction {
  readonly expressions: readonly RexNode[];
  /** False if the rule does not fire. */
  readonly changed: boolean;
}

/**
 * Folds constants and simplifies a list of expressions, knowing some conditions (Calcite's `ReduceExpressionsRule.reduceExpressions`):
 * predicates are pushed into CASE, the largest constant parts are evaluated, the rest is simplified.
 */
export function reduceExpressions(expressions: readonly RexNode[], options: ReduceOptions): Reduction {
  const { predicates, executor, unknownAsFalse, matchNullability } = options;
  const simplifier = new RexSimplifier({ predicates, executor });
  const reduced = reduceConstants(expressions, options);
  const u = unknownAsFalse ? 'FALSE' : 'UNKNOWN';
  let simplified = false;
  const result = reduced.expressions.map((e) => {
    const simpler = simplifier.simplifyPreservingType(e, u, matchNullability);
    if (rexKey(simpler) === rexKey(e)) return e;
    simplified = true;
    return simpler;
  });
  const changed = reduced.changed && simplified ? !rexListEquals(result, expressions) : reduced.changed || simplified;
  return { expressions: result, changed };
}

function reduceConstants(expressions: readonly RexNode[], options: ReduceOptions): Reduction {
  const pushed = expressions.map(pushIntoCase);
  const changed = pushed.some((e, i) => e !== expressions[i]);
  const constants = predicateConstants(options.predicates);
  const found = findReducible(pushed, constants);
  if (found.length === 0 || !options.executor) return { expressions: pushed, changed };
  const inputs = constants.size === 0 ? found : found.map((e) => replace(e, (n) => constants.get(rexKey(n))));
  const values = options.executor.reduce(inputs);
  if (found.every((e, i) => rexText(e) === rexText(values[i] as RexNode))) return { expressions: pushed, changed };
  const table = new Map<string, RexNode>();
  found.forEach((e, i) => {
    if (!table.has(rexKey(e))) table.set(rexKey(e), values[i] as RexNode);
  });
  const replaced = pushed.map((e) =>
    replace(e, (n) => {
      const value = table.get(rexKey(n));
      return value && options.isProject && !sameType(value.type, n.type) ? makeAbstractCast(n.type, value) : value;
    }),
  );
  return { expressions: replaced, changed: true };
}

/** Replaces input references and calls, from the top; what was put in is not looked at again. */
function replace(e: RexNode, replacement: (e: RexNode) => RexNode | undefined): RexNode {
  if (e.rex === 'inputRef' || e.rex === 'call') {
    const found = replacement(e);
    if (found) return found;
  }
  return mapChildren(e, (child) => replace(child, replacement));
}

type Constancy = 'variable' | 'reducible' | 'literal';

/** The largest sub-expressions that are constant and not literals already (`ReducibleExprLocator`). */
function findReducible(expressions: readonly RexNode[], constants: ConstantMap): RexNode[] {
  const found: RexNode[] = [];
  const add = (e: RexNode): void => {
    // A cast of a literal is what protects a nullable type; folding it again would never end.
    if (!(isCallOf(e, 'CAST') && e.operands[0]?.rex === 'literal')) found.push(e);
  };
  const visit = (e: RexNode): Constancy => {
    switch (e.rex) {
      case 'literal':
        return 'literal';
      case 'inputRef': {
        const constant = constants.get(rexKey(e));
        if (!constant) return 'variable';
        return constant.rex === 'call' || constant.rex === 'dynamicParam' ? visit(constant) : 'reducible';
      }
      case 'call':
        return visitCall(e.operands, e.op.deterministic && !e.op.dynamic && e.op.kind !== 'ROW');
      case 'over':
        visitCall(e.operands, false);
        for (const bound of [e.window.lower, e.window.upper]) {
          if ('offset' in bound && visit(bound.offset) === 'reducible') add(bound.offset);
        }
        return 'variable';
      case 'subQuery':
        return visitCall(e.operands, false);
      default:
        return 'variable';
    }
  };
  const visitCall = (operands: readonly RexNode[], isFoldable: boolean): Constancy => {
    const states = operands.map(visit);
    if (isFoldable && !states.includes('variable')) return 'reducible';
    operands.forEach((o, i) => {
      if (states[i] === 'reducible') add(o);
    });
    return 'variable';
  };
  for (const e of expressions) if (visit(e) === 'reducible') add(e);
  return found;
}

/** Puts a boolean call around a CASE into its branches, at any depth (`CaseShuttle`). */
export function pushIntoCase(e: RexNode): RexNode {
  if (e.rex !== 'call') return mapChildren(e, pushIntoCase);
  let current: RexCall = e;
  for (;;) {
    const visited = mapChildren(current, pushIntoCase) as RexCall;
    const pushed = pushOnce(visited);
    if (pushed === visited) return visited;
    current = pushed;
  }
}

function pushOnce(e: RexCall): RexCall {
  if (e.type.name !== 'BOOLEAN' || e.op.kind === 'CASE' || e.op.kind === 'AND' || e.op.kind === 'OR') return e;
  if (e.op.kind === 'EQUALS') {
    // An equality between two inputs may become a join key, so it stays.
    const left = collectInputRefs(e.operands[0] as RexNode);
    const right = collectInputRefs(e.operands[1] as RexNode);
    if (left.length > 0 && right.length > 0 && !left.some((i) => right.includes(i))) return e;
  }
  const at = e.operands.findLastIndex((o) => isCallOf(o, 'CASE'));
  const branch = e.operands[at];
  if (branch?.rex !== 'call') return e;
  const operands = branch.operands.map((o, i) => {
    if (isCasePredicate(branch.operands.length, i)) return o;
    return { ...e, operands: e.operands.map((x, k) => (k === at ? o : x)) };
  });
  return { ...branch, operands, type: e.type };
}
