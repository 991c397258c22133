import type { SeededRandom } from '../base/seeded-random.ts';

/** Families of types that the generator tells apart; within a family every expression may stand for every other. */
export type Family =
  'INT' | 'BIGINT' | 'DOUBLE' | 'DECIMAL' | 'STRING' | 'BOOLEAN' | 'DATE' | 'TIME' | 'TS' | 'LTZ' | 'ARRAY' | 'MAP' | 'ROW' | 'BYTES';

/** A column that a query can name. */
export interface Column {
  /** As it is written, qualified and quoted where needed. */
  readonly text: string;
  readonly family: Family;
  /** An event-time or processing-time attribute, as far as the generator knows. */
  readonly time?: 'rowtime' | 'proctime';
}

/** How the families are written in DDL. */
export const TYPE_TEXT: Readonly<Record<Family, readonly string[]>> = {
  INT: ['INT', 'SMALLINT', 'TINYINT', 'INT NOT NULL'],
  BIGINT: ['BIGINT', 'BIGINT NOT NULL'],
  DOUBLE: ['DOUBLE', 'FLOAT'],
  DECIMAL: ['DECIMAL(10, 2)', 'DECIMAL(38, 18)', 'DECIMAL(1, 1)'],
  STRING: ['STRING', 'VARCHAR(10)', 'CHAR(3)', 'STRING NOT NULL'],
  BOOLEAN: ['BOOLEAN'],
  DATE: ['DATE'],
  TIME: ['TIME', 'TIME(0)'],
  TS: ['TIMESTAMP(3)', 'TIMESTAMP(6)', 'TIMESTAMP(0)'],
  LTZ: ['TIMESTAMP_LTZ(3)'],
  ARRAY: ['ARRAY<INT>', 'ARRAY<INT NOT NULL>'],
  MAP: ['MAP<STRING, INT>'],
  ROW: ['ROW<x INT, y STRING>', 'ROW<x INT NOT NULL, y STRING> NOT NULL'],
  BYTES: ['BYTES'],
};

export const FAMILIES = Object.keys(TYPE_TEXT) as readonly Family[];

const LITERALS: Readonly<Record<Family, readonly string[]>> = {
  INT: ['0', '1', '-1', '7', '2147483647', 'CAST(NULL AS INT)'],
  BIGINT: ['CAST(3 AS BIGINT)', '9223372036854775807', '2147483648'],
  DOUBLE: ['1.5E0', '-0E0', '1E308', 'CAST(2 AS DOUBLE)'],
  DECIMAL: ['1.25', '0.00', '12345678.90', '0.0000000001'],
  STRING: ["''", "'a'", "'x%_y'", "'日本'", "'it''s'", 'CAST(NULL AS STRING)'],
  BOOLEAN: ['TRUE', 'FALSE', 'CAST(NULL AS BOOLEAN)'],
  DATE: ["DATE '2024-02-29'", 'CURRENT_DATE'],
  TIME: ["TIME '12:34:56'", "TIME '00:00:00'"],
  TS: ["TIMESTAMP '2024-01-01 00:00:00'", "TIMESTAMP '1969-12-31 23:59:59.999'", 'LOCALTIMESTAMP'],
  LTZ: ['CURRENT_TIMESTAMP', 'TO_TIMESTAMP_LTZ(1000, 3)', 'NOW()'],
  ARRAY: ['ARRAY[1, 2]', 'ARRAY[CAST(NULL AS INT)]'],
  MAP: ["MAP['a', 1]"],
  ROW: ["CAST(ROW(1, 'a') AS ROW<x INT, y STRING>)"],
  BYTES: ["X'00FF'", "ENCODE('a', 'UTF-8')"],
};

