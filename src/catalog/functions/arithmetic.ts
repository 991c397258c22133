import { leastRestrictive } from '../../types/least-restrictive.ts';
import { decimalResultType } from '../../types/numeric-types.ts';
import type { DecimalOperation } from '../../types/numeric-types.ts';
import type { SqlType, TimeUnit } from '../../types/sql-type.ts';
import { familyOf, intervalType, isDatetime, isTimestamp, withNullability } from '../../types/sql-type.ts';
import type { CallBinding, SqlOperator } from '../sql-operator.ts';
import type { Form } from './define.ts';
import { define } from './define.ts';
import type { Returns } from './returns.ts';
import { anyNullable, argument, common, nullableIfArgs, operand } from './returns.ts';

const NUMBERS: Form = ['NUMERIC', 'NUMERIC'];
const INTERVALS: Form = ['DATETIME_INTERVAL', 'DATETIME_INTERVAL'];

/** Intervals of one kind only: months with months, seconds with seconds. */
function sameIntervals(b: CallBinding): boolean {
  const [x, y] = [operand(b, 0), operand(b, 1)];
  return x.name !== 'INTERVAL' || y.name !== 'INTERVAL' || familyOf(x) === familyOf(y);
}

function decimal(operation: DecimalOperation, b: CallBinding): SqlType | undefined {
  return decimalResultType(operation, operand(b, 0), operand(b, 1));
}

/** The datetime of a sum keeps its type, whatever the interval (`SqlDatetimePlusOperator`). */
function datetimeOf(b: CallBinding): SqlType | undefined {
  const [x, y] = [operand(b, 0), operand(b, 1)];
  const datetime = isDatetime(x) ? x : isDatetime(y) ? y : undefined;
  return datetime && withNullability(datetime, anyNullable(b));
}

function sum(b: CallBinding): SqlType {
  return datetimeOf(b) ?? decimal('plus', b) ?? common(b);
}

/** An interval among two operands, nullable if any is. */
function intervalOf(b: CallBinding): SqlType | undefined {
  const interval = b.operandTypes.find((t) => t.name === 'INTERVAL');
  return interval && withNullability(interval, anyNullable(b));
}

const product: Returns = (b) => decimal('times', b) ?? intervalOf(b) ?? common(b);
const quotient: Returns = (b) => decimal('divide', b) ?? intervalOf(b) ?? common(b);
/** Without a DECIMAL the type of the divisor. */
const remainder: Returns = (b) => decimal('mod', b) ?? withNullability(operand(b, 1), anyNullable(b));

export const PLUS = define({
  name: '+',
  kind: 'PLUS',
  syntax: 'binary',
  forms: [NUMBERS, INTERVALS, ['DATETIME', 'DATETIME_INTERVAL'], ['DATETIME_INTERVAL', 'DATETIME']],
  check: sameIntervals,
  returns: sum,
  nullPolicy: 'ANY',
});

export const MINUS = define({
  name: '-',
  kind: 'MINUS',
  syntax: 'binary',
  forms: [NUMBERS, INTERVALS, ['DATETIME', 'DATETIME_INTERVAL']],
  check: sameIntervals,
  returns: sum,
  nullPolicy: 'ANY',
});

export const TIMES = define({
  name: '*',
  kind: 'TIMES',
  syntax: 'binary',
  forms: [NUMBERS, ['DATETIME_INTERVAL', 'NUMERIC'], ['NUMERIC', 'DATETIME_INTERVAL']],
  returns: product,
  nullPolicy: 'ANY',
});

/** Arithmetic. Operands are never cast: the run time widens. */
export const ARITHMETIC_OPERATORS: readonly SqlOperator[] = [
  PLUS,
  MINUS,
  TIMES,
  define({
    name: '/',
    kind: 'DIVIDE',
    syntax: 'binary',
    forms: [NUMBERS, ['DATETIME_INTERVAL', 'NUMERIC']],
    returns: quotient,
    nullPolicy: 'ANY',
  }),
  define({
    name: '/INT',
    kind: 'DIVIDE',
    syntax: 'binary',
    forms: [NUMBERS, ['DATETIME_INTERVAL', 'NUMERIC']],
    returns: (b) => intervalOf(b) ?? nullableIfArgs((x) => leastRestrictive(x.operandTypes) ?? operand(x, 0))(b),
    nullPolicy: 'ANY',
  }),
  define({
    name: '%',
    kind: 'MOD',
    syntax: 'binary',
    forms: [['EXACT_NUMERIC', 'EXACT_NUMERIC']],
    returns: remainder,
    nullPolicy: 'AS_IS',
  }),
  define({ name: 'MOD', kind: 'MOD', forms: [['EXACT_NUMERIC', 'EXACT_NUMERIC']], returns: remainder, nullPolicy: 'AS_IS' }),
  define({
    name: '-',
    kind: 'MINUS_PREFIX',
    syntax: 'prefix',
    forms: [['NUMERIC'], ['DATETIME_INTERVAL']],
    returns: argument(0),
    nullPolicy: 'ANY',
  }),
  define({
    name: '+',
    kind: 'PLUS_PREFIX',
    syntax: 'prefix',
    forms: [['NUMERIC'], ['DATETIME_INTERVAL']],
    returns: argument(0),
    nullPolicy: 'ANY',
  }),
];

const UNITS: ReadonlySet<string> = new Set(['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND']);

function unitOf(b: CallBinding): TimeUnit {
  const unit = b.symbol(2) ?? 'DAY';
  return UNITS.has(unit) ? (unit as TimeUnit) : 'DAY'; // checked by the set
}

/** `(a - b) DAY`, which the grammar calls MINUS_DATE: the third operand is the unit of the interval. */
const DATETIME_DIFFERENCE = define({
  name: '-',
  kind: 'MINUS',
  syntax: 'special',
  forms: [['DATETIME', 'DATETIME', 'ANY']],
  signatures: ["'-(<DATETIME>, <DATETIME>, <DATETIME_INTERVAL>)'"],
  returns: (b) => {
    const third = operand(b, 2);
    const unit = unitOf(b);
    const type = third.name === 'INTERVAL' ? third : intervalType({ start: unit, end: unit }, false);
    return withNullability(type, operand(b, 0).nullable || operand(b, 1).nullable);
  },
  nullPolicy: 'ANY',
});

/** TIMESTAMP and TIMESTAMP_LTZ are of one family, DATE and TIME of their own. */
function datetimeFamily(t: SqlType): string {
  return isTimestamp(t) ? 'TIMESTAMP' : t.name;
}

export const MINUS_DATE: SqlOperator = {
  ...DATETIME_DIFFERENCE,
  checkOperands(b) {
    const checked = DATETIME_DIFFERENCE.checkOperands(b);
    const [left, right] = [operand(b, 0), operand(b, 1)];
    const differ = datetimeFamily(left) !== datetimeFamily(right) && left.name !== 'NULL' && right.name !== 'NULL';
    return checked.ok && differ ? { ok: false, style: 'calcite', message: 'Parameters must be of the same type' } : checked;
  },
};
