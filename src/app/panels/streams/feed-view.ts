import type { Feed, FeedEntry } from '../../../feed/read-feed.ts';
import { timedEntries } from '../../../feed/edit-feed.ts';
import type { RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { feedTables, isTable, type FeedTable } from '../../replay/feed-tables.ts';

/** An entry as the grid shows it. */
export interface GridRow {
  readonly entry: FeedEntry;
  readonly arrival: number;
  /** The step of the run that it made, where the run is of this text. */
  readonly step?: StepRef;
  readonly lateness?: 'late' | 'dropped';
}

export interface GridTable extends FeedTable {
  readonly rows: readonly GridRow[];
  readonly hasPartitions: boolean;
}

/** The feed by table. `run` is the run of this very text, or undefined. */
export function gridTables(feed: Feed, inputs: RunTrace | undefined, run: RunTrace | undefined): readonly GridTable[] {
  const stepOfLine = new Map<number, StepRef>();
  run?.steps.forEach((step, i) => {
    if (step.line !== undefined) stepOfLine.set(step.line, i);
  });
  const rows = timedEntries(feed.entries).map(({ entry, arrival }): GridRow => {
    const step = stepOfLine.get(entry.line);
    if (step === undefined) return { entry, arrival };
    return { entry, arrival, step, lateness: run?.steps[step]?.lateness };
  });
  return feedTables(inputs, feed.entries).map((table) => {
    const own = rows.filter(({ entry }) => entry.kind !== 'end' && isTable(entry.table, table.table));
    return { ...table, rows: own, hasPartitions: own.some(({ entry }) => entry.kind !== 'end' && entry.partition !== undefined) };
  });
}

/** Where new entries of a table start: after everything that has been written. */
export function nextArrival(feed: Feed, step = 1000): number {
  const arrivals = timedEntries(feed.entries.filter((entry) => entry.kind !== 'end')).map((entry) => entry.arrival);
  return arrivals.reduce((latest, arrival) => Math.max(latest, arrival), 0) + step;
}
