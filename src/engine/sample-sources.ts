import type { ConnectorTable } from '../catalog/table.ts';
import type { FeedEntry } from '../feed/read-feed.ts';
import type { PlanSession } from './plan-session.ts';
import { metadataColumns } from '../catalog/table.ts';

export interface SampleSourceOptions {
  /** Only for tables whose feed has what other sources cannot give: several partitions, values of metadata columns. */
  readonly onlyWhereNeeded?: boolean;
}

/**
 * Puts the sample source in the place of the connector of every table that the feed has rows for. What the table's own connector says about
 * kinds of change is kept; what it could have been told (filters, projections, watermarks) becomes operators of the plan.
 */
export function useSampleSources(session: PlanSession, entries: readonly FeedEntry[], o: SampleSourceOptions = {}): void {
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
    const partitions = partitionOptions(
      table,
      entries.filter((e) => e.kind !== 'end' && e.table === name),
    );
    const metadata = hasMetadata(table, entries, name);
    if (o.onlyWhereNeeded && partitions.length === 0 && !metadata) continue;
    const options = new Map([
      ['connector', 'sample'],
      ['table', name],
      ['kinds', kindsOf(table)],
      ['fixed', String(fixed)],
      ...partitions,
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

/** Partitions that the feed names, with the table's options about their watermarks; nothing where it names none. */
function partitionOptions(table: ConnectorTable, entries: readonly FeedEntry[]): readonly (readonly [string, string])[] {
  const numbers = entries.flatMap((e) => (e.kind !== 'end' && e.partition !== undefined ? [e.partition] : []));
  if (numbers.length === 0) return [];
  // Entries without a number are of partition 0.
  const hasZero = entries.some((e) => e.kind === 'row' && e.partition === undefined);
  const partitions = [...new Set(hasZero ? [0, ...numbers] : numbers)].sort((a, b) => a - b);
  const own = (option: string, as: string): readonly (readonly [string, string])[] => {
    const value = table.options.get(`scan.watermark.${option}`);
    return value === undefined ? [] : [[as, value]];
  };
  return [['partitions', partitions.join()], ...own('emit.strategy', 'emit-strategy'), ...own('idle-timeout', 'idle-timeout')];
}

/** True if some row of the feed has a value for a metadata column of the table. */
function hasMetadata(table: ConnectorTable, entries: readonly FeedEntry[], name: string): boolean {
  const columns = metadataColumns(table).map((c) => c.name);
  return columns.length > 0 && entries.some((e) => e.kind === 'row' && e.table === name && columns.some((c) => e.json.fields.has(c)));
}
