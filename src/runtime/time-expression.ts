import type { RexNode } from '../rel/rex/rex-node.ts';
import type { OperatorContext } from './operator.ts';
import type { Row } from './record.ts';
import { isTimestamp, isYearMonthInterval } from '../types/sql-type.ts';
import { valueOfLiteral } from '../rel/rex/value-literal.ts';
import { millisOfTimestamp } from './event-time.ts';

/**
 * A TIMESTAMP expression in milliseconds; null where it is null. A column plus or minus a fixed interval, which most watermarks are, is
 * computed without making the timestamp.
 */
export function compileMillis(e: RexNode, fieldCount: number, context: OperatorContext): (row: Row) => number | null {
  const moved = movedColumn(e);
  if (moved) {
    const { index, by } = moved;
    return (row) => {
      const v = row[index] ?? null;
      return v === null ? null : millisOfTimestamp(v) + by;
    };
  }
  const evaluate = context.compile(e, fieldCount);
  return (row) => {
    const v = evaluate(row);
    return v === null ? null : millisOfTimestamp(v);
  };
}

function movedColumn(e: RexNode): { readonly index: number; readonly by: number } | undefined {
  if (e.rex === 'inputRef') return { index: e.index, by: 0 };
  if (e.rex !== 'call' || (e.op.name !== '-' && e.op.name !== '+') || e.operands.length !== 2) return undefined;
  const [column, interval] = e.operands as [RexNode, RexNode];
  if (column.rex !== 'inputRef' || !isTimestamp(column.type) || !isTimestamp(e.type)) return undefined;
  if (interval.rex !== 'literal' || interval.type.name !== 'INTERVAL' || isYearMonthInterval(interval.type)) return undefined;
  const by = valueOfLiteral(interval);
  if (typeof by !== 'bigint') return undefined;
  return { index: column.index, by: e.op.name === '-' ? -Number(by) : Number(by) };
}
