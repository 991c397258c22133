import type { NodeProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RelRule } from '../planner/rule.ts';
import type { Frame } from '../rel/decorrelate/frame.ts';
import { tableError } from '../base/diagnostic.ts';
import { DecorrelationState } from '../rel/decorrelate/decorrelation-state.ts';
import { Decorrelator } from '../rel/decorrelate/decorrelator.ts';
import { Uncollect } from '../rel/core/uncollect.ts';
import { LogicalFilter } from '../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../rel/logical/logical-join.ts';
import { LogicalProject } from '../rel/logical/logical-project.ts';
import { findRex } from '../rel/rex/rex-visit.ts';
import { HepPlanner } from '../planner/hep/hep-planner.ts';
import { adjustProjectForCountAggregateRule } from '../rules/decorrelate/adjust-project-for-count-aggregate-rule.ts';
import { filterCorrelateRule } from '../rules/decorrelate/filter-correlate-rule.ts';
import { filterIntoJoinRule, joinConditionPushRule } from '../rules/decorrelate/filter-join-rules.ts';
import { removeCorrelationForScalarAggregateRule } from '../rules/decorrelate/remove-correlation-for-scalar-aggregate-rule.ts';
import { removeCorrelationForScalarProjectRule } from '../rules/decorrelate/remove-correlation-for-scalar-project-rule.ts';
import { RemoveSingleAggregateRule } from '../rules/decorrelate/remove-single-aggregate-rule.ts';
import { FlinkFilterProjectTransposeRule } from '../rules/pushdown/flink-filter-project-transpose-rule.ts';

/** Rules of one small planner; `root` gives the plan as it is while they run. */
type RuleList = (root: () => RelNode) => readonly RelRule[];

/** One planner over a tree: each rule to its end, nodes by identity. */
function runRules(tree: RelNode, state: DecorrelationState, context: ProgramContext, list: RuleList): RelNode {
  let current = (): RelNode => tree;
  const rules = list(() => current());
  const planner: HepPlanner = new HepPlanner({ instructions: rules.map((rule) => ({ kind: 'rules', rules: [rule] })) }, context.cluster, {
    listener: context.plannerListener,
    budget: context.budget,
    noDag: true,
    onCopy: (old, copy) => state.copied(old, copy),
  });
  current = () => planner.currentRoot;
  return planner.optimize(tree);
}

/** Calcite's `RelDecorrelator.decorrelateQuery` (Flink's copy). */
function decorrelate(root: RelNode, context: ProgramContext): RelNode {
  const state = new DecorrelationState(root);
  if (!state.map.hasCorrelation) return root;
  let tree = runRules(root, state, context, (current) => [
    RemoveSingleAggregateRule,
    removeCorrelationForScalarProjectRule(state, current),
    removeCorrelationForScalarAggregateRule(state, current),
  ]);
  if (!state.map.hasCorrelation) return tree;
  tree = runRules(tree, state, context, (current) => [
    adjustProjectForCountAggregateRule(state, current, false),
    adjustProjectForCountAggregateRule(state, current, true),
    filterIntoJoinRule(state, 'FilterJoinRule:filter'),
    FlinkFilterProjectTransposeRule,
    filterCorrelateRule(state),
  ]);
  const frame = new Decorrelator(state, tree, (node, f) => announce(context, node, f)).frameOf(tree, false);
  if (!frame) return tree;
  return runRules(frame.rel, state, context, () => [filterIntoJoinRule(state, 'FilterIntoJoinRule'), joinConditionPushRule(state)]);
}

function announce(context: ProgramContext, node: RelNode, frame: Frame | undefined): void {
  if (!frame) {
    context.listener.visited({ node, result: node, action: 'has no decorrelated form' });
    return;
  }
  const columns = frame.outputs.map((o) => `$cor${o.corr}.${o.field} in column ${o.position}`);
  const action = frame.rel === node ? 'stays' : columns.length > 0 ? 'yields correlated fields as columns' : 'is rewritten';
  context.listener.visited({ node, result: frame.rel, action, notes: columns });
}

/**
 * A variable that is left in a condition or a projection is an error. What stands below an Uncollect belongs to UNNEST, which has no
 * other form than a correlate.
 */
function checkNoVariableLeft(node: RelNode): void {
  if (node instanceof LogicalFilter || node instanceof LogicalProject || node instanceof LogicalJoin) {
    for (const e of node.rexNodes) {
      const found = findRex(e, (x) => x.rex === 'correlVariable');
      if (found?.rex === 'correlVariable') {
        throw tableError('plan/correlation', `unexpected correlate variable $cor${found.id} in the plan`);
      }
    }
  }
  if (!(node instanceof Uncollect)) node.inputs.forEach(checkNoVariableLeft);
}

/**
 * Flink's `FlinkDecorrelateProgram`: what is still correlated becomes joins on values. A correlate over a table function or a collection
 * has no other form and stays, and then the whole tree stays as the rules have left it.
 */
export const decorrelateProgram: NodeProgram = {
  kind: 'program',
  run: (root, context) => {
    const result = decorrelate(root, context);
    checkNoVariableLeft(result);
    return result;
  },
};
