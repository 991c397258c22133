import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { predicateConstants } from '../../rel/rex/predicate-constants.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { rexKey } from '../../rel/rex/rex-key.ts';
import { sameType } from '../../types/sql-type.ts';

/**
 * Takes group keys that are constant out of an aggregation and puts them back in a Project above. One key always stays: without keys an
 * empty input would give a row.
 */
export const AggregateProjectPullUpConstantsRule = defineRule({
  description: 'AggregateProjectPullUpConstantsRule',
  operand: some(LogicalAggregate, [any(LogicalProject)], { predicate: (a) => a.isSimple }),
  transformation: true,
  explain: { summary: 'Group keys with a constant value are taken out of an Aggregate.' },
  onMatch: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const input = call.rel<LogicalProject>(1);
    const groupCount = aggregate.groupSet.length;
    if (groupCount === 1) return;
    const predicates = call.mq.pulledUpPredicates(aggregate.input());
    if (predicates.length === 0) return;
    const constants = predicateConstants(predicates);
    const fixed = new Map<number, RexNode>();
    for (const key of aggregate.groupSet) {
      const value = constants.get(rexKey(inputRef(key, defined(input.rowType.fields[key], 'group key').type)));
      if (value) fixed.set(key, value);
    }
    if (fixed.size === 0) return;
    if (fixed.size === groupCount) fixed.delete(defined(aggregate.groupSet[0], 'first group key'));
    const groupSet = aggregate.groupSet.filter((k) => !fixed.has(k));
    const builder = call.builder().push(input);
    builder.aggregate(builder.groupKeyOf(groupSet), aggregate.aggCalls);
    let next = 0;
    const projects = aggregate.rowType.fields.map((f, i): RexNode => {
      if (i >= groupCount) return builder.field(i - fixed.size);
      const value = fixed.get(defined(aggregate.groupSet[i], 'group key'));
      if (value) return sameType(value.type, f.type) ? value : makeCast(f.type, value, true);
      return builder.field(next++);
    });
    call.transformTo(
      builder
        .project(
          projects,
          aggregate.rowType.fields.map((f) => f.name),
        )
        .build(),
    );
  },
});
