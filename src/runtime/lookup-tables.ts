import type { Value } from '../types/value.ts';
import type { Row } from './record.ts';

/** The outside of lookup joins: tables that answer questions. */
export interface LookupTables {
  /** Rows of a table at a moment of the virtual clock, in order, with all its physical columns. The same array while nothing changes. */
  rows(table: readonly string[], now: number): readonly Row[];
  /** How many milliseconds an answer takes that is asked for now; `key`: the asked values by column. */
  delay(table: readonly string[], now: number, key: ReadonlyMap<number, Value>): number;
}

/** Tables without rows that answer at once. */
export const NO_LOOKUP_TABLES: LookupTables = { rows: () => [], delay: () => 0 };
