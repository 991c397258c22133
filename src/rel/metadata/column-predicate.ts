import type { RexNode } from '../rex/rex-node.ts';
import { composeConjunction, composeDisjunction, conjunctions, disjunctions } from '../rex/conditions.ts';
import { pullFactors } from '../rex/pull-factors.ts';
import { call } from '../rex/rex-factory.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';
import { NOT, negatedOperator } from '../rex/standard-operators.ts';

/** What of a condition speaks of the wanted column only, and whether something else is left. */
interface Parts {
  readonly own: RexNode | undefined;
  readonly hasRest: boolean;
}

/**
 * The part of a condition that speaks of one column alone (Flink's `FlinkRelOptUtil.partition` with its `ColumnRelatedVisitor`): conjuncts,
 * and ORs that speak of nothing else, also behind NOT, IS TRUE and IS FALSE. Undefined if there is none.
 */
export function predicateOnColumn(condition: RexNode, column: number): RexNode | undefined {
  return partition(condition, (e) => collectInputRefs(e).every((i) => i === column)).own;
}

function partition(e: RexNode, isOwn: (e: RexNode) => boolean): Parts {
  const condition = pushNotToLeaf(e);
  if (isCallOf(condition, 'AND')) return partitionAnd(condition.operands, isOwn);
  if (isCallOf(condition, 'OR')) return partitionOr(condition, isOwn);
  const [operand] = condition.rex === 'call' ? condition.operands : [];
  if (operand && isCallOf(condition, 'NOT')) {
    const below = partition(operand, isOwn);
    return below.own && !below.hasRest ? { own: condition, hasRest: false } : { own: undefined, hasRest: true };
  }
  if (operand && isCallOf(condition, 'IS_TRUE')) return partition(operand, isOwn);
  if (operand && isCallOf(condition, 'IS_FALSE')) return partition(pushNotToLeaf(operand, true), isOwn);
  return isOwn(condition) ? { own: condition, hasRest: false } : { own: undefined, hasRest: true };
}

function partitionAnd(operands: readonly RexNode[], isOwn: (e: RexNode) => boolean): Parts {
  const parts = operands.map((o) => partition(o, isOwn));
  const own = parts.flatMap((p) => p.own ?? []);
  return { own: own.length === 0 ? undefined : composeConjunction(own), hasRest: parts.some((p) => p.hasRest) };
}

function partitionOr(condition: RexNode, isOwn: (e: RexNode) => boolean): Parts {
  const pulled = pullFactors(condition);
  if (!isCallOf(pulled, 'OR')) return partition(pulled, isOwn);
  const parts = disjunctions(condition).map((o) => partition(o, isOwn));
  if (parts.some((p) => p.hasRest)) return { own: undefined, hasRest: true };
  return { own: composeDisjunction(parts.flatMap((p) => p.own ?? [])), hasRest: false };
}

/** The condition with NOT at its leaves only, as far as comparisons have an opposite. */
function pushNotToLeaf(e: RexNode, isReversed = false): RexNode {
  if (isCallOf(e, 'AND') || isCallOf(e, 'OR')) {
    const parts = e.operands.map((o) => pushNotToLeaf(o, isReversed));
    return isCallOf(e, 'AND') === isReversed ? composeDisjunction(parts) : composeConjunction(parts);
  }
  const [operand] = e.rex === 'call' ? e.operands : [];
  if (operand && isCallOf(e, 'NOT')) return pushNotToLeaf(operand, !isReversed);
  if (!isReversed) return e;
  const opposite = e.rex === 'call' ? negatedOperator(e.op.kind) : undefined;
  return opposite && e.rex === 'call' ? call(opposite, e.operands) : call(NOT, [e]);
}

/** The alternatives of a condition, each a list of conjuncts (Calcite's `RexUtil.toDnf`). */
export function alternatives(e: RexNode): RexNode[][] {
  return disjunctions(e).flatMap((or) =>
    conjunctions(or).reduce<RexNode[][]>(
      (sums, part) => {
        const choices = isCallOf(part, 'OR') ? alternatives(part) : [[part]];
        return sums.flatMap((sum) => choices.map((choice) => [...sum, ...choice]));
      },
      [[]],
    ),
  );
}
