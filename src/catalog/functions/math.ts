import { decimalType, withNullability } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { CallBinding, SqlOperator } from '../sql-operator.ts';
import type { Form } from './define.ts';
import { define } from './define.ts';
import { DOUBLE, INTEGER, STRING, always, anyNullable, argument, nullableIfArgs, operand } from './returns.ts';

const ONE: readonly Form[] = [['NUMERIC']];
const TWO: readonly Form[] = [['NUMERIC', 'NUMERIC']];

function toDouble(name: string, forms: readonly Form[]): SqlOperator {
  return define({ name, forms, returns: nullableIfArgs(DOUBLE) });
}

/** FLOOR and CEIL of a DECIMAL lose the fraction (`ARG0_OR_EXACT_NO_SCALE`). */
function withoutScale(b: CallBinding): SqlType {
  const t = argument(0)(b);
  const nullable = anyNullable(b);
  return t.name === 'DECIMAL' && (t.scale ?? 0) > 0 ? decimalType(t.precision ?? 10, 0, nullable) : withNullability(t, nullable);
}

function rounding(name: 'FLOOR' | 'CEIL'): SqlOperator {
  return define({
    name,
    kind: name,
    forms: [['NUMERIC'], ['DATETIME_INTERVAL'], ['DATE', 'SYMBOL'], ['TIME', 'SYMBOL'], ['TIMESTAMP', 'SYMBOL']],
    signatures: ['<NUMERIC>', '<DATETIME_INTERVAL>', '<DATE> TO <TIME_UNIT>', '<TIME> TO <TIME_UNIT>', '<TIMESTAMP> TO <TIME_UNIT>'].map(
      (s) => `'${name}(${s})'`,
    ),
    template: (operands) => `${name}(${operands.join(' TO ')})`,
    returns: withoutScale,
    nullPolicy: 'ANY',
  });
}

/** ROUND and TRUNCATE: a literal number of digits decides the scale of a DECIMAL (`LogicalTypeMerging.findRoundDecimalType`). */
function roundType(b: CallBinding): SqlType {
  const t = operand(b, 0);
  const nullable = anyNullable(b);
  if (t.name !== 'DECIMAL') return withNullability(t, nullable);
  const [precision, scale] = [t.precision ?? 10, t.scale ?? 0];
  const text = b.operandTypes.length === 1 ? '0' : b.literalValue(1);
  const digits = typeof text === 'string' ? Number(text) : Number.NaN;
  // Without a literal the type stays, as for a null number of digits.
  if (Number.isNaN(digits) || digits >= scale) return withNullability(t, nullable);
  if (digits < 0) return decimalType(Math.min(38, 1 + precision - scale), 0, nullable);
  return decimalType(Math.min(38, 1 + precision - scale + digits), digits, nullable);
}

const UNIFORM = { deterministic: false } as const;

/** Functions of numbers. */
export const MATH_FUNCTIONS: readonly SqlOperator[] = [
  define({ name: 'ABS', forms: [['NUMERIC'], ['DATETIME_INTERVAL']], returns: argument(0) }),
  toDouble('POWER', TWO),
  toDouble('SQRT', ONE),
  toDouble('LN', ONE),
  toDouble('LOG10', ONE),
  toDouble('LOG2', ONE),
  toDouble('LOG', [['NUMERIC'], ['NUMERIC', 'NUMERIC']]),
  toDouble('EXP', ONE),
  rounding('CEIL'),
  rounding('FLOOR'),
  define({ name: 'ROUND', forms: [['NUMERIC', 'INTEGER'], ['NUMERIC']], returns: roundType }),
  define({ name: 'TRUNCATE', forms: [['NUMERIC', 'INTEGER'], ['NUMERIC']], returns: roundType }),
  define({ name: 'SIGN', forms: ONE, returns: argument(0) }),
  ...['SIN', 'COS', 'TAN', 'COT', 'ASIN', 'ACOS', 'ATAN', 'SINH', 'COSH', 'TANH', 'DEGREES', 'RADIANS'].map((n) => toDouble(n, ONE)),
  toDouble('ATAN2', TWO),
  define({ name: 'PI', forms: [[]], signatures: ["'PI()'", "'PI()'"], returns: always(DOUBLE) }),
  // `PI` without parentheses is Calcite's own.
  define({ name: 'PI', syntax: 'functionId', forms: [[]], returns: always(DOUBLE) }),
  define({ name: 'E', forms: [[]], returns: always(DOUBLE) }),
  define({ name: 'BIN', forms: [['INTEGER']], returns: nullableIfArgs(STRING) }),
  define({ name: 'HEX', forms: [['INTEGER'], ['CHARACTER']], returns: nullableIfArgs(STRING) }),
  define({ name: 'RAND', forms: [[], ['NUMERIC']], returns: nullableIfArgs(DOUBLE), ...UNIFORM }),
  define({ name: 'RAND_INTEGER', forms: [['NUMERIC'], ['NUMERIC', 'NUMERIC']], returns: nullableIfArgs(INTEGER), ...UNIFORM }),
];
