import type { RowType, SqlType } from '../types/sql-type.ts';
import type { Value } from '../types/value.ts';
import type { EvalContext } from '../runtime/eval/contract.ts';
import type { Change } from '../runtime/record.ts';
import { UnsupportedError } from '../base/diagnostic.ts';
import { isBinary } from '../types/sql-type.ts';
import { stringFunction } from '../runtime/eval/cast.ts';

/** Changes as a client prints them: a head `op | names`, then a line each; empty where there are none (Flink: `Empty set`). */
export function changelogText(changes: readonly Change[], rowType: RowType, context: EvalContext): string {
  if (changes.length === 0) return '';
  const columns = rowType.fields.map((f) => printFunction(f.type, context));
  const lines = changes.map(({ kind, row }) => [kind, ...columns.map((print, i) => print(row[i] ?? null))].map(cell).join(' | ').trimEnd());
  return [['op', ...rowType.fields.map((f) => f.name)].join(' | '), ...lines].join('\n');
}

/** Blanks around a cell are its padding; a bar inside of a value looks like one between cells. */
function cell(text: string): string {
  return text
    .split('|')
    .map((part) => part.trim())
    .join(' | ');
}

/** A value as CAST AS STRING writes it; bytes as hexadecimal (`CastRule` in printing mode). */
export function printFunction(type: SqlType, context: EvalContext): (v: Value) => string {
  if (isBinary(type))
    return (v) => (v instanceof Uint8Array ? `x'${[...v].map((b) => b.toString(16).padStart(2, '0')).join('')}'` : '<NULL>');
  const text = stringFunction(type, context);
  if (!text) throw new UnsupportedError('print', `Values of type ${type.name} cannot be printed yet.`);
  return (v) => (v === null ? '<NULL>' : String(text(v)));
}
