import type { GuardAnswer, NodeClass, RelRule, RuleCall } from '../planner/rule.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { any, notYet } from '../planner/rule.ts';

/**
 * A rule of Flink's list that is not built yet, on one node class. `when` is as much of its guard as decides whether it would be tried in
 * plain SQL; where it says yes, the statement is marked `unsupported/rule`.
 */
export function pending<T extends RelNode>(
  description: string,
  nodeClass: NodeClass<T>,
  when?: (node: T, call: RuleCall) => GuardAnswer,
): RelRule {
  return notYet({ description, operand: any(nodeClass), when: when && ((call) => when(call.rel<T>(0), call)) });
}

/**
 * A rule that can match nothing that SQL over connector tables, DataStream tables and built-in functions makes: legacy table sources and
 * sinks, Python functions, asynchronous functions, the Table API's table aggregates, models. Its place in the list is kept.
 */
export function unreachable<T extends RelNode>(description: string, nodeClass: NodeClass<T>, reason: string, identity?: string): RelRule {
  return notYet({ description, operand: any(nodeClass), when: () => reason, identity });
}
