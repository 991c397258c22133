import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/** A rank number that nobody reads is not counted; that saves changes when rows move up or down. */
export const RedundantRankNumberColumnRemoveRule = defineRule({
  description: 'RedundantRankNumberColumnRemoveRule',
  operand: some(FlinkLogicalCalc, [any(FlinkLogicalRank)]),
  explain: { summary: 'A rank number that nobody reads is no longer output.' },
  matches: (call) => {
    const rank = call.rel<FlinkLogicalRank>(1);
    if (!rank.rank.outputRankNumber) return 'the number is not output';
    const read = collectInputRefs(call.rel<FlinkLogicalCalc>(0).rexNodes);
    return read.includes(rank.rowType.fields.length - 1) ? 'the number is read' : true;
  },
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const rank = call.rel<FlinkLogicalRank>(1);
    const newRank = new FlinkLogicalRank(rank.cluster, rank.traitSet, rank.input(), { ...rank.rank, outputRankNumber: false });
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    call.transformTo(FlinkLogicalCalc.create(newRank, RexProgram.create(newRank.rowType, calc.projects, calc.condition, names)));
  },
});
