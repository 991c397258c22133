import type { NodeClass, RelRule } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { sameType } from '../../types/sql-type.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Calc } from '../../rel/core/calc.ts';
import { Filter } from '../../rel/core/filter.ts';
import { Join } from '../../rel/core/join.ts';
import { Project } from '../../rel/core/project.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { mapRexBottomUp } from '../../rel/rex/rex-visit.ts';
import { containsCoalesce, isCoalesce } from '../shared/coalesce.ts';

/** COALESCE without what stands behind its first NOT NULL argument. */
function trim(e: RexNode): RexNode {
  if (!isCoalesce(e)) return e;
  const first = e.operands.findIndex((o) => !o.type.nullable);
  const [only] = e.operands;
  if (first === 0 && only) return sameType(e.type, only.type) ? only : makeCast(e.type, only);
  return first < 0 || first === e.operands.length - 1 ? e : { ...e, operands: e.operands.slice(0, first + 1) };
}

/**
 * Cuts arguments of COALESCE that are never reached. It always announces a result: with a COALESCE left over that is the node itself, which
 * counts as a production without effect.
 */
function removeUnreachable<T extends RelNode>(nodeClass: NodeClass<T>): RelRule {
  return defineRule({
    description: 'RemoveUnreachableCoalesceArgumentsRule',
    operand: any(nodeClass, { predicate: containsCoalesce }),
    explain: { summary: 'Cuts the arguments of COALESCE behind the first one that is NOT NULL.' },
    onMatch: (call) => {
      const node = call.rel(0);
      call.transformTo(node.withRexNodes(node.rexNodes.map((e) => mapRexBottomUp(e, trim))));
    },
  });
}

export const RemoveUnreachableCoalesceArgumentsRuleProject = removeUnreachable(Project);
export const RemoveUnreachableCoalesceArgumentsRuleFilter = removeUnreachable(Filter);
export const RemoveUnreachableCoalesceArgumentsRuleJoin = removeUnreachable(Join);
export const RemoveUnreachableCoalesceArgumentsRuleCalc = removeUnreachable(Calc);
