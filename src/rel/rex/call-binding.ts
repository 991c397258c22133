import type { CallBinding } from '../../catalog/sql-operator.ts';
import type { RexNode } from './rex-node.ts';
import { decimalPlainText } from '../../types/decimal.ts';

/** What an operator sees of a call made of row expressions (Calcite's `RexCallBinding`). */
export function rexCallBinding(operands: readonly RexNode[]): CallBinding {
  return {
    operandTypes: operands.map((o) => o.type),
    isLiteral: (i) => operands[i]?.rex === 'literal',
    isNullLiteral: (i) => {
      const e = operands[i];
      return e?.rex === 'literal' && e.value.kind === 'null';
    },
    literalValue: (i) => {
      const e = operands[i];
      if (e?.rex !== 'literal') return undefined;
      switch (e.value.kind) {
        case 'boolean':
        case 'char':
          return e.value.value;
        case 'decimal':
        case 'bigint':
        case 'double':
          return decimalPlainText(e.value.value);
        case 'interval':
          return String(e.value.value);
        default:
          return undefined;
      }
    },
    symbol: (i) => {
      const e = operands[i];
      return e?.rex === 'literal' && e.value.kind === 'symbol' ? e.value.value : undefined;
    },
    groupCount: -1,
    hasFilter: false,
  };
}
