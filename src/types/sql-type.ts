/**
 * The types of SQL values as the planner sees them: Calcite's `RelDataType` with Flink's time indicators. Types are immutable; two types
 * are equal exactly if their `digest` is (Calcite's "full type string", nullability at every depth and the time attribute included).
 */
export type TypeName =
  | 'BOOLEAN'
  | 'TINYINT'
  | 'SMALLINT'
  | 'INTEGER'
  | 'BIGINT'
  | 'FLOAT'
  | 'DOUBLE'
  | 'DECIMAL'
  | 'CHAR'
  | 'VARCHAR'
  | 'BINARY'
  | 'VARBINARY'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'TIMESTAMP_WITH_LOCAL_TIME_ZONE'
  | 'INTERVAL'
  | 'ARRAY'
  | 'MULTISET'
  | 'MAP'
  | 'ROW'
  | 'STRUCTURED'
  | 'NULL'
  | 'ANY'
  | 'SYMBOL'
  | 'RAW'
  | 'VARIANT'
  | 'BITMAP'
  | 'CURSOR'
  | 'COLUMN_LIST'
  | 'DESCRIPTOR'
  | 'SARG';

/** Largest length of CHAR, VARCHAR, BINARY, VARBINARY; `STRING` and `BYTES` are the types of this length. */
export const MAX_LENGTH = 2147483647;

export type TimeIndicator = 'ROWTIME' | 'PROCTIME';

/** Interval fields in order of size; a type's text names the first and, if it differs, the last (`INTERVAL DAY TO SECOND`). */
export type TimeUnit = YearMonthUnit | 'WEEK' | 'DAY' | 'HOUR' | 'MINUTE' | 'SECOND' | 'MILLISECOND' | 'MICROSECOND' | 'NANOSECOND';

const YEAR_MONTH_UNITS = ['MILLENNIUM', 'CENTURY', 'DECADE', 'YEAR', 'QUARTER', 'MONTH'] as const;
/** Units that are counted in months. */
type YearMonthUnit = (typeof YEAR_MONTH_UNITS)[number];

export interface IntervalQualifier {
  readonly start: TimeUnit;
  /** Equal to `start` for a single-field interval. */
  readonly end: TimeUnit;
  /** Undefined when the user wrote none (Calcite's default of 2 then counts). */
  readonly startPrecision?: number;
  readonly fractionalPrecision?: number;
}

export interface Field {
  readonly name: string;
  readonly type: SqlType;
}

/** How a row type prints: `peek` is `RecordType:peek_no_expand(…)` (a column of type ROW), `plain` is `RecordType(…)` (a relation's row). */
export type StructKind = 'peek' | 'plain';

export interface SqlType {
  readonly name: TypeName;
  readonly nullable: boolean;
  /** DECIMAL digits; CHAR/VARCHAR/BINARY/VARBINARY length; TIME and TIMESTAMP fraction digits. */
  readonly precision?: number;
  readonly scale?: number;
  readonly interval?: IntervalQualifier;
  /** ARRAY and MULTISET. */
  readonly element?: SqlType;
  /** MAP. */
  readonly key?: SqlType;
  readonly value?: SqlType;
  /** ROW and STRUCTURED. */
  readonly fields?: readonly Field[];
  readonly structKind?: StructKind;
  /** STRUCTURED, RAW: the class name. */
  readonly className?: string;
  readonly indicator?: TimeIndicator;
  /** Full text, the final ` NOT NULL` included: equality of types is equality of digests. */
  readonly digest: string;
}

/** A row of a relation. */
export type RowType = SqlType & { readonly fields: readonly Field[] };

type Parts = Omit<SqlType, 'digest'>;

function finish(parts: Parts): SqlType {
  const full = fullText(parts);
  return { ...parts, digest: parts.nullable ? full : `${full} NOT NULL` };
}

const CHARSET = ' CHARACTER SET "UTF-16LE"';

/** Full type text without the outermost ` NOT NULL`: charset after character types, nullability inside. */
function fullText(t: Parts): string {
  return typeText(t, true);
}

/** Calcite's `toString`: no charset and no NOT NULL at any depth (`VARCHAR(2147483647)`, `RecordType:peek_no_expand(INTEGER w)`). */
export function shortTypeText(t: SqlType): string {
  return typeText(t, false);
}

/** Full type text without the outermost ` NOT NULL`, as literals and casts print it. */
export function fullTypeText(t: SqlType): string {
  return t.nullable ? t.digest : t.digest.slice(0, -' NOT NULL'.length);
}

