import { withoutKind } from '../changelog-mode.ts';
import type { ConnectorFactory } from '../connector.ts';
import { booleanOf, integerOf, option } from './config-option.ts';
import { FactoryHelper, SINK_PARALLELISM } from './factory-helper.ts';
import { PLAIN_SINK } from './source-defaults.ts';

const STANDARD_ERROR = option('standard-error', 'boolean', 'false');

/** `PrintTableSinkFactory`: takes whatever the query makes. */
export const printConnector: ConnectorFactory = {
  identifier: 'print',
  className: 'org.apache.flink.connector.print.table.PrintTableSinkFactory',
  createSink(context) {
    const helper = new FactoryHelper(context, 'print', [], [option('print-identifier'), STANDARD_ERROR, SINK_PARALLELISM]);
    helper.validate();
    return {
      ...PLAIN_SINK,
      summary: `Print to ${booleanOf(context.options, STANDARD_ERROR) ? 'System.err' : 'System.out'}`,
      className: 'org.apache.flink.connector.print.table.PrintTableSinkFactory$PrintSink',
      changelogMode: (requested) => requested,
      parallelism: integerOf(context.options, SINK_PARALLELISM),
      partitioning: true,
    };
  },
};

/** `BlackHoleTableSinkFactory`: takes everything but UPDATE_BEFORE. */
export const blackHoleConnector: ConnectorFactory = {
  identifier: 'blackhole',
  className: 'org.apache.flink.connector.blackhole.table.BlackHoleTableSinkFactory',
  createSink(context) {
    new FactoryHelper(context, 'blackhole', [], []).validate();
    return {
      ...PLAIN_SINK,
      summary: 'BlackHole',
      className: 'org.apache.flink.connector.blackhole.table.BlackHoleTableSinkFactory$BlackHoleSink',
      changelogMode: (requested) => withoutKind(requested, 'UB'),
      provider: { kind: 'SinkV2', committer: false },
      partitioning: true,
    };
  },
};
