import { FlinkError } from '../../base/diagnostic.ts';
import { flinkTypeText } from '../flink-type-text.ts';
import { UPSERT_MODE, isInsertOnly } from '../changelog-mode.ts';
import type { ConnectorFactory } from '../connector.ts';
import type { ConfigOption, Options } from './config-option.ts';
import { enumOf, enumOption, integerOf, option, rawValue, valueOf } from './config-option.ts';
import { FactoryHelper, SINK_PARALLELISM, javaError } from './factory-helper.ts';
import { jdbcFilter } from './jdbc-filter.ts';
import { LOOKUP_CACHE, LOOKUP_MAX_RETRIES, PARTIAL_CACHE_OPTIONS, cacheOf } from './lookup-options.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';

const URL = option('url');
const TABLE_NAME = option('table-name');
const USERNAME = option('username');
const PASSWORD = option('password');
const PARTITION_COLUMN = option('scan.partition.column');
const PARTITION_NUM = option('scan.partition.num', 'int');
const LOWER_BOUND = option('scan.partition.lower-bound', 'long');
const UPPER_BOUND = option('scan.partition.upper-bound', 'long');
const CACHE_MAX_ROWS = option('lookup.cache.max-rows', 'long', '-1');
const CACHE_TTL = option('lookup.cache.ttl', 'duration', '10 s');
const SINK_MAX_RETRIES = option('sink.max-retries', 'int', '3');
const CONNECTION_TIMEOUT = option('connection.max-retry-timeout', 'duration', '60 s');
const FILTER_POLICY = enumOption(
  'filter.handling.policy',
  'org.apache.flink.connector.jdbc.core.table.FilterHandlingPolicy',
  ['NEVER', 'ALWAYS'],
  'ALWAYS',
);

const OPTIONAL: readonly ConfigOption[] = [
  option('driver'),
  option('compatible-mode'),
  USERNAME,
  PASSWORD,
  CONNECTION_TIMEOUT,
  PARTITION_COLUMN,
  LOWER_BOUND,
  UPPER_BOUND,
  PARTITION_NUM,
  option('scan.fetch-size', 'int', '0'),
  option('scan.auto-commit', 'boolean', 'true'),
  CACHE_MAX_ROWS,
  CACHE_TTL,
  option('lookup.cache.caching-missing-key', 'boolean', 'true'),
  LOOKUP_CACHE,
  LOOKUP_MAX_RETRIES,
  ...PARTIAL_CACHE_OPTIONS,
  option('sink.buffer-flush.max-rows', 'int', '100'),
  option('sink.buffer-flush.interval', 'duration', '1 s'),
  SINK_MAX_RETRIES,
  SINK_PARALLELISM,
  FILTER_POLICY,
];

/** Dialects by the start of the URL, with the name that messages print. */
const DIALECTS: readonly (readonly [string, string])[] = [
  ['jdbc:postgresql:', 'PostgreSQL'],
  ['jdbc:mysql:', 'MySQL'],
  ['jdbc:derby:', 'Derby'],
  ['jdbc:oracle:thin:', 'Oracle'],
  ['jdbc:sqlserver:', 'SqlServer'],
  ['jdbc:db2:', 'Db2'],
  ['jdbc:crate:', 'CrateDB'],
  ['jdbc:trino:', 'Trino'],
  ['jdbc:presto:', 'Trino'],
  ['jdbc:oceanbase:', 'OceanBase'],
];

/** What the message about an unknown URL lists. */
const LISTED_FACTORIES = [
  'org.apache.flink.connector.jdbc.derby.database.DerbyFactory',
  'org.apache.flink.connector.jdbc.postgres.database.PostgresFactory',
];

