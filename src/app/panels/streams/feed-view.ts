import type { Feed, FeedEntry } from '../../../feed/read-feed.ts';
import { timedEntries, type TimedEntry } from '../../../feed/edit-feed.ts';
import type { RunTrace, StepRef } from '../../../trace/run-trace.ts';
import { feedTables, isTable, type FeedTable } from '../../replay/feed-tables.ts';
import type { LineProblem } from './feed-problems.ts';

/** An entry as the grid shows it. */
export interface GridRow {
  readonly entry: FeedEntry;
  readonly arrival: number;
  /** The step of the run that it made, where the run is of this text. */
  readonly step?: StepRef;
  readonly lateness?: 'late' | 'dropped';
  /** Why the run leaves the row out, if it does. */
  readonly problem?: string;
}

export interface GridTable extends FeedTable {
  readonly rows: readonly GridRow[];
  readonly hasPartitions: boolean;
  /** False for a table that has rows but that the statement on stage does not read. */
  readonly isRead: boolean;
}

const lineSteps = new WeakMap<RunTrace, Int32Array>();

/** The step of each line, -1 for none; by number of the line. */
function stepsOfLines(run: RunTrace): Int32Array {
  let steps = lineSteps.get(run);
  if (steps) return steps;
  const last = run.steps.reduce((most, { line }) => Math.max(most, line ?? 0), 0);
  steps = new Int32Array(last + 1).fill(-1);
  for (let i = 0; i < run.steps.length; i++) {
    const { line } = run.steps[i]!;
    if (line !== undefined) steps[line] = i;
  }
  lineSteps.set(run, steps);
  return steps;
}

const namedRows = new WeakMap<Feed, ReadonlyMap<string, readonly TimedEntry[]>>();

/** The entries of each table, by the name that is written. */
function rowsByName(feed: Feed): ReadonlyMap<string, readonly TimedEntry[]> {
  const known = namedRows.get(feed);
  if (known) return known;
  const rows = new Map<string, TimedEntry[]>();
  for (const timed of timedEntries(feed.entries)) {
    if (timed.entry.kind === 'end') continue;
    const list = rows.get(timed.entry.table);
    if (list) list.push(timed);
    else rows.set(timed.entry.table, [timed]);
  }
  namedRows.set(feed, rows);
  return rows;
}

/** The feed by table. `run` is the run of this very text, or undefined; `problems` are what is wrong with the text's lines. */
export function gridTables(
  feed: Feed,
  inputs: RunTrace | undefined,
  run: RunTrace | undefined,
  problems: readonly LineProblem[] = [],
): readonly GridTable[] {
  const wrong = new Map(problems.map(({ line, message }) => [line, message]));
  const steps = run && stepsOfLines(run);
  const byName = rowsByName(feed);
  return feedTables(
    inputs,
    [...byName.values()].map(([first]) => first!.entry),
    feed.entries,
  ).map((table) => {
    const lists = [...byName].flatMap(([name, list]) => (isTable(name, table.table) ? [list] : []));
    const entries = lists.length === 1 ? lists[0]! : lists.flat().sort((a, b) => a.entry.line - b.entry.line);
    const rows = entries.map(({ entry, arrival }): GridRow => {
      const step = steps?.[entry.line] ?? -1;
      return step < 0 ? { entry, arrival, problem: wrong.get(entry.line) } : { entry, arrival, step, lateness: run?.steps[step]?.lateness };
    });
    return {
      ...table,
      rows,
      hasPartitions: rows.some(({ entry }) => entry.kind !== 'end' && entry.partition !== undefined),
      isRead: inputs === undefined || inputs.inputs.some((input) => input.table === table.table),
    };
  });
}

/** Where new entries of a table start: after everything that has been written. */
export function nextArrival(feed: Feed, step = 1000): number {
  const arrivals = timedEntries(feed.entries.filter((entry) => entry.kind !== 'end')).map((entry) => entry.arrival);
  return arrivals.reduce((latest, arrival) => Math.max(latest, arrival), 0) + step;
}
