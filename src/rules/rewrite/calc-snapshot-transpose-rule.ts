import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/** Projections and filters of a dimension go below its snapshot, where the lookup join takes them over. */
export const CalcSnapshotTransposeRule = defineRule({
  description: 'CalcSnapshotTransposeRule',
  operand: some(FlinkLogicalCalc, [any(FlinkLogicalSnapshot)]),
  explain: { summary: 'A Calc above a snapshot moves below it.' },
  matches: (call) => (call.rel<FlinkLogicalCalc>(0).rexNodes.some(containsOver) ? 'the Calc has an OVER expression' : true),
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const snapshot = call.rel<FlinkLogicalSnapshot>(1);
    const moved = calc.copy(calc.traitSet, snapshot.inputs);
    call.transformTo(snapshot.copy(snapshot.traitSet, [moved]));
  },
});
