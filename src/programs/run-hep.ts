import type { HepRuleSetProgram } from './optimizer-program.ts';
import type { PlannerListener } from '../planner/planner-listener.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { HepPlanner } from '../planner/hep/hep-planner.ts';
import { collectionProgram, sequenceProgram } from '../planner/hep/hep-program.ts';
import { distinctRules } from '../planner/rule-list.ts';

/** A HEP program over a tree, in slices; a program without rules gives the tree back as it is. */
export function* runHep(
  tree: RelNode,
  program: HepRuleSetProgram,
  context: Pick<ProgramContext, 'cluster' | 'budget'>,
  listener?: PlannerListener,
): Generator<void, RelNode> {
  if (program.rules.length === 0) return tree;
  const rules = distinctRules(program.rules);
  const hep = program.execution === 'sequence' ? sequenceProgram(rules, program.order) : collectionProgram(rules, program.order);
  return yield* new HepPlanner(hep, context.cluster, { listener, budget: context.budget }).run(tree);
}
