import type { JoinInfo } from '../core/join-info.ts';
import type { JoinType } from '../core/join.ts';
import type { RexLiteral, RexNode } from '../rex/rex-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import { isBinary, isCharacter, sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { generatesNullsOnRight } from '../core/join.ts';
import { composeConjunction } from '../rex/conditions.ts';
import { call, inputRef } from '../rex/rex-factory.ts';
import { isAlwaysTrue, isCallOf } from '../rex/rex-node.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';
import { EQUALS } from '../rex/standard-operators.ts';
import { toCnf } from '../rex/to-cnf.ts';

/** What a column of the dimension table is looked up by: a column of the left row or a constant. */
export type LookupKey = { readonly kind: 'field'; readonly index: number } | { readonly kind: 'constant'; readonly literal: RexLiteral };

/** Pairs of a left column and a column of the table itself (Flink's `getTemporalTableJoinKeyPairs`). */
export function lookupKeyPairs(info: JoinInfo, calc: RexProgram | undefined): readonly (readonly [source: number, target: number])[] {
  return info.left.flatMap((left, i) => {
    const right = info.right[i] ?? -1;
    const target = calc ? identicalSourceField(calc, right) : right;
    return target < 0 ? [] : [[left, target] as const];
  });
}

/** The table column that an output column of the Calc is, looking through casts that change nothing. */
function identicalSourceField(calc: RexProgram, output: number): number {
  let e = calc.expandedProjects[output];
  while (e && isCallOf(e, 'CAST')) {
    const inner: RexNode | undefined = e.operands[0];
    if (!inner || !isInteroperable(e.type, inner.type)) return -1;
    e = inner;
  }
  return e?.rex === 'inputRef' ? e.index : -1;
}

/** Types whose values are represented alike (Flink's `PlannerTypeUtils.isInteroperable`). */
function isInteroperable(a: SqlType, b: SqlType): boolean {
  if (isCharacter(a) && isCharacter(b)) return true;
  if (isBinary(a) && isBinary(b)) return true;
  return sameTypeIgnoringNullability(a, b);
}

/** All lookup keys by table column: constants of the Calc's condition first, a join key replaces a constant. */
export function lookupKeysOf(info: JoinInfo, calc: RexProgram | undefined): ReadonlyMap<number, LookupKey> {
  const constants = new Map<number, RexLiteral>();
  if (calc?.expandedCondition) {
    const condition = toCnf(calc.expandedCondition);
    for (const part of isCallOf(condition, 'AND') ? condition.operands : [condition]) {
      if (!isCallOf(part, 'EQUALS')) continue;
      const [a, b] = part.operands;
      if (a?.rex === 'inputRef' && b?.rex === 'literal') constants.set(a.index, b);
      else if (a?.rex === 'literal' && b?.rex === 'inputRef') constants.set(b.index, a);
    }
  }
  const keys = new Map<number, LookupKey>();
  for (const index of scalaHashOrder([...constants.keys()])) {
    const literal = constants.get(index);
    if (literal) keys.set(index, { kind: 'constant', literal });
  }
  for (const [source, target] of lookupKeyPairs(info, calc)) keys.set(target, { kind: 'field', index: source });
  return keys;
}

/** Order in which Scala's mutable hash map of up to 12 small integers gives them back. */
function scalaHashOrder(keys: readonly number[]): readonly number[] {
  const bucket = (key: number): number => {
    const multiplied = Math.imul(key, 0x9e3775cd);
    const reversed =
      ((multiplied & 0xff) << 24) | ((multiplied & 0xff00) << 8) | ((multiplied >>> 8) & 0xff00) | ((multiplied >>> 24) & 0xff);
    const mixed = Math.imul(reversed, 0x9e3775cd);
    const rotated = (mixed >>> 4) | (mixed << 28);
    return rotated >>> 28;
  };
  return [...keys].sort((a, b) => bucket(b) - bucket(a));
}

/** What is left of the condition of a lookup join: checked before the lookup, and on the joined row. */
export interface LookupConditions {
  readonly preFilter?: RexNode;
  readonly remaining?: RexNode;
}

/** Splits the condition (Flink's `splitJoinCondition`): only an outer join has conditions of the left row alone. */
export function lookupConditions(
  info: JoinInfo,
  keys: ReadonlyMap<number, LookupKey>,
  o: { readonly left: RowType; readonly output: RowType; readonly joinType: JoinType },
): LookupConditions {
  const used = new Set([...keys.values()].flatMap((k) => (k.kind === 'field' ? [k.index] : [])));
  const leftCount = o.left.fields.length;
  const equals = info.left.flatMap((left, i) => {
    const right = leftCount + (info.right[i] ?? 0);
    const leftType = o.left.fields[left]?.type;
    const rightType = o.output.fields[right]?.type;
    return used.has(left) || !leftType || !rightType ? [] : [call(EQUALS, [inputRef(left, leftType), inputRef(right, rightType)])];
  });
  const isLocal = (e: RexNode): boolean => generatesNullsOnRight(o.joinType) && collectInputRefs(e).every((i) => i < leftCount);
  return {
    preFilter: composed(info.nonEqui.filter(isLocal)),
    remaining: composed([...equals, ...info.nonEqui.filter((e) => !isLocal(e))]),
  };
}

function composed(list: readonly RexNode[]): RexNode | undefined {
  const condition = composeConjunction(list);
  return isAlwaysTrue(condition) ? undefined : condition;
}
