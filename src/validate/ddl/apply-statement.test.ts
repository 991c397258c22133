import { describe, expect, test } from 'vitest';
import type { DdlContext } from './ddl-context.ts';
import type { CatalogTable } from '../../catalog/table.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../../catalog/flink-type-text.ts';
import { newSession } from '../../engine/new-session.ts';
import { isQuery } from '../../engine/statement-kind.ts';
import { parseExpression, parseScript } from '../../sql/parse.ts';
import { printSql } from '../../sql/printer.ts';
import { expressionResolver } from '../expression-resolver.ts';
import { applyStatement, changesCatalog } from './apply-statement.ts';

const BASE = `CREATE TABLE T (a INT, b STRING, ts TIMESTAMP(3), r ROW<x INT, t TIMESTAMP(3)>,
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector'='datagen')`;
const METADATA = `CREATE TABLE T (a INT, b STRING, k BIGINT METADATA, c AS k + 1, d AS a + 1, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts, PRIMARY KEY (a) NOT ENFORCED) PARTITIONED BY (b) WITH ('connector'='values')`;

function parsed(text: string): ReturnType<DdlContext['parseExpression']> {
  const { node } = parseExpression(text);
  if (node === undefined) throw new Error(`Not an expression: ${text}`);
  return node;
}

/** Runs statements one after another on a fresh catalog. */
class Script {
  readonly #session = newSession({});
  readonly #context: DdlContext = {
    catalog: this.#session.session.catalog,
    resolver: expressionResolver(this.#session.planning),
    toSql: printSql,
    parseExpression: parsed,
  };

  constructor(...statements: readonly string[]) {
    for (const statement of statements) this.run(statement);
  }

