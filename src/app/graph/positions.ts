import type { ProgramTrace, StageTrace, StatementTrace, Step, TraceNode } from '../../trace/plan-trace.ts';

/** The optimizer's stages by their real names, in order. */
export const OPTIMIZER_STAGES = [
  'subquery_rewrite',
  'temporal_join_rewrite',
  'decorrelate',
  'default_rewrite',
  'predicate_pushdown',
  'join_reorder',
  'multi_join',
  'project_rewrite',
  'logical',
  'logical_rewrite',
  'time_indicator',
  'physical',
  'physical_rewrite',
] as const;

/** A place where the cursor may stand: before a stage (`step` 0) or after one of its steps. */
export interface PlanPosition {
  /** Index in `positionsOf`. */
  readonly index: number;
  readonly stage: string;
  /** Ordinal within the stage, 0 = before it. */
  readonly step: number;
  /** Steps of the statement up to and with this one. */
  readonly globalStep: number;
  readonly program?: ProgramTrace;
  readonly event?: Step;
  /** True for the last step of its program. */
  readonly endsProgram: boolean;
}

export interface StagePlace {
  readonly name: string;
  readonly kind: 'ast' | 'optimizer' | 'exec' | 'job' | 'run';
  readonly stage?: StageTrace;
  /** Positions of the stage: from `first` to `last`, both inclusive. */
  readonly first: number;
  readonly last: number;
  readonly steps: number;
  readonly changes: number;
  readonly tries: number;
  /** False if the statement failed before it. */
  readonly isReached: boolean;
}

/** All the places of a statement in order of time. */
export interface StatementPlaces {
  readonly positions: readonly PlanPosition[];
  readonly stages: readonly StagePlace[];
  readonly totalSteps: number;
  readonly totalTries: number;
  readonly totalChanges: number;
}

const cache = new WeakMap<StatementTrace, StatementPlaces>();

/** A step is a firing, or a visited node of a program without rules that was changed; a visit that changed nothing is none. */
function isStep(event: Step): boolean {
  return event.kind === 'firing' || event.changed;
}

function stepsOf(stage: StageTrace): { program: ProgramTrace; event: Step; endsProgram: boolean }[] {
  return stage.programs.flatMap((program) => {
    const steps = program.steps.filter(isStep);
    return steps.map((event, i) => ({ program, event, endsProgram: i === steps.length - 1 }));
  });
}

function build(statement: StatementTrace): StatementPlaces {
  const positions: PlanPosition[] = [];
  const stages: StagePlace[] = [];
  let globalStep = 0;
  const own = (name: 'ast' | 'exec' | 'job' | 'run', isReached: boolean): void => {
    const index = positions.length;
    positions.push({ index, stage: name, step: 0, globalStep, endsProgram: false });
    stages.push({ name, kind: name, first: index, last: index, steps: 0, changes: 0, tries: 0, isReached });
  };
  const byName = new Map(statement.stages.map((stage) => [stage.name, stage]));
  const known = new Set<string>(OPTIMIZER_STAGES);
  const names = [
    ...OPTIMIZER_STAGES,
    ...statement.stages
      .map((s) => s.name)
      .filter((name) => !known.has(name) && name !== 'ast' && name !== 'exec' && name !== 'job' && name !== 'run'),
  ];
  const lastReached = Math.max(
    -1,
    ...statement.stages.filter((stage) => stage.programs.length > 0).map((stage) => names.indexOf(stage.name)),
  );
  own('ast', statement.ast !== undefined);
  names.forEach((name, i) => {
    const stage = byName.get(name);
    const first = positions.length;
    positions.push({ index: first, stage: name, step: 0, globalStep, program: stage?.programs[0], endsProgram: false });
    const steps = stage ? stepsOf(stage) : [];
    for (const { program, event, endsProgram } of steps) {
      globalStep++;
      positions.push({ index: positions.length, stage: name, step: event.ordinal, globalStep, program, event, endsProgram });
    }
    stages.push({
      name,
      kind: 'optimizer',
      stage,
      first,
      last: positions.length - 1,
      steps: steps.length,
      changes: stage?.changes ?? 0,
      tries: stage?.tries ?? 0,
      isReached: statement.physical !== undefined || i <= lastReached,
    });
  });
  own('exec', statement.exec !== undefined);
  own('job', statement.streamGraph !== undefined || statement.explain.jobGraph !== undefined);
  own('run', statement.exec !== undefined);
  return {
    positions,
    stages,
    totalSteps: globalStep,
    totalTries: statement.stages.reduce((sum, stage) => sum + stage.tries, 0),
    totalChanges: statement.stages.reduce((sum, stage) => sum + stage.changes, 0),
  };
}

/** The places of a statement; computed once per statement. */
export function placesOf(statement: StatementTrace): StatementPlaces {
  let places = cache.get(statement);
  if (!places) {
    places = build(statement);
    cache.set(statement, places);
  }
  return places;
}

/** The position that a stage and an ordinal name, the nearest one if the ordinal is too large; the first position if there is no such stage. */
export function findPosition(places: StatementPlaces, stage: string, step: number): PlanPosition {
  const place = places.stages.find((candidate) => candidate.name === stage) ?? places.stages[0]!;
  const own = places.positions.slice(place.first, place.last + 1);
  return [...own].reverse().find((position) => position.step <= step) ?? own[0]!;
}

/** The next position with a step in a direction; `changing` skips steps that left the plan's text as it was. */
export function neighbour(places: StatementPlaces, from: number, direction: 1 | -1, changing: boolean): PlanPosition | undefined {
  for (let i = from + direction; i >= 0 && i < places.positions.length; i += direction) {
    const position = places.positions[i]!;
    const isEnd = i === 0 || i === places.positions.length - 1;
    if (position.event ? !changing || position.event.changed : isEnd && !changing && direction < 0) return position;
  }
  return undefined;
}

/** The name of what happened: the rule, or the node and what a program without rules did at it. */
export function stepName(event: Step, nodes: readonly TraceNode[]): string {
  if (event.kind === 'firing') return event.rule;
  const type = nodes[event.before]?.type.replace(/^StreamPhysical/, '');
  return type === undefined ? event.action : `${type} ${event.action}`;
}
