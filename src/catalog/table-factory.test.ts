import { describe, expect, test } from 'vitest';
import { FlinkError } from '../base/diagnostic.ts';
import type { Column, ConnectorTable } from './table.ts';
import { parseFlinkType } from './connectors/type-text.ts';
import { ALL_MODE, INSERT_ONLY_MODE, changelogMode, changelogModeText } from './changelog-mode.ts';
import { createTableSink, createTableSource } from './table-factory.ts';

interface TableSpec {
  readonly columns?: Readonly<Record<string, string>>;
  readonly key?: readonly string[];
  readonly options: Readonly<Record<string, string>>;
}

function tableOf({ columns = { a: 'INT', b: 'STRING' }, key, options }: TableSpec): ConnectorTable {
  return {
    kind: 'connector',
    path: { catalog: 'c', database: 'd', name: 't' },
    isTemporary: false,
    columns: Object.entries(columns).map(([name, text]): Column => {
      const type = parseFlinkType(text);
      if (!type) throw new Error(`no type: ${text}`);
      return { kind: 'physical', name, type };
    }),
    watermarks: [],
    primaryKey: key && { name: 'PK', columns: key },
    partitionKeys: [],
    options: new Map(Object.entries(options)),
  };
}

/** The chain below the wrapper, each `Class: message`. */
function failure(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof FlinkError) return error.causes.map((c) => `${c.className}: ${c.message}`);
    throw error;
  }
  return ['no error'];
}

const sourceFailure = (spec: TableSpec): readonly string[] => failure(() => createTableSource(tableOf(spec))).slice(1);
const sinkFailure = (spec: TableSpec): readonly string[] => failure(() => createTableSink(tableOf(spec))).slice(1);

const KAFKA = { connector: 'kafka', topic: 't', 'properties.bootstrap.servers': 'b', format: 'json' };
const UPSERT_KAFKA = {
  connector: 'upsert-kafka',
  topic: 't',
  'properties.bootstrap.servers': 'b',
  'key.format': 'json',
  'value.format': 'json',
};
const JDBC = { connector: 'jdbc', url: 'jdbc:postgresql://h/d', 'table-name': 't' };

describe('discovery', () => {
  test('the wrapper lists the options sorted, secrets hidden', () => {
    const chain = failure(() => createTableSource(tableOf({ options: { connector: 'nope', password: 'geheim', 'a.b': "it's" } })));
    expect(chain[0]).toBe(
      "ValidationException: Unable to create a source for reading table 'c.d.t'.\n\nTable options are:\n\n'a.b'='it''s'\n'connector'='nope'\n'password'='******'",
    );
    expect(chain[1]).toBe("ValidationException: Cannot discover a connector using option: 'connector'='nope'");
    expect(chain[2]).toContain("Could not find any factory for identifier 'nope' that implements");
  });

  test('no connector', () => {
    expect(sinkFailure({ options: {} })).toEqual([
      "ValidationException: Table options do not contain an option key 'connector' for discovering a connector.",
    ]);
  });

  test('a sink cannot be read, a source cannot be written', () => {
    expect(sourceFailure({ options: { connector: 'print' } })).toEqual([
      "ValidationException: Connector 'print' can only be used as a sink. It cannot be used as a source.",
    ]);
    expect(sinkFailure({ options: { connector: 'datagen' } })).toEqual([
      "ValidationException: Connector 'datagen' can only be used as a source. It cannot be used as a sink.",
    ]);
  });

  test('hints count as options', () => {
    const table = tableOf({ options: { connector: 'values' } });
    expect(createTableSource(table, new Map([['bounded', 'true']])).bounded).toBe(true);
    expect(createTableSource(table).bounded).toBe(false);
  });
});