function dialectOf(url: string): string {
  const found = DIALECTS.find(([prefix]) => url.startsWith(prefix));
  if (found) return found[1];
  throw javaError(
    'IllegalStateException',
    `Could not find any jdbc factory that can handle url '${url}' that implements 'org.apache.flink.connector.jdbc.core.database.JdbcFactory' in the classpath.\n\n` +
      `Available factories are:\n\n${LISTED_FACTORIES.join('\n')}`,
  );
}

function allOrNone(options: Options, group: readonly ConfigOption[]): void {
  const present = group.filter((o) => rawValue(options, o) !== undefined).length;
  if (present === 0 || present === group.length) return;
  throw javaError(
    'IllegalArgumentException',
    `Either all or none of the following options should be provided:\n${group.map((o) => o.key).join('\n')}`,
  );
}

/** `JdbcDynamicTableFactory.validateConfigOptions`; gives the dialect's name. */
function validate(options: Options): string {
  const dialect = dialectOf(valueOf(options, URL) ?? '');
  allOrNone(options, [USERNAME, PASSWORD]);
  allOrNone(options, [PARTITION_COLUMN, PARTITION_NUM, LOWER_BOUND, UPPER_BOUND]);
  const lower = integerOf(options, LOWER_BOUND);
  const upper = integerOf(options, UPPER_BOUND);
  if (lower !== undefined && upper !== undefined && lower > upper) {
    throw javaError('IllegalArgumentException', `'${LOWER_BOUND.key}'='${lower}' must not be larger than '${UPPER_BOUND.key}'='${upper}'.`);
  }
  allOrNone(options, [CACHE_MAX_ROWS, CACHE_TTL]);
  for (const o of [LOOKUP_MAX_RETRIES, SINK_MAX_RETRIES]) {
    const value = integerOf(options, o) ?? 0;
    if (value < 0) throw javaError('IllegalArgumentException', `The value of '${o.key}' option shouldn't be negative, but is ${value}.`);
  }
  return dialect;
}

/** `JdbcDynamicTableFactory`: bounded scan, lookup by key, upsert by primary key. */
export const jdbcConnector: ConnectorFactory = {
  identifier: 'jdbc',
  className: 'org.apache.flink.connector.jdbc.core.table.JdbcDynamicTableFactory',
  createSource(context) {
    const { options } = context;
    new FactoryHelper(context, 'jdbc', [URL, TABLE_NAME], OPTIONAL).validate();
    const dialect = validate(options);
    return {
      ...PLAIN_SOURCE,
      summary: `JDBC:${dialect}`,
      className: 'org.apache.flink.connector.jdbc.core.table.source.JdbcDynamicTableSource',
      bounded: true,
      provider: { kind: 'InputFormat' },
      projection: 'top-level',
      filter: jdbcFilter(enumOf(options, FILTER_POLICY) !== 'NEVER'),
      limit: true,
      lookup: { sync: true, async: false, topLevelKeysOnly: true, cache: cacheOf(options) },
      checkProvider(columns) {
        const bad = columns.find((c) => c.type.name === 'TIMESTAMP_WITH_LOCAL_TIME_ZONE');
        if (!bad) return;
        const text = flinkTypeText({ ...bad.type, nullable: true, indicator: undefined });
        throw new FlinkError('catalog/type', [{ className: 'UnsupportedOperationException', message: `Unsupported type:${text}` }]);
      },
    };
  },
  createSink(context) {
    const { table, options } = context;
    new FactoryHelper(context, 'jdbc', [URL, TABLE_NAME], OPTIONAL).validate();
    const dialect = validate(options);
    return {
      ...PLAIN_SINK,
      summary: `JDBC:${dialect}`,
      className: 'org.apache.flink.connector.jdbc.core.table.sink.JdbcDynamicTableSink',
      changelogMode(requested) {
        if (!isInsertOnly(requested) && !table.primaryKey) {
          throw javaError('IllegalStateException', 'please declare primary key for sink table when query contains update/delete record.');
        }
        return UPSERT_MODE;
      },
      parallelism: integerOf(options, SINK_PARALLELISM),
    };
  },
};