/** Calls by family of result: `$F` stands for an expression of the family F. */
const CALLS: Readonly<Record<Family, readonly string[]>> = {
  INT: [
    '($INT + $INT)',
    '($INT * $INT)',
    'MOD($INT, $INT)',
    '($INT / $INT)',
    'CHAR_LENGTH($STRING)',
    'ABS($INT)',
    'CAST($STRING AS INT)',
    'CAST($DOUBLE AS INT)',
    'CASE WHEN $BOOLEAN THEN $INT ELSE $INT END',
    'COALESCE($INT, $INT)',
    'NULLIF($INT, $INT)',
    'CARDINALITY($ARRAY)',
    '$ARRAY[1]',
    "$MAP['a']",
    'SIGN($INT)',
    "POSITION('a' IN $STRING)",
    'TIMESTAMPDIFF(DAY, $TS, $TS)',
    '-($INT)',
    'IF($BOOLEAN, $INT, $INT)',
    'GREATEST($INT, $INT, $INT)',
    'TRY_CAST($STRING AS INT)',
    'ELEMENT(ARRAY[$INT])',
    "JSON_VALUE($STRING, '$.a' RETURNING INT)",
  ],
  BIGINT: [
    '($BIGINT + $INT)',
    'EXTRACT(YEAR FROM $TS)',
    'UNIX_TIMESTAMP()',
    'CAST($INT AS BIGINT)',
    '($BIGINT - $BIGINT)',
    'YEAR($DATE)',
    'CEIL($BIGINT)',
  ],
  DOUBLE: [
    'SQRT($DOUBLE)',
    'POWER($DOUBLE, $INT)',
    '($DOUBLE * $INT)',
    'LN($DOUBLE)',
    'ROUND($DOUBLE, 1)',
    'PI()',
    '($DECIMAL / $DOUBLE)',
    'ATAN2($DOUBLE, $DOUBLE)',
  ],
  DECIMAL: [
    '($DECIMAL * $DECIMAL)',
    '($DECIMAL / $DECIMAL)',
    '($DECIMAL + $INT)',
    'ROUND($DECIMAL, 1)',
    'CAST($INT AS DECIMAL(10, 2))',
    'FLOOR($DECIMAL)',
    'MOD($DECIMAL, $INT)',
  ],
  STRING: [
    'UPPER($STRING)',
    'CONCAT($STRING, $STRING)',
    '($STRING || $STRING)',
    'SUBSTRING($STRING, 1, 2)',
    'TRIM(BOTH FROM $STRING)',
    'CAST($INT AS STRING)',
    "DATE_FORMAT($TS, 'yyyy-MM')",
    "REGEXP_REPLACE($STRING, 'a', 'b')",
    'CAST($BOOLEAN AS VARCHAR(3))',
    'CASE $INT WHEN 1 THEN $STRING END',
    'CAST($ROW AS STRING)',
    "SPLIT_INDEX($STRING, ',', 0)",
    "JSON_VALUE($STRING, '$.a')",
    'COALESCE($STRING, $STRING)',
    'LPAD($STRING, 3, $STRING)',
    '($ROW).y',
    'MD5($STRING)',
    "JSON_QUERY($STRING, '$.a')",
    'REPEAT($STRING, 2)',
    'INITCAP($STRING)',
    'OVERLAY($STRING PLACING $STRING FROM 1 FOR 2)',
    'CAST($TS AS STRING)',
  ],
  BOOLEAN: [
    '$INT > $INT',
    '$INT = $INT',
    '$BIGINT <> $INT',
    '$STRING LIKE $STRING',
    "$STRING LIKE 'a%'",
    '$BOOLEAN AND $BOOLEAN',
    '($BOOLEAN OR $BOOLEAN)',
    'NOT ($BOOLEAN)',
    '$INT IS NULL',
    '$STRING IS NOT NULL',
    '$INT BETWEEN $INT AND $INT',
    '$INT IN (1, 2, 3)',
    '$INT NOT IN (1, 2, $INT)',
    "$STRING IN ('a', 'b')",
    '$BOOLEAN IS TRUE',
    '$BOOLEAN IS NOT FALSE',
    '$DOUBLE < $DECIMAL',
    '$TS >= $TS',
    '$DATE = $DATE',
    '$INT IS DISTINCT FROM $INT',
    '$TIME < $TIME',
    "$STRING SIMILAR TO 'a+'",
    '($INT > 5 AND $INT < 10)',
    '($INT > 5 OR $INT > 7)',
    '$STRING IS JSON',
    "JSON_EXISTS($STRING, '$.a')",
    '$INT = $STRING',
    '$DATE > $TS',
    '($TS, $TS) OVERLAPS ($TS, $TS)',
    '($INT, $STRING) = ($INT, $STRING)',
    '$ARRAY = $ARRAY',
    '$ROW = $ROW',
    '$BYTES = $BYTES',
    '$INT IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)',
  ],
  DATE: [
    "CAST('2024-01-01' AS DATE)",
    "($DATE + INTERVAL '1' DAY)",
    'CAST($TS AS DATE)',
    "TO_DATE($STRING, 'yyyy')",
    'FLOOR($DATE TO MONTH)',
  ],
  TIME: ['CAST($STRING AS TIME)', "($TIME + INTERVAL '1' HOUR)", 'CAST($TS AS TIME)', 'LOCALTIME'],
  TS: [
    "($TS + INTERVAL '1' HOUR)",
    'CAST($LTZ AS TIMESTAMP(3))',
    'TO_TIMESTAMP($STRING)',
    'FLOOR($TS TO DAY)',
    'TIMESTAMPADD(MONTH, 1, $TS)',
    "($TS - INTERVAL '1-2' YEAR TO MONTH)",
    'CEIL($TS TO HOUR)',
    'COALESCE($TS, $TS)',
  ],
  LTZ: ['CAST($TS AS TIMESTAMP_LTZ(3))', 'TO_TIMESTAMP_LTZ($BIGINT, 3)', "($LTZ + INTERVAL '1' MINUTE)"],
  ARRAY: ['ARRAY[$INT, $INT]', 'COALESCE($ARRAY, $ARRAY)', 'ARRAY_DISTINCT($ARRAY)', 'ARRAY_APPEND($ARRAY, $INT)', 'MAP_VALUES($MAP)'],
  MAP: ['MAP[$STRING, $INT]', 'STR_TO_MAP($STRING)', 'COALESCE($MAP, $MAP)'],
  ROW: ['ROW($INT, $STRING)', '($INT, $STRING)', 'COALESCE($ROW, $ROW)'],
  BYTES: ['CAST($STRING AS BYTES)', "ENCODE($STRING, 'UTF-8')"],
};

