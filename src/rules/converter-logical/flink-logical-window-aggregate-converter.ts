import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalWindowAggregate } from '../../rel/flink-logical/flink-logical-window-aggregate.ts';
import { LogicalWindowAggregate } from '../../rel/logical/logical-window-aggregate.ts';

/** Calcite's `AVG_AGG_FUNCTIONS` without AVG. */
const REDUCED: ReadonlySet<string> = new Set([
  'COVAR_POP',
  'COVAR_SAMP',
  'REGR_SXX',
  'REGR_SYY',
  'STDDEV_POP',
  'STDDEV_SAMP',
  'VAR_POP',
  'VAR_SAMP',
]);

/** Makes a group-window aggregate of the logical convention. Of the functions that reduce to sums only AVG is known as it is. */
export const FlinkLogicalWindowAggregateConverter = defineConverter({
  name: 'FlinkLogicalWindowAggregateConverter',
  nodeClass: LogicalWindowAggregate,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A group-window aggregate becomes a FlinkLogicalWindowAggregate.' },
  matches: (call) => {
    const unsupported = call.rel<LogicalWindowAggregate>(0).aggCalls.find((c) => REDUCED.has(c.op.kind));
    return unsupported ? `${unsupported.op.name} must first be reduced to sums and counts` : true;
  },
  convert: (agg, call) =>
    FlinkLogicalWindowAggregate.create(call.convert(agg.input(), { convention: 'LOGICAL' }), agg.windowAggregateOptions),
});
