import type { SqlType } from '../../types/sql-type.ts';
import { stringType, timestampLtzType } from '../../types/sql-type.ts';
import { ALL_MODE, INSERT_ONLY_MODE, changelogMode } from '../changelog-mode.ts';
import type { ConnectorFactory, MetadataKey } from '../connector.ts';
import type { ConfigOption } from './config-option.ts';
import { booleanOf, enumOption, option, rawValue, valueOf } from './config-option.ts';
import { FactoryHelper, factoryError } from './factory-helper.ts';
import { PLAIN_SOURCE } from './source-defaults.ts';

const STRING: SqlType = stringType(false);
const UPSERT_SOURCE_MODE = changelogMode(['I', 'UA', 'D']);

const DATABASE_NAME: MetadataKey = { key: 'database_name', type: STRING };
const SCHEMA_NAME: MetadataKey = { key: 'schema_name', type: STRING };
const TABLE_NAME: MetadataKey = { key: 'table_name', type: STRING };
const OP_TS: MetadataKey = { key: 'op_ts', type: timestampLtzType(3, false) };
const ROW_KIND: MetadataKey = { key: 'row_kind', type: STRING };

const HOSTNAME = option('hostname');
const USERNAME = option('username');
const PASSWORD = option('password');
const DATABASE = option('database-name');
const SCHEMA = option('schema-name');
const TABLE = option('table-name');
const INCREMENTAL = option('scan.incremental.snapshot.enabled', 'boolean', 'true');
const CHUNK_KEY = option('scan.incremental.snapshot.chunk.key-column');
const APPEND_ONLY = option('scan.read-changelog-as-append-only.enabled', 'boolean', 'false');
const STARTUP_MODE = option('scan.startup.mode', 'string', 'initial');

const SNAPSHOT_OPTIONS: readonly ConfigOption[] = [
  INCREMENTAL,
  CHUNK_KEY,
  APPEND_ONLY,
  STARTUP_MODE,
  option('server-time-zone'),
  option('scan.incremental.snapshot.chunk.size', 'int', '8096'),
  option('scan.snapshot.fetch.size', 'int', '1024'),
  option('scan.incremental.close-idle-reader.enabled', 'boolean', 'false'),
  option('scan.incremental.snapshot.backfill.skip', 'boolean', 'false'),
  option('scan.incremental.snapshot.unbounded-chunk-first.enabled', 'boolean', 'false'),
  option('connect.timeout', 'duration', '30 s'),
  option('connect.max-retries', 'int', '3'),
  option('connection.pool.size', 'int', '20'),
  option('heartbeat.interval', 'duration', '30 s'),
  option('chunk-key.even-distribution.factor.lower-bound', 'double', '0.05'),
  option('chunk-key.even-distribution.factor.upper-bound', 'double', '1000.0'),
  option('split-key.even-distribution.factor.lower-bound', 'double', '0.05'),
  option('split-key.even-distribution.factor.upper-bound', 'double', '1000.0'),
  option('chunk-meta.group.size', 'int', '1000'),
];

const STARTUP_DETAILS: readonly ConfigOption[] = [
  option('scan.startup.timestamp-millis', 'long'),
  option('scan.startup.specific-offset.file'),
  option('scan.startup.specific-offset.pos', 'long'),
  option('scan.startup.specific-offset.gtid-set'),
  option('scan.startup.specific-offset.skip-events', 'long'),
  option('scan.startup.specific-offset.skip-rows', 'long'),
];

interface Cdc {
  readonly identifier: string;
  readonly summary: string;
  readonly className: string;
  readonly required: readonly ConfigOption[];
  readonly optional: readonly ConfigOption[];
  readonly metadata: readonly MetadataKey[];
  readonly startupModes: readonly string[];
  /** Whether the incremental reader, which needs a key or a chunk column, is the default. */
  readonly incremental: boolean;
}

/**
 * A source that reads a database's log (flink-cdc 3.x): first a snapshot, then every change with the row before it. All columns are
 * always read; there is no push-down but metadata.
 */
