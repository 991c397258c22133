import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import type { FormatFactory } from './format.ts';

/** A format of files only; takes any option with its prefix. */
function bulkFormat(identifier: string): FormatFactory {
  return {
    identifier,
    required: [],
    optional: [],
    create() {
      return { identifier, changelogMode: INSERT_ONLY_MODE, metadata: [] };
    },
  };
}

/** `ParquetFileFormatFactory` and `OrcFileFormatFactory`: only for the filesystem connector. */
export const BULK_FORMATS: readonly FormatFactory[] = [bulkFormat('parquet'), bulkFormat('orc')];
