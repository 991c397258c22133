import type { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexFieldAccess } from '../../rel/rex/rex-node.ts';
import type { Snapshot } from '../../rel/core/snapshot.ts';
import { validationError } from '../../base/diagnostic.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { isProctime, isTimeIndicator } from '../../types/sql-type.ts';
import { isCorrelatedField } from './correlation.ts';

/** The scan below a node, looking through Projects of computed columns only. */
function scanBelowProjects(node: RelNode): TableScan | undefined {
  const current = node.stripped();
  if (current instanceof TableScan) return current;
  return current instanceof LogicalProject ? scanBelowProjects(current.input()) : undefined;
}

/**
 * Whether a snapshot is a lookup (Flink's `isLookupJoin`): its period is a processing-time attribute and below it, through Projects only,
 * stands a table whose source can be looked up. `true`, or why not.
 */
export function isLookup(snapshot: Snapshot): true | string {
  if (!isProctime(snapshot.period.type)) return 'the period of FOR SYSTEM_TIME AS OF is not a processing-time attribute';
  const scan = scanBelowProjects(snapshot.input());
  if (!scan) return 'the table side is not a table, or stands below a filter or a watermark';
  if (!scan.table.source?.lookup) return `the source of ${scan.table.names.at(-1)} cannot be looked up (it is no LookupTableSource)`;
  return true;
}

/** Flink's `validateSnapshotInCorrelate`: the period is a time attribute of this correlate's left row. Throws Flink's error otherwise. */
export function snapshotPeriod(snapshot: Snapshot, correlate: LogicalCorrelate): RexFieldAccess {
  const message = "Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field";
  const { period } = snapshot;
  if (!isTimeIndicator(period.type)) throw validationError('plan/temporal-join', message);
  if (!isCorrelatedField(period, correlate.correlationId)) throw validationError('plan/temporal-join', `${message}'`);
  return period;
}
