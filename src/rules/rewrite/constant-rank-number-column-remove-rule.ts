import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { bigintLiteral, inputRefs } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** A rank that can only be one number need not be counted: a literal above takes its place. */
export const ConstantRankNumberColumnRemoveRule = defineRule({
  description: 'ConstantRankNumberColumnRemoveRule',
  operand: any(FlinkLogicalRank),
  explain: { summary: 'The number of a Top-N that keeps exactly one rank becomes a literal.' },
  matches: (call) => {
    const { rankType, rankRange, outputRankNumber } = call.rel<FlinkLogicalRank>(0).rank;
    if (rankType !== 'ROW_NUMBER') return 'only ROW_NUMBER gives each number once';
    if (rankRange.kind !== 'constant' || rankRange.start !== rankRange.end) return 'more than one rank is kept';
    return outputRankNumber ? true : 'the number is not output';
  },
  onMatch: (call) => {
    const rank = call.rel<FlinkLogicalRank>(0);
    const { rankRange } = rank.rank;
    if (rankRange.kind !== 'constant') return;
    const newRank = new FlinkLogicalRank(rank.cluster, rank.traitSet, rank.input(), { ...rank.rank, outputRankNumber: false });
    const projects = [...inputRefs(newRank.rowType.fields), bigintLiteral(rankRange.start)];
    const names = rank.rowType.fields.map((f) => f.name);
    call.transformTo(FlinkLogicalCalc.create(newRank, RexProgram.create(newRank.rowType, projects, undefined, names)));
  },
});
