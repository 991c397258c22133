import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalUnion } from '../../rel/flink-logical/flink-logical-set-op.ts';
import { LogicalUnion } from '../../rel/logical/logical-set-op.ts';

/** Makes a Union of the logical convention. Only UNION ALL: a distinct union is first an Aggregate over one. */
export const FlinkLogicalUnionConverter = defineConverter({
  name: 'FlinkLogicalUnionConverter',
  nodeClass: LogicalUnion,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'UNION ALL becomes a FlinkLogicalUnion.' },
  matches: (call) => call.rel<LogicalUnion>(0).all || 'a distinct union first becomes an aggregate over UNION ALL',
  convert: (union, call) => {
    const [first, ...rest] = union.inputs.map((input) => call.convert(input, { convention: 'LOGICAL' }));
    return first && FlinkLogicalUnion.create([first, ...rest], union.all);
  },
});
