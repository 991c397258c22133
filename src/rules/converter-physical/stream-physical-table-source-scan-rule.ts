import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalTableSourceScan } from '../../rel/physical/stream-physical-table-source-scan.ts';
import { changelogNormalizeEnabled } from '../../rel/physical/source-normalize.ts';
import { defineConverter } from '../../planner/rule.ts';
import { inputByKeys, physicalTraits } from '../shared/physical-traits.ts';

/**
 * Reads a connector's table. An upsert changelog is completed by its primary key first, since most operators need whole changes; so is a
 * changelog that may repeat itself. An event-time temporal join wants the versions raw.
 */
export const StreamPhysicalTableSourceScanRule = defineConverter({
  name: 'StreamPhysicalTableSourceScanRule',
  nodeClass: FlinkLogicalTableSourceScan,
  from: 'LOGICAL',
  to: 'STREAM_PHYSICAL',
  explain: { summary: 'A scan becomes the source operator; an upsert source gets a ChangelogNormalize above, keyed by its primary key.' },
  matches: (call) =>
    call.rel<FlinkLogicalTableSourceScan>(0).table.source?.isScan ? true : 'the source cannot be scanned (no ScanTableSource)',
  convert: (scan, call) => {
    const { table, cluster } = scan;
    const traits = physicalTraits(scan);
    const source = new StreamPhysicalTableSourceScan(cluster, traits, table, scan.hints, table.eventTimeSnapshotRequired);
    if (!changelogNormalizeEnabled(table, cluster.config)) return source;
    const primaryKey = table.table?.kind === 'connector' ? (table.table.primaryKey?.columns ?? []) : [];
    const names = source.rowType.fields.map((f) => f.name);
    const uniqueKeys = primaryKey.map((c) => names.indexOf(c));
    return new StreamPhysicalChangelogNormalize(cluster, traits, inputByKeys(call, source, uniqueKeys), { uniqueKeys });
  },
});
