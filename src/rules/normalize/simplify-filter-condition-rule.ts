import type { Filter } from '../../rel/core/filter.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { pullFactors } from '../../rel/rex/pull-factors.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { withSubQueryRel } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';
import { flinkSimplify } from '../shared/flink-simplify.ts';

/** The Filter with a simpler condition, or undefined if nothing changed (in sub-queries neither, where they are looked into). */
function simplify(filter: Filter, inSubQueries: boolean): Filter | undefined {
  const looked = inSubQueries ? simplifySubQueries(filter.condition) : filter.condition;
  const condition = pullFactors(flinkSimplify(looked, filter.cluster));
  if (looked === filter.condition && rexEquals(condition, filter.condition)) return undefined;
  // The node keeps its class; only its condition is another one.
  return filter.withRexNodes([condition]) as Filter;
}

/** Sub-queries with the Filters of their plans simplified; the same object if none changed. */
function simplifySubQueries(e: RexNode): RexNode {
  return mapRex(e, (x) => {
    if (x.rex !== 'subQuery') return undefined;
    const rel = simplifyBelow(x.rel);
    return rel === x.rel ? x : withSubQueryRel(x, rel);
  });
}

/** The uppermost Filters of a plan simplified; what stands below a simplified Filter is left as it is. */
function simplifyBelow(node: RelNode): RelNode {
  if (node instanceof LogicalFilter) return simplify(node, true) ?? node;
  const inputs = node.inputs.map(simplifyBelow);
  return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
}

function rewrite(call: RuleCall, inSubQueries: boolean): void {
  const filter = call.rel<Filter>(0);
  const simplified = simplify(filter, inSubQueries);
  if (!simplified) return;
  call.transformTo(simplified);
  call.prune(filter);
}

/** Simplifies the condition of a Filter and pulls conjuncts that all branches of an OR share in front of it. */
export const SimplifyFilterConditionRule = defineRule({
  description: 'SimplifyFilterConditionRule',
  operand: any(FilterClass),
  explain: { summary: 'Simplifies the condition of a Filter.' },
  onMatch: (call) => rewrite(call, false),
});

/** The same, looking into sub-queries of the condition as well: run before sub-queries are turned into joins. */
export const SimplifyFilterConditionRuleSimplifySubQuery = defineRule({
  description: 'SimplifyFilterConditionRule:simplifySubQuery',
  operand: any(FilterClass),
  explain: { summary: 'Simplifies the condition of a Filter, conditions inside its sub-queries included.' },
  onMatch: (call) => rewrite(call, true),
});