describe('options', () => {
  test('missing', () => {
    expect(sourceFailure({ options: { connector: 'jdbc' } })).toEqual([
      'ValidationException: One or more required options are missing.\n\nMissing required options are:\n\ntable-name\nurl',
    ]);
  });

  test('unknown', () => {
    const [message] = sinkFailure({ options: { connector: 'blackhole', x: '1' } });
    expect(message).toBe(
      "ValidationException: Unsupported options found for 'blackhole'.\n\nUnsupported options:\n\nx\n\nSupported options:\n\nconnector\nproperty-version\n" +
        'scan.watermark.alignment.group\nscan.watermark.alignment.max-drift\nscan.watermark.alignment.update-interval\nscan.watermark.emit.strategy\nscan.watermark.idle-timeout',
    );
  });

  test('options of formats count, under their prefix', () => {
    const [message] = sourceFailure({ options: { ...KAFKA, x: '1', 'key.format': 'csv', 'key.fields': 'a' } });
    expect(message).toContain('\njson.ignore-parse-errors\n');
    expect(message).toContain('\nkey.csv.field-delimiter\n');
  });

  test.each([
    ['bounded', 'abc', 'IllegalArgumentException: Unrecognized option for boolean: abc. Expected either true or false(case insensitive)'],
    ['sink.parallelism', '1.5', 'NumberFormatException: For input string: "1.5"'],
    [
      'source.sleep-time',
      'soon',
      'NumberFormatException: text does not start with a number, and is not a valid ISO-8601 duration format: soon',
    ],
    [
      'lookup.cache',
      'SOME',
      'IllegalArgumentException: Could not parse value for enum class org.apache.flink.table.connector.source.lookup.LookupOptions$LookupCacheType. Expected one of: [[NONE, PARTIAL, FULL]]',
    ],
  ])('%s=%s does not parse', (key, value, cause) => {
    expect(sourceFailure({ options: { connector: 'values', [key]: value } })).toEqual([
      `ValidationException: Invalid value for option '${key}'.`,
      `IllegalArgumentException: Could not parse value '${value}' for key '${key}'.`,
      cause,
    ]);
  });

  test('a watermark alignment needs both keys', () => {
    expect(sourceFailure({ options: { ...KAFKA, 'scan.watermark.alignment.group': 'g' } })[0]).toBe(
      "ValidationException: Error configuring watermark for 'kafka', 'scan.watermark.alignment.group' and 'scan.watermark.alignment.max-drift' must be set when configuring watermark alignment",
    );
  });
});

describe('kafka', () => {
  test.each([
    [{ ...KAFKA, 'topic-pattern': 'x' }, "Option 'topic' and 'topic-pattern' shouldn't be set together."],
    [
      { ...KAFKA, 'scan.startup.mode': 'timestamp' },
      "'scan.startup.timestamp-millis' is required in 'timestamp' startup mode but missing.",
    ],
    [{ ...KAFKA, 'key.fields': 'a' }, "The option 'key.fields' can only be declared if a key format is defined using 'key.format'."],
    [
      { ...KAFKA, 'key.format': 'debezium-json', 'key.fields': 'a' },
      'A key format should only deal with INSERT-only records. But debezium-json has a changelog mode of [INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE].',
    ],
    [{ connector: 'kafka' }, "Could not find required scan format 'value.format'."],
  ])('refuses %#', (options, message) => {
    expect(sourceFailure({ options })).toEqual([`ValidationException: ${message}`]);
  });

  test('a key needs a format that tells of changes', () => {
    const options = { ...KAFKA, 'scan.startup.mode': 'earliest-offset' };
    expect(sourceFailure({ key: ['a'], options })[0]).toContain("with 'json' format doesn't support defining PRIMARY KEY constraint");
    expect(createTableSource(tableOf({ key: ['a'], options: { ...options, format: 'debezium-json' } })).changelogMode).toEqual(ALL_MODE);
  });

  test('a bad option of the format is told with its place', () => {
    expect(sourceFailure({ options: { ...KAFKA, 'json.timestamp-format.standard': 'X' } })).toEqual([
      "ValidationException: Error creating scan format 'json' in option space 'json.'.",
      "ValidationException: Unsupported value 'X' for timestamp-format.standard. Supported values are [SQL, ISO-8601].",
    ]);
  });

  test('metadata: keys of the format first; reads everything', () => {
    const source = createTableSource(tableOf({ options: { ...KAFKA, format: 'canal-json' } }));
    expect(source.metadata?.map((m) => m.key)).toEqual([
      'value.database',
      'value.table',
      'value.sql-type',
      'value.pk-names',
      'value.ingestion-timestamp',
      'value.event-timestamp',
      'topic',
      'partition',
      'headers',
      'leader-epoch',
      'offset',
      'timestamp',
      'timestamp-type',
    ]);
    expect(source).toMatchObject({ projection: 'none', metadataProjection: false, watermark: true, limit: false });
    expect(source.provider).toEqual({ kind: 'DataStream', nodeName: 'KafkaSource-c.d.t', parallel: true });
  });

  test('committed offsets need a group, which shows when the source is built', () => {
    const source = createTableSource(tableOf({ options: KAFKA }));
    expect(failure(() => source.checkProvider?.([]))).toEqual([
      'IllegalStateException: Property group.id is required when using committed offset for offsets initializer',
    ]);
  });

  test('one topic cannot be written as metadata', () => {
    expect(createTableSink(tableOf({ options: KAFKA })).metadata?.map((m) => m.key)).toEqual(['headers', 'timestamp']);
    expect(createTableSink(tableOf({ options: { ...KAFKA, topic: 'x;y' } })).metadata?.map((m) => m.key)).toContain('topic');
  });
});

