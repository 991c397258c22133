import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { WindowSpec } from '../../rel/physical/windowing.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalWindowAggregate } from '../../rel/physical/stream-physical-window-aggregate.ts';
import { StreamPhysicalWindowTableFunction } from '../../rel/physical/stream-physical-window-table-function.ts';
import { windowColumns } from '../../rel/physical/windowing.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { inputByKeys, physicalInput, physicalTraits } from '../shared/physical-traits.ts';
import { calcCallsWindowColumns, programWithoutWindow } from '../shared/window-columns.ts';

/**
 * The window aggregate assigns its windows itself, so rows travel once and without window columns. Not if someone between the window
 * function and the aggregate computes with them.
 */
export const PullUpWindowTableFunctionIntoWindowAggregateRule = defineRule({
  description: 'PullUpWindowTableFunctionIntoWindowAggregateRule',
  operand: some(StreamPhysicalWindowAggregate, [
    some(StreamPhysicalExchange, [some(StreamPhysicalCalc, [any(StreamPhysicalWindowTableFunction)])]),
  ]),
  explain: { summary: 'The window function moves into the window aggregate, which assigns windows itself.' },
  matches: (call) => {
    const aggregate = call.rel<StreamPhysicalWindowAggregate>(0);
    const calc = call.rel<StreamPhysicalCalc>(2);
    if (calcCallsWindowColumns(calc)) return 'the Calc computes with, or filters by, window columns';
    const p = call.mq.windowProperties(calc);
    const columns = p ? windowColumns(p) : [];
    return aggregate.aggCalls.some((c) => c.args.some((a) => columns.includes(a))) ? 'an aggregate reads a window column' : true;
  },
  onMatch: (call) => {
    const aggregate = call.rel<StreamPhysicalWindowAggregate>(0);
    const calc = call.rel<StreamPhysicalCalc>(2);
    const windowFunction = call.rel<StreamPhysicalWindowTableFunction>(3);
    const { columns: windowCols } = windowFunction.windowing;
    const p = call.mq.windowProperties(windowFunction);
    if (!p || windowCols.by !== 'time') return;
    const below = windowFunction.input().stripped();
    const source = below instanceof StreamPhysicalExchange ? below.input() : windowFunction.input();
    const input = physicalInput(call, source);
    const moved = programWithoutWindow(calc, source.rowType, windowCols.timeIndex, windowColumns(p));
    const newCalc = new StreamPhysicalCalc(calc.cluster, calc.traitSet, input, moved.program);
    const shift = (i: number): number => moved.shift[i] ?? i;
    const grouping = aggregate.grouping.map(shift);
    const { spec, timeType, isRowtime } = windowFunction.windowing;
    call.transformTo(
      new StreamPhysicalWindowAggregate(aggregate.cluster, physicalTraits(aggregate), inputByKeys(call, newCalc, grouping), {
        grouping,
        aggCalls: aggregate.aggCalls.map((c) => shiftCall(c, shift)),
        properties: aggregate.properties,
        windowing: { spec: specOver(spec, newCalc), timeType, isRowtime, columns: { by: 'time', timeIndex: moved.timeIndex } },
      }),
    );
  },
});

function shiftCall(c: AggregateCall, shift: (i: number) => number): AggregateCall {
  return {
    ...c,
    args: c.args.map(shift),
    filterArg: c.filterArg >= 0 ? shift(c.filterArg) : c.filterArg,
    collation: c.collation.map((k) => ({ ...k, index: shift(k.index) })),
  };
}

/** The partition keys of a session window, now by columns of the new Calc. */
function specOver(spec: WindowSpec, calc: StreamPhysicalCalc): WindowSpec {
  if (spec.kind !== 'SESSION') return spec;
  const partitionKeys = spec.partitionKeys.map((key) => calc.projects.findIndex((e) => e.rex === 'inputRef' && e.index === key));
  return { ...spec, partitionKeys };
}
