import type { JoinInfo } from '../../rel/core/join-info.ts';
import type { JoinType } from '../../rel/core/join.ts';
import type { NodeClass, RelRule } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Calc } from '../../rel/core/calc.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { Join } from '../../rel/core/join.ts';
import { Project } from '../../rel/core/project.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { mapRexBottomUp } from '../../rel/rex/rex-visit.ts';
import { supportsImplicitCast } from '../../types/cast-support.ts';
import { containsCoalesce, isCoalesce } from '../shared/coalesce.ts';

function isApplicable(join: Join): boolean {
  return join.joinType === 'inner' || join.joinType === 'left' || join.joinType === 'right';
}

/** Which of the two key references can go; −1 if removing it would show another argument. */
function removable(joinType: JoinType, left: number, right: number): number {
  if (joinType === 'inner') return Math.max(left, right);
  // The side that may be null-padded can go if it stands right before the other one, or anywhere behind it.
  if (joinType === 'left') return right >= left - 1 ? right : -1;
  return left >= right - 1 ? left : -1;
}

function withoutKey(operands: readonly RexNode[], joinType: JoinType, leftRef: number, rightRef: number): readonly RexNode[] {
  const position = (index: number): number => operands.findIndex((e) => e.rex === 'inputRef' && e.index === index);
  const left = position(leftRef);
  const right = position(rightRef);
  if (left < 0 || right < 0) return operands;
  const gone = removable(joinType, left, right);
  return gone < 0 ? operands : operands.filter((_, i) => i !== gone);
}

function simplify(e: RexNode, info: JoinInfo, join: Join): RexNode {
  if (!isCoalesce(e) || e.operands.length < 2) return e;
  const leftCount = join.left.rowType.fields.length;
  let operands: readonly RexNode[] = e.operands;
  info.left.forEach((l, i) => {
    operands = withoutKey(operands, join.joinType, l, leftCount + defined(info.right[i], 'right key'));
  });
  if (operands.length === e.operands.length) return e;
  const [only] = operands;
  if (operands.length > 1 || !only) return { ...e, operands };
  return supportsImplicitCast(only.type, e.type) ? only : makeCast(e.type, only);
}

/**
 * `COALESCE(a.k, b.k)` above a join on `a.k = b.k` needs one of the keys only: they are equal wherever both are there. USING and NATURAL
 * make such calls.
 */
function simplifyAbove<T extends RelNode>(nodeClass: NodeClass<T>): RelRule {
  return defineRule({
    description: 'SimplifyCoalesceWithEquiJoinConditionRule',
    operand: some(nodeClass, [any(Join, { predicate: isApplicable })], { predicate: containsCoalesce }),
    explain: { summary: 'COALESCE of both keys of an equi-join becomes the one key that is enough.' },
    onMatch: (call) => {
      const node = call.rel(0);
      const join = call.rel<Join>(1);
      const info = joinInfoOf(join);
      if (info.left.length === 0) return;
      const list = node.rexNodes.map((e) => mapRexBottomUp(e, (x) => simplify(x, info, join)));
      if (list.some((e, i) => e !== node.rexNodes[i])) call.transformTo(node.withRexNodes(list));
    },
  });
}

export const SimplifyCoalesceWithEquiJoinConditionRuleProject = simplifyAbove(Project);
export const SimplifyCoalesceWithEquiJoinConditionRuleCalc = simplifyAbove(Calc);
