import type { Config } from '../catalog/config.ts';
import type { LeafProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { drain } from '../planner/limits.ts';
import { DEAF_PROGRAM_LISTENER } from '../planner/program-listener.ts';
import { flinkStreamProgram } from './flink-stream-program.ts';
import { runHep } from './run-hep.ts';
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
  return program.kind === 'hep' ? drain(runHep(tree, program, context)) : tree;
}
