import type { RunChange, RunTrace, StepRef } from '../../trace/run-trace.ts';

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

/** Indexes of the changes of one result up to a step. */
export function changelogAt(trace: RunTrace, result: number, step: StepRef): readonly number[] {
  const out: number[] = [];
  const end = changesUpTo(trace, step);
  for (let i = 0; i < end; i++) if (trace.changes[i]!.result === result) out.push(i);
  return out;
}

/** The number that a change has in the changelog of its result, from 1. */
export function rowOfChange(trace: RunTrace, change: number): number {
  const result = trace.changes[change]?.result;
  let number = 0;
  for (let i = 0; i <= change; i++) if (trace.changes[i]?.result === result) number++;
  return number;
}

/** A row of the table that a changelog makes, and the change that wrote it last. */
export interface TableRow {
  readonly cells: readonly (string | null)[];
  readonly change: number;
}

function keyOf(change: RunChange, key: readonly number[] | undefined): string {
  return JSON.stringify(key ? key.map((i) => change.cells[i]) : change.cells);
}

/**
 * The table after a step. With a key a row replaces the one of its key and a `-D` takes it away; without one rows are a multiset, from
 * which `-U` and `-D` take one of the same values. Rows keep their places.
 */
export function tableAt(trace: RunTrace, result: number, step: StepRef): readonly TableRow[] {
  const key = trace.results[result]?.upsertKey;
  const rows = new Map<string, TableRow[]>();
  const order: { row: TableRow; gone: boolean }[] = [];
  const slots = new Map<TableRow, { row: TableRow; gone: boolean }>();
  for (const index of changelogAt(trace, result, step)) {
    const change = trace.changes[index]!;
    const id = keyOf(change, key);
    const known = rows.get(id) ?? [];
    const isRemoval = change.kind === '-D' || change.kind === '-U';
    if (isRemoval) {
      if (key && change.kind === '-U') continue;
      const old = known.pop();
      const slot = old && slots.get(old);
      if (slot) slot.gone = true;
      rows.set(id, known);
      continue;
    }
    const row: TableRow = { cells: change.cells, change: index };
    const old = key ? known.pop() : undefined;
    const slot = (old && slots.get(old)) ?? { row, gone: false };
    if (!old) order.push(slot);
    slot.row = row;
    slots.set(row, slot);
    known.push(row);
    rows.set(id, known);
  }
  return order.filter((slot) => !slot.gone).map((slot) => slot.row);
}

/** True for a column whose values stand at the right. */
export function isNumberColumn(type: string): boolean {
  return /^(?:TINYINT|SMALLINT|INTEGER|INT|BIGINT|FLOAT|DOUBLE|DECIMAL|NUMERIC)\b/i.test(type);
}
