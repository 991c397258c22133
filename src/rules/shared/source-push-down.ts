import type { RelOptTable } from '../../rel/core/rel-opt-table.ts';

/** The source takes filters and has not been offered any yet (a second offer is never made). */
export function canTakeFilter(table: RelOptTable): boolean {
  return table.source?.filter !== undefined && !table.abilities.some((a) => a.kind === 'filter');
}
