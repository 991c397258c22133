import type { Row } from './eval/contract.ts';

export type { Row };

/** Kind of a change (Flink's `RowKind`), as it prints. */
export type RowKind = '+I' | '-U' | '+U' | '-D';

/** A row on its way between operators. Rows are never changed in place. */
export interface Change {
  readonly kind: RowKind;
  readonly row: Row;
}

/** +I and +U add a row, -U and -D take one back (Flink's `RowDataUtil.isAccumulateMsg`). */
export function isAccumulate(kind: RowKind): boolean {
  return kind === '+I' || kind === '+U';
}
