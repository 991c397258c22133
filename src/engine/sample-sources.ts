import type { ConnectorTable } from '../catalog/table.ts';
import type { FeedEntry } from '../feed/read-feed.ts';
import type { PlanSession } from './plan-session.ts';
import { metadataColumns } from '../catalog/table.ts';

/** How a table whose feed names partitions makes watermarks, whichever source it has. */
const WATERMARK_OPTIONS = ['scan.watermark.emit.strategy', 'scan.watermark.idle-timeout'];

/**
 * Puts the sample source in the place of the connector of every table that the feed has rows for. What the table's own connector says about
 * kinds of change is kept; what it could have been told (filters, projections, watermarks) becomes operators of the plan.
 */
export function useSampleSources(session: PlanSession, entries: readonly FeedEntry[]): void {
  const { catalog } = session.session;
  const fixedByTable = new Map<string, boolean>();
  for (const e of entries) {
    if (e.kind === 'row') fixedByTable.set(e.table, (fixedByTable.get(e.table) ?? false) || e.op === '=');
    else if (e.kind !== 'end' && !fixedByTable.has(e.table)) fixedByTable.set(e.table, false);
  }
  for (const [name, fixed] of fixedByTable) {
    const names = name.split('.');
    if (names.length > 3) continue;
    const table = catalog.findTable(catalog.qualify(names));
    if (table?.kind !== 'connector' || table.options.get('connector') === 'sample') continue;
    // How answers come (asynchronous, cached) is the connector's own affair.
    if (entries.some((e) => e.kind === 'lookup-delay' && e.table === name)) continue;
    const metadata = hasMetadata(table, entries, name);
    const options = new Map([
      ['connector', 'sample'],
      ['table', name],
      ['kinds', kindsOf(table)],
      ['fixed', String(fixed)],
      ...WATERMARK_OPTIONS.flatMap((key) => (table.options.has(key) ? [[key, table.options.get(key) ?? ''] as const] : [])),
      ...(metadata ? [['metadata', 'true'] as const] : []),
    ]);
    catalog.replaceTable({ ...table, options });
  }
}

/** Kinds of change that the table's own connector gives. */
function kindsOf(table: ConnectorTable): 'insert' | 'upsert' | 'all' {
  const connector = table.options.get('connector') ?? '';
  const mode = (table.options.get('changelog-mode') ?? '').toUpperCase();
  if (connector === 'upsert-kafka' || mode === 'I,UA,D') return 'upsert';
  const formats = [...table.options].filter(([k]) => k === 'format' || k.endsWith('.format')).map(([, v]) => v.toLowerCase());
  const cdc = formats.some((f) => /^(debezium|canal|maxwell|ogg)-(json|avro)/.test(f)) || connector.endsWith('-cdc');
  return cdc || mode === 'I,UA,UB,D' ? 'all' : 'insert';
}

/** True if some row of the feed has a value for a metadata column of the table. */
function hasMetadata(table: ConnectorTable, entries: readonly FeedEntry[], name: string): boolean {
  const columns = metadataColumns(table).map((c) => c.name);
  return columns.length > 0 && entries.some((e) => e.kind === 'row' && e.table === name && columns.some((c) => e.json.fields.has(c)));
}