function typeText(t: Parts, full: boolean): string {
  const inner = (x: SqlType): string => (full ? x.digest : typeText(x, false));
  switch (t.name) {
    case 'CHAR':
    case 'VARCHAR':
      return `${t.name}(${t.precision})${full ? CHARSET : ''}`;
    case 'BINARY':
    case 'VARBINARY':
      return `${t.name}(${t.precision})`;
    case 'DECIMAL':
      return `DECIMAL(${t.precision}, ${t.scale})`;
    case 'TIME':
      return `TIME(${t.precision})`;
    case 'TIMESTAMP':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      if (t.indicator) return `${t.name === 'TIMESTAMP' ? 'TIMESTAMP' : 'TIMESTAMP_LTZ'}(${t.precision}) *${t.indicator}*`;
      return `${t.name}(${t.precision})`;
    case 'INTERVAL':
      return intervalText(t.interval);
    case 'ARRAY':
    case 'MULTISET':
      return `${t.element ? inner(t.element) : ''} ${t.name}`;
    case 'MAP':
      return `(${t.key ? inner(t.key) : ''}, ${t.value ? inner(t.value) : ''}) MAP`;
    case 'ROW': {
      const head = t.structKind === 'peek' ? 'RecordType:peek_no_expand' : 'RecordType';
      return `${head}(${(t.fields ?? []).map((f) => `${inner(f.type)} ${f.name}`).join(', ')})`;
    }
    case 'STRUCTURED':
      return `*${t.className}<${(t.fields ?? []).map((f) => `${inner(f.type)} ${f.name}`).join(', ')}>*`;
    case 'RAW':
      return `RAW('${t.className}', '...')`;
    default:
      return t.name;
  }
}

/** `INTERVAL DAY TO SECOND`, `INTERVAL SECOND(3)`: precision only where the user wrote one other than the default. */
export function intervalText(q: IntervalQualifier | undefined): string {
  if (!q) return 'INTERVAL';
  const unit = (u: TimeUnit, p?: number): string => (p === undefined ? u : `${u}(${p})`);
  if (q.start === q.end) {
    if (q.start === 'SECOND' && q.fractionalPrecision !== undefined)
      return `INTERVAL SECOND(${q.startPrecision ?? 2}, ${q.fractionalPrecision})`;
    return `INTERVAL ${unit(q.start, q.startPrecision)}`;
  }
  return `INTERVAL ${unit(q.start, q.startPrecision)} TO ${unit(q.end, q.end === 'SECOND' ? q.fractionalPrecision : undefined)}`;
}

/** A type without parameters. */
export function simpleType(
  name:
    | 'BOOLEAN'
    | 'TINYINT'
    | 'SMALLINT'
    | 'INTEGER'
    | 'BIGINT'
    | 'FLOAT'
    | 'DOUBLE'
    | 'DATE'
    | 'NULL'
    | 'ANY'
    | 'SYMBOL'
    | 'VARIANT'
    | 'BITMAP'
    | 'CURSOR'
    | 'COLUMN_LIST'
    | 'DESCRIPTOR'
    | 'SARG',
  nullable: boolean,
): SqlType {
  return finish({ name, nullable });
}

export function charType(name: 'CHAR' | 'VARCHAR' | 'BINARY' | 'VARBINARY', length: number, nullable: boolean): SqlType {
  return finish({ name, nullable, precision: length });
}

/** `STRING`: VARCHAR of the largest length. */
export function stringType(nullable: boolean): SqlType {
  return charType('VARCHAR', MAX_LENGTH, nullable);
}

export function decimalType(precision: number, scale: number, nullable: boolean): SqlType {
  return finish({ name: 'DECIMAL', nullable, precision, scale });
}

export function timeType(precision: number, nullable: boolean): SqlType {
  return finish({ name: 'TIME', nullable, precision });
}

export function timestampType(precision: number, nullable: boolean, indicator?: TimeIndicator): SqlType {
  return finish({ name: 'TIMESTAMP', nullable, precision, indicator });
}

export function timestampLtzType(precision: number, nullable: boolean, indicator?: TimeIndicator): SqlType {
  return finish({ name: 'TIMESTAMP_WITH_LOCAL_TIME_ZONE', nullable, precision, indicator });
}

export function intervalType(interval: IntervalQualifier, nullable: boolean): SqlType {
  return finish({ name: 'INTERVAL', nullable, interval });
}

export function arrayType(element: SqlType, nullable: boolean): SqlType {
  return finish({ name: 'ARRAY', nullable, element });
}

export function multisetType(element: SqlType, nullable: boolean): SqlType {
  return finish({ name: 'MULTISET', nullable, element });
}

export function mapType(key: SqlType, value: SqlType, nullable: boolean): SqlType {
  return finish({ name: 'MAP', nullable, key, value });
}

/** A ROW column (`peek`) or, with `structKind` plain, any other record. */
export function rowTypeOf(fields: readonly Field[], nullable: boolean, structKind: StructKind = 'peek'): RowType {
  return finish({ name: 'ROW', nullable, fields, structKind }) as RowType;
}

