import type { BoundCall } from '../../validate/bound.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { SqlKind, SqlOperator } from '../../catalog/sql-operator.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { withNullability } from '../../types/sql-type.ts';
import { ensureType, makeAbstractCast } from '../../rel/rex/rex-builder.ts';
import { bigintLiteral, call, exactLiteral, nullLiteral } from '../../rel/rex/rex-factory.ts';
import { CASE, COUNT, DIVIDE, EQUALS, MINUS, MULTIPLY, SUM } from '../../rel/rex/standard-operators.ts';

interface Variance {
  /** Of all rows, not of a sample. */
  readonly biased: boolean;
  readonly sqrt: boolean;
}

const VARIANCES: ReadonlyMap<SqlKind, Variance> = new Map([
  ['STDDEV_POP', { biased: true, sqrt: true }],
  ['STDDEV_SAMP', { biased: false, sqrt: true }],
  ['VAR_POP', { biased: true, sqrt: false }],
  ['VAR_SAMP', { biased: false, sqrt: false }],
]);

/**
 * AVG and variances where no aggregation stands around them, which is in MATCH_RECOGNIZE: expressions over SUM and COUNT (Calcite's
 * `AvgVarianceConvertlet`). Undefined for other calls.
 */
export function convertMatchAggregate({ op, type }: BoundCall, operands: readonly RexNode[], power: SqlOperator): RexNode | undefined {
  const [x] = operands;
  if (op.category !== 'aggregate' || !x) return undefined;
  if (op.kind === 'AVG') return ensureType(type, call(DIVIDE, [cast(call(SUM, [x]), type), call(COUNT, [x])]));
  const variance = VARIANCES.get(op.kind);
  if (!variance) return undefined;
  const quotient = varianceOf(x, type, variance);
  return ensureType(type, variance.sqrt ? call(power, [cast(quotient, type), exactLiteral({ unscaled: 5n, scale: 1 })]) : quotient);
}

/** A cast even where the type stays, unless it is the type of the result to the last bit. */
function cast(e: RexNode, type: SqlType): RexNode {
  const isSame = e.type.digest === type.digest && e.type.nullable === type.nullable;
  return isSame ? e : makeAbstractCast(withNullability(type, e.type.nullable), e);
}

/** `(SUM(x * x) - SUM(x) * SUM(x) / COUNT(x)) / COUNT(x)`, each step in the type of the result. */
function varianceOf(operand: RexNode, type: SqlType, { biased }: Variance): RexNode {
  const x = cast(operand, type);
  const squares = cast(call(SUM, [cast(call(MULTIPLY, [x, x]), type)]), type);
  const sum = cast(call(SUM, [x]), type);
  const square = cast(call(MULTIPLY, [sum, sum]), type);
  const count = call(COUNT, [x]);
  const mean = cast(call(DIVIDE, [square, cast(count, type)]), type);
  const difference = cast(call(MINUS, [squares, mean]), type);
  return call(DIVIDE, [difference, biased ? cast(count, type) : oneLess(count)]);
}

/** One row alone has no variance. */
function oneLess(count: RexNode): RexNode {
  const less = call(MINUS, [count, exactLiteral(1)]);
  const type = withNullability(less.type, true);
  return call(CASE, [call(EQUALS, [count, bigintLiteral(1)]), nullLiteral(type), makeAbstractCast(type, less)], type);
}
