import { isLookedUp } from '../../feed/edit-feed.ts';
import type { FeedEntry } from '../../feed/read-feed.ts';
import type { RunTrace } from '../../trace/run-trace.ts';
import type { TraceColumn } from '../../trace/plan-trace.ts';

/** A table that a feed can have rows for. */
export interface FeedTable {
  readonly table: string;
  readonly columns: readonly TraceColumn[];
  /** Only looked up: its rows are there from the start. */
  readonly isFixed: boolean;
  /** The column that the event time is taken from. */
  readonly timeColumn?: string;
}

/** Tables may be written with or without catalog and database. */
export function isTable(written: string, table: string): boolean {
  return written === table || table.endsWith(`.${written}`) || written.endsWith(`.${table}`);
}

/** The physical column that a table's event time is: the one marked, or the only timestamp of a source with event time. */
export function timeColumnOf(run: RunTrace, table: string): string | undefined {
  const input = run.inputs.find((candidate) => isTable(candidate.table, table));
  if (!input) return undefined;
  const marked = input.columns.find((column) => column.time === 'ROWTIME');
  if (marked) return marked.name;
  const hasEventTime = run.steps.some((step) => step.table !== undefined && isTable(step.table, table) && step.eventTime !== undefined);
  const timestamps = input.columns.filter((column) => column.type.startsWith('TIMESTAMP'));
  return hasEventTime && timestamps.length === 1 ? timestamps[0]?.name : undefined;
}

/** The statement's inputs, then tables that only the feed names. `firsts` are the first entries of each name, for callers that know them. */
export function feedTables(
  run: RunTrace | undefined,
  firsts: readonly FeedEntry[],
  entries: readonly FeedEntry[] = firsts,
): readonly FeedTable[] {
  const tables: FeedTable[] = (run?.inputs ?? []).map((input) => ({
    table: input.table,
    columns: input.columns,
    isFixed: input.fixed,
    timeColumn: run && timeColumnOf(run, input.table),
  }));
  for (const entry of firsts) {
    if (entry.kind === 'end' || tables.some(({ table }) => isTable(entry.table, table))) continue;
    tables.push({ table: entry.table, columns: columnsOfRows(entries, entry.table), isFixed: isLookedUp(entry) });
  }
  return tables;
}

/** Columns of a table that the statement does not read, by the names that its rows use. */
function columnsOfRows(entries: readonly FeedEntry[], table: string): readonly TraceColumn[] {
  const names = new Set<string>();
  for (const entry of entries)
    if (entry.kind === 'row' && entry.table === table) for (const name of entry.json.fields.keys()) names.add(name);
  return [...names].map((name) => ({ name, type: '', nullable: true }));
}
