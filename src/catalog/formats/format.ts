import type { ChangelogMode } from '../changelog-mode.ts';
import type { MetadataKey } from '../connector.ts';
import type { ConfigOption, Options } from '../connectors/config-option.ts';
import type { PhysicalColumn } from '../table.ts';

/** A format with its options: what planning asks of Flink's `DecodingFormat` and `EncodingFormat`. */
export interface Format {
  readonly identifier: string;
  readonly changelogMode: ChangelogMode;
  /** Keys that a kafka table sees with the prefix `value.`; empty when encoding. */
  readonly metadata: readonly MetadataKey[];
  /** Checks that Flink makes when the decoder or encoder is built, outside the factory. */
  readonly checkColumns?: (columns: readonly PhysicalColumn[]) => void;
}

/** A format's factory. `create` throws `FlinkError` for bad options. */
export interface FormatFactory {
  readonly identifier: string;
  readonly required: readonly ConfigOption[];
  readonly optional: readonly ConfigOption[];
  create(options: Options, direction: 'scan' | 'sink'): Format;
}
