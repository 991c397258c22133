import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import { checkJsonColumns } from './column-types.ts';
import type { FormatFactory } from './format.ts';
import {
  DECIMAL_AS_PLAIN_NUMBER,
  FAIL_ON_MISSING_FIELD,
  IGNORE_NULL_FIELDS,
  IGNORE_PARSE_ERRORS,
  JSON_PARSER_ENABLED,
  MAP_NULL_KEY_LITERAL,
  MAP_NULL_KEY_MODE,
  TIMESTAMP_FORMAT,
  validateJsonDecoding,
  validateJsonEncoding,
} from './json-options.ts';

/** `JsonFormatFactory`: plain JSON, inserts only. */
export const jsonFormat: FormatFactory = {
  identifier: 'json',
  required: [],
  optional: [
    FAIL_ON_MISSING_FIELD,
    IGNORE_PARSE_ERRORS,
    TIMESTAMP_FORMAT,
    MAP_NULL_KEY_MODE,
    MAP_NULL_KEY_LITERAL,
    DECIMAL_AS_PLAIN_NUMBER,
    IGNORE_NULL_FIELDS,
    JSON_PARSER_ENABLED,
  ],
  create(options, direction) {
    if (direction === 'scan') validateJsonDecoding(options);
    else validateJsonEncoding(options);
    return { identifier: 'json', changelogMode: INSERT_ONLY_MODE, metadata: [], checkColumns: checkJsonColumns };
  },
};
