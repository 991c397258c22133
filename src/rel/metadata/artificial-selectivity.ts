import type { RexNode } from '../rex/rex-node.ts';
import type { SqlOperator } from '../../catalog/sql-operator.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { simpleType } from '../../types/sql-type.ts';
import { approxLiteral, call } from '../rex/rex-factory.ts';

/** Calcite's `ARTIFICIAL_SELECTIVITY`: a condition that is nothing but a known selectivity. Never leaves the estimators. */
const ARTIFICIAL_SELECTIVITY: SqlOperator = {
  name: 'ARTIFICIAL_SELECTIVITY',
  kind: 'OTHER_FUNCTION',
  syntax: 'function',
  category: 'scalar',
  deterministic: true,
  dynamic: false,
  nullPolicy: 'CUSTOM',
  flinkInference: false,
  arity: { min: 1, max: 1 },
  checkOperands: () => ({ ok: true }),
  inferReturnType: () => simpleType('BOOLEAN', false),
};

/** A condition with the given selectivity. */
export function makeArtificialSelectivity(value: number): RexNode {
  return call(ARTIFICIAL_SELECTIVITY, [approxLiteral(value)], simpleType('BOOLEAN', false));
}

/** The selectivity that the condition stands for, if it is such a one. */
export function artificialSelectivity(e: RexNode): number | undefined {
  if (e.rex !== 'call' || e.op.name !== ARTIFICIAL_SELECTIVITY.name) return undefined;
  const operand = e.operands[0];
  return operand?.rex === 'literal' && operand.value.kind === 'double' ? decimalToNumber(operand.value.value) : undefined;
}
