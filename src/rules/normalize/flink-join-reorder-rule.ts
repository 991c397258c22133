import { UnsupportedError } from '../../base/diagnostic.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { bushyJoinOrder, bushyThreshold } from '../shared/bushy-join-order.ts';

/** Turns a MultiJoin into binary joins in the order that is expected to handle the fewest rows. */
export const FlinkJoinReorderRule = defineRule({
  description: 'FlinkJoinReorderRule',
  operand: any(MultiJoin),
  explain: { summary: 'Chooses the order of joins.' },
  onMatch: (call) => {
    const multiJoin = call.rel<MultiJoin>(0);
    if (multiJoin.inputs.length > bushyThreshold(call.cluster)) {
      throw new UnsupportedError('join-reorder', `the order of more than ${bushyThreshold(call.cluster)} joined tables is not chosen yet`);
    }
    call.transformTo(bushyJoinOrder(call.builder().transform(CALCITE_BUILDER_CONFIG), multiJoin));
  },
});
