import type { TableScan } from '../../rel/core/table-scan.ts';
import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';
import type { Bag } from './bag.ts';
import type { PlanEvaluator } from './plan-evaluator.ts';
import { metadataColumns, physicalColumns } from '../../catalog/table.ts';
import { abilityStep } from '../../runtime/operators/source-scan.ts';
import { EMPTY_SCOPE } from './expressions.ts';
import { NotRunnable } from './not-runnable.ts';

export function scan(node: TableScan, e: PlanEvaluator): Bag {
  return tableRows(node.table, e);
}

/** Rows of a table with everything that was pushed into its source. */
export function tableRows(table: RelOptTable, e: PlanEvaluator): Bag {
  if (table.intermediate) return e.rows(table.intermediate.plan, EMPTY_SCOPE);
  if (!table.table) throw new NotRunnable(`Nothing is known of the table ${table.names.join('.')}.`);
  const physical = physicalColumns(table.table);
  const metadata = metadataColumns(table.table);
  let rows = e.tables.of(table.names);
  let isShaped = false;
  let fieldCount = physical.length;
  for (const ability of table.abilities) {
    if (ability.kind === 'watermark' || ability.kind === 'sourceWatermark') continue;
    if (ability.kind === 'limit') {
      if (rows.length > ability.limit) throw new NotRunnable('LIMIT without ORDER BY takes any rows.');
      continue;
    }
    if (ability.kind === 'partitions' && ability.partitions.length > 0) throw new NotRunnable('Only some partitions of a source are read.');
    const step = abilityStep(
      ability,
      table,
      { condition: (c, n) => e.expressions.condition(c, { fieldCount: n, scope: EMPTY_SCOPE }) },
      fieldCount,
    );
    rows = rows.flatMap((row) => {
      const shaped = step.apply(row);
      return shaped ? [shaped] : [];
    });
    fieldCount = step.fieldCount;
    isShaped ||= ability.kind === 'project' || ability.kind === 'metadata';
  }
  if (isShaped) return rows;
  // Before anything is pushed down a scan has all columns, metadata by key or by name.
  const columns = table.rowType.fields.map((f) => {
    const own = physical.findIndex((c) => c.name === f.name);
    const at = own >= 0 ? own : metadata.findIndex((c) => c.key === f.name || c.name === f.name);
    return own >= 0 || at < 0 ? at : physical.length + at;
  });
  return rows.map((row) => columns.map((c) => (c < 0 ? null : (row[c] ?? null))));
}
