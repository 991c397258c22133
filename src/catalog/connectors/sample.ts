import type { ConnectorFactory } from '../connector.ts';
import { ALL_MODE, INSERT_ONLY_MODE, UPSERT_MODE } from '../changelog-mode.ts';
import { metadataColumns } from '../table.ts';
import { booleanOf, option } from './config-option.ts';
import { FactoryHelper } from './factory-helper.ts';
import { PLAIN_SOURCE } from './source-defaults.ts';

const TABLE = option('table');
const KINDS = option('kinds', 'string', 'insert');
const FIXED = option('fixed', 'boolean', 'false');
/** The feed has values for metadata columns. */
const METADATA = option('metadata', 'boolean', 'false');

/**
 * The source of a replay: rows of a sample feed, no push-downs, so that watermarks and filters are operators that can be looked at. A fixed
 * table has a content that does not change and can be looked up. Never listed; it stands in for a table's own connector while a script runs.
 */
export const sampleConnector: ConnectorFactory = {
  identifier: 'sample',
  className: 'oracle.SampleTableFactory',
  createSource(context) {
    new FactoryHelper(context, 'sample', [TABLE], [KINDS, FIXED, METADATA]).validate();
    const kinds = context.options.get('kinds');
    return {
      ...PLAIN_SOURCE,
      summary: 'sample',
      className: 'oracle.SampleTableFactory$Scan',
      changelogMode: kinds === 'all' ? ALL_MODE : kinds === 'upsert' ? UPSERT_MODE : INSERT_ONLY_MODE,
      provider: { kind: 'SourceFunction', parallel: false },
      bounded: true,
      ...(booleanOf(context.options, METADATA) && {
        metadata: metadataColumns(context.table).map(({ key, type }) => ({ key, type })),
        metadataProjection: false,
      }),
      ...(booleanOf(context.options, FIXED) && { lookup: { sync: true, async: false, topLevelKeysOnly: true, cache: 'NONE' as const } }),
    };
  },
};
