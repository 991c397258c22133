import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RowType } from '../types/sql-type.ts';
import { FlinkError, tableError, validationError } from '../base/diagnostic.ts';
import { isRowtime, isTimeIndicator } from '../types/sql-type.ts';
import { runsAsDeduplicate } from '../rel/physical/deduplication.ts';
import { StreamPhysicalLimit } from '../rel/physical/stream-physical-limit.ts';
import { StreamPhysicalLookupJoin } from '../rel/physical/stream-physical-lookup-join.ts';
import { StreamPhysicalMatch } from '../rel/physical/stream-physical-match.ts';
import { StreamPhysicalOverAggregate } from '../rel/physical/stream-physical-over-aggregate.ts';
import { StreamPhysicalRank } from '../rel/physical/stream-physical-rank.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalSort } from '../rel/physical/stream-physical-sort.ts';
import { StreamPhysicalSortLimit } from '../rel/physical/stream-physical-sort-limit.ts';
import { StreamPhysicalTemporalJoin } from '../rel/physical/stream-physical-temporal-join.ts';
import { StreamPhysicalWindowDeduplicate } from '../rel/physical/stream-physical-window-deduplicate.ts';
import { StreamPhysicalWindowJoin } from '../rel/physical/stream-physical-window-join.ts';
import { rankRangeText } from '../rel/core/rank.ts';
import { StreamPhysicalWindowRank } from '../rel/physical/stream-physical-window-rank.ts';
import { checkExpressions } from './code-generation-checks.ts';
import { checkMatch } from './match-checks.ts';
import { checkWindowAggregate } from './window-checks.ts';

const CODE = 'plan/translation';

/** Throws what the exec node of this physical node throws when it is translated into operators. */
export function checkTranslation(rel: PhysicalRel): void {
  checkExpressions(rel);
  if (rel instanceof StreamPhysicalLookupJoin) checkLookupJoin(rel);
  else if (rel instanceof StreamPhysicalTemporalJoin) checkTemporalJoin(rel);
  else if (rel instanceof StreamPhysicalRank) checkRank(rel);
  else if (rel instanceof StreamPhysicalSort) throw tableError(CODE, 'Sort on a non-time-attribute field is not supported.');
  else if (rel instanceof StreamPhysicalLimit || rel instanceof StreamPhysicalSortLimit) checkFetch(rel);
  else if (rel instanceof StreamPhysicalOverAggregate) checkOverAggregate(rel);
  else if (rel instanceof StreamPhysicalSink) checkSink(rel);
  else if (rel instanceof StreamPhysicalMatch) checkMatch(rel);
  else checkWindowNode(rel);
}

function checkLookupJoin(rel: StreamPhysicalLookupJoin): void {
  const { temporalTable, joinType } = rel.options;
  const table = `table [${temporalTable.names.join('.')}]`;
  if (!temporalTable.source?.lookup)
    throw tableError(CODE, `${table} must implement LookupTableSource interface if it is used in temporal table join.`);
  if (rel.lookupKeys.size === 0) throw tableError(CODE, `Temporal table join requires an equality condition on fields of ${table}.`);
  if (joinType !== 'left' && joinType !== 'inner')
    throw new FlinkError(CODE, [{ className: 'IllegalStateException', message: `Unknown join type ${joinType.toUpperCase()}` }]);
}

function checkTemporalJoin(rel: StreamPhysicalTemporalJoin): void {
  if (rel.isTemporalFunctionJoin) {
    if (rel.joinType !== 'inner')
      throw validationError(
        CODE,
        `Temporal table function join currently only support INNER JOIN, but was ${rel.joinType.toUpperCase()} JOIN.`,
      );
    return;
  }
  if (rel.joinType !== 'left' && rel.joinType !== 'inner') throw tableError(CODE, onlyInnerAndLeft(rel.joinType));
  if (!rel.requireWatermark) throw tableError(CODE, 'Processing-time temporal join is not supported yet.');
}

function onlyInnerAndLeft(joinType: string): string {
  return `Temporal table join currently only support INNER JOIN and LEFT JOIN, but was ${joinType.toUpperCase()} JOIN.`;
}

function checkRank(rel: StreamPhysicalRank): void {
  if (runsAsDeduplicate(rel) || rel.rank.rankType === 'ROW_NUMBER') return;
  throw tableError(CODE, `${rel.rank.rankType}() on streaming table is not supported currently`);
}

function checkFetch(rel: StreamPhysicalLimit | StreamPhysicalSortLimit): void {
  if (!rel.fetch) throw tableError(CODE, 'FETCH is missed, which on streaming table is not supported currently.');
}

function checkOverAggregate(rel: StreamPhysicalOverAggregate): void {
  if (rel.window.groups.length > 1) throw tableError(CODE, 'All aggregates must be computed on the same window.');
  const { orderKeys, lower, upper } = rel.group;
  const [key] = orderKeys;
  if (!key || orderKeys.length !== 1) throw tableError(CODE, 'The window can only be ordered by a single time column.');
  if (key.direction.endsWith('DESCENDING')) throw tableError(CODE, 'The window can only be ordered in ASCENDING mode.');
  const isPreceding = lower.bound === 'UNBOUNDED PRECEDING' || lower.bound === 'PRECEDING';
  if (!isPreceding || upper.bound !== 'CURRENT ROW') throw tableError(CODE, 'OVER RANGE FOLLOWING windows are not supported yet.');
  const type = rel.input().rowType.fields[key.index]?.type;
  if (lower.bound === 'PRECEDING' && !(type && isTimeIndicator(type)))
    throw tableError(CODE, 'Non-time attribute sort is not supported for bounded OVER window.');
}

function checkSink(rel: StreamPhysicalSink): void {
  const rowtimes = rowtimeFields(rel.input().rowType);
  if (rowtimes.length < 2 || rel.cluster.config.enumeration('table.exec.sink.rowtime-inserter') === 'DISABLED') return;
  throw tableError(
    CODE,
    `The query contains more than one rowtime attribute column [${rowtimes.join(', ')}] for writing into table '${rel.sink.names.join('.')}'.\n` +
      'Please select the column that should be used as the event-time timestamp for the table sink by casting all other columns to regular ' +
      'TIMESTAMP or TIMESTAMP_LTZ.',
  );
}

function rowtimeFields(row: RowType): readonly string[] {
  return row.fields.filter((f) => isRowtime(f.type)).map((f) => f.name);
}

function checkWindowNode(rel: PhysicalRel): void {
  if (rel instanceof StreamPhysicalWindowRank) {
    const { rankType } = rel.rank;
    if (rankType !== 'ROW_NUMBER')
      throw tableError(CODE, `${rankType}() function is not supported on Window TopN currently, only ROW_NUMBER() is supported.`);
    if (!rel.windowing.isRowtime) throw tableError(CODE, 'Processing time Window TopN is not supported yet.');
    const { rankRange } = rel.rank;
    if (rankRange.kind !== 'constant') {
      const range = rankRangeText(
        rankRange,
        rel.input().rowType.fields.map((f) => f.name),
      );
      throw tableError(CODE, `Rank strategy ${range} is not supported on window rank currently.`);
    }
  } else if (rel instanceof StreamPhysicalWindowDeduplicate) {
    if (!rel.windowing.isRowtime) throw tableError(CODE, 'Processing time Window Deduplication is not supported yet.');
  } else if (rel instanceof StreamPhysicalWindowJoin) {
    if (!rel.leftWindowing.isRowtime) throw tableError(CODE, 'Processing time Window Join is not supported yet.');
  } else {
    checkWindowAggregate(rel);
  }
}
