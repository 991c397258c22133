import type { AggregateCall } from '../core/aggregate-call.ts';
import type { RelNode } from '../rel-node.ts';
import { StreamPhysicalGroupAggregate } from '../physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../physical/stream-physical-group-window-aggregate.ts';

export interface Grouping {
  readonly keys: readonly number[];
  readonly calls: readonly AggregateCall[];
}

/** Keys and calls of a physical aggregate whose output is its keys and its calls' results; undefined for other nodes. */
export function groupingOf(node: RelNode): Grouping | undefined {
  if (node instanceof StreamPhysicalGroupAggregate || node instanceof StreamPhysicalGroupWindowAggregate) {
    return { keys: node.grouping, calls: node.aggCalls };
  }
  return undefined;
}
