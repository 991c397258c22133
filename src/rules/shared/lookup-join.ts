import type { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import type { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import type { RexProgram } from '../../rel/rex/rex-program.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { TableScan } from '../../rel/core/table-scan.ts';
import { tableError } from '../../base/diagnostic.ts';
import { isProctime, isTimeIndicator } from '../../types/sql-type.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { lookupHintOf } from '../../rel/physical/lookup-hint.ts';
import { lookupKeyPairs } from '../../rel/physical/lookup-keys.ts';
import { StreamPhysicalLookupJoin } from '../../rel/physical/stream-physical-lookup-join.ts';
import { hashDistribution } from '../../rel/traits/distribution.ts';
import { rexText } from '../../rel/rex/rex-text.ts';
import { physicalTraits } from './physical-traits.ts';

/** `true`, or why the snapshot is no lookup (Flink's `CommonLookupJoinRule.matches`). */
export function whyNoLookup(snapshot: FlinkLogicalSnapshot, scan: TableScan): true | string {
  const { period } = snapshot;
  if (period.rex !== 'fieldAccess' || !isTimeIndicator(period.type)) return 'the period is no time attribute of the left side';
  if (!scan.table.source?.lookup) return `the source of ${scan.table.names.at(-1)} cannot be looked up (no LookupTableSource)`;
  return isProctime(period.type) ? true : 'the period is not a processing-time attribute';
}

/** The lookup join that replaces Join(left, Snapshot(table)); `calc` is what stands between snapshot and table. */
export function lookupJoin(
  call: RuleCall,
  o: { readonly join: FlinkLogicalJoin; readonly left: RelNode; readonly table: RelOptTable; readonly calc?: RexProgram },
): StreamPhysicalLookupJoin {
  const { join, left, table: temporalTable, calc } = o;
  const joinInfo = joinInfoOf(join);
  if (joinInfo.filterNulls.includes(false)) {
    throw tableError(
      'plan/lookup-join',
      "LookupJoin doesn't support join condition contains 'a IS NOT DISTINCT FROM b' (or alternative '(a = b) or (a IS NULL AND b IS NULL)'), " +
        `the join condition is '${rexText(join.condition)}'`,
    );
  }
  const hint = lookupHintOf(join.hints);
  const shuffle = hint?.shuffle ?? false;
  const preferCustomShuffle = shuffle && temporalTable.source?.lookup?.customShuffle !== undefined;
  const keys = shuffle && !preferCustomShuffle ? lookupKeyPairs(joinInfo, calc).map(([source]) => source) : [];
  const distribution = keys.length > 0 ? { distribution: hashDistribution(keys) } : {};
  const input = call.convert(left, { convention: 'STREAM_PHYSICAL', ...distribution });
  const { joinType } = join;
  const options = { temporalTable, calc, joinInfo, joinType, hint, shuffle, preferCustomShuffle };
  return new StreamPhysicalLookupJoin(join.cluster, physicalTraits(join), input, options);
}
