import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalMatch } from '../../rel/flink-logical/flink-logical-match.ts';
import { LogicalMatch } from '../../rel/logical/logical-match.ts';

/** Makes a MATCH_RECOGNIZE of the logical convention. */
export const FlinkLogicalMatchConverter = defineConverter({
  name: 'FlinkLogicalMatchConverter',
  nodeClass: LogicalMatch,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'MATCH_RECOGNIZE becomes a FlinkLogicalMatch.' },
  convert: (match, call) => FlinkLogicalMatch.create(call.convert(match.input(), { convention: 'LOGICAL' }), match.traitSet, match.match),
});