function cdcConnector(spec: Cdc): ConnectorFactory {
  return {
    identifier: spec.identifier,
    className: `${spec.className}Factory`,
    createSource(context) {
      const { table, options } = context;
      const helper = new FactoryHelper(context, spec.identifier, spec.required, spec.optional);
      helper.validate('debezium.', 'jdbc.properties.');
      const mode = valueOf(options, STARTUP_MODE) ?? 'initial';
      if (spec.startupModes.length > 0 && !spec.startupModes.includes(mode.toLowerCase())) {
        throw factoryError(
          `Invalid value for option 'scan.startup.mode'. Supported values are [${spec.startupModes.join(', ')}], but was: ${mode}`,
        );
      }
      const incremental = spec.incremental && booleanOf(options, INCREMENTAL);
      if (incremental && !table.primaryKey && rawValue(options, CHUNK_KEY) === undefined) {
        throw factoryError(
          "'scan.incremental.snapshot.chunk.key-column' is required for table without primary key when 'scan.incremental.snapshot.enabled' enabled.",
        );
      }
      const upsert = valueOf(options, option('changelog-mode'))?.toLowerCase() === 'upsert';
      const changes = upsert ? UPSERT_SOURCE_MODE : ALL_MODE;
      return {
        ...PLAIN_SOURCE,
        summary: spec.summary,
        className: spec.className,
        bounded: mode.toLowerCase() === 'snapshot',
        changelogMode: booleanOf(options, APPEND_ONLY) ? INSERT_ONLY_MODE : changes,
        provider: incremental ? { kind: 'Source' } : { kind: 'SourceFunction', parallel: false },
        metadata: spec.metadata,
        metadataProjection: false,
      };
    },
  };
}

const LOGIN = [HOSTNAME, USERNAME, PASSWORD, DATABASE, TABLE];
const PACKAGE = 'org.apache.flink.cdc.connectors';

const mysqlCdc = cdcConnector({
  identifier: 'mysql-cdc',
  summary: 'MySQL-CDC',
  className: `${PACKAGE}.mysql.table.MySqlTableSource`,
  required: LOGIN,
  optional: [
    option('port', 'int', '3306'),
    option('server-id'),
    option('scan.newly-added-table.enabled', 'boolean', 'false'),
    option('scan.parse.online.schema.changes.enabled', 'boolean', 'false'),
    option('use.legacy.json.format', 'boolean', 'true'),
    ...SNAPSHOT_OPTIONS,
    ...STARTUP_DETAILS,
  ],
  metadata: [TABLE_NAME, DATABASE_NAME, OP_TS, ROW_KIND],
  startupModes: ['initial', 'snapshot', 'latest-offset', 'earliest-offset', 'specific-offset', 'timestamp'],
  incremental: true,
});

const postgresCdc = cdcConnector({
  identifier: 'postgres-cdc',
  summary: 'PostgreSQL-CDC',
  className: `${PACKAGE}.postgres.table.PostgreSQLTableSource`,
  required: [HOSTNAME, USERNAME, PASSWORD, DATABASE, SCHEMA, TABLE, option('slot.name')],
  optional: [
    option('port', 'int', '5432'),
    option('decoding.plugin.name', 'string', 'decoderbufs'),
    enumOption('changelog-mode', `${PACKAGE}.postgres.table.PostgreSQLConnectorOptions$ChangelogMode`, ['all', 'upsert'], 'all'),
    option('scan.lsn-commit.checkpoints-num-delay', 'int', '3'),
    option('scan.include-partitioned-tables.enabled', 'boolean', 'false'),
    option('scan.newly-added-table.enabled', 'boolean', 'false'),
    ...SNAPSHOT_OPTIONS,
    ...STARTUP_DETAILS,
  ],
  metadata: [TABLE_NAME, DATABASE_NAME, SCHEMA_NAME, OP_TS, ROW_KIND],
  startupModes: ['initial', 'snapshot', 'latest-offset', 'committed-offset'],
  incremental: true,
});

