import type { Filter } from '../../rel/core/filter.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { SetOp as SetOpClass } from '../../rel/core/set-op.ts';
import { mapInputRefs } from '../../rel/rex/rex-visit.ts';

/** Moves a Filter below each input of a set operation: a row passes or fails on its own, whichever input it comes from. */
export const FilterSetOpTransposeRule = defineRule({
  description: 'FilterSetOpTransposeRule',
  operand: some(FilterClass, [any(SetOpClass)]),
  transformation: true,
  explain: { summary: 'Moves a Filter below each input of a set operation.' },
  onMatch: (call) => {
    const { condition } = call.rel<Filter>(0);
    const setOp = call.rel<SetOp>(1);
    const inputs = setOp.inputs.map((input) => {
      const typed = mapInputRefs(
        condition,
        (i) => i,
        (i) => defined(input.rowType.fields[i], 'field').type,
      );
      return call.builder().push(input).filter([typed]).build();
    });
    call.transformTo(setOp.copy(setOp.traitSet, inputs));
  },
});