/** The row of a relation: plain record, never null. */
export function relRowType(fields: readonly Field[]): RowType {
  return rowTypeOf(fields, false, 'plain');
}

export function structuredType(className: string, fields: readonly Field[], nullable: boolean): SqlType {
  return finish({ name: 'STRUCTURED', nullable, className, fields });
}

export function rawType(className: string, nullable: boolean): SqlType {
  return finish({ name: 'RAW', nullable, className });
}

/** The same type with the given nullability; fields of a ROW keep theirs. */
export function withNullability(t: SqlType, nullable: boolean): SqlType {
  if (t.nullable === nullable) return t;
  const { digest: _digest, ...parts } = t;
  return finish({ ...parts, nullable });
}

/** The same type without its time attribute (a ROWTIME becomes a plain TIMESTAMP, a PROCTIME a plain TIMESTAMP_LTZ). */
export function withoutIndicator(t: SqlType): SqlType {
  if (!t.indicator) return t;
  const { digest: _digest, indicator: _indicator, ...parts } = t;
  return finish(parts);
}

export function sameType(a: SqlType, b: SqlType): boolean {
  return a.digest === b.digest;
}

/** Equal apart from the outermost nullability. */
export function sameTypeIgnoringNullability(a: SqlType, b: SqlType): boolean {
  return a.name === b.name && fullTypeText(a) === fullTypeText(b);
}

/** Field types equal one by one, names free (Calcite's `equalSansFieldNames` for rows of relations). */
export function sameFieldTypes(a: RowType, b: RowType): boolean {
  return a.fields.length === b.fields.length && a.fields.every((f, i) => f.type.digest === b.fields[i]?.type.digest);
}

export function isTimeIndicator(t: SqlType): boolean {
  return t.indicator !== undefined;
}

export function isRowtime(t: SqlType): boolean {
  return t.indicator === 'ROWTIME';
}

export function isProctime(t: SqlType): boolean {
  return t.indicator === 'PROCTIME';
}

export function isCharacter(t: SqlType): boolean {
  return t.name === 'CHAR' || t.name === 'VARCHAR';
}

export function isBinary(t: SqlType): boolean {
  return t.name === 'BINARY' || t.name === 'VARBINARY';
}

export function isIntegral(t: SqlType): boolean {
  return t.name === 'TINYINT' || t.name === 'SMALLINT' || t.name === 'INTEGER' || t.name === 'BIGINT';
}

export function isExactNumeric(t: SqlType): boolean {
  return isIntegral(t) || t.name === 'DECIMAL';
}

export function isApproximateNumeric(t: SqlType): boolean {
  return t.name === 'FLOAT' || t.name === 'DOUBLE';
}

export function isNumeric(t: SqlType): boolean {
  return isExactNumeric(t) || isApproximateNumeric(t);
}

export function isTimestamp(t: SqlType): boolean {
  return t.name === 'TIMESTAMP' || t.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE';
}

export function isDatetime(t: SqlType): boolean {
  return isTimestamp(t) || t.name === 'DATE' || t.name === 'TIME';
}

/** A year-month interval (counted in months); other intervals count milliseconds. */
export function isYearMonthInterval(t: SqlType): boolean {
  return t.name === 'INTERVAL' && YEAR_MONTH_UNITS.some((u) => u === t.interval?.start);
}

/** Calcite's type families as they appear in messages and comparisons. */
export type TypeFamily =
  | 'CHARACTER'
  | 'BINARY'
  | 'NUMERIC'
  | 'DATE'
  | 'TIME'
  | 'TIMESTAMP'
  | 'BOOLEAN'
  | 'INTERVAL_YEAR_MONTH'
  | 'INTERVAL_DAY_TIME'
  | 'MULTISET'
  | 'ARRAY'
  | 'MAP'
  | 'NULL'
  | 'ANY'
  | 'CURSOR'
  | 'COLUMN_LIST'
  | 'OTHER';

export function familyOf(t: SqlType): TypeFamily {
  if (isCharacter(t)) return 'CHARACTER';
  if (isBinary(t)) return 'BINARY';
  if (isNumeric(t)) return 'NUMERIC';
  if (isTimestamp(t)) return 'TIMESTAMP';
  switch (t.name) {
    case 'DATE':
    case 'TIME':
    case 'BOOLEAN':
    case 'MULTISET':
    case 'ARRAY':
    case 'MAP':
    case 'NULL':
    case 'ANY':
    case 'CURSOR':
    case 'COLUMN_LIST':
      return t.name;
    case 'INTERVAL':
      return isYearMonthInterval(t) ? 'INTERVAL_YEAR_MONTH' : 'INTERVAL_DAY_TIME';
    default:
      return 'OTHER';
  }
}
