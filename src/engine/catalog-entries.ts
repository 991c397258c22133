import type { CatalogEntry, TraceColumn } from '../trace/plan-trace.ts';
import type { CatalogManager } from '../catalog/catalog-manager.ts';
import { shortTypeText } from '../types/sql-type.ts';

/** The tables and views of the current database, for completion and hover. */
export function catalogEntries(catalog: CatalogManager): readonly CatalogEntry[] {
  const names = catalog.tableNames(catalog.currentCatalog, catalog.currentDatabase);
  return names.flatMap((name): CatalogEntry[] => {
    const found = catalog.lookupTable([name]);
    if (!found.found) return [];
    const { table } = found;
    const columns = table.columns.map((c): TraceColumn => ({
      name: c.name,
      type: shortTypeText(c.type),
      nullable: c.type.nullable,
      ...(c.type.indicator && { time: c.type.indicator }),
    }));
    return [
      {
        name,
        kind: table.kind === 'view' ? 'view' : table.kind === 'datastream' ? 'datastream' : 'table',
        columns,
        ...(table.kind === 'connector' && table.options.get('connector') !== undefined && { connector: table.options.get('connector') }),
      },
    ];
  });
}