  run(sql: string): ReturnType<typeof applyStatement> {
    const statement = parseScript(`${sql};`).statements[0];
    if (statement?.node === undefined || isQuery(statement.node) || !changesCatalog(statement.node))
      throw new Error(`Not a DDL statement: ${sql}`);
    return applyStatement(statement.node, this.#context, this.#session.session.config);
  }

  /** The chain of messages with which the statement is refused. */
  refusal(sql: string): readonly string[] {
    try {
      this.run(sql);
    } catch (error) {
      if (error instanceof FlinkError) return error.causes.map((cause) => `${cause.className}: ${cause.message}`);
      throw error;
    }
    return [];
  }

  table(name: string): CatalogTable {
    const { catalog } = this.#context;
    const table = catalog.findTable(catalog.qualify([name]));
    if (table === undefined) throw new Error(`No table ${name}`);
    return table;
  }

  columns(name: string): readonly string[] {
    return this.table(name).columns.map((column) => `${column.name} ${column.kind} ${flinkTypeText(column.type)}`);
  }
}

describe('CREATE TABLE', () => {
  test('columns, key and watermark', () => {
    const script = new Script(METADATA);
    expect(script.columns('T')).toEqual([
      'a physical INT NOT NULL',
      'b physical STRING',
      'k metadata BIGINT',
      'c computed BIGINT',
      'd computed INT NOT NULL',
      'ts physical TIMESTAMP(3) *ROWTIME*',
    ]);
    const table = script.table('T');
    if (table.kind !== 'connector') throw new Error('not a connector table');
    expect(table.primaryKey).toEqual({ name: 'PK_a', columns: ['a'] });
    expect(table.partitionKeys).toEqual(['b']);
    expect(table.watermarks.map((spec) => spec.column)).toEqual(['ts']);
  });

  test.each([
    ['(a INT, PRIMARY KEY (zz) NOT ENFORCED)', "Primary key column 'zz' is not defined in the schema at line 1, column 37"],
    [
      '(a INT, c AS a+1, PRIMARY KEY (c) NOT ENFORCED)',
      "Could not create a PRIMARY KEY with column 'c' at line 1, column 47.\nA PRIMARY KEY constraint must be declared on physical columns.",
    ],
    [
      '(a INT, PRIMARY KEY (a, a) NOT ENFORCED)',
      "Invalid primary key 'PK_a_a'. A primary key must not contain duplicate columns. Found: [a]",
    ],
    [
      '(a INT, WATERMARK FOR zz AS zz)',
      "The rowtime attribute field 'zz' is not defined in the table schema, at line 1, column 38\nAvailable fields: ['a']",
    ],
    [
      '(ts TIMESTAMP(6), WATERMARK FOR ts AS ts)',
      "Invalid data type of time field for watermark definition. The field must be of type TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the time field type is TIMESTAMP(6)",
    ],
    [
      "(ts TIMESTAMP(3), WATERMARK FOR ts AS 'x')",
      "Invalid data type of expression for watermark definition. The field must be of type TIMESTAMP(p) or TIMESTAMP_LTZ(p), the supported precision 'p' is from 0 to 3, but the watermark expression type is CHAR(1) NOT NULL",
    ],
    ['(pt AS PROCTIME(), WATERMARK FOR pt AS pt)', 'A watermark can not be defined for a processing-time attribute.'],
    [
      '(r ROW<x INT, t TIMESTAMP(3)>, WATERMARK FOR r.t AS r.t)',
      "Invalid column name 'r.t' for rowtime attribute in watermark declaration. Available columns are: [r]",
    ],
    [
      '(r ROW<x INT, t TIMESTAMP(3)>, WATERMARK FOR r.z AS r.t)',
      "The rowtime attribute field 'r.z' is not defined in the table schema, at line 1, column 63\nNested field 'z' was not found in a composite type: ROW<`x` INT, `t` TIMESTAMP(3)>.",
    ],
    [
      '(a INT, a AS a + 1)',
      "A column named 'a' already exists in the table. Duplicate columns exist in the compute column and regular column. ",
    ],
    [
      '(b AS 1, b AS 2, a INT)',
      "A generated column named 'b' already exists in the base table. You might want to specify EXCLUDING GENERATED or OVERWRITING GENERATED.",
    ],
    ['(a DECIMAL(5,6))', 'Decimal scale must be between 0 and the precision 5 (both inclusive).'],
    ['(a ROW<x INT, x INT>)', 'Field names must be unique. Found duplicates: [x]'],
    ['(a INT) PARTITIONED BY (zz)', "Partition column 'zz' not defined in the table schema. Available columns: ['a']"],
    [
      '(a INT) DISTRIBUTED BY HASH(a) INTO 0 BUCKETS',
      "Invalid bucket count '0'. The number of buckets for a distributed table must be at least 1.",
    ],
  ])('%s is refused', (schema, message) => {
    expect(new Script().refusal(`CREATE TABLE A ${schema} WITH ('connector'='datagen')`)).toEqual([`ValidationException: ${message}`]);
  });

  test.each([
    ['zz + 1', "From line 1, column 29 to line 1, column 30: Unknown identifier 'zz'"],
    ['d + 1', "From line 1, column 29 to line 1, column 29: Unknown identifier 'd'"],
    ['nofunc(a)', 'From line 1, column 29 to line 1, column 37: No match found for function signature nofunc(<NUMERIC>)'],
    [
      'UPPER(a)',
      "From line 1, column 29 to line 1, column 36: Cannot apply 'UPPER' to arguments of type 'UPPER(<INTEGER>)'. Supported form(s): 'UPPER(<CHARACTER>)'",
    ],
  ])('computed column %s is refused', (expression, message) => {
    const chain = new Script().refusal(`CREATE TABLE A (a INT, c AS ${expression}, d AS 1) WITH ('connector'='datagen')`);
    expect(chain[0]?.replace(/At line (\d+), column (\d+):/, 'From line $1, column $2 to line $1, column $2:')).toBe(
      `CalciteContextException: ${message}`,
    );
  });

  test('a name exists once', () => {
    const script = new Script(BASE);
    expect(script.refusal("CREATE TABLE T (a INT) WITH ('connector'='datagen')")).toEqual([
      'ValidationException: Could not execute CreateTable in path `default_catalog`.`default_database`.`T`',
      'TableAlreadyExistException: Table (or view) default_database.T already exists in Catalog default_catalog.',
    ]);
    expect(script.refusal("CREATE TABLE IF NOT EXISTS T (a INT) WITH ('connector'='datagen')")).toEqual([]);
  });
});

describe('LIKE', () => {
  test.each([
    [
      'A LIKE zz',
      "Source table '`default_catalog`.`default_database`.`zz`' of the LIKE clause not found in the catalog, at line 1, column 21",
    ],
    ['A (a INT) LIKE T', "A column named 'a' already exists in the base table."],
    [
      'A (x INT, PRIMARY KEY (x) NOT ENFORCED) LIKE T',
      'The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.',
    ],
    [
      'A (WATERMARK FOR ts AS ts) LIKE T',
      "There already exists a watermark spec for column 'ts' in the base table. You might want to specify EXCLUDING WATERMARKS or OVERWRITING WATERMARKS.",
    ],
    [
      "A WITH ('connector'='kafka') LIKE T (INCLUDING OPTIONS)",
      "There already exists an option ['connector' -> 'values']  in the base table. You might want to specify EXCLUDING OPTIONS or OVERWRITING OPTIONS.",
    ],
  ])('CREATE TABLE %s is refused', (text, message) => {
    expect(new Script(METADATA).refusal(`CREATE TABLE ${text}`)).toEqual([`ValidationException: ${message}`]);
  });

  test('takes over, replaces and leaves out', () => {
    const script = new Script(
      METADATA,
      "CREATE TABLE L1 (d AS a + 2, e AS 'x') WITH ('x'='1') LIKE T (OVERWRITING GENERATED EXCLUDING PARTITIONS)",
    );
    expect(script.columns('L1').map((column) => column.split(' ')[0])).toEqual(['a', 'b', 'k', 'c', 'd', 'ts', 'e']);
    const table = script.table('L1');
    if (table.kind !== 'connector') throw new Error('not a connector table');
    expect([...table.options]).toEqual([
      ['connector', 'values'],
      ['x', '1'],
    ]);
    // EXCLUDING PARTITIONS only allows other keys; without such Flink keeps those of the base table.
    expect(table.partitionKeys).toEqual(['b']);
  });
});

describe('CREATE TABLE AS', () => {
  test('the outcome names the table and the columns of the query', () => {
    const script = new Script(BASE);
    const outcome = script.run("CREATE TABLE C (zz INT, a BIGINT) WITH ('connector'='print') AS SELECT a, b FROM T");
    expect(outcome.kind).toBe('table-as');
    expect(script.columns('C')).toEqual(['zz physical INT', 'a physical BIGINT', 'b physical STRING']);
  });

  test.each([
    ['(zz, a)', "Column 'zz' not found in the source schema."],
    ['(a)', 'The number of columns in the column list must match the number of columns in the source schema.'],
    ['(n INT NOT NULL)', "Column 'n' has no default value and does not allow NULLs."],
    [
      '(a BOOLEAN)',
      "Incompatible types for sink column 'a' at position 1. The source column has type 'INT NOT NULL', while the target column has type 'BOOLEAN'.",
    ],
  ])('columns %s are refused', (columns, message) => {
    const sql = `CREATE TABLE C ${columns} WITH ('connector'='print') AS SELECT a, b FROM T`;
    expect(new Script(BASE).refusal(sql)).toEqual([`ValidationException: ${message}`]);
  });
});

describe('views', () => {
  test('columns get the names of the list', () => {
    const script = new Script(BASE, 'CREATE VIEW V (x, y) AS SELECT a, b FROM T');
    expect(script.columns('V').map((column) => column.split(' ')[0])).toEqual(['x', 'y']);
  });

  test.each([
    [
      'V (x) AS SELECT a, b FROM T',
      ['ValidationException: VIEW definition and input fields not match:\n\tDef fields: [x].\n\tInput fields: [a, b].'],
    ],
    [
      'V AS SELECT a, a FROM T',
      [
        'ValidationException: SQL validation failed. A column with the same name `a` has been defined at line 1, column 25.',
        'SqlValidateException: A column with the same name `a` has been defined at line 1, column 25.',
      ],
    ],
  ])('%s is refused', (text, chain) => {
    expect(new Script(BASE).refusal(`CREATE VIEW ${text}`)).toEqual(chain);
  });

  test('are no tables', () => {
    const script = new Script(BASE, 'CREATE VIEW V AS SELECT a FROM T');
    expect(script.refusal('DROP TABLE V')).toEqual([
      "ValidationException: Table with identifier 'default_catalog.default_database.V' does not exist.",
    ]);
    expect(script.refusal('DROP VIEW T')).toEqual([
      "ValidationException: View with identifier 'default_catalog.default_database.T' does not exist.",
    ]);
    expect(script.refusal('CREATE TABLE L LIKE V')).toEqual([
      "ValidationException: Source table '`default_catalog`.`default_database`.`V`' of the LIKE clause can not be a VIEW, at line 1, column 21",
    ]);
  });
});

describe('ALTER TABLE', () => {
  const FAILED = 'Failed to execute ALTER TABLE statement.\n';

  test('adds, moves, renames and drops', () => {
    const script = new Script(METADATA, 'ALTER TABLE T ADD (x INT FIRST, y INT AFTER a, z AS a + 1 AFTER x)');
    const names = (): readonly string[] => script.table('T').columns.map((column) => column.name);
    expect(names()).toEqual(['x', 'z', 'a', 'y', 'b', 'k', 'c', 'd', 'ts']);
    script.run('ALTER TABLE T DROP (y, z)');
    script.run('ALTER TABLE T RENAME d TO d2');
    script.run('ALTER TABLE T DROP WATERMARK');
    expect(names()).toEqual(['x', 'a', 'b', 'k', 'c', 'd2', 'ts']);
    expect(script.columns('T').at(-1)).toBe('ts physical TIMESTAMP(3)');
  });

  test.each([
    ['ADD (x INT, x INT)', 'Encounter duplicate column `x`.'],
    ['ADD x INT AFTER zz', "Referenced column `zz` by 'AFTER' does not exist in the table."],
    ['DROP b', 'The column `b` is used as the partition keys.'],
    ['DROP (k)', 'The column `k` is referenced by computed column `c`.'],
    ['RENAME a TO a2', 'The column `a` is referenced by computed column `d`.'],
    ['MODIFY zz INT', 'Column `zz` does not exist in the table.'],
  ])('%s is refused', (change, message) => {
    expect(new Script(METADATA).refusal(`ALTER TABLE T ${change}`)).toEqual([`ValidationException: ${FAILED}${message}`]);
  });

  test('tells the expression that does not hold', () => {
    expect(new Script(METADATA).refusal('ALTER TABLE T ADD x AS zz + 1')).toEqual([
      `ValidationException: ${FAILED}Invalid expression for computed column 'x'.`,
      "ValidationException: Invalid expression for computed column 'x'.",
      'ValidationException: Invalid SQL expression: `zz` + 1',
      "CalciteContextException: From line 1, column 1 to line 1, column 4: Unknown identifier 'zz'",
      "SqlValidatorException: Unknown identifier 'zz'",
    ]);
  });
});

describe('options and databases', () => {
  test('SET answers with the new options', () => {
    const outcome = new Script().run("SET 'table.exec.mini-batch.enabled' = 'true'");
    if (outcome.kind !== 'config') throw new Error('no options');
    expect(outcome.config.get('table.exec.mini-batch.enabled')).toBe('true');
  });

  test.each(['SET', 'RESET'])('%s without a key is for clients only', (sql) => {
    expect(new Script().refusal(sql)[0]).toMatch(/^TableException: Unsupported SQL query! executeSql\(\) only accepts /);
  });

  test('the current database', () => {
    const script = new Script(BASE, 'CREATE DATABASE d2', 'USE d2', "CREATE TABLE X (a INT) WITH ('connector'='datagen')");
    expect(script.table('X').path).toEqual({ catalog: 'default_catalog', database: 'd2', name: 'X' });
    script.run('USE default_database');
    expect(() => script.table('X')).toThrow('No table X');
    expect(script.refusal('DROP DATABASE d2').length).toBeGreaterThan(0);
    expect(script.refusal('DROP DATABASE d2 CASCADE')).toEqual([]);
  });
});
