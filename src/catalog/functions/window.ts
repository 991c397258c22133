import { withNullability, withoutIndicator, timestampLtzType, timestampType, simpleType } from '../../types/sql-type.ts';
import type { SqlType } from '../../types/sql-type.ts';
import type { SqlKind, SqlOperator } from '../sql-operator.ts';
import type { Family } from './families.ts';
import type { Form } from './define.ts';
import { define, unchecked } from './define.ts';
import { always, operand } from './returns.ts';
import type { Returns } from './returns.ts';

const INTERVAL: Family = 'DATETIME_INTERVAL';

/** Time and one or two intervals, then perhaps an alignment. */
function formsOf(intervals: number): readonly Form[] {
  const sizes = Array.from({ length: intervals }, () => INTERVAL);
  return [
    ['DATETIME', ...sizes],
    ['DATETIME', ...sizes, 'TIME'],
  ];
}

/** `$TUMBLE(ts, size)` in GROUP BY; its value is the time column's (`SqlGroupedWindowFunction`). */
function groupWindow(name: 'TUMBLE' | 'HOP' | 'SESSION', intervals: number): readonly SqlOperator[] {
  const forms = formsOf(intervals);
  const auxiliary = (suffix: string, kind: SqlKind, returns: Returns): SqlOperator =>
    define({ name: `${name}_${suffix}`, kind, category: 'groupAuxiliary', forms, returns });
  return [
    define({ name: `$${name}`, kind: name, category: 'groupWindow', forms, returns: (b) => operand(b, 0) }),
    auxiliary('START', `${name}_START`, boundary),
    auxiliary('END', `${name}_END`, boundary),
    auxiliary('ROWTIME', 'OTHER_FUNCTION', rowtime),
    auxiliary('PROCTIME', 'OTHER_FUNCTION', always(timestampLtzType(3, false, 'PROCTIME'))),
  ];
}

/** Start and end are plain timestamps of local time, never null whatever the time column is. */
const boundary: Returns = always(timestampType(3, false));

/** The window's own rowtime: as the column it was made of, LTZ or not. */
const rowtime: Returns = (b) => {
  const t = operand(b, 0);
  const isLocal = t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
  return isLocal ? timestampLtzType(3, t.nullable, 'ROWTIME') : timestampType(3, t.nullable, 'ROWTIME');
};

/** Names of the parameters of a window table function, in order; those behind `required` may be left out. */
export interface WindowTableFunction {
  readonly name: 'TUMBLE' | 'HOP' | 'CUMULATE' | 'SESSION';
  readonly parameters: readonly string[];
  readonly required: number;
  /** As messages print it. */
  readonly signature: string;
}

/** `SqlTumbleTableFunction` and kin. */
export const WINDOW_TABLE_FUNCTIONS: readonly WindowTableFunction[] = [
  {
    name: 'TUMBLE',
    parameters: ['DATA', 'TIMECOL', 'SIZE', 'OFFSET'],
    required: 3,
    signature: 'TUMBLE(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])',
  },
  {
    name: 'HOP',
    parameters: ['DATA', 'TIMECOL', 'SLIDE', 'SIZE', 'OFFSET'],
    required: 4,
    signature: 'HOP(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])',
  },
  {
    name: 'CUMULATE',
    parameters: ['DATA', 'TIMECOL', 'STEP', 'SIZE', 'OFFSET'],
    required: 4,
    signature: 'CUMULATE(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])',
  },
  {
    name: 'SESSION',
    parameters: ['DATA', 'TIMECOL', 'GAP'],
    required: 3,
    signature: 'SESSION(TABLE table_name [PARTITION BY (keycols, ...)], DESCRIPTOR(timecol), datetime interval)',
  },
];

export function windowTableFunction(name: string): WindowTableFunction | undefined {
  return WINDOW_TABLE_FUNCTIONS.find((f) => f.name === name.toUpperCase());
}

/** Columns that a window table function appends to those of its table, given the type of the time column. */
export function windowColumns(time: SqlType): readonly { readonly name: string; readonly type: SqlType }[] {
  const bound = timestampType(3, false);
  const own = time.indicator ? time : withoutIndicator(time);
  return [
    { name: 'window_start', type: bound },
    { name: 'window_end', type: bound },
    { name: 'window_time', type: withNullability(own, false) },
  ];
}

const cursor: Returns = always(simpleType('CURSOR', false));

/** Functions that put rows into windows, in GROUP BY and as table functions. */
export const WINDOW_FUNCTIONS: readonly SqlOperator[] = [
  ...groupWindow('TUMBLE', 1),
  ...groupWindow('HOP', 2),
  ...groupWindow('SESSION', 1),
  ...WINDOW_TABLE_FUNCTIONS.map((f) => ({
    ...unchecked(f.name, 'OTHER_FUNCTION', cursor, { category: 'windowTable' }),
    arity: { min: f.required, max: f.parameters.length },
    signatures: [f.signature],
  })),
];
