import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { composeConjunction, composeDisjunction, conjunctions, disjunctions } from '../../rel/rex/conditions.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';

/**
 * Derives one-sided conditions from a disjunction over both sides, which can then be pushed down: `(l.x = 1 AND r.y = 1) OR (l.x = 2 AND
 * r.y = 2)` implies `l.x = 1 OR l.x = 2` and `r.y = 1 OR r.y = 2`. Only for inner joins.
 */
export const JoinDependentConditionDerivationRule = defineRule({
  description: 'JoinDependentConditionDerivationRule',
  operand: any(LogicalJoin),
  explain: { summary: 'Derives conditions on one side from a disjunction over both sides of an inner Join.' },
  matches: (call) => call.rel<LogicalJoin>(0).joinType === 'inner' || 'the join is not an inner join',
  onMatch: (call) => {
    const join = call.rel<LogicalJoin>(0);
    const leftCount = join.left.rowType.fields.length;
    const terms = conjunctions(join.condition);
    const derived: RexNode[] = [];
    for (const term of terms) {
      const branches = disjunctions(term);
      if (branches.length < 2) continue;
      const left: RexNode[] = [];
      const right: RexNode[] = [];
      for (const branch of branches) {
        const parts = conjunctions(branch);
        const isLeft = (e: RexNode): boolean => collectInputRefs(e).every((i) => i < leftCount);
        const isRight = (e: RexNode): boolean => collectInputRefs(e).every((i) => i >= leftCount);
        left.push(composeConjunction(parts.filter(isLeft)));
        right.push(composeConjunction(parts.filter((e) => !isLeft(e) && isRight(e))));
      }
      derived.push(composeDisjunction(left), composeDisjunction(right));
    }
    if (derived.length === 0) return;
    const condition = flinkSimplify(composeConjunction([...terms, ...derived]), call.cluster);
    if (rexEquals(condition, join.condition)) return;
    call.transformTo(join.copyJoin(join.traitSet, condition, join.left, join.right, join.joinType));
  },
});
