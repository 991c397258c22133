import type { SqlIntervalLiteral, SqlIntervalQualifier, TimeUnit } from '../ast.ts';
import { QUOTED_STRING } from '../lexer.ts';
import type { Cursor, Kinds } from './cursor.ts';
import { simpleIdentifier } from './identifier.ts';
import { unsignedInt } from './int.ts';
import { from, placeOf, type Place } from './place.ts';
import { stringText } from './text.ts';

/** Units of intervals, singular and plural. */
const INTERVAL_UNITS: ReadonlyMap<string, TimeUnit> = new Map<string, TimeUnit>(
  (['YEAR', 'QUARTER', 'MONTH', 'WEEK', 'DAY', 'HOUR', 'MINUTE', 'SECOND'] as const).flatMap((u) => [
    [u, u],
    [`${u}S`, u],
  ]),
);
export const INTERVAL_UNIT: Kinds = new Set(INTERVAL_UNITS.keys());

/** What may follow TO, singular and plural. */
const END_UNITS: ReadonlyMap<TimeUnit, Kinds> = new Map<TimeUnit, Kinds>([
  ['YEAR', new Set(['MONTH', 'MONTHS'])],
  ['DAY', new Set(['HOUR', 'HOURS', 'MINUTE', 'MINUTES', 'SECOND', 'SECONDS'])],
  ['HOUR', new Set(['MINUTE', 'MINUTES', 'SECOND', 'SECONDS'])],
  ['MINUTE', new Set(['SECOND', 'SECONDS'])],
]);

/** Units of EXTRACT, FLOOR and the like, which have more words than intervals. */
const TIME_UNITS: ReadonlyMap<string, TimeUnit> = new Map<string, TimeUnit>([
  ...(
    ['NANOSECOND', 'MICROSECOND', 'MILLISECOND', 'SECOND', 'MINUTE', 'HOUR', 'DAY', 'DOW', 'DOY', 'ISODOW', 'ISOYEAR', 'WEEK'] as const
  ).map((u): [string, TimeUnit] => [u, u]),
  ...(['MONTH', 'QUARTER', 'YEAR', 'EPOCH', 'DECADE', 'CENTURY', 'MILLENNIUM'] as const).map((u): [string, TimeUnit] => [u, u]),
  ['DAYOFWEEK', 'DOW'],
  ['DAYOFYEAR', 'DOY'],
]);
export const TIME_UNIT: Kinds = new Set(TIME_UNITS.keys());

const WEEKDAYS: Kinds = new Set(['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']);

function qualifier(
  startUnit: TimeUnit,
  place: Place,
  rest: Omit<Partial<SqlIntervalQualifier>, 'type' | 'pos' | 'span'> = {},
): SqlIntervalQualifier {
  return { type: 'SqlIntervalQualifier', startUnit, ...rest, ...placeOf(place) };
}

/** PrecisionOpt. */
export function precisionOption(c: Cursor): number | undefined {
  if (!c.take('(')) return undefined;
  const precision = unsignedInt(c);
  c.require(')');
  return precision;
}

function secondPrecisions(c: Cursor): Pick<SqlIntervalQualifier, 'startPrecision' | 'fractionalSecondPrecision'> {
  if (!c.take('(')) return {};
  const startPrecision = unsignedInt(c);
  const fractionalSecondPrecision = c.take(',') ? unsignedInt(c) : undefined;
  c.require(')');
  return { startPrecision, ...(fractionalSecondPrecision !== undefined && { fractionalSecondPrecision }) };
}

function intervalUnit(c: Cursor): TimeUnit {
  if (!c.atAny(INTERVAL_UNIT)) c.fail();
  return INTERVAL_UNITS.get(c.advance().kind) as TimeUnit;
}

/** IntervalQualifier; without `allowEnd` IntervalQualifierStart, which knows no TO. */
export function intervalQualifier(c: Cursor, allowEnd = true): SqlIntervalQualifier {
  const unit = intervalUnit(c);
  const start = c.last;
  if (unit === 'SECOND') {
    const precisions = secondPrecisions(c);
    return qualifier(unit, from(start, c.last), precisions);
  }
  const startPrecision = precisionOption(c);
  const rest: { startPrecision?: number; endUnit?: TimeUnit; fractionalSecondPrecision?: number } = {
    ...(startPrecision !== undefined && { startPrecision }),
  };
  const ends = allowEnd ? END_UNITS.get(unit) : undefined;
  if (ends && c.ahead('TO', ends)) {
    c.advance();
    rest.endUnit = intervalUnit(c);
    const fraction = rest.endUnit === 'SECOND' ? precisionOption(c) : undefined;
    if (fraction !== undefined) rest.fractionalSecondPrecision = fraction;
  }
  return qualifier(unit, from(start, c.last), rest);
}

/** TimeUnit, from a token that is one. */
export function timeUnit(c: Cursor): SqlIntervalQualifier {
  const unit = TIME_UNITS.get(c.advance().kind) as TimeUnit;
  const start = c.last;
  if (unit === 'WEEK' && c.ahead('(', WEEKDAYS)) {
    c.advance();
    const day = c.advance().kind;
    c.require(')');
    return qualifier('EPOCH', from(start, c.last), { timeFrameName: `WEEK_${day}` });
  }
  return qualifier(unit, start);
}

/** TimeUnitOrName. */
export function timeUnitOrName(c: Cursor): SqlIntervalQualifier {
  if (c.ahead(TIME_UNIT)) return timeUnit(c);
  const name = simpleIdentifier(c);
  return qualifier('EPOCH', name, { timeFrameName: name.names[0] ?? '' });
}

/** The sign in front of an interval's value. */
export function intervalSign(c: Cursor): 1 | -1 {
  if (c.take('-')) return -1;
  c.take('+');
  return 1;
}

/** From the string of an interval on. */
export function intervalValue(c: Cursor, sign: 1 | -1, start: Place): SqlIntervalLiteral {
  const value = stringText(c.require(QUOTED_STRING).image);
  const unit = intervalQualifier(c);
  const place = from(start, unit);
  if (value === '') {
    const { line, column } = place.pos;
    c.forbid(`Illegal INTERVAL literal ${value} ${qualifierText(unit)}; at line ${line}, column ${column}`, place);
  }
  return { type: 'SqlIntervalLiteral', sign, value, qualifier: unit, ...placeOf(place) };
}

/** IntervalLiteral. */
export function intervalLiteral(c: Cursor): SqlIntervalLiteral {
  c.require('INTERVAL');
  const start = c.last;
  return intervalValue(c, intervalSign(c), start);
}

/** `DAY(3) TO SECOND(2)`. */
export function qualifierText(q: SqlIntervalQualifier): string {
  if (q.timeFrameName !== undefined) return q.timeFrameName;
  const start = q.startPrecision;
  const fraction = q.fractionalSecondPrecision;
  if (q.startUnit === 'SECOND') {
    if (fraction !== undefined) return `SECOND(${start ?? 2}, ${fraction})`;
    return start === undefined ? 'SECOND' : `SECOND(${start})`;
  }
  const head = start === undefined ? q.startUnit : `${q.startUnit}(${start})`;
  if (q.endUnit === undefined) return head;
  return `${head} TO ${q.endUnit}${q.endUnit === 'SECOND' && fraction !== undefined ? `(${fraction})` : ''}`;
}
