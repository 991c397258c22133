import type { PatternVariable } from '../../../exec/match-pattern.ts';
import type { Row } from '../../record.ts';

/** Rows that a partial match has so far, by variable, and the time of the row that is looked at. */
export interface MatchScope {
  readonly rowsOf: (variable: string) => readonly Row[];
  /** The row that a condition is asked about; absent when a match is complete. */
  readonly current?: Row;
  readonly time: number;
}

/** May the row of the scope be taken? */
export type Condition = (scope: MatchScope) => boolean;

interface Edge {
  readonly target: PatternState;
  condition: Condition;
}

/**
 * A state of Flink's NFA. In a row pattern matching rows are next to each other, so a state has no more than two ways out: the row is taken
 * into the variable (TAKE), or the variable is done and the row is offered to the next state (PROCEED).
 */
export interface PatternState {
  readonly variable: string;
  readonly isFinal: boolean;
  take?: Edge;
  proceed?: Edge;
}

/** Builds the states of a pattern, the last variable first, and gives the start (Flink's `NFACompiler`). */
export function startState(variables: readonly PatternVariable[], conditionOf: (variable: string) => Condition): PatternState {
  const final: PatternState = { variable: '', isFinal: true };
  return [...variables].reverse().reduce((next, v) => statesOf(v, conditionOf(v.name), next), final);
}

function statesOf(v: PatternVariable, condition: Condition, next: PatternState): PatternState {
  if (v.greedy) refuse(next, condition);
  const single = (target: PatternState, mayProceed: boolean): PatternState => ({
    variable: v.name,
    isFinal: false,
    take: { target, condition },
    proceed: mayProceed ? { target: next, condition: always } : undefined,
  });
  let state = next;
  if (v.to === undefined) state = loop(v.name, condition, next);
  else for (let n = v.from; n < v.to; n++) state = single(state, true);
  for (let n = 1; n < v.from; n++) state = single(state, false);
  return single(state, v.optional);
}

/** Any number of further rows. */
function loop(variable: string, condition: Condition, next: PatternState): PatternState {
  const state: PatternState = { variable, isFinal: false, proceed: { target: next, condition: always } };
  state.take = { target: state, condition };
  return state;
}

const always: Condition = () => true;

/** What a greedy variable can take does not go on to the state behind it. */
function refuse(state: PatternState, taken: Condition): void {
  for (const edge of [state.take, state.proceed]) {
    if (!edge) continue;
    const { condition } = edge;
    edge.condition = (scope) => condition(scope) && !taken(scope);
  }
}
