import type { Operand } from '../../planner/rule.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { any } from '../../planner/rule.ts';

/** Flink's `FlinkLogicalRel` as an operand: any node of the logical convention that is one of Flink's own. */
export function anyLogicalRel(): Operand {
  return any(RelNode, { predicate: (node) => node.typeName.startsWith('FlinkLogical') });
}
