import { withoutKind } from '../changelog-mode.ts';
import type { ConnectorFactory } from '../connector.ts';
import { physicalColumns } from '../table.ts';
import type { ConnectorTable } from '../table.ts';
import { booleanOf, integerOf, option } from './config-option.ts';
import { FactoryHelper, SINK_PARALLELISM, javaError } from './factory-helper.ts';
import { LOOKUP_CACHE, LOOKUP_MAX_RETRIES, PARTIAL_CACHE_OPTIONS, cacheOf } from './lookup-options.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';

const TABLE_NAME = option('table-name');
const QUORUM = option('zookeeper.quorum');
const LOOKUP_ASYNC = option('lookup.async', 'boolean', 'false');

const OPTIONAL = [
  QUORUM,
  option('zookeeper.znode.parent', 'string', '/hbase'),
  option('null-string-literal', 'string', 'null'),
  option('sink.buffer-flush.max-size', 'memory', '2 mb'),
  option('sink.buffer-flush.max-rows', 'int', '1000'),
  option('sink.buffer-flush.interval', 'duration', '1 s'),
  option('sink.ignore-null-value', 'boolean', 'false'),
  SINK_PARALLELISM,
  LOOKUP_ASYNC,
  option('lookup.cache.max-rows', 'long', '-1'),
  option('lookup.cache.ttl', 'duration', '0 s'),
  LOOKUP_MAX_RETRIES,
  LOOKUP_CACHE,
  ...PARTIAL_CACHE_OPTIONS,
];

/** One atomic column is the row key; a primary key, if any, must be that column. */
function validateKey(table: ConnectorTable): void {
  const key = table.primaryKey?.columns;
  if (!key) return;
  const rowKey = physicalColumns(table).find((c) => c.type.name !== 'ROW');
  if (!rowKey) {
    throw javaError(
      'IllegalArgumentException',
      'HBase table requires to define a row key field. A row key field is defined as an atomic type, column families and qualifiers are defined as ROW type.',
    );
  }
  if (key.length > 1 || key[0] !== rowKey.name) {
    throw javaError(
      'IllegalArgumentException',
      'Primary key of HBase table must be defined on the row key field. A row key field is defined as an atomic type.',
    );
  }
}

function hbaseConnector(version: string): ConnectorFactory {
  const identifier = `hbase-${version}`;
  return {
    identifier,
    className: 'org.apache.flink.connector.hbase2.HBase2DynamicTableFactory',
    createSource(context) {
      new FactoryHelper(context, identifier, [TABLE_NAME], OPTIONAL).validate('properties.');
      validateKey(context.table);
      const isAsync = booleanOf(context.options, LOOKUP_ASYNC);
      return {
        ...PLAIN_SOURCE,
        summary: 'HBase',
        className: 'org.apache.flink.connector.hbase2.source.HBaseDynamicTableSource',
        bounded: true,
        provider: { kind: 'InputFormat' },
        projection: 'top-level',
        lookup: { sync: !isAsync, async: isAsync, topLevelKeysOnly: true, cache: cacheOf(context.options) },
      };
    },
    createSink(context) {
      new FactoryHelper(context, identifier, [TABLE_NAME], OPTIONAL).validate('properties.');
      validateKey(context.table);
      return {
        ...PLAIN_SINK,
        summary: 'HBase',
        className: 'org.apache.flink.connector.hbase2.sink.HBaseDynamicTableSink',
        changelogMode: (requested) => withoutKind(requested, 'UB'),
        parallelism: integerOf(context.options, SINK_PARALLELISM),
      };
    },
  };
}

/** `hbase-1.4` to `hbase-2.6`: scan and lookup by row key, upserts. */
export const HBASE_CONNECTORS: readonly ConnectorFactory[] = ['1.4', '2.2', '2.5', '2.6'].map(hbaseConnector);
