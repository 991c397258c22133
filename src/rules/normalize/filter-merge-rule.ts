import type { Filter } from '../../rel/core/filter.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';

/** Two Filters in a row become one, the lower condition first. */
export const FilterMergeRule = defineRule({
  description: 'FilterMergeRule',
  operand: some(FilterClass, [any(FilterClass)]),
  substitution: true,
  transformation: true,
  explain: { summary: 'Two Filters in a row become one.' },
  onMatch: (call) => {
    const top = call.rel<Filter>(0);
    const bottom = call.rel<Filter>(1);
    call.transformTo(call.builder().push(bottom.input()).filter([bottom.condition, top.condition]).build());
  },
});
