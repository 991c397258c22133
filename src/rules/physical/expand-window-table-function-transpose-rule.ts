import type { ProgramWithoutWindow } from '../shared/window-columns.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { WindowProperties } from '../../rel/physical/windowing.ts';
import { windowTableFunctionRowType } from '../../rel/core/window-table-function.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalExpand } from '../../rel/physical/stream-physical-expand.ts';
import { StreamPhysicalWindowTableFunction } from '../../rel/physical/stream-physical-window-table-function.ts';
import { windowColumns } from '../../rel/physical/windowing.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { physicalInput } from '../shared/physical-traits.ts';
import { calcCallsWindowColumns, programWithoutWindow } from '../shared/window-columns.ts';

/** The copies for grouping sets are made below the window function, so that the function can still move into the aggregate. */
export const ExpandWindowTableFunctionTransposeRule = defineRule({
  description: 'ExpandWindowTableFunctionTransposeRule',
  operand: some(StreamPhysicalExpand, [some(StreamPhysicalCalc, [any(StreamPhysicalWindowTableFunction)])]),
  explain: { summary: 'The copies of rows for grouping sets move below the window function.' },
  matches: (call) => {
    const expand = call.rel<StreamPhysicalExpand>(0);
    if (calcCallsWindowColumns(call.rel<StreamPhysicalCalc>(1))) return 'the Calc computes with, or filters by, window columns';
    const p = call.mq.windowProperties(expand);
    return p && p.start.length > 0 && p.end.length > 0 ? true : 'the Expand does not keep window_start and window_end';
  },
  onMatch: (call) => {
    const expand = call.rel<StreamPhysicalExpand>(0);
    const calc = call.rel<StreamPhysicalCalc>(1);
    const windowFunction = call.rel<StreamPhysicalWindowTableFunction>(2);
    const { windowing } = windowFunction;
    const below = call.mq.windowProperties(windowFunction);
    const above = call.mq.windowProperties(expand);
    if (!below || !above || windowing.columns.by !== 'time') return;
    const input = windowFunction.input();
    const moved = programWithoutWindow(calc, input.rowType, windowing.columns.timeIndex, windowColumns(below));
    const newCalc = new StreamPhysicalCalc(calc.cluster, calc.traitSet, physicalInput(call, input), moved.program);
    const newExpand = expandOver(expand, newCalc, moved);
    const outputRowType = windowTableFunctionRowType(newExpand.rowType, windowing.timeType);
    const timeIndex = moved.timeAdded ? newExpand.rowType.fields.length - 1 : moved.timeIndex;
    const newWindowing = { ...windowing, columns: { by: 'time' as const, timeIndex } };
    const newFunction = new StreamPhysicalWindowTableFunction(
      expand.cluster,
      windowFunction.traitSet,
      newExpand,
      outputRowType,
      newWindowing,
    );
    const projects = mapping(expand, above, newFunction).map((i) => inputRef(i, newFunction.rowType.fields[i]?.type ?? windowing.timeType));
    const names = expand.rowType.fields.map((f) => f.name);
    const program = RexProgram.create(newFunction.rowType, projects, undefined, names);
    call.transformTo(new StreamPhysicalCalc(expand.cluster, expand.traitSet, newFunction, program));
  },
});

/** The Expand over the narrower Calc; the time attribute is passed on where it had to be added. */
function expandOver(expand: StreamPhysicalExpand, calc: StreamPhysicalCalc, moved: ProgramWithoutWindow): StreamPhysicalExpand {
  const { fields } = calc.rowType;
  const ref = (i: number): RexNode => {
    const field = fields[i];
    if (!field) throw new Error(`no field ${i} below an Expand`);
    return inputRef(i, field.type);
  };
  let expandId = -1;
  const projects = expand.projects.map((project) => {
    const list: RexNode[] = [];
    project.forEach((e, i) => {
      if (e.rex === 'inputRef') {
        const index = moved.shift[e.index] ?? -1;
        if (index >= 0) list.push(ref(index));
        return;
      }
      if (i === expand.expandIdIndex) expandId = list.length;
      list.push(e);
    });
    return moved.timeAdded ? [...list, ref(moved.timeIndex)] : list;
  });
  return new StreamPhysicalExpand(expand.cluster, expand.traitSet, calc, projects, expandId);
}

function mapping(expand: StreamPhysicalExpand, p: WindowProperties, windowFunction: StreamPhysicalWindowTableFunction): readonly number[] {
  const count = windowFunction.rowType.fields.length;
  let seen = 0;
  return expand.rowType.fields.map((_, i) => {
    const back = p.start.includes(i) ? 3 : p.end.includes(i) ? 2 : p.time.includes(i) ? 1 : 0;
    if (back === 0) return i - seen;
    seen++;
    return count - back;
  });
}
