/** Lookups whose answer takes time, as bars from the question to the answer. */
import type { OperatorRef, RunLookup, RunTrace, StepRef } from '../../trace/run-trace.ts';

/** More lookups at a time than this share the last row of bars. */
const MOST_ROWS = 8;

/** Where a lookup ends; the last step if no answer came. */
export function answerOf(lookup: RunLookup, steps: number): StepRef {
  return lookup.to ?? Math.max(lookup.from, steps - 1);
}

/** The lookups of an operator in rows, so that those of one row follow each other. */
export function lookupRows(trace: RunTrace, operator: OperatorRef): readonly (readonly RunLookup[])[] {
  const rows: RunLookup[][] = [];
  for (const lookup of trace.lookups ?? []) {
    if (lookup.operator !== operator) continue;
    const free = rows.find((row) => answerOf(row[row.length - 1] as RunLookup, trace.steps.length) <= lookup.from);
    if (free) free.push(lookup);
    else if (rows.length < MOST_ROWS) rows.push([lookup]);
    else rows[MOST_ROWS - 1]?.push(lookup);
  }
  return rows;
}

/** Lookups on their way after a step. */
export function lookupsAt(rows: readonly (readonly RunLookup[])[], step: StepRef): number {
  return rows.flat().filter((l) => l.from <= step && (l.to ?? Infinity) > step).length;
}
