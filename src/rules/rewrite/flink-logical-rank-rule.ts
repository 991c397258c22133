import type { RankType } from '../../rel/core/rank.ts';
import { tableError } from '../../base/diagnostic.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalOverAggregate } from '../../rel/flink-logical/flink-logical-over-aggregate.ts';
import { FlinkLogicalRank } from '../../rel/flink-logical/flink-logical-rank.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { collectInputRefs } from '../../rel/rex/rex-visit.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { rankRangeOf, readsRank } from '../shared/rank-range.ts';

const RANK_TYPES: Readonly<Record<string, RankType>> = { ROW_NUMBER: 'ROW_NUMBER', RANK: 'RANK', DENSE_RANK: 'DENSE_RANK' };

/**
 * ROW_NUMBER, RANK or DENSE_RANK with a bound becomes a Top-N, which needs to keep only the rows within the bound (Flink's
 * `FlinkLogicalRankRuleForRangeEnd`).
 */
export const FlinkLogicalRankRuleForRangeEnd = defineRule({
  description: 'FlinkLogicalRankRuleForRangeEnd',
  operand: some(FlinkLogicalCalc, [any(FlinkLogicalOverAggregate)]),
  explain: { summary: 'A ranking function with an upper bound becomes a Top-N.' },
  matches: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const over = call.rel<FlinkLogicalOverAggregate>(1);
    const [group, second] = over.groups;
    const [first, other] = group?.calls ?? [];
    if (!group || second) return 'more than one window';
    if (!first || other) return 'more than one call';
    if (!RANK_TYPES[first.call.op.kind]) return 'the call is no ranking function';
    if (group.lower.bound !== 'UNBOUNDED PRECEDING' || group.upper.bound !== 'CURRENT ROW') return 'the frame is not the default one';
    if (!calc.condition) return 'the rank has no bound';
    const rankIndex = over.rowType.fields.length - 1;
    const found = rankRangeOf(calc.condition, rankIndex, calc.cluster);
    if (!found) return 'the condition does not bound the rank';
    if (found.range.kind === 'noEnd') {
      throw tableError(
        'plan/rank-end',
        'Rank end is not specified. Currently rank only support TopN, which means the rank end must be specified.',
      );
    }
    return found.remaining && readsRank(found.remaining, rankIndex) ? 'the rest of the condition reads the rank' : true;
  },
  onMatch: (call) => {
    const calc = call.rel<FlinkLogicalCalc>(0);
    const over = call.rel<FlinkLogicalOverAggregate>(1);
    const [group] = over.groups;
    const rankType = RANK_TYPES[group?.calls[0]?.call.op.kind ?? ''];
    const rankIndex = over.rowType.fields.length - 1;
    const found = calc.condition && rankRangeOf(calc.condition, rankIndex, calc.cluster);
    if (!group || !rankType || !found) return;
    const { range, remaining } = found;
    if (range.kind === 'constant' && range.end <= 0) {
      throw tableError('plan/rank-end', `Rank end should not less than zero, but now is ${range.end}`);
    }
    const outputRankNumber = collectInputRefs(calc.projects).includes(rankIndex);
    const shown = calc.projects.findLastIndex((e) => e.rex === 'inputRef' && e.index === rankIndex);
    const rankNumber = (shown >= 0 ? calc.rowType.fields[shown] : undefined) ?? over.rowType.fields[rankIndex];
    if (!rankNumber) return;
    const rank = new FlinkLogicalRank(over.cluster, over.traitSet, over.input(), {
      partitionKey: group.keys,
      orderKey: group.orderKeys,
      rankType,
      rankRange: range,
      rankNumber,
      outputRankNumber,
    });
    const isIdentity =
      calc.projects.length === rank.rowType.fields.length &&
      calc.projects.every((e, i) => e.rex === 'inputRef' && e.index === i && e.type.digest === rank.rowType.fields[i]?.type.digest);
    if (isIdentity && !remaining) {
      call.transformTo(rank);
      return;
    }
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    call.transformTo(calc.copyCalc(calc.traitSet, rank, RexProgram.create(rank.rowType, calc.projects, remaining, names)));
  },
});
