import type { SqlType } from '../../types/sql-type.ts';
import {
  familyOf,
  isDatetime,
  isYearMonthInterval,
  simpleType,
  timeType,
  timestampLtzType,
  timestampType,
  withNullability,
} from '../../types/sql-type.ts';
import type { CallBinding, SqlOperator } from '../sql-operator.ts';
import { define, unchecked } from './define.ts';
import type { FunctionSpec, Form } from './define.ts';
import type { Returns } from './returns.ts';
import { BIGINT, BOOLEAN, INTEGER, NULLABLE_STRING, always, anyNullable, nullableIfArgs, operand } from './returns.ts';

const LTZ = timestampLtzType(3, false);

/** A function of the current time. In streaming it is not deterministic, since it runs for each row. Names without parentheses are allowed. */
function current(name: string, type: SqlType, more: Partial<FunctionSpec> = {}): SqlOperator {
  return define({ name, syntax: 'functionId', forms: [['INTEGER'], []], returns: always(type), deterministic: false, ...more });
}

const YEAR_MONTH_UNITS: ReadonlySet<string> = new Set(['YEAR', 'QUARTER', 'MONTH', 'DECADE', 'CENTURY', 'MILLENNIUM']);
const DAY_TIME_UNITS: ReadonlySet<string> = new Set(['DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'EPOCH', 'WEEK']);

/** From an interval only its own units can be taken. */
function unitFits(b: CallBinding): boolean {
  const [unit, value] = [b.symbol(0), operand(b, 1)];
  if (value.name !== 'INTERVAL' || unit === undefined) return true;
  return (isYearMonthInterval(value) ? YEAR_MONTH_UNITS : DAY_TIME_UNITS).has(unit);
}

export const EXTRACT = define({
  name: 'EXTRACT',
  kind: 'EXTRACT',
  syntax: 'special',
  forms: [
    ['ANY', 'DATETIME_INTERVAL'],
    ['ANY', 'DATETIME'],
  ],
  signatures: ["'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)'", "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)'"],
  template: (operands) => `EXTRACT(${operands.join(' FROM ')})`,
  check: unitFits,
  returns: nullableIfArgs(BIGINT),
  nullPolicy: 'ANY',
});

/** YEAR(d) and kin; in plans, and in messages, they are calls of EXTRACT. */
function part(name: string): SqlOperator {
  const unit = PARTS[name] ?? name;
  return {
    ...define({ name, forms: [['ANY']], returns: nullableIfArgs(BIGINT) }),
    checkOperands: (b) =>
      EXTRACT.checkOperands({
        ...b,
        operandTypes: [simpleType('SYMBOL', false), ...b.operandTypes],
        symbol: (i) => (i === 0 ? unit : b.symbol(i - 1)),
      }),
  };
}

/** Units of functions that are not called like their unit. */
const PARTS: Readonly<Record<string, string>> = { DAYOFYEAR: 'DOY', DAYOFMONTH: 'DAY', DAYOFWEEK: 'DOW' };

/** The unit of TIMESTAMPADD and TIMESTAMPDIFF: those of ODBC have names of their own. */
export function timestampUnit(name: string): string {
  if (name === 'SQL_TSI_FRAC_SECOND') return 'NANOSECOND';
  if (name === 'FRAC_SECOND') return 'MICROSECOND';
  return name.replace(/^SQL_TSI_/, '');
}

/** What a time unit does to the type of TIMESTAMPADD (`SqlTimestampAddFunction.deduceType`). */
function timestampAddType(b: CallBinding): SqlType {
  const unit = timestampUnit(b.symbol(0) ?? 'DAY');
  const value = operand(b, 2);
  const nullable = anyNullable(b);
  const isShort = ['HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND', 'NANOSECOND'].includes(unit);
  if (!isShort) return withNullability(value, nullable);
  if (value.name === 'TIME') return withNullability(value, nullable);
  const digits = unit === 'MICROSECOND' ? 6 : unit === 'NANOSECOND' ? 9 : unit === 'MILLISECOND' ? 3 : 0;
  if (value.name === 'DATE') return timestampType(Math.max(digits, 6), nullable);
  const precision = Math.max(digits, value.precision ?? 6);
  return value.name === 'TIMESTAMP' ? timestampType(precision, nullable) : timestampLtzType(precision, nullable);
}

function isPeriod(t: SqlType): boolean {
  const [from, to] = t.fields ?? [];
  return (
    from !== undefined &&
    to !== undefined &&
    isDatetime(from.type) &&
    (to.type.name === 'INTERVAL' || familyOf(from.type) === familyOf(to.type))
  );
}

const TEXT: readonly Form[] = [['CHARACTER'], ['CHARACTER', 'CHARACTER']];
const nullable = (t: SqlType): Returns => always(withNullability(t, true));

/** Functions of dates and times. */
export const TEMPORAL_FUNCTIONS: readonly SqlOperator[] = [
  current('CURRENT_TIMESTAMP', LTZ),
  current('NOW', LTZ, { syntax: 'function' }),
  current('LOCALTIMESTAMP', timestampType(3, false)),
  current('LOCALTIME', timeType(0, false)),
  current('CURRENT_TIME', timeType(0, false)),
  current('CURRENT_DATE', simpleType('DATE', false), { forms: [[]] }),
  // Evaluated for each row, so it is not even the same within a query.
  current('CURRENT_ROW_TIMESTAMP', LTZ, { syntax: 'function' }),
  EXTRACT,
  ...['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAYOFYEAR', 'DAYOFMONTH', 'DAYOFWEEK', 'HOUR', 'MINUTE', 'SECOND'].map(part),
  define({
    name: 'TIMESTAMPADD',
    kind: 'TIMESTAMP_ADD',
    forms: [['ANY', 'INTEGER', 'DATETIME']],
    returns: timestampAddType,
    nullPolicy: 'ANY',
  }),
  define({
    name: 'TIMESTAMPDIFF',
    kind: 'TIMESTAMP_DIFF',
    forms: [['ANY', 'DATETIME', 'DATETIME']],
    returns: (b) => nullableIfArgs(timestampUnit(b.symbol(0) ?? '') === 'NANOSECOND' ? BIGINT : INTEGER)(b),
    nullPolicy: 'ANY',
  }),
  define({ name: 'TO_DATE', forms: TEXT, returns: nullable(simpleType('DATE', true)) }),
  define({ name: 'TO_TIMESTAMP', forms: TEXT, returns: nullable(timestampType(3, true)) }),
  define({
    name: 'DATE_FORMAT',
    forms: [
      ['TIMESTAMP', 'CHARACTER'],
      ['CHARACTER', 'CHARACTER'],
    ],
    returns: always(NULLABLE_STRING),
  }),
  define({
    name: 'UNIX_TIMESTAMP',
    forms: [[], ...TEXT],
    returns: nullableIfArgs(BIGINT),
    // Without operands it is the current time; Flink calls all its forms not deterministic.
    deterministic: false,
  }),
  define({ name: 'FROM_UNIXTIME', forms: [['INTEGER'], ['INTEGER', 'CHARACTER']], returns: always(NULLABLE_STRING) }),
  define({ name: 'CONVERT_TZ', forms: [['CHARACTER', 'CHARACTER', 'CHARACTER']], returns: always(NULLABLE_STRING) }),
  define({
    name: 'OVERLAPS',
    kind: 'OTHER',
    syntax: 'binary',
    // Two rows of a time and a time or an interval.
    forms: [['ANY', 'ANY']],
    signatures: [
      "'<DATETIME> OVERLAPS <DATETIME>'",
      "'<DATETIME> OVERLAPS <DATETIME>'",
      "'<DATETIME> OVERLAPS <INTERVAL>'",
      "'<DATETIME> OVERLAPS <INTERVAL>'",
    ],
    check: (b) =>
      isPeriod(operand(b, 0)) && isPeriod(operand(b, 1)) && operand(b, 0).fields?.[0]?.type.name === operand(b, 1).fields?.[0]?.type.name,
    returns: (b) =>
      withNullability(
        BOOLEAN,
        [operand(b, 0), operand(b, 1)].some((t) => t.fields?.some((f) => f.type.nullable)),
      ),
  }),
  define({ name: 'PROCTIME', forms: [[]], returns: always(timestampLtzType(3, false, 'PROCTIME')), deterministic: false }),
  define({
    name: 'PROCTIME_MATERIALIZE',
    forms: [['TIMESTAMP']],
    returns: nullableIfArgs(LTZ),
    deterministic: false,
  }),
  define({
    name: 'STREAMRECORD_TIMESTAMP',
    forms: [['NUMERIC']],
    returns: always(timestampType(3, false, 'ROWTIME')),
    deterministic: false,
  }),
  unchecked('CURRENT_DATABASE', 'OTHER_FUNCTION', always(withNullability(NULLABLE_STRING, false)), { dynamic: true }),
];
