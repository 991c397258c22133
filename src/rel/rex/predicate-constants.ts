import type { LiteralValue, RexNode } from './rex-node.ts';
import { isWideningCast } from './lossless-cast.ts';
import { makeCast } from './rex-builder.ts';
import { nullLiteral } from './rex-factory.ts';
import { literalValueKey, rexKey } from './rex-key.ts';
import { isCallOf } from './rex-node.ts';
import { isConstant } from './rex-visit.ts';

/** Expressions that have one known value, by `rexKey`. */
export type ConstantMap = ReadonlyMap<string, RexNode>;

/**
 * What a list of predicates fixes (`RexUtil.predicateConstants` of Flink's copy): `x = constant` both ways and `x IS NULL`. A cast that
 * only widens is looked through if the constant can take the inner type. Two different values for one expression, and everything that
 * occurs in a predicate of another shape, fix nothing.
 */
export function predicateConstants(predicates: readonly RexNode[]): ConstantMap {
  const found = new Map<string, { readonly e: RexNode; readonly constant: RexNode }>();
  const excluded = new Set<string>();
  for (const p of predicates) gather(p, found, excluded);
  const result = new Map<string, RexNode>();
  for (const [key, { e, constant }] of found) if (!overlaps(e, excluded)) result.set(key, constant);
  return result;
}

function operandsOf(e: RexNode): readonly RexNode[] | undefined {
  return e.rex === 'call' || e.rex === 'over' || e.rex === 'subQuery' ? e.operands : undefined;
}

function overlaps(e: RexNode, excluded: ReadonlySet<string>): boolean {
  const operands = operandsOf(e);
  return operands ? operands.some((o) => overlaps(o, excluded)) : excluded.has(rexKey(e));
}

function exclude(e: RexNode, excluded: Set<string>): void {
  const operands = operandsOf(e);
  if (operands) for (const o of operands) exclude(o, excluded);
  else if (e.rex !== 'literal') excluded.add(rexKey(e));
}

function gather(p: RexNode, found: Map<string, { readonly e: RexNode; readonly constant: RexNode }>, excluded: Set<string>): void {
  if (isCallOf(p, 'EQUALS')) {
    const [left, right] = p.operands as [RexNode, RexNode];
    fix(left, right);
    fix(right, left);
  } else if (isCallOf(p, 'IS_NULL')) {
    const x = p.operands[0] as RexNode;
    if (!x.type.nullable) return;
    const none = nullLiteral(x.type);
    fix(x, none);
    fix(none, x);
  } else {
    exclude(p, excluded);
  }

  function fix(e: RexNode, constant: RexNode): void {
    if (!isConstant(constant) || excluded.has(rexKey(e))) return;
    const known = found.get(rexKey(e))?.constant;
    if (!known) {
      const inner = throughCast(e, constant);
      found.set(rexKey(inner.e), inner);
    } else if (known.rex === 'literal' && constant.rex === 'literal' && !sameValue(known.value, constant.value)) {
      found.delete(rexKey(e));
      excluded.add(rexKey(e));
    }
  }
}

function sameValue(a: LiteralValue, b: LiteralValue): boolean {
  return literalValueKey(a) === literalValueKey(b);
}

function throughCast(e: RexNode, constant: RexNode): { readonly e: RexNode; readonly constant: RexNode } {
  if (isCallOf(e, 'CAST')) {
    const x = e.operands[0] as RexNode;
    if (isWideningCast(e.type, x.type)) {
      const retyped = makeCast(x.type, constant);
      if (retyped.rex === 'literal') return { e: x, constant: retyped };
    }
  }
  return { e, constant };
}
