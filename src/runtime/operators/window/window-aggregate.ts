import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { WindowAggregatePlan } from './slicing-aggregate.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../../../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../../../rel/physical/stream-physical-window-aggregate.ts';
import { SessionAggregate } from './session-aggregate.ts';
import { SlicingAggregate } from './slicing-aggregate.ts';

/** WindowAggregate and GlobalWindowAggregate. */
export function windowAggregate(node: ExecNode, context: OperatorContext): Operator {
  const plan = planOf(node);
  return plan.windowing.spec.kind === 'SESSION' ? new SessionAggregate(plan, context) : new SlicingAggregate(plan, context);
}

function planOf(node: ExecNode): WindowAggregatePlan {
  const { rel } = node;
  if (rel instanceof StreamPhysicalGlobalWindowAggregate) {
    const { windowing, grouping, properties, aggInfos, options } = rel;
    return { windowing, grouping, properties, aggInfos, aggInput: options.localAggInputRowType, isGlobal: true };
  }
  if (rel instanceof StreamPhysicalWindowAggregate) {
    const { windowing, grouping, properties, aggInfos } = rel;
    return { windowing, grouping, properties, aggInfos, aggInput: rel.input().rowType, isGlobal: false };
  }
  throw new Error(`${node.name} is no window aggregate`);
}
