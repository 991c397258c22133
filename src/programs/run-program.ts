import type { NodeTable } from '../trace/node-table.ts';
import type { PlannerListener } from '../planner/planner-listener.ts';
import type { ProgramContext } from './program-context.ts';
import type { ProgramKind, ProgramTrace, StageTrace } from '../trace/plan-trace.ts';
import type { PlanInterner } from '../planner/plan-interner.ts';
import type { LeafProgram, LeafRun, OptimizerStage } from './optimizer-program.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RelRule } from '../planner/rule.ts';
import type { VolcanoPlanner } from '../planner/volcano/volcano-planner.ts';
import { combineListeners } from '../planner/planner-listener.ts';
import { NOT_YET } from '../planner/rule.ts';
import { ProgramRecorder } from '../planner/recorder.ts';
import { stageTrace } from '../trace/trace-builder.ts';
import { runHep } from './run-hep.ts';
import { leavesOf } from './optimizer-program.ts';
import { inputTreeFailure } from './volcano-failure.ts';

/** What the runner needs besides the context that programs see. */
export interface RunOptions {
  readonly context: Omit<ProgramContext, 'listener' | 'plannerListener'>;
  readonly volcano: VolcanoPlanner;
  readonly interner: PlanInterner;
  readonly table: NodeTable;
  /** Hears of rules that are not built yet where they would have been tried. */
  readonly notBuilt: (rule: RelRule) => void;
  /** Takes every stage that has ended or failed. */
  readonly onStage: (stage: StageTrace) => void;
  /** Sees the tree that a stage is about to take. */
  readonly beforeStage?: (stage: string, tree: RelNode) => void;
  /** Sees whole plans on their way; absent where nobody looks. */
  readonly watch?: PlanWatch;
}

/**
 * Looks at whole plans between steps: the one that a program takes, the one after each firing of a rule (HEP only; its inputs are vertices,
 * and nodes change in place afterwards, so it must be read at once), the one that the program gives. Must not change anything.
 */
export interface PlanWatch {
  programBegins(
    program: { readonly stage: string; readonly name: string; readonly pass: number; readonly kind: ProgramKind },
    tree: RelNode,
  ): void;
  /** `step` counts within the stage, as the trace counts. */
  ruleFired(step: number, rule: string, root: RelNode): void;
  programEnds(tree: RelNode): void;
}

/** Where a run stands: for progress messages. */
export interface RunProgress {
  readonly stage: string;
  readonly tries: number;
}

function kindOf(p: LeafProgram): ProgramKind {
  if (p.kind === 'hep') return p.execution === 'sequence' ? 'hep-sequence' : 'hep-collection';
  return p.kind;
}

/** Runs all stages over a tree, giving way from time to time. Throws what a program throws, after the failed stage was handed over. */
export function* runStages(root: RelNode, stages: readonly OptimizerStage[], options: RunOptions): Generator<RunProgress, RelNode> {
  let tree = root;
  for (const stage of stages) {
    const programs: ProgramTrace[] = [];
    let steps = 0;
    options.beforeStage?.(stage.name, tree);
    for (const leaf of leavesOf(stage)) {
      const recorder = new ProgramRecorder(tree, {
        name: leaf.name,
        pass: leaf.pass,
        kind: kindOf(leaf.program),
        interner: options.interner,
        firstOrdinal: steps + 1,
        withChangelogMode: stage.name === 'physical_rewrite',
      });
      options.watch?.programBegins({ stage: stage.name, name: leaf.name, pass: leaf.pass, kind: kindOf(leaf.program) }, tree);
      try {
        tree = yield* runLeaf(tree, leaf, listenerOf(recorder, steps, options), options, stage.name);
      } catch (error) {
        programs.push(recorder.fail(error instanceof Error ? error.message : String(error)));
        options.onStage(stageTrace(stage.name, programs));
        throw error;
      }
      programs.push(recorder.finish(tree));
      options.watch?.programEnds(tree);
      steps += recorder.size;
    }
    options.onStage(stageTrace(stage.name, programs));
  }
  return tree;
}

interface LeafListeners {
  readonly recorder: ProgramRecorder;
  readonly all: PlannerListener;
}

function listenerOf(recorder: ProgramRecorder, stepsBefore: number, { notBuilt, watch }: RunOptions): LeafListeners {
  const pendingRules: PlannerListener = {
    refused: (rule, _nodes, reason) => {
      if (rule.notYet && reason === NOT_YET) notBuilt(rule);
    },
  };
  if (!watch) return { recorder, all: combineListeners([recorder, pendingRules]) };
  const watcher: PlannerListener = {
    productionEnded: (call, _node, root) => {
      if (root) watch.ruleFired(stepsBefore + recorder.size, call.rule.description, root);
    },
  };
  return { recorder, all: combineListeners([recorder, pendingRules, watcher]) };
}

function* runLeaf(
  tree: RelNode,
  leaf: LeafRun,
  { recorder, all: listener }: LeafListeners,
  options: RunOptions,
  stage: string,
): Generator<RunProgress, RelNode> {
  const { context, volcano } = options;
  const { program } = leaf;
  const progress = (): RunProgress => ({ stage, tries: context.budget.stepsUsed });
  if (program.kind === 'program') {
    const result = program.run(tree, { ...context, listener: recorder, plannerListener: listener });
    yield progress();
    return result;
  }
  if (program.kind === 'volcano') {
    try {
      return yield* slices(
        volcano.run(tree, { rules: program.rules, convention: program.convention, listener, budget: context.budget }),
        progress,
      );
    } catch (error) {
      throw inputTreeFailure(error, tree);
    }
  }
  return yield* slices(runHep(tree, program, context, listener), progress);
}

function* slices<T>(driver: Generator<void, T>, progress: () => RunProgress): Generator<RunProgress, T> {
  for (;;) {
    const step = driver.next();
    if (step.done) return step.value;
    yield progress();
  }
}
