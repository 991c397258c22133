import type { Calc } from '../../rel/core/calc.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import { uniqueName } from '../../rel/core/rank.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { windowColumns } from '../../rel/physical/windowing.ts';

/**
 * True if the Calc filters by a window column of its input or calls something on one (Flink's `calcContainsCallsOnWindowColumns`): then the
 * window function cannot move above it.
 */
export function calcCallsWindowColumns(calc: Calc): boolean {
  const p = calc.cluster.mq.windowProperties(calc.input());
  if (!p) return false;
  const columns = windowColumns(p);
  const { condition, projects } = calc;
  if (condition && collectInputRefs(condition).some((i) => columns.includes(i))) return true;
  return projects.some((e) => e.rex === 'call' && collectInputRefs(e).some((i) => columns.includes(i)));
}

/** A Calc moved below a window function: window columns left out, the time attribute kept or added at the end. */
export interface ProgramWithoutWindow {
  readonly program: RexProgram;
  /** Old output column → new one; −1 for a window column. */
  readonly shift: readonly number[];
  readonly timeIndex: number;
  readonly timeAdded: boolean;
}

/** Flink's `buildNewProgramWithoutWindowColumns`: `input` is the row below the window function. */
export function programWithoutWindow(calc: Calc, input: RowType, timeIndex: number, columns: readonly number[]): ProgramWithoutWindow {
  const projects: RexNode[] = [];
  const names: string[] = [];
  const shift: number[] = [];
  let newTime = -1;
  calc.projects.forEach((e, i) => {
    if (e.rex === 'inputRef' && columns.includes(e.index)) {
      shift.push(-1);
      return;
    }
    names.push(uniqueName(calc.program.outputRowType.fields[i]?.name ?? '', names));
    projects.push(e);
    shift.push(projects.length - 1);
    if (e.rex === 'inputRef' && e.index === timeIndex) newTime = projects.length - 1;
  });
  const timeAdded = newTime < 0;
  const time = input.fields[timeIndex];
  if (timeAdded && time) {
    names.push(uniqueName(time.name, names));
    projects.push(inputRef(timeIndex, time.type));
    newTime = projects.length - 1;
  }
  return { program: RexProgram.create(input, projects, calc.condition, names), shift, timeIndex: newTime, timeAdded };
}
