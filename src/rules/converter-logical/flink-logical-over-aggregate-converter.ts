import { validationError } from '../../base/diagnostic.ts';
import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalOverAggregate } from '../../rel/flink-logical/flink-logical-over-aggregate.ts';
import { LogicalWindow } from '../../rel/logical/logical-window.ts';

/** Calcite's `SqlRankFunction`s. */
const RANKING: ReadonlySet<string> = new Set(['ROW_NUMBER', 'RANK', 'DENSE_RANK', 'PERCENT_RANK', 'CUME_DIST']);

/** Makes an OVER aggregate of the logical convention. A ranking function without ORDER BY (a constant one does not count) is an error. */
export const FlinkLogicalOverAggregateConverter = defineConverter({
  name: 'FlinkLogicalOverAggregateConverter',
  nodeClass: LogicalWindow,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'OVER windows become a FlinkLogicalOverAggregate.' },
  convert: (window, call) => {
    const input = call.convert(window.input(), { convention: 'LOGICAL' });
    for (const group of window.groups) {
      if (group.orderKeys.length > 0 || !group.calls.some((c) => RANKING.has(c.call.op.kind))) continue;
      throw validationError(
        'plan/over-aggregate',
        'Over Agg: The window rank function requires order by clause with non-constant fields. please re-check the over window statement.',
      );
    }
    return FlinkLogicalOverAggregate.create(input, window.windowOptions);
  },
});