/** Databases of the same kind: login, schema, table. */
function schemaCdc(identifier: string, summary: string, module: string, port: string, incremental: boolean): ConnectorFactory {
  return cdcConnector({
    identifier,
    summary,
    className: `${PACKAGE}.${module}TableSource`,
    required: [USERNAME, PASSWORD, DATABASE, TABLE],
    optional: [HOSTNAME, SCHEMA, option('url'), option('port', 'int', port), ...SNAPSHOT_OPTIONS, ...STARTUP_DETAILS],
    metadata: [DATABASE_NAME, SCHEMA_NAME, TABLE_NAME, OP_TS],
    startupModes: ['initial', 'snapshot', 'latest-offset', 'timestamp'],
    incremental,
  });
}

const HOSTS = option('hosts');
const FULL_CHANGELOG = option('scan.full-changelog', 'boolean', 'false');

/** `MongoDBTableSourceFactory` of flink-cdc: updates come without the row before unless the collection keeps pre-images. */
const mongodbCdc: ConnectorFactory = {
  identifier: 'mongodb-cdc',
  className: `${PACKAGE}.mongodb.table.MongoDBTableSourceFactory`,
  createSource(context) {
    const { table, options } = context;
    const helper = new FactoryHelper(
      context,
      'mongodb-cdc',
      [HOSTS],
      [
        option('scheme', 'string', 'mongodb'),
        USERNAME,
        PASSWORD,
        option('database'),
        option('collection'),
        option('connection.options'),
        option('initial.snapshotting.queue.size', 'int', '10240'),
        option('initial.snapshotting.max.threads', 'int'),
        option('batch.size', 'int', '1024'),
        option('poll.max.batch.size', 'int', '1024'),
        option('poll.await.time.ms', 'int', '1000'),
        option('heartbeat.interval.ms', 'int', '0'),
        option('scan.incremental.snapshot.chunk.size.mb', 'int', '64'),
        option('scan.incremental.snapshot.chunk.samples', 'int', '20'),
        option('scan.flatten-nested-columns.enabled', 'boolean', 'false'),
        option('scan.primitive-as-string.enabled', 'boolean', 'false'),
        option('scan.cursor.no-timeout', 'boolean', 'true'),
        option('copy.existing', 'boolean', 'true'),
        FULL_CHANGELOG,
        { ...INCREMENTAL, default: 'false' },
        ...SNAPSHOT_OPTIONS.filter((o) => o !== INCREMENTAL),
        ...STARTUP_DETAILS,
      ],
    );
    helper.validate();
    const key = table.primaryKey?.columns;
    if (!key) throw factoryError('Primary key must be present');
    if (key.length !== 1 || key[0] !== '_id') throw factoryError('Primary key must be _id field');
    const incremental = rawValue(options, INCREMENTAL)?.toLowerCase() === 'true';
    return {
      ...PLAIN_SOURCE,
      summary: 'MongoDB-CDC',
      className: `${PACKAGE}.mongodb.table.MongoDBTableSource`,
      changelogMode: booleanOf(options, FULL_CHANGELOG) ? ALL_MODE : UPSERT_SOURCE_MODE,
      provider: incremental ? { kind: 'Source' } : { kind: 'SourceFunction', parallel: false },
      metadata: [DATABASE_NAME, { key: 'collection_name', type: STRING }, OP_TS, ROW_KIND],
      metadataProjection: false,
    };
  },
};

/** Sources of flink-cdc. */
export const CDC_CONNECTORS: readonly ConnectorFactory[] = [
  mysqlCdc,
  postgresCdc,
  mongodbCdc,
  schemaCdc('oracle-cdc', 'Oracle-CDC', 'oracle.table.Oracle', '1521', true),
  schemaCdc('sqlserver-cdc', 'SqlServer-CDC', 'sqlserver.table.SqlServer', '1433', true),
  schemaCdc('db2-cdc', 'DB2-CDC', 'db2.table.Db2', '50000', true),
  schemaCdc('oceanbase-cdc', 'OceanBase-CDC', 'oceanbase.table.OceanBase', '2881', false),
  schemaCdc('tidb-cdc', 'TiDB-CDC', 'tidb.table.TiDB', '4000', false),
  schemaCdc('vitess-cdc', 'Vitess-CDC', 'vitess.table.Vitess', '15991', false),
];
