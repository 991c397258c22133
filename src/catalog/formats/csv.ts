import { validationError } from '../../base/diagnostic.ts';
import { INSERT_ONLY_MODE } from '../changelog-mode.ts';
import type { ConfigOption, Options } from '../connectors/config-option.ts';
import { booleanOf, option, rawValue } from '../connectors/config-option.ts';
import { checkCsvColumns } from './column-types.ts';
import type { FormatFactory } from './format.ts';

const FIELD_DELIMITER = option('field-delimiter', 'string', ',');
const DISABLE_QUOTE_CHARACTER = option('disable-quote-character', 'boolean', 'false');
const QUOTE_CHARACTER = option('quote-character', 'string', '"');
const ESCAPE_CHARACTER = option('escape-character');

/** Java escapes in the delimiter (`\t`, `\u0001`) count as one character. */
function unescapeJava(text: string): string {
  return text
    .replaceAll(/\\u+([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\([btnfr"'\\])/g, (_, c: string) => ({ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' })[c] ?? c);
}

function checkSingleCharacter(options: Options, o: ConfigOption, unescape: boolean): void {
  const value = rawValue(options, o);
  if (value === undefined || (unescape ? unescapeJava(value) : value).length === 1) return;
  throw validationError('catalog/option', `Option 'csv.${o.key}' must be a string with single character, but was: ${value}`);
}

/** `CsvFormatFactory`: inserts only. */
export const csvFormat: FormatFactory = {
  identifier: 'csv',
  required: [],
  optional: [
    FIELD_DELIMITER,
    DISABLE_QUOTE_CHARACTER,
    QUOTE_CHARACTER,
    option('allow-comments', 'boolean', 'false'),
    option('ignore-parse-errors', 'boolean', 'false'),
    option('array-element-delimiter', 'string', ';'),
    ESCAPE_CHARACTER,
    option('null-literal'),
    option('write-bigdecimal-in-scientific-notation', 'boolean', 'true'),
    option('trim-spaces', 'boolean', 'false'),
    option('ignore-trailing-unmappable', 'boolean', 'false'),
    option('allow-trailing-comma', 'boolean', 'true'),
    option('fail-on-missing-columns', 'boolean', 'false'),
    option('empty-string-as-null', 'boolean', 'false'),
  ],
  create(options) {
    const noQuotes = booleanOf(options, DISABLE_QUOTE_CHARACTER);
    if (noQuotes && rawValue(options, QUOTE_CHARACTER) !== undefined) {
      throw validationError('catalog/option', 'Format cannot define a quote character and disabled quote character at the same time.');
    }
    checkSingleCharacter(options, FIELD_DELIMITER, true);
    checkSingleCharacter(options, QUOTE_CHARACTER, false);
    checkSingleCharacter(options, ESCAPE_CHARACTER, false);
    return { identifier: 'csv', changelogMode: INSERT_ONLY_MODE, metadata: [], checkColumns: checkCsvColumns };
  },
};