/** A random expression of a family over the columns; `depth` bounds how deep calls are nested. */
export function randomExpression(random: SeededRandom, family: Family, columns: readonly Column[], depth: number): string {
  const fitting = columns.filter((c) => c.family === family);
  if (depth <= 0 || random.chance(0.35)) {
    if (fitting.length > 0 && random.chance(0.85)) return random.pick(fitting).text;
    return random.pick(LITERALS[family]);
  }
  const call = random.pick(CALLS[family]);
  return call.replace(/\$([A-Z]+)/g, (whole, name: string) =>
    (FAMILIES as readonly string[]).includes(name) ? randomExpression(random, name as Family, columns, depth - 1) : whole,
  );
}

/** An aggregate call and the family of its result. */
export function randomAggregate(random: SeededRandom, columns: readonly Column[]): { readonly text: string; readonly family: Family } {
  const arg = (family: Family): string => randomExpression(random, family, columns, random.below(2));
  const distinct = random.chance(0.2) ? 'DISTINCT ' : '';
  const filter = random.chance(0.15) ? ` FILTER (WHERE ${arg('BOOLEAN')})` : '';
  const family = random.pick([
    'COUNT*',
    'COUNT',
    'SUM',
    'AVG',
    'MIN',
    'MAX',
    'LISTAGG',
    'FIRST_VALUE',
    'COLLECT',
    'STDDEV_POP',
    'SINGLE_VALUE',
    'JSON',
  ] as const);
  switch (family) {
    case 'COUNT*':
      return { text: `COUNT(*)${filter}`, family: 'BIGINT' };
    case 'COUNT':
      return { text: `COUNT(${distinct}${arg(random.pick(['INT', 'STRING', 'BIGINT', 'TS']))})${filter}`, family: 'BIGINT' };
    case 'SUM': {
      const of = random.pick(['INT', 'BIGINT', 'DOUBLE', 'DECIMAL'] as const);
      return { text: `SUM(${distinct}${arg(of)})${filter}`, family: of };
    }
    case 'AVG':
      return { text: `AVG(${distinct}${arg('INT')})${filter}`, family: 'INT' };
    case 'MIN':
    case 'MAX': {
      const of = random.pick(['INT', 'STRING', 'TS', 'DATE', 'BOOLEAN', 'LTZ'] as const);
      return { text: `${family}(${arg(of)})${filter}`, family: of };
    }
    case 'LISTAGG':
      return { text: `LISTAGG(${distinct}${arg('STRING')})${filter}`, family: 'STRING' };
    case 'FIRST_VALUE':
      return { text: `FIRST_VALUE(${arg('STRING')})${filter}`, family: 'STRING' };
    case 'COLLECT':
      return { text: `CARDINALITY(COLLECT(${arg('INT')}))`, family: 'INT' };
    case 'STDDEV_POP':
      return { text: `STDDEV_POP(${arg('DOUBLE')})${filter}`, family: 'DOUBLE' };
    case 'SINGLE_VALUE':
      return { text: `LAST_VALUE(${arg('INT')})`, family: 'INT' };
    case 'JSON':
      return { text: `JSON_ARRAYAGG(${arg('INT')})`, family: 'STRING' };
  }
}
