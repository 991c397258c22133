import type { Aggregate } from '../../rel/core/aggregate.ts';
import type { Filter } from '../../rel/core/filter.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Aggregate as AggregateClass } from '../../rel/core/aggregate.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { conjunctions } from '../../rel/rex/conditions.ts';
import { collectInputRefs, mapInputRefs } from '../../rel/rex/rex-visit.ts';

/** Reads group keys only, and keys that every grouping set has. */
function isOnKeys(aggregate: Aggregate, refs: readonly number[]): boolean {
  const keys = refs.map((i) => aggregate.groupSet[i]);
  return keys.every((k) => k !== undefined && aggregate.groupSets.every((s) => s.includes(k)));
}

/**
 * Moves the parts of a Filter that read group keys only below the Aggregate: whole groups vanish either way. Never without keys, where an
 * empty input still gives one row.
 */
export const FilterAggregateTransposeRule = defineRule({
  description: 'FilterAggregateTransposeRule',
  operand: some(FilterClass, [any(AggregateClass)]),
  transformation: true,
  explain: { summary: 'Moves conditions on group keys below an Aggregate.' },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const aggregate = call.rel<Aggregate>(1);
    if (aggregate.groupSet.length === 0) return;
    const input = aggregate.input();
    const pushed: RexNode[] = [];
    const rest: RexNode[] = [];
    for (const c of conjunctions(filter.condition)) {
      if (!isOnKeys(aggregate, collectInputRefs(c))) rest.push(c);
      else {
        const below = mapInputRefs(
          c,
          (i) => defined(aggregate.groupSet[i], 'group key'),
          (i) => defined(input.rowType.fields[i], 'field').type,
        );
        pushed.push(below);
      }
    }
    const below = call.builder().push(input).filter(pushed).build();
    if (below === input) return;
    call.transformTo(
      call
        .builder()
        .push(aggregate.copy(aggregate.traitSet, [below]))
        .filter(rest)
        .build(),
    );
  },
});
