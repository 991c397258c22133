import type { Config } from '../../catalog/config.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import { isInsertOnly, isUpsert } from '../../catalog/changelog-mode.ts';

/** True if a scan of the table gets a ChangelogNormalize above (Flink's `DynamicSourceUtils.changelogNormalizeEnabled`). */
export function changelogNormalizeEnabled(table: RelOptTable, config: Config): boolean {
  const mode = table.source?.changelogMode;
  if (!mode || table.eventTimeSnapshotRequired) return false;
  if (isUpsert(mode)) return true;
  const hasKey = table.table?.kind === 'connector' && table.table.primaryKey !== undefined;
  return config.boolean('table.exec.source.cdc-events-duplicate') && !isInsertOnly(mode) && hasKey;
}
