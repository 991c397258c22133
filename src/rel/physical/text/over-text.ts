import type { RexLiteral, RexWindowBound } from '../../rex/rex-node.ts';
import type { RowType } from '../../../types/sql-type.ts';
import type { WindowGroup, WindowOptions } from '../../core/window.ts';
import { validationError } from '../../../base/diagnostic.ts';
import { decimalToBigInt } from '../../../types/decimal.ts';
import { rexText } from '../../rex/rex-text.ts';
import { fieldName, fieldNames, namedItem } from './field-text.ts';

/** ` RANGE BETWEEN 10000 PRECEDING AND CURRENT ROW`, leading blank included (Flink's `windowRangeToString`). */
export function windowRangeText(group: WindowGroup, window: WindowOptions, inputFieldCount: number): string {
  const bound = (b: RexWindowBound): string => ('offset' in b ? `${boundOffset(b, window, inputFieldCount)} ${b.bound}` : b.bound);
  return ` ${group.isRows ? 'ROWS' : 'RANGE'} BETWEEN ${bound(group.lower)} AND ${bound(group.upper)}`;
}

function boundOffset(b: RexWindowBound, window: WindowOptions, inputFieldCount: number): string {
  const literal = 'offset' in b && b.offset.rex === 'inputRef' ? window.constants[b.offset.index - inputFieldCount] : undefined;
  if (!literal) throw validationError('plan/over-bound', 'Expressions for window boundary are not allowed');
  return literalNumberText(literal);
}

function literalNumberText(literal: RexLiteral): string {
  switch (literal.value.kind) {
    case 'interval':
      return literal.value.value.toString();
    case 'decimal':
    case 'bigint':
      return decimalToBigInt({ unscaled: literal.value.value.unscaled, scale: 0 }).toString();
    default:
      return rexText(literal);
  }
}

/** Fields of the input, then `COUNT(*) AS w0$o0` (Flink's `overAggregationToString`). */
export function overSelectText(group: WindowGroup, constants: readonly RexLiteral[], input: RowType, output: RowType): string {
  const calls = group.calls.map(({ call, distinct }) => {
    const args = call.operands.map((o) => {
      if (o.rex !== 'inputRef') return rexText(o);
      const constant = constants[o.index - input.fields.length];
      return constant ? rexText(constant) : fieldName(input, o.index);
    });
    return `${call.op.name}(${distinct ? 'DISTINCT ' : ''}${args.length > 0 ? args.join(', ') : '*'})`;
  });
  const texts = [...fieldNames(input), ...calls];
  return texts.map((t, i) => namedItem(t, output.fields[i]?.name ?? t)).join(', ');
}