describe('upsert-kafka', () => {
  test('needs a key', () => {
    expect(sourceFailure({ options: UPSERT_KAFKA })[0]).toContain("'upsert-kafka' tables require to define a PRIMARY KEY constraint.");
  });

  test('updates and deletes when read, upserts when written', () => {
    const table = tableOf({ key: ['a'], columns: { a: 'INT NOT NULL', b: 'STRING' }, options: UPSERT_KAFKA });
    expect(changelogModeText(createTableSource(table).changelogMode)).toBe('[UA,D]');
    expect(changelogModeText(createTableSink(table).changelogMode(INSERT_ONLY_MODE))).toBe('[I,UA,D]');
  });
});

describe('jdbc', () => {
  test('groups of options', () => {
    expect(sourceFailure({ options: { ...JDBC, username: 'u' } })).toEqual([
      'IllegalArgumentException: Either all or none of the following options should be provided:\nusername\npassword',
    ]);
  });

  test('an unknown dialect', () => {
    expect(sourceFailure({ options: { ...JDBC, url: 'jdbc:foo://x' } })[0]).toContain(
      "Could not find any jdbc factory that can handle url 'jdbc:foo://x'",
    );
  });

  test('a sink without key takes inserts only', () => {
    const sink = createTableSink(tableOf({ options: JDBC }));
    expect(changelogModeText(sink.changelogMode(INSERT_ONLY_MODE))).toBe('[I,UA,D]');
    expect(failure(() => sink.changelogMode(ALL_MODE))).toEqual([
      'IllegalStateException: please declare primary key for sink table when query contains update/delete record.',
    ]);
  });

  test('a local timestamp that is read is refused when the scan is built', () => {
    const source = createTableSource(tableOf({ columns: { a: 'INT', l: 'TIMESTAMP_LTZ(3)' }, options: JDBC }));
    const [a, l] = [parseFlinkType('INT'), parseFlinkType('TIMESTAMP_LTZ(3)')];
    if (!a || !l) throw new Error('types');
    expect(() => source.checkProvider?.([{ name: 'a', type: a }])).not.toThrow();
    expect(failure(() => source.checkProvider?.([{ name: 'l', type: l }]))).toEqual([
      'UnsupportedOperationException: Unsupported type:TIMESTAMP_LTZ(3)',
    ]);
  });
});

describe('datagen', () => {
  test('options follow the columns', () => {
    const [message] = sourceFailure({
      columns: { i: 'INT', s: 'STRING', d: 'DATE', c: 'CHAR(2)', r: 'ROW<x INT>' },
      options: { connector: 'datagen', nokey: '1' },
    });
    expect(message?.split('Supported options:\n\n')[2] ?? message?.split('Supported options:\n\n')[1]).toBe(
      [
        'connector',
        'fields.c.kind',
        'fields.c.null-rate',
        'fields.d.kind',
        'fields.i.kind',
        'fields.i.max',
        'fields.i.min',
        'fields.i.null-rate',
        'fields.r.kind',
        'fields.r.null-rate',
        'fields.r.x.max',
        'fields.r.x.min',
        'fields.r.x.null-rate',
        'fields.s.kind',
        'fields.s.length',
        'fields.s.null-rate',
        'fields.s.var-len',
        'number-of-rows',
        'rows-per-second',
        'scan.parallelism',
      ].join('\n'),
    );
  });

  test.each([
    [{ 'fields.a.kind': 'sequence' }, "Could not find required property 'fields.a.start' for sequence generator."],
    [{ 'fields.a.kind': 'foo' }, 'Unsupported generator kind: foo'],
  ])('refuses %#', (options, message) => {
    expect(sourceFailure({ options: { connector: 'datagen', ...options } })).toEqual([`ValidationException: ${message}`]);
  });

  test('a number that does not parse has no level of its own', () => {
    expect(sourceFailure({ options: { connector: 'datagen', 'rows-per-second': 'x' } })).toEqual([
      "IllegalArgumentException: Could not parse value 'x' for key 'rows-per-second'.",
      'NumberFormatException: For input string: "x"',
    ]);
  });
});

