import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { LogicalRank } from '../../rel/logical/logical-rank.ts';

/** Makes a Rank of the logical convention. */
export const FlinkLogicalRankConverter = defineConverter({
  name: 'FlinkLogicalRankConverter',
  nodeClass: LogicalRank,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A Rank becomes a FlinkLogicalRank.' },
  convert: (rank, call) => FlinkLogicalRank.create(call.convert(rank.input(), { convention: 'LOGICAL' }), rank.rank),
});
