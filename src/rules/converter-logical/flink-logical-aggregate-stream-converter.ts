import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalAggregate } from '../../rel/flink-logical/flink-logical-aggregate.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';

const VARIANCES: ReadonlySet<string> = new Set(['STDDEV_POP', 'STDDEV_SAMP', 'VAR_POP', 'VAR_SAMP']);

/** Makes an Aggregate of the logical convention. STDDEV and VAR have no implementation: they wait for their reduction to sums and counts. */
export const FlinkLogicalAggregateStreamConverter = defineConverter({
  name: 'FlinkLogicalAggregateStreamConverter',
  nodeClass: LogicalAggregate,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'An aggregate whose functions the engine knows becomes a FlinkLogicalAggregate.' },
  matches: (call) => {
    const unsupported = call.rel<LogicalAggregate>(0).aggCalls.find((c) => VARIANCES.has(c.op.kind));
    return unsupported ? `${unsupported.op.name} must first be reduced to sums and counts` : true;
  },
  convert: (agg, call) => FlinkLogicalAggregate.create(call.convert(agg.input(), { convention: 'LOGICAL' }), agg.aggregateOptions),
});
