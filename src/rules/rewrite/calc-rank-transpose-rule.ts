import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { collectInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/** Columns that neither the Top-N nor anyone above reads are cut below it, so that it keeps less. */
export const CalcRankTransposeRule = defineRule({
  description: 'CalcRankTransposeRule',
  operand: some(FlinkLogicalCalc, [any(FlinkLogicalRank)]),
  explain: { summary: 'Columns that nobody above a Top-N reads are cut below it.' },
  matches: (call) => {
    const rank = call.rel<FlinkLogicalRank>(1);
    const columns = neededColumns(call.rel(0), rank);
    return columns.length < rank.input().rowType.fields.length ? true : 'every column is needed';
  },
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const rank = call.rel<FlinkLogicalRank>(1);
    const columns = neededColumns(calc, rank);
    const { fields } = rank.input().rowType;
    const refs = columns.flatMap((i) => (fields[i] ? [inputRef(i, fields[i].type)] : []));
    const innerNames = columns.map((i) => fields[i]?.name);
    const inner = calc.copyCalc(calc.traitSet, rank.input(), RexProgram.create(rank.input().rowType, refs, undefined, innerNames));
    const mapping = new Map(columns.map((old, i) => [old, i]));
    const place = (i: number): number => mapping.get(i) ?? i;
    // A variable end keeps its old index, as in Flink.
    const newRank = new FlinkLogicalRank(rank.cluster, rank.traitSet, inner, {
      ...rank.rank,
      partitionKey: rank.rank.partitionKey.map(place),
      orderKey: rank.rank.orderKey.map((c) => ({ ...c, index: place(c.index) })),
    });
    if (rank.rank.outputRankNumber) mapping.set(rank.rowType.fields.length - 1, newRank.rowType.fields.length - 1);
    const projects = calc.projects.map((e) => remapRefs(e, mapping));
    const condition = calc.condition && remapRefs(calc.condition, mapping);
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    const program = RexProgram.create(newRank.rowType, projects, condition, names);
    call.transformTo(program.isTrivial ? newRank : calc.copyCalc(calc.traitSet, newRank, program));
  },
});

/** What the Calc reads, and all that the Top-N works by. */
function neededColumns(calc: FlinkLogicalCalc, rank: FlinkLogicalRank): readonly number[] {
  const { partitionKey, orderKey, rankRange, outputRankNumber } = rank.rank;
  const rankNumber = outputRankNumber ? rank.rowType.fields.length - 1 : -1;
  const read = collectInputRefs(calc.rexNodes).filter((i) => i !== rankNumber);
  const keys = rank.cluster.mq.upsertKeysInKeyGroupRange(rank.input(), partitionKey) ?? [];
  const end = rankRange.kind === 'variable' ? [rankRange.endIndex] : [];
  const all = new Set([...read, ...partitionKey, ...orderKey.map((c) => c.index), ...keys.flat(), ...end]);
  return [...all].sort((a, b) => a - b);
}
