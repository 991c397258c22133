import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import type { TableSink, TableSource } from '../connector.ts';

/** A scan source without any ability, unbounded, inserts only: what factories start from. */
export const PLAIN_SOURCE: TableSource = {
  summary: '',
  className: '',
  isScan: true,
  bounded: false,
  changelogMode: INSERT_ONLY_MODE,
  provider: { kind: 'Source' },
  projection: 'none',
  metadataProjection: true,
  limit: false,
  watermark: false,
  sourceWatermark: false,
  aggregate: false,
  watermarkParams: { emitStrategy: 'on-periodic' },
};

/** A sink without any ability that takes inserts only. */
export const PLAIN_SINK: TableSink = {
  summary: '',
  className: '',
  changelogMode: () => INSERT_ONLY_MODE,
  provider: { kind: 'SinkFunction' },
  partitioning: false,
  overwrite: false,
  bucketing: false,
  requiresBucketCount: false,
  targetColumns: false,
  rowLevelDelete: false,
  rowLevelUpdate: false,
  shuffleByPartition: false,
};
