import type { Correlate } from '../../rel/core/correlate.ts';
import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { Filter } from '../../rel/core/filter.ts';
import type { RelRule } from '../../planner/rule.ts';
import type { Sides } from '../shared/filter-push-down.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Correlate as CorrelateClass } from '../../rel/core/correlate.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { conjunctions } from '../../rel/rex/conditions.ts';
import { CAN_PUSH, classify } from '../shared/filter-push-down.ts';
import { fixNullability } from '../shared/fix-nullability.ts';

/** Moves conditions on one side of a Correlate below it (Calcite's `FilterCorrelateRule`); on the right only if no row is padded there. */
export function filterCorrelateRule(state: DecorrelationState): RelRule {
  return defineRule({
    description: 'FilterCorrelateRule',
    operand: some(FilterClass, [any(CorrelateClass)]),
    transformation: true,
    explain: { summary: 'Moves conditions on one side of a correlate below it.' },
    onMatch: (call) => {
      const filter = call.rel<Filter>(0);
      const correlate = call.rel<Correlate>(1);
      const sides: Sides = { left: [], right: [] };
      const push = { into: false, left: true, right: CAN_PUSH[correlate.joinType].rightAbove };
      const { rest } = classify(conjunctions(filter.condition), correlate, push, [], sides);
      if (sides.left.length === 0 && sides.right.length === 0) return call.note('no condition on one side only');
      const builder = () => call.builder().transform(CALCITE_BUILDER_CONFIG);
      const left = builder().push(correlate.left).filter(sides.left).build();
      const right = builder().push(correlate.right).filter(sides.right).build();
      const moved = correlate.copy(correlate.traitSet, [left, right]);
      state.copied(correlate, moved);
      if (sides.left.length > 0) state.copied(filter, left);
      if (sides.right.length > 0) state.copied(filter, right);
      const b = builder().push(moved);
      const types = b.peek().rowType.fields.map((f) => f.type);
      call.transformTo(b.filter(rest.map((e) => fixNullability(e, types))).build());
    },
  });
}
