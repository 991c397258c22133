import { INSERT_ONLY_MODE, withoutKind } from '../changelog-mode.ts';
import type { ConnectorFactory } from '../connector.ts';
import { enumOption, integerOf, option, rawValue } from './config-option.ts';
import { FORMAT, FactoryHelper, SINK_PARALLELISM, factoryError } from './factory-helper.ts';
import { PLAIN_SINK } from './source-defaults.ts';

const HOSTS = option('hosts', 'list');
const INDEX = option('index');
const DOCUMENT_TYPE = option('document-type');
const USERNAME = option('username');
const PASSWORD = option('password');

const OPTIONAL = [
  option('document-id.key-delimiter', 'string', '_'),
  option('failure-handler', 'string', 'fail'),
  option('sink.flush-on-checkpoint', 'boolean', 'true'),
  option('sink.bulk-flush.max-actions', 'int', '1000'),
  option('sink.bulk-flush.max-size', 'memory', '2 mb'),
  option('sink.bulk-flush.interval', 'duration', '1 s'),
  enumOption(
    'sink.bulk-flush.backoff.strategy',
    'org.apache.flink.connector.elasticsearch.sink.FlushBackoffType',
    ['DISABLED', 'CONSTANT', 'EXPONENTIAL', 'NONE'],
    'NONE',
  ),
  option('sink.bulk-flush.backoff.max-retries', 'int'),
  option('sink.bulk-flush.backoff.delay', 'duration'),
  enumOption(
    'sink.delivery-guarantee',
    'org.apache.flink.connector.base.DeliveryGuarantee',
    ['exactly-once', 'at-least-once', 'none'],
    'at-least-once',
  ),
  option('connection.max-retry-timeout', 'duration'),
  option('connection.path-prefix'),
  option('connection.request-timeout', 'duration'),
  option('connection.timeout', 'duration'),
  option('socket.timeout', 'duration'),
  option('ssl.certificate-fingerprint'),
  SINK_PARALLELISM,
  { ...FORMAT, default: 'json' },
  USERNAME,
  PASSWORD,
];

function elasticsearch(version: '6' | '7' | '8'): ConnectorFactory {
  const identifier = `elasticsearch-${version}`;
  return {
    identifier,
    className: `org.apache.flink.connector.elasticsearch.table.Elasticsearch${version}DynamicTableFactory`,
    createSink(context) {
      const { table, options } = context;
      const required = version === '6' ? [HOSTS, INDEX, DOCUMENT_TYPE] : [HOSTS, INDEX];
      const helper = new FactoryHelper(context, identifier, required, OPTIONAL);
      helper.format('sink', { ...FORMAT, default: 'json' });
      helper.validate();
      if (rawValue(options, USERNAME) !== undefined && rawValue(options, PASSWORD) === undefined) {
        throw factoryError(
          `'username' and 'password' must be set at the same time. Got: username '${rawValue(options, USERNAME)}' and password '${rawValue(options, PASSWORD) ?? ''}'`,
        );
      }
      return {
        ...PLAIN_SINK,
        summary: `Elasticsearch${version}`,
        className: 'org.apache.flink.connector.elasticsearch.table.ElasticsearchDynamicSink',
        changelogMode: (requested) => (table.primaryKey ? withoutKind(requested, 'UB') : INSERT_ONLY_MODE),
        provider: { kind: 'SinkV2', committer: false },
        parallelism: integerOf(options, SINK_PARALLELISM),
      };
    },
  };
}

/** Sinks that write documents, by id if there is a primary key. */
export const ELASTICSEARCH_CONNECTORS: readonly ConnectorFactory[] = [elasticsearch('6'), elasticsearch('7'), elasticsearch('8')];
