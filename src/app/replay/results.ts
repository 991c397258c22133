import type { RunChange, RunTrace, StepRef } from '../../trace/run-trace.ts';
import { lowerBound, upperBound } from '../timeline/scales.ts';

/** Number of changes of all results that came up to a step. */
export function changesUpTo(trace: RunTrace, step: StepRef): number {
  let low = 0;
  let high = trace.changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (trace.changes[middle]!.step <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name of a result: of a table in the default database the last part of its path. */
export function resultTitle(name: string): string {
  return name.replace(/^default_catalog\.default_database\./, '');
}

/** What is worked out once of each result of a run. */
interface ResultHistory {
  /** Indexes of its changes, ascending. */
  readonly changes: Int32Array;
  /** For each of them the row of the table that it writes; -1 for one that only takes a row away. */
  readonly slots: Int32Array;
  /** For each of them the change, counted within the result, by which what it wrote is gone or written over. */
  readonly ends: Int32Array;
  /** Rows of the table after each of them. */
  readonly sizes: Int32Array;
  readonly slotCount: number;
}

const histories = new WeakMap<RunTrace, Map<number, ResultHistory>>();

function historyOf(trace: RunTrace, result: number): ResultHistory {
  let byResult = histories.get(trace);
  if (!byResult) histories.set(trace, (byResult = new Map<number, ResultHistory>()));
  let history = byResult.get(result);
  if (!history) byResult.set(result, (history = writeHistory(trace, result)));
  return history;
}

function indexesOf(trace: RunTrace, result: number): Int32Array {
  const indexes = new Int32Array(trace.changes.length);
  let count = 0;
  trace.changes.forEach((change, i) => {
    if (change.result === result) indexes[count++] = i;
  });
  return indexes.slice(0, count);
}

/**
 * How a changelog makes a table. With a key a row replaces the one of its key and a `-D` takes it away; without one rows are a multiset,
 * from which `-U` and `-D` take one of the same values. Rows keep their places.
 */
function writeHistory(trace: RunTrace, result: number): ResultHistory {
  const changes = indexesOf(trace, result);
  const key = trace.results[result]?.upsertKey;
  const slots = new Int32Array(changes.length).fill(-1);
  const ends = new Int32Array(changes.length).fill(changes.length);
  const sizes = new Int32Array(changes.length);
  /** The changes that wrote the rows of a key or of equal values and still stand. */
  const standing = new Map<string, number[]>();
  let slotCount = 0;
  let size = 0;
  changes.forEach((index, at) => {
    const change = trace.changes[index]!;
    const id = keyOf(change, key);
    const isRemoval = change.kind === '-D' || change.kind === '-U';
    if (!(key && change.kind === '-U')) {
      let known = standing.get(id);
      if (!known) standing.set(id, (known = []));
      const old = isRemoval || key ? known.pop() : undefined;
      if (old !== undefined) ends[old] = at;
      if (isRemoval) size -= old === undefined ? 0 : 1;
      else {
        slots[at] = old === undefined ? slotCount++ : slots[old]!;
        size += old === undefined ? 1 : 0;
        known.push(at);
      }
    }
    sizes[at] = size;
  });
  return { changes, slots, ends, sizes, slotCount };
}

/** Indexes of the changes of one result up to a step. */
export function changelogAt(trace: RunTrace, result: number, step: StepRef): Int32Array {
  const { changes } = historyOf(trace, result);
  return changes.subarray(0, lowerBound(changes, changesUpTo(trace, step)));
}

/** The number that a change has in the changelog of its result, from 1. */
export function rowOfChange(trace: RunTrace, change: number): number {
  const result = trace.changes[change]?.result;
  return result === undefined ? 0 : upperBound(historyOf(trace, result).changes, change);
}

/** A row of the table that a changelog makes, and the change that wrote it last. */
export interface TableRow {
  readonly cells: readonly (string | null)[];
  readonly change: number;
}

function keyOf(change: RunChange, key: readonly number[] | undefined): string {
  return JSON.stringify(key ? key.map((i) => change.cells[i]) : change.cells);
}

/** Number of rows of the table after a step. */
export function tableSizeAt(trace: RunTrace, result: number, step: StepRef): number {
  return historyOf(trace, result).sizes[changelogAt(trace, result, step).length - 1] ?? 0;
}

/** The table after a step. */
export function tableAt(trace: RunTrace, result: number, step: StepRef): readonly TableRow[] {
  const { changes, slots, ends, slotCount } = historyOf(trace, result);
  const count = changelogAt(trace, result, step).length;
  const writers = new Int32Array(slotCount).fill(-1);
  for (let at = 0; at < count; at++) {
    const slot = slots[at]!;
    if (slot >= 0 && ends[at]! >= count) writers[slot] = changes[at]!;
  }
  const rows: TableRow[] = [];
  for (const change of writers) if (change >= 0) rows.push({ cells: trace.changes[change]!.cells, change });
  return rows;
}

/** True for a column whose values stand at the right. */
export function isNumberColumn(type: string): boolean {
  return /^(?:TINYINT|SMALLINT|INTEGER|INT|BIGINT|FLOAT|DOUBLE|DECIMAL|NUMERIC)\b/i.test(type);
}
