import type { SqlType } from '../types/sql-type.ts';
import type { ChangelogMode } from './changelog-mode.ts';
import type { ConnectorTable } from './table.ts';

/*
 * What planning asks of a connector. Nothing here does input or output: a table's options and columns are turned into a record of
 * abilities, and rules read that record. Names follow Flink's interfaces (`DynamicTableSource`, `Supports…PushDown`, `DynamicTableSink`).
 */

/**
 * A part of a predicate as a source sees it (Flink's `ResolvedExpression`). Operators are named as they print: `=`, `AND`, `LIKE`,
 * `IS NOT NULL`, `UPPER`.
 */
export type FilterExpression =
  /** A top-level column (one name) or a field inside one (several). */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly type: SqlType }
  | { readonly kind: 'literal'; readonly type: SqlType; readonly value: unknown }
  | { readonly kind: 'call'; readonly operator: string; readonly operands: readonly FilterExpression[]; readonly type: SqlType };

/** Positions in the list of conjuncts that was offered: `accepted` print in the scan, `remaining` stay in a Filter above it. A conjunct may be in both. */
export interface FilterResult {
  readonly accepted: readonly number[];
  readonly remaining: readonly number[];
}

export interface MetadataKey {
  readonly key: string;
  readonly type: SqlType;
}

/** How the source runs; decides names and parallelism in the stream graph. */
export type SourceProvider =
  /** `Source: T[1]`; parallelism 1 unless the function is parallel. */
  | { readonly kind: 'SourceFunction'; readonly parallel: boolean }
  | { readonly kind: 'InputFormat' }
  /** FLIP-27. */
  | { readonly kind: 'Source' }
  /** The connector builds the stream itself and names its first operator: `nodeName` stands without a number. */
  | { readonly kind: 'DataStream'; readonly nodeName: string; readonly parallel: boolean };

/** Looking rows up by key (`LookupTableSource`). */
export interface LookupAbility {
  readonly sync: boolean;
  readonly async: boolean;
  /** Keys must be top-level columns. */
  readonly topLevelKeysOnly: boolean;
  /** `SupportsLookupCustomShuffle`: undefined if not supported. */
  readonly customShuffle?: { readonly deterministic: boolean; readonly hasPartitioner: boolean };
  /** A cache (`lookup.cache`); invisible in plans. */
  readonly cache: 'NONE' | 'PARTIAL' | 'FULL';
}

/** Declared or hinted watermark options (`scan.watermark.*`) of a source that takes watermarks over. */
export interface WatermarkParams {
  readonly emitStrategy: 'on-periodic' | 'on-event';
  /** Milliseconds; undefined: `table.exec.source.idle-timeout` counts. */
  readonly idleTimeout?: number;
  readonly alignment?: { readonly group: string; readonly maxDrift: number; readonly updateInterval: number };
}

/** A table as a source: made by a factory from columns, options and hints when a query uses the table. */
export interface TableSource {
  /** `DynamicTableSource.asSummaryString`, in a few messages. */
  readonly summary: string;
  /** Full class name of the source, in a few messages. */
  readonly className: string;
  /** False for a source that can only be looked up. */
  readonly isScan: boolean;
  readonly bounded: boolean;
  readonly changelogMode: ChangelogMode;
  readonly provider: SourceProvider;
  /** `scan.parallelism`, checked to be positive by the planner. */
  readonly parallelism?: number;
  readonly lookup?: LookupAbility;
  readonly projection: 'none' | 'top-level' | 'nested';
  /** Undefined: no `SupportsReadingMetadata`. Order is the connector's. */
  readonly metadata?: readonly MetadataKey[];
  /** False: all declared metadata columns are read whatever the query needs (`supportsMetadataProjection`). */
  readonly metadataProjection: boolean;
  /** Undefined: no `SupportsFilterPushDown`. */
  readonly filter?: (conjuncts: readonly FilterExpression[]) => FilterResult;
  readonly limit: boolean;
  /** Undefined: no `SupportsPartitionPushDown`; else the partitions, undefined if the catalog must list them, `files` if they are directories. */
  readonly partitions?: { readonly list: readonly Readonly<Record<string, string>>[] | 'files' | undefined };
  /** `SupportsWatermarkPushDown`. */
  readonly watermark: boolean;
  /** `SupportsSourceWatermark`. */
  readonly sourceWatermark: boolean;
  readonly aggregate: boolean;
  readonly watermarkParams: WatermarkParams;
  /** Thrown when the run-time provider is made (translation, EXPLAIN included): checks that Flink does that late. */
  readonly checkProvider?: (columns: readonly { readonly name: string; readonly type: SqlType }[]) => void;
}

/** How the sink runs; decides operators and chaining in the stream graph. */
export type SinkProvider =
  | { readonly kind: 'SinkFunction' }
  | { readonly kind: 'OutputFormat' }
  /** Sink V2: `T[n]: Writer`, with a committer also `T[n]: Committer`. */
  | { readonly kind: 'SinkV2'; readonly committer: boolean }
  /** The connector builds the operators itself; `shape` names how. */
  | {
      readonly kind: 'DataStream';
      readonly shape: 'buffered-upsert-kafka' | 'filesystem' | 'filesystem-compaction' | 'filesystem-commit' | 'values';
    };

/** What a sink is told before it is asked for its provider. */
export interface SinkRequest {
  /** Kinds that the query's result has. */
  readonly input: ChangelogMode;
  readonly overwrite: boolean;
  readonly streaming: boolean;
}

export interface TableSink {
  /** `DynamicTableSink.asSummaryString`. */
  readonly summary: string;
  readonly className: string;
  /** The kinds that the sink takes when the query would produce `requested` (`getChangelogMode`). */
  changelogMode(requested: ChangelogMode): ChangelogMode;
  readonly provider: SinkProvider;
  readonly parallelism?: number;
  readonly partitioning: boolean;
  readonly overwrite: boolean;
  readonly bucketing: boolean;
  readonly requiresBucketCount: boolean;
  readonly targetColumns: boolean;
  readonly rowLevelDelete: boolean;
  readonly rowLevelUpdate: boolean;
  /** Undefined: no `SupportsWritingMetadata`. Order is the connector's. */
  readonly metadata?: readonly MetadataKey[];
  /** Rows are shuffled by their dynamic partition columns before the sink. */
  readonly shuffleByPartition: boolean;
  /** Thrown when the planner asks for the provider. */
  readonly checkProvider?: (request: SinkRequest) => void;
}

/** What a factory sees of a table: columns and options, hints already merged. */
export interface FactoryContext {
  readonly table: ConnectorTable;
  readonly options: ReadonlyMap<string, string>;
}

/** A connector: one factory a `connector` value. `createSource` and `createSink` throw `FlinkError` unwrapped; discovery wraps it. */
export interface ConnectorFactory {
  readonly identifier: string;
  /** Full class name of Flink's factory. */
  readonly className: string;
  readonly createSource?: (context: FactoryContext) => TableSource;
  readonly createSink?: (context: FactoryContext) => TableSink;
}
