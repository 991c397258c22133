import { FlinkError, validationError } from '../base/diagnostic.ts';
import type { ConnectorFactory, TableSink, TableSource } from './connector.ts';
import { LISTED_IDENTIFIERS, connectorOf } from './connectors/connector-catalog.ts';
import { compareText } from './connectors/factory-helper.ts';
import { summaryPath } from './object-path.ts';
import type { ConnectorTable } from './table.ts';

/** Parts of option keys whose values are not shown (`GlobalConfiguration.SENSITIVE_KEYS`). */
const SENSITIVE = [
  'password',
  'secret',
  'fs.azure.account.key',
  'apikey',
  'api-key',
  'auth-params',
  'service-key',
  'token',
  'basic-auth',
  'jaas.config',
  'http-headers',
];

function optionText(key: string, value: string): string {
  const hidden = SENSITIVE.some((s) => key.toLowerCase().includes(s));
  const escape = (s: string): string => s.replaceAll("'", "''");
  return `'${escape(key)}'='${escape(hidden ? '******' : value)}'`;
}

function wrapped(action: string, table: ConnectorTable, options: ReadonlyMap<string, string>, error: unknown): unknown {
  if (!(error instanceof FlinkError)) return error;
  const lines = [...options].map(([k, v]) => optionText(k, v)).sort(compareText);
  return error.wrap('ValidationException', `${action} '${summaryPath(table.path)}'.\n\nTable options are:\n\n${lines.join('\n')}`);
}

function discover(options: ReadonlyMap<string, string>): ConnectorFactory {
  const identifier = options.get('connector');
  if (identifier === undefined) {
    throw validationError('catalog/connector', "Table options do not contain an option key 'connector' for discovering a connector.");
  }
  const found = connectorOf(identifier);
  if (found) return found;
  throw validationError(
    'catalog/connector',
    `Could not find any factory for identifier '${identifier}' that implements 'org.apache.flink.table.factories.DynamicTableFactory' in the classpath.\n\n` +
      `Available factory identifiers are:\n\n${LISTED_IDENTIFIERS.join('\n')}`,
  ).wrap('ValidationException', `Cannot discover a connector using option: ${optionText('connector', identifier)}`);
}

/** A table's options with those of an OPTIONS hint over them. */
export function mergedOptions(table: ConnectorTable, hints?: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return hints && hints.size > 0 ? new Map([...table.options, ...hints]) : table.options;
}

/**
 * The table as a source of a query (`FactoryUtil.createDynamicTableSource`): called when a query first uses the table, and again with the
 * same outcome for the other side of a lookup join. Every mistake in options comes out here, wrapped as Flink wraps it.
 */
export function createTableSource(table: ConnectorTable, hints?: ReadonlyMap<string, string>): TableSource {
  const options = mergedOptions(table, hints);
  try {
    const factory = discover(options);
    if (factory.createSource) return factory.createSource({ table, options });
    throw validationError(
      'catalog/connector',
      `Connector '${factory.identifier}' can only be used as a sink. It cannot be used as a source.`,
    );
  } catch (error) {
    throw wrapped('Unable to create a source for reading table', table, options, error);
  }
}

/** The table as the target of an INSERT (`FactoryUtil.createDynamicTableSink`). */
export function createTableSink(table: ConnectorTable, hints?: ReadonlyMap<string, string>): TableSink {
  const options = mergedOptions(table, hints);
  try {
    const factory = discover(options);
    if (factory.createSink) return factory.createSink({ table, options });
    throw validationError(
      'catalog/connector',
      `Connector '${factory.identifier}' can only be used as a source. It cannot be used as a sink.`,
    );
  } catch (error) {
    throw wrapped('Unable to create a sink for writing table', table, options, error);
  }
}
