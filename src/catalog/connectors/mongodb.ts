import { INSERT_ONLY_MODE, UPSERT_MODE } from '../changelog-mode.ts';
import type { ConnectorFactory, FilterExpression } from '../connector.ts';
import { enumOf, enumOption, integerOf, option } from './config-option.ts';
import { FactoryHelper, SCAN_PARALLELISM, SINK_PARALLELISM } from './factory-helper.ts';
import { LOOKUP_CACHE, LOOKUP_MAX_RETRIES, PARTIAL_CACHE_OPTIONS, cacheOf } from './lookup-options.ts';
import { PLAIN_SINK, PLAIN_SOURCE } from './source-defaults.ts';
import { splitConjuncts } from './values-filter.ts';

const REQUIRED = [option('uri'), option('database'), option('collection')];
const FILTER_POLICY = enumOption(
  'filter.handling.policy',
  'org.apache.flink.connector.mongodb.table.config.FilterHandlingPolicy',
  ['ALWAYS', 'NEVER'],
  'ALWAYS',
);
const OPTIONAL = [
  option('scan.fetch-size', 'int', '2048'),
  option('scan.cursor.no-timeout', 'boolean', 'true'),
  option('scan.partition.strategy', 'string', 'default'),
  option('scan.partition.size', 'memory', '64 mb'),
  option('scan.partition.samples', 'int', '10'),
  option('scan.partition.record-size', 'memory'),
  SCAN_PARALLELISM,
  option('sink.buffer-flush.max-rows', 'int', '1000'),
  option('sink.buffer-flush.interval', 'duration', '1 s'),
  option('sink.delivery-guarantee', 'string', 'at-least-once'),
  option('sink.max-retries', 'int', '3'),
  option('sink.retry.interval', 'duration', '1 s'),
  SINK_PARALLELISM,
  FILTER_POLICY,
  LOOKUP_CACHE,
  LOOKUP_MAX_RETRIES,
  option('lookup.retry.interval', 'duration', '1 s'),
  ...PARTIAL_CACHE_OPTIONS,
];

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);

/** `MongoFilterPushDownVisitor`: comparisons of a column with a literal, null tests, AND, OR, NOT. */
function isTranslatable(e: FilterExpression): boolean {
  if (e.kind !== 'call') return false;
  const [a, b] = e.operands;
  if (COMPARISONS.has(e.operator)) {
    return (a?.kind === 'field' && b?.kind === 'literal') || (a?.kind === 'literal' && b?.kind === 'field');
  }
  if (e.operator === 'IS NULL' || e.operator === 'IS NOT NULL') return a?.kind === 'field';
  if (e.operator === 'AND' || e.operator === 'OR' || e.operator === 'NOT') return e.operands.every(isTranslatable);
  return false;
}

/** `MongoDynamicTableFactory`. */
export const mongodbConnector: ConnectorFactory = {
  identifier: 'mongodb',
  className: 'org.apache.flink.connector.mongodb.table.MongoDynamicTableFactory',
  createSource(context) {
    const { options } = context;
    new FactoryHelper(context, 'mongodb', REQUIRED, OPTIONAL).validate();
    const pushes = enumOf(options, FILTER_POLICY) !== 'NEVER';
    return {
      ...PLAIN_SOURCE,
      summary: 'MongoDB',
      className: 'org.apache.flink.connector.mongodb.table.MongoDynamicTableSource',
      bounded: true,
      parallelism: integerOf(options, SCAN_PARALLELISM),
      projection: 'top-level',
      filter: (conjuncts) => splitConjuncts(conjuncts, (e) => pushes && isTranslatable(e)),
      limit: true,
      lookup: { sync: true, async: false, topLevelKeysOnly: true, cache: cacheOf(options) },
    };
  },
  createSink(context) {
    const { table, options } = context;
    new FactoryHelper(context, 'mongodb', REQUIRED, OPTIONAL).validate();
    return {
      ...PLAIN_SINK,
      summary: 'MongoDB',
      className: 'org.apache.flink.connector.mongodb.table.MongoDynamicTableSink',
      changelogMode: () => (table.primaryKey ? UPSERT_MODE : INSERT_ONLY_MODE),
      provider: { kind: 'SinkV2', committer: false },
      parallelism: integerOf(options, SINK_PARALLELISM),
    };
  },
};
