import type { ChangelogMode } from '../catalog/changelog-mode.ts';
import type { DeleteKind, UpdateKind } from '../rel/traits/changelog.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { validationError } from '../base/diagnostic.ts';
import { ALL_MODE, isInsertOnly } from '../catalog/changelog-mode.ts';
import { primaryKeyIndexes } from '../catalog/table.ts';
import {
  beforeAfterOrNone,
  changelogModeOf,
  defaultChangelogMode,
  deleteKindOf,
  fullDeleteOrNone,
  onlyAfterOrNone,
  updateKindOf,
} from '../rel/physical/changelog.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';

/** What the sink takes of a wish (`DynamicTableSink.getChangelogMode`). */
export function sinkModeFor(sink: StreamPhysicalSink, wish: ChangelogMode): ChangelogMode {
  return sink.sink.tableSink?.changelogMode(wish) ?? ALL_MODE;
}

/** Update kinds that the sink can work with, the preferred one first (Flink's `inferSinkRequiredTraits`). */
export function sinkUpdateKinds(sink: StreamPhysicalSink): readonly UpdateKind[] {
  const kinds = sink.input().traitSet.modifyKinds;
  const beforeAfter = beforeAfterOrNone(kinds);
  switch (updateKindOf(sinkModeFor(sink, defaultChangelogMode(kinds)))) {
    case 'ONLY_UPDATE_AFTER':
      return primaryKeyIsSatisfied(sink) ? [onlyAfterOrNone(kinds), beforeAfter] : [beforeAfter];
    case 'BEFORE_AND_AFTER':
      return [beforeAfter];
    default:
      return ['NONE'];
  }
}

/** Delete kinds that the sink can work with, the preferred one first. */
export function sinkDeleteKinds(sink: StreamPhysicalSink): readonly DeleteKind[] {
  const kinds = sink.input().traitSet.modifyKinds;
  const full = fullDeleteOrNone(kinds);
  const wanted = deleteKindOf(sinkModeFor(sink, defaultChangelogMode(kinds)));
  if (wanted !== 'DELETE_BY_KEY') return [full];
  const primaryKey = primaryKeyIndexes(sink.sink.table) ?? [];
  const keys = sink.cluster.mq.upsertKeys(sink.input());
  const same =
    primaryKey.length === 0 || (keys ?? []).some((k) => k.length === primaryKey.length && k.every((c) => primaryKey.includes(c)));
  return same ? [wanted, full] : [full];
}

/**
 * True if updates without UPDATE_BEFORE are right: some upsert key of the input lies in the primary key, and what the primary key has
 * beyond it never changes. A table without a key takes everything.
 */
function primaryKeyIsSatisfied(sink: StreamPhysicalSink): boolean {
  const primaryKey = primaryKeyIndexes(sink.sink.table) ?? [];
  if (primaryKey.length === 0) return true;
  const { mq } = sink.cluster;
  const keys = mq.upsertKeys(sink.input());
  if (!keys) return false;
  const immutable = mq.immutableColumns(sink.input()) ?? [];
  return keys.some((key) => key.every((c) => primaryKey.includes(c)) && primaryKey.every((c) => key.includes(c) || immutable.includes(c)));
}

/** Whether the sink must put changes in order by its primary key, and all checks of ON CONFLICT (`analyzeUpsertMaterializeStrategy`). */
export function needsUpsertMaterialize(sink: StreamPhysicalSink): boolean {
  const input = changelogModeOf(sink.input()) ?? ALL_MODE;
  const mode = sinkModeFor(sink, input);
  const isAppend = isInsertOnly(mode);
  const isRetract = mode.kinds.has('UB');
  checkConflictClause(sink, isAppend, isRetract);
  const primaryKey = primaryKeyIndexes(sink.sink.table) ?? [];
  const { config } = sink.cluster;
  switch (config.enumeration('table.exec.sink.upsert-materialize')) {
    case 'FORCE':
      return primaryKey.length > 0 && !isRetract;
    case 'NONE':
      return false;
    default: {
      if (primaryKey.length === 0 || isAppend || isRetract) return false;
      if (isInsertOnly(input) && sink.sink.conflictStrategy === 'DEDUPLICATE') return false;
      const keys = sink.cluster.mq.upsertKeys(sink.input());
      const differs = !(keys ?? []).some((k) => k.every((c) => primaryKey.includes(c)));
      const required = config.raw('table.exec.sink.require-on-conflict')?.toLowerCase() !== 'false';
      if (required && differs && !sink.sink.conflictStrategy) throw conflictClauseMissing(sink, primaryKey, keys);
      return differs;
    }
  }
}

function checkConflictClause(sink: StreamPhysicalSink, isAppend: boolean, isRetract: boolean): void {
  const strategy = sink.sink.conflictStrategy;
  if (!strategy) return;
  if (isAppend || isRetract) {
    const reason = isAppend ? 'it only accepts INSERT (append-only) changes' : 'it requires UPDATE_BEFORE (retract mode)';
    throw validationError(
      'plan/on-conflict',
      `ON CONFLICT clause is only allowed for upsert sinks. The sink '${sink.sink.names.join('.')}' is not an upsert sink because ${reason}.`,
    );
  }
  if (strategy === 'DEDUPLICATE') return;
  const sources = sourcesWithoutWatermark(sink.input());
  if (sources.length === 0) return;
  throw validationError(
    'plan/on-conflict',
    `ON CONFLICT DO ${strategy} requires all source tables to define watermarks, but the following source(s) do not: ` +
      `${sources.join(', ')}. Please add a WATERMARK declaration to these tables.`,
  );
}

function sourcesWithoutWatermark(placeholder: RelNode): readonly string[] {
  const node = placeholder.stripped();
  if (!(node instanceof StreamPhysicalTableSourceScan)) return node.inputs.flatMap(sourcesWithoutWatermark);
  const { table } = node.table;
  return table?.kind === 'connector' && table.watermarks.length === 0 ? [node.table.names.slice(0, 3).join('.')] : [];
}

function conflictClauseMissing(
  sink: StreamPhysicalSink,
  primaryKey: readonly number[],
  keys: readonly (readonly number[])[] | undefined,
): Error {
  const names = sink.sink.table.columns.map((c) => c.name);
  const keyText = (key: readonly number[]): string => `[${key.map((i) => names[i] ?? i).join(', ')}]`;
  return validationError(
    'plan/on-conflict',
    `The query has an upsert key that differs from the primary key of the sink table '${sink.sink.names.join('.')}'. ` +
      `Primary key: ${keyText(primaryKey)}, upsert key: ${keys ? keys.map(keyText).join(', ') : 'none'}. ` +
      'This can lead to non-deterministic results when multiple records with different upsert keys map to the same primary key. ' +
      'Please specify an ON CONFLICT clause to define how conflicts should be handled: ' +
      'ON CONFLICT DO DEDUPLICATE (update to the latest record, state intensive, since we need to keep the entire history), or ' +
      'ON CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO NOTHING (keep first record).',
  );
}
