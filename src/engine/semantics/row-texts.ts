import type { Row } from '../../runtime/record.ts';
import type { EvalContext } from '../../runtime/eval/contract.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { Value } from '../../types/value.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { valueKey } from '../../runtime/state/row-key.ts';
import { printFunction } from '../changelog-text.ts';

/** Rows for people: `(1, a, <NULL>)`, values as a client prints them. */
export function rowTexts(rows: readonly Row[], rowType: RowType, context: EvalContext): readonly string[] {
  const prints = rowType.fields.map((f) => printer(f.type, context));
  return rows.map((row) => `(${row.map((v, i) => (prints[i] ?? valueKey)(v)).join(', ')})`);
}

function printer(type: SqlType, context: EvalContext): (v: Value) => string {
  try {
    return printFunction(type, context);
  } catch (error) {
    if (error instanceof UnsupportedError) return valueKey;
    throw error;
  }
}
