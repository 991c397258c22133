import type { RelNode } from '../rel/rel-node.ts';
import type { RelRule } from '../planner/rule.ts';
import type { ProgramContext } from './program-context.ts';

/** A HEP program: one planner a run. `sequence`: each rule to its fixpoint in turn; `collection`: all rules at each vertex. */
export interface HepRuleSetProgram {
  readonly kind: 'hep';
  readonly execution: 'sequence' | 'collection';
  readonly order: 'BOTTOM_UP' | 'TOP_DOWN';
  readonly rules: readonly RelRule[];
}

/** A Volcano search with a required convention. */
export interface VolcanoProgram {
  readonly kind: 'volcano';
  readonly convention: 'LOGICAL' | 'STREAM_PHYSICAL';
  readonly rules: readonly RelRule[];
}

/** A program without rules: one pass over the tree that announces what it did at each node. */
export interface NodeProgram {
  readonly kind: 'program';
  run(root: RelNode, context: ProgramContext): RelNode;
}

/** Programs in order, the whole list `iterations` times. */
export interface GroupProgram {
  readonly kind: 'group';
  readonly iterations: number;
  readonly members: readonly { readonly description: string; readonly program: OptimizerProgram }[];
}

export type LeafProgram = HepRuleSetProgram | VolcanoProgram | NodeProgram;
export type OptimizerProgram = LeafProgram | GroupProgram;

/** A named stage of `FlinkStreamProgram`, with the reason why it stands where it does. */
export interface OptimizerStage {
  readonly name: string;
  readonly why: string;
  readonly program: OptimizerProgram;
}

export function hepSequence(rules: readonly RelRule[], order: HepRuleSetProgram['order'] = 'BOTTOM_UP'): HepRuleSetProgram {
  return { kind: 'hep', execution: 'sequence', order, rules };
}

export function hepCollection(rules: readonly RelRule[], order: HepRuleSetProgram['order'] = 'BOTTOM_UP'): HepRuleSetProgram {
  return { kind: 'hep', execution: 'collection', order, rules };
}

export function volcano(convention: VolcanoProgram['convention'], rules: readonly RelRule[]): VolcanoProgram {
  return { kind: 'volcano', convention, rules };
}

/** Sub-programs of a group, keyed by Flink's description; an empty description prints `#1`, `#2` …. */
export function group(members: readonly (readonly [description: string, program: OptimizerProgram])[], iterations = 1): GroupProgram {
  return { kind: 'group', iterations, members: members.map(([description, program]) => ({ description, program })) };
}

/** A leaf of a stage in the order in which it runs, with the name under which traces and tests know it. */
export interface LeafRun {
  /** `predicate_pushdown / predicate rewrite / filter rules`. */
  readonly name: string;
  /** 1 for the first run of this leaf, 2 for the second round of its group … */
  readonly pass: number;
  readonly program: LeafProgram;
}

/** All leaves of a stage in the order in which they run, rounds of repeated groups unrolled. */
export function leavesOf(stage: OptimizerStage): readonly LeafRun[] {
  const passes = new Map<string, number>();
  const runs: LeafRun[] = [];
  const visit = (name: string, program: OptimizerProgram): void => {
    if (program.kind !== 'group') {
      const pass = (passes.get(name) ?? 0) + 1;
      passes.set(name, pass);
      runs.push({ name, pass, program });
      return;
    }
    for (let round = 0; round < program.iterations; round++) {
      program.members.forEach((m, i) => visit(`${name} / ${m.description === '' ? `#${i + 1}` : m.description}`, m.program));
    }
  };
  visit(stage.name, stage.program);
  return runs;
}
