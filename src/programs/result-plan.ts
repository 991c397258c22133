import type { Config } from '../catalog/config.ts';
import type { LeafProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { HepPlanner } from '../planner/hep/hep-planner.ts';
import { collectionProgram, sequenceProgram } from '../planner/hep/hep-program.ts';
import { DEAF_PROGRAM_LISTENER } from '../planner/program-listener.ts';
import { distinctRules } from '../planner/rule-list.ts';
import { flinkStreamProgram } from './flink-stream-program.ts';
import { leavesOf } from './optimizer-program.ts';

/**
 * Runs the last stage over a physical tree without telling anyone. The job that prints the changelog of a SELECT wants every kind of change,
 * so its plan may hold a ChangelogNormalize where the explained one has none.
 */
export function rewritePhysical(physical: RelNode, config: Config, context: Omit<ProgramContext, 'listener' | 'plannerListener'>): RelNode {
  const stage = flinkStreamProgram(config).find((s) => s.name === 'physical_rewrite');
  if (!stage) return physical;
  return leavesOf(stage).reduce((tree, leaf) => runLeaf(tree, leaf.program, context), physical);
}

function runLeaf(tree: RelNode, program: LeafProgram, context: Omit<ProgramContext, 'listener' | 'plannerListener'>): RelNode {
  if (program.kind === 'program') return program.run(tree, { ...context, listener: DEAF_PROGRAM_LISTENER, plannerListener: {} });
  if (program.kind !== 'hep' || program.rules.length === 0) return tree;
  const rules = distinctRules(program.rules);
  const hep = program.execution === 'sequence' ? sequenceProgram(rules, program.order) : collectionProgram(rules, program.order);
  const run = new HepPlanner(hep, context.cluster, { budget: context.budget }).run(tree);
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
  }
}
