import type { ConnectorTable } from '../catalog/table.ts';
import type { FeedEntry } from '../feed/read-feed.ts';
import type { PlanSession } from './plan-session.ts';

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
    const options = new Map([
      ['connector', 'sample'],
      ['table', name],
      ['kinds', kindsOf(table)],
      ['fixed', String(fixed)],
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