describe('values', () => {
  const source = (options: Readonly<Record<string, string>>) =>
    createTableSource(tableOf({ options: { connector: 'values', ...options } }));
  const sinkMode = (options: Readonly<Record<string, string>>, key?: readonly string[]) =>
    changelogModeText(createTableSink(tableOf({ key, options: { connector: 'values', ...options } })).changelogMode(ALL_MODE));

  test('which abilities it has depends on options', () => {
    expect(source({}).lookup).toMatchObject({ sync: true, async: false });
    expect(source({ async: 'true' }).lookup).toMatchObject({ sync: false, async: true });
    expect(source({ 'disable-lookup': 'true' }).lookup).toBeUndefined();
    expect(source({ 'enable-watermark-push-down': 'true' }).watermark).toBe(false);
    expect(source({ 'enable-watermark-push-down': 'true', 'disable-lookup': 'true' })).toMatchObject({
      watermark: true,
      sourceWatermark: true,
      bounded: false,
    });
    expect(source({ 'enable-projection-push-down': 'false' })).toMatchObject({ projection: 'none', limit: true });
  });

  test('row kinds', () => {
    expect(changelogModeText(source({ 'changelog-mode': 'I,UA,D', 'source.produces-delete-by-key': 'true' }).changelogMode)).toBe(
      '[I,UA,PD]',
    );
    expect(sourceFailure({ options: { connector: 'values', 'changelog-mode': 'I,X' } })).toEqual([
      'IllegalArgumentException: Invalid ChangelogMode string: I,X',
    ]);
    expect(sinkMode({})).toBe('[I]');
    expect(sinkMode({ 'sink-insert-only': 'false' })).toBe('[I,UB,UA,D]');
    expect(sinkMode({ 'sink-insert-only': 'false' }, ['a'])).toBe('[I,UA,D]');
    expect(sinkMode({ 'sink-changelog-mode-enforced': 'I,D' })).toBe('[I,D]');
  });

  test('metadata keys are sorted, partitions are listed', () => {
    expect(source({ 'readable-metadata': 'b:BIGINT,a:DECIMAL(10, 2) NOT NULL' }).metadata?.map((m) => m.key)).toEqual(['a', 'b']);
    expect(source({ 'partition-list': 'x:1,y:b;x:2,y:c' }).partitions?.list).toEqual([
      { x: '1', y: 'b' },
      { x: '2', y: 'c' },
    ]);
  });
});

describe('sinks', () => {
  test('print takes everything, blackhole drops UPDATE_BEFORE', () => {
    const mode = (connector: string): string =>
      changelogModeText(createTableSink(tableOf({ options: { connector } })).changelogMode(ALL_MODE));
    expect(mode('print')).toBe('[I,UB,UA,D]');
    expect(mode('blackhole')).toBe('[I,UA,D]');
  });

  test('an updating query into files with a parallelism', () => {
    const sink = createTableSink(
      tableOf({ options: { connector: 'filesystem', path: '/x', format: 'debezium-json', 'sink.parallelism': '3' } }),
    );
    const chain = failure(() => sink.checkProvider?.({ input: changelogMode(['I', 'UB', 'UA']), overwrite: false, streaming: true }));
    expect(chain[0]).toContain('The row kinds of input stream are [+I,-U,+U]');
  });

  test('a CDC source reads changes and needs a key', () => {
    const options = { connector: 'mysql-cdc', hostname: 'h', username: 'u', password: 'p', 'database-name': 'd', 'table-name': 't' };
    expect(sourceFailure({ options })[0]).toContain("'scan.incremental.snapshot.chunk.key-column' is required");
    expect(createTableSource(tableOf({ key: ['a'], options }))).toMatchObject({ summary: 'MySQL-CDC', projection: 'none', bounded: false });
  });
});
