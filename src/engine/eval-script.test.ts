import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { evalScript } from './eval-script.ts';
import { planScript } from './plan-script.ts';

/** Fields behind the expression, of each line of the answer. */
function answers(script: string): string[] {
  return evalScript(script)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t').slice(1).join(' | '));
}

describe('evalScript', () => {
  test.each([
    ['1 + 1', 'INT NOT NULL | 2 | 2'],
    ['.5', 'DECIMAL(1, 1) NOT NULL | 0.5 | 0.5'],
    ["CAST('x' AS INT)", "ERROR | runtime: NumberFormatException: For input string: 'x'. Invalid character found. | INT NOT NULL"],
    ['CAST(1 AS INTERVAL DAY)', 'INTERVAL SECOND(3) NOT NULL | +1 00:00:00.000 | 86400000:INTERVAL DAY'],
    ['TRUE AND NULL', "ERROR | validation: SqlValidatorException: Illegal use of 'NULL' | "],
    ["MAP['a', NULL]", "MAP<CHAR(1) NOT NULL, CHAR(1)> NOT NULL | {a=NULL} | MAP('a', null:CHAR(1))"],
    ['BITMAP_TO_STRING(BITMAP_BUILD(ARRAY[5, 1, -1]))', "STRING NOT NULL | {1,5,4294967295} | '{1,5,4294967295}'"],
    [
      'BITMAP_TO_BYTES(BITMAP_BUILD(ARRAY[1, 2, 3, 70000, -1]))',
      "BYTES NOT NULL | x'3a300000030000000000020001000000ffff00002000000026000000280000000100020003007011ffff' | X'3a300000030000000000020001000000ffff00002000000026000000280000000100020003007011ffff'",
    ],
    [
      `PARSE_JSON('{"b": 1, "a": 2.50, "c": 1e2}')`,
      `VARIANT NOT NULL | {"a":2.5,"b":1,"c":100.0} | PARSE_JSON('{"b": 1, "a": 2.50, "c": 1e2}')`,
    ],
    [`PARSE_JSON('[10, 20]')[3]`, `VARIANT | \\N | ITEM(PARSE_JSON('[10, 20]'), 3)`],
    ['RAND(1)', 'DOUBLE NOT NULL | 0.7308781907032909 | RAND(1)'],
    ['RAND_INTEGER(5, 100)', 'INT NOT NULL | 87 | RAND_INTEGER(5, 100)'],
    ["CAST('2024-02-30 00:00:00' AS TIMESTAMP(3))", 'TIMESTAMP(3) NOT NULL | 2024-02-29 00:00:00.000 | 2024-02-29 00:00:00'],
    [
      "CAST('2024-0229' AS TIMESTAMP(3))",
      "ERROR | runtime: DateTimeParseException: Text '2024-0229' could not be parsed at index 7 | TIMESTAMP(3) NOT NULL",
    ],
    ["REGEXP_REPLACE('aXbX', '\\p{Upper}', '-')", "STRING NOT NULL | a-b- | 'a-b-'"],
    ["REGEXP('abc', '\\Aabc\\z')", 'BOOLEAN NOT NULL | TRUE | true'],
    ["REGEXP_COUNT('abcABC', '(?i)b')", 'INT | 2 | CAST(2 AS INTEGER)'],
    ["REGEXP('a b', 'a\\hb')", 'BOOLEAN NOT NULL | TRUE | true'],
    [`JSON_QUERY('{"a": [{"b":1},{"b":2}]}', '$.a[?(@.b>1)]')`, `STRING | [{"b":2}] | CAST('[{"b":2}]' AS VARCHAR(2147483647))`],
    [`JSON_QUERY('{"a": ["x","y"]}', '$.a[?(@ =~ /X/i)]')`, `STRING | ["x"] | CAST('["x"]' AS VARCHAR(2147483647))`],
    [`JSON_VALUE('{"a": [1,2,3]}', '$.a.sum()')`, "STRING | 6.0 | CAST('6.0' AS VARCHAR(2147483647))"],
  ])('%s', (expression, expected) => {
    expect(answers(expression)).toEqual([expected]);
  });

  test('columns and options hold for the lines below them', () => {
    const script = ['# comment', '@col a INT = 5', '@col n INT = NULL', 'a + 1', '@set table.local-time-zone = Asia/Tokyo'];
    expect(answers([...script, '@col a BIGINT = 7', 'a', 'COALESCE(n, a, 1 / (a - 7))', 'TO_TIMESTAMP_LTZ(0, 0)'].join('\n'))).toEqual([
      'INT | 6 | +(a, 1)',
      'BIGINT | 7 | a',
      'ERROR | runtime: ArithmeticException: / by zero | BIGINT',
      'TIMESTAMP_LTZ(3) | 1970-01-01 09:00:00.000 | CAST(1970-01-01 00:00:00 AS TIMESTAMP_WITH_LOCAL_TIME_ZONE(3))',
    ]);
  });
});

describe('code that Flink does not generate', () => {
  const table = "CREATE TABLE T (a INT, s STRING, y TINYINT) WITH ('connector' = 'datagen');\n";

  test.each([
    ['SELECT CAST(s AS INTERVAL DAY) FROM T', "CodeGenException: Unsupported cast from 'STRING' to 'INTERVAL SECOND(3)'."],
    ["SELECT JSON_OBJECT('a' VALUE NULL) FROM T", 'TableException: Type is not supported: ANY'],
  ])('%s fails after the optimizer', (query, message) => {
    const statement = planScript({ sql: table + query }).statements[1];
    expect(statement?.diagnostics.map((d) => d.chain)).toEqual([[message]]);
    expect(statement?.stages.length).toBeGreaterThan(0);
  });

  test.each(['LEAD(a)', 'NTILE(2)', 'PERCENT_RANK()', 'CUME_DIST()'])('%s over a stream', (f) => {
    const timed = "CREATE TABLE R (a INT, t TIMESTAMP(3), WATERMARK FOR t AS t) WITH ('connector' = 'datagen');\n";
    const statement = planScript({ sql: `${timed}SELECT ${f} OVER (ORDER BY t) FROM R` }).statements[1];
    const name = f.replace(/\(.*/, '');
    expect(statement?.diagnostics.map((d) => d.chain)).toEqual([[`TableException: ${name} Function is not supported in stream mode.`]]);
  });

  test('what only the Java compiler refuses is explained', () => {
    expect(planScript({ sql: `${table}SELECT SIGN(y) FROM T` }).statements[1]?.diagnostics).toEqual([]);
  });
});

test.each(['time_units', 'inferred_arguments'])("%s answers as Flink's facts say", (name) => {
  const facts = (end: string): string => readFileSync(new URL(`../../corpus/functions/${name}.${end}`, import.meta.url), 'utf8');
  expect(evalScript(facts('exprs')).split('\n')).toEqual(facts('values').split('\n'));
});
