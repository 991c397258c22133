import { defineConverter } from '../../planner/rule.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';

/** Makes a Calc of the logical convention. */
export const FlinkLogicalCalcConverter = defineConverter({
  name: 'FlinkLogicalCalcConverter',
  nodeClass: LogicalCalc,
  from: 'NONE',
  to: 'LOGICAL',
  explain: { summary: 'Projections and a condition become a FlinkLogicalCalc.' },
  convert: (calc, call) => FlinkLogicalCalc.create(call.convert(calc.input(), { convention: 'LOGICAL' }), calc.program),
});
