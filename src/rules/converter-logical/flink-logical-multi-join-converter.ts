import { STATE_TTL_HINT } from '../../rel/hints.ts';
import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalMultiJoin } from '../../rel/flink-logical/flink-logical-multi-join.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';

/** How a hint's list says that an input has no time of its own. */
const NO_STATE_TTL = '0s';

/** Makes a join of many inputs of the logical convention. State TTL hints stay only if one of them names a time. */
export const FlinkLogicalMultiJoinConverter = defineConverter({
  name: 'FlinkLogicalMultiJoinConverter',
  nodeClass: MultiJoin,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'A join of several inputs becomes a FlinkLogicalMultiJoin.' },
  convert: (multiJoin, call) => {
    const inputs = multiJoin.inputs.map((input) => call.convert(input, { convention: 'LOGICAL' }));
    const { joinFilter, rowType, outerJoinConditions, joinTypes, postJoinFilter } = multiJoin.join;
    const hasTtl = multiJoin.joinHints.some((h) => h.name === STATE_TTL_HINT && h.listOptions.some((o) => o !== NO_STATE_TTL));
    const hints = hasTtl ? multiJoin.joinHints : multiJoin.joinHints.filter((h) => h.name !== STATE_TTL_HINT);
    return FlinkLogicalMultiJoin.create(multiJoin.cluster, inputs, {
      joinFilter,
      rowType,
      joinConditions: outerJoinConditions,
      joinTypes,
      postJoinFilter,
      hints,
    });
  },
});
