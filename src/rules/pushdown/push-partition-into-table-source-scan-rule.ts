import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import type { Partition } from '../shared/partition-pruning.ts';
import { FlinkError, UnsupportedError } from '../../base/diagnostic.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter } from '../../rel/core/filter.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalTableScan } from '../../rel/logical/logical-table-scan.ts';
import { composeConjunction } from '../../rel/rex/conditions.ts';
import { isAlwaysTrue } from '../../rel/rex/rex-node.ts';
import { prunePartitions, splitByPartitionKeys } from '../shared/partition-pruning.ts';
import { withAbilities } from '../shared/source-abilities.ts';

/** Reads only the partitions that a Filter on a scan can be true for; what partition keys decide leaves the Filter. */
export const PushPartitionIntoTableSourceScanRule = defineRule({
  description: 'PushPartitionIntoTableSourceScanRule',
  operand: some(Filter, [any(LogicalTableScan)]),
  explain: { summary: 'Reads only the partitions of a table that a Filter on the scan can be true for.' },
  matches: (call) => {
    const { table } = call.rel<LogicalTableScan>(1);
    if (!table.source?.partitions) return 'the source takes no partitions';
    if (partitionKeys(table).length === 0) return 'the table has no partition keys';
    return !table.abilities.some((a) => a.kind === 'partitions') || 'the partitions were chosen already';
  },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const scan = call.rel<LogicalTableScan>(1);
    const fields = scan.rowType.fields;
    const keys = partitionKeys(scan.table);
    const split = splitByPartitionKeys(filter.condition, fields, keys);
    const predicate = composeConjunction(split.partition);
    if (isAlwaysTrue(predicate)) return;
    const partitions = prunePartitions(listPartitions(scan.table), predicate, fields, keys, filter.cluster.executor);
    if (partitions.length === 0) {
      call.transformTo(call.builder().push(filter).empty().build());
      return;
    }
    const newScan = LogicalTableScan.create(scan.cluster, readingOnly(scan.table, partitions), scan.hints);
    const rest = composeConjunction(split.rest);
    call.transformTo(isAlwaysTrue(rest) ? newScan : LogicalFilter.create(newScan, rest, filter.variablesSet));
  },
});

function partitionKeys(table: RelOptTable): readonly string[] {
  return table.table?.kind === 'connector' ? table.table.partitionKeys : [];
}

/** The source's own list, else the catalog's. */
function listPartitions(table: RelOptTable): readonly Partition[] {
  const list = table.source?.partitions?.list;
  if (list === 'files') throw new UnsupportedError('partitions', 'Partitions that are directories of files cannot be listed.');
  if (list) return list;
  if (table.table?.isTemporary) {
    // A temporary table hides from its catalog, which is asked all the same.
    const message = `Table ${table.names.join('.')} is not found in catalog.`;
    throw new FlinkError('plan/partitions', [{ className: 'TableException', message }]);
  }
  // The in-memory catalog knows the partitions that ALTER TABLE … ADD PARTITION named, and there is no such statement here.
  return [];
}

/** The table with its partitions chosen; inside one, keys are sorted. */
function readingOnly(table: RelOptTable, partitions: readonly Partition[]): RelOptTable {
  const sorted = partitions.map((p) => Object.entries(p).sort(([a], [b]) => (a < b ? -1 : 1)));
  const texts = sorted.map((entries) => `{${entries.map(([key, value]) => `${key}=${value}`).join(', ')}}`);
  return withAbilities(table, [{ ability: { kind: 'partitions', partitions: sorted }, text: `partitions=[${texts.join(', ')}]` }]);
}
