import { describe, expect, it } from 'vitest';
import { planScript } from './facade.ts';

const TABLES = `
  CREATE TABLE Orders (id BIGINT, buyer STRING, amount INT, rt TIMESTAMP(3), WATERMARK FOR rt AS rt)
    WITH ('connector' = 'values', 'bounded' = 'false');
  CREATE TABLE Buyers (name STRING, city STRING) WITH ('connector' = 'values', 'bounded' = 'false');
  CREATE TABLE Topic (id BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:9', 'format' = 'json');`;

/** The innermost message of the script's last statement. */
function failure(sql: string, options: Readonly<Record<string, string>> = {}): string {
  const last = planScript({ sql: `${TABLES}\n${sql};`, options }).statements.at(-1);
  const [error] = last?.diagnostics.filter((d) => d.severity === 'error') ?? [];
  return (error?.chain?.at(-1) ?? error?.message ?? 'planned').replace(/^\w+: /, '');
}

describe('errors of Flink', () => {
  it('come from the source when its reader is made', () => {
    expect(failure('SELECT * FROM Topic')).toBe('Property group.id is required when using committed offset for offsets initializer');
    expect(failure(`SELECT * FROM Topic /*+ OPTIONS('scan.startup.mode' = 'earliest-offset') */`)).toBe('planned');
  });

  it('say that a rule gives other column types, as the windows of an outer window join do', () => {
    const windowed = "(SELECT * FROM TABLE(TUMBLE(TABLE Orders, DESCRIPTOR(rt), INTERVAL '5' SECOND)))";
    const on = 'l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end';
    const sql = (type: string): string =>
      'SELECT l.window_time, COUNT(*) FROM ' +
      `${windowed} l ${type} JOIN ${windowed} r ON ${on} GROUP BY l.window_start, l.window_end, l.window_time`;
    expect(failure(sql('FULL'))).toContain('Type mismatch:\nrel rowtype: RecordType(TIMESTAMP(3) NOT NULL window_start,');
    expect(failure(sql('INNER'))).toBe('planned');
  });

  it('ask for a delta join where one is forced', () => {
    const force = { 'table.optimizer.delta-join.strategy': 'FORCE' };
    const join = 'SELECT id, city FROM Orders JOIN Buyers ON buyer = name';
    expect(failure(join, force)).toContain("The current sql doesn't support to do delta join optimization. The plan is:\n\nCalc(");
    expect(failure(join, force)).toContain('changelogMode=[I], duplicateChanges=[DISALLOW])');
    expect(failure(join)).toBe('planned');
    expect(failure('SELECT id FROM Orders', force)).toBe('planned');
  });

  it.each([
    ['SELECT COUNT(DISTINCT id, buyer) FROM Orders', 'We now only support the count of one field.'],
    ['SELECT APPROX_COUNT_DISTINCT(id) FROM Orders', 'APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.'],
    ['SELECT id FROM Orders WHERE UNIQUE (SELECT name FROM Buyers)', 'No match found for function signature UNIQUE'],
    [
      'SELECT LISTAGG(buyer) WITHIN GROUP (ORDER BY id) FROM Orders',
      "Aggregate expression 'LISTAGG' must not contain a WITHIN GROUP clause",
    ],
    ['SELECT STREAM id FROM Orders AS o', "Cannot convert table 'o' to stream"],
    ['SELECT MODE() WITHIN GROUP (ORDER BY id) FROM Orders', 'WITHIN GROUP not allowed with MODE function'],
    [
      'SELECT FIRST_VALUE(id) IGNORE NULLS OVER (PARTITION BY buyer ORDER BY rt) FROM Orders',
      "Cannot specify IGNORE NULLS or RESPECT NULLS following 'FIRST_VALUE'",
    ],
    [
      "SELECT * FROM Orders FOR SYSTEM_TIME AS OF TIMESTAMP '2020-01-01 00:00:00'",
      'getTable(ObjectPath, long) is not implemented for class org.apache.flink.table.catalog.GenericInMemoryCatalog.',
    ],
  ])('%s', (sql, message) => {
    expect(failure(sql)).toBe(message);
  });
});

describe('queries that no rule can plan', () => {
  const TREES: readonly (readonly [string, string])[] = [
    ['SELECT * FROM Orders TABLESAMPLE BERNOULLI(12.50)', 'Sample(mode=[bernoulli], rate=[0.125], repeatableSeed=[-])'],
    ['SELECT * FROM Orders AS o TABLESAMPLE SYSTEM(50) REPEATABLE(3)', 'Sample(mode=[system], rate=[0.5], repeatableSeed=[3])'],
    ['SELECT ARRAY(SELECT name FROM Buyers) FROM Orders', 'Collect(field=[x])'],
    ['SELECT MULTISET(SELECT name FROM Buyers) FROM Orders', 'Collect(field=[x])'],
    ['SELECT MAP(SELECT name, city FROM Buyers) FROM Orders', 'Collect(field=[x])'],
  ];

  it.each(TREES)('%s', (sql, node) => {
    const last = planScript({ sql: `${TABLES}\n${sql};` }).statements.at(-1);
    expect(last?.stages.at(-1)?.name).toBe('logical');
    const chain = last?.diagnostics.flatMap((d) => d.chain ?? []) ?? [];
    expect(chain[0]).toContain('TableException: Cannot generate a valid execution plan for the given query:');
    expect(chain[0]).toContain(node);
  });
});

describe('SOME and ALL over a list of values', () => {
  const filter = (condition: string): string =>
    planScript({ sql: `${TABLES}\nSELECT id FROM Orders WHERE ${condition};` }).statements.at(-1)?.explain.ast ?? '';

  it('are comparisons with each value', () => {
    expect(filter('id = SOME (1, 2)')).toContain('condition=[OR(=($0, 1), =($0, 2))]');
    expect(filter('id > ANY (1, 2)')).toContain('condition=[OR(>($0, 1), >($0, 2))]');
    expect(filter('id <> ALL (1, 2)')).toContain('condition=[AND(<>($0, 1), <>($0, 2))]');
  });
});
