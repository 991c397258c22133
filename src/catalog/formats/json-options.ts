import type { ConfigOption, Options } from '../connectors/config-option.ts';
import { booleanOf, option, valueOf } from '../connectors/config-option.ts';
import { validationError } from '../../base/diagnostic.ts';

/** Options that json and its kin share (`JsonFormatOptions`). */
export const FAIL_ON_MISSING_FIELD = option('fail-on-missing-field', 'boolean', 'false');
export const IGNORE_PARSE_ERRORS = option('ignore-parse-errors', 'boolean', 'false');
export const TIMESTAMP_FORMAT = option('timestamp-format.standard', 'string', 'SQL');
export const MAP_NULL_KEY_MODE = option('map-null-key.mode', 'string', 'FAIL');
export const MAP_NULL_KEY_LITERAL = option('map-null-key.literal', 'string', 'null');
export const DECIMAL_AS_PLAIN_NUMBER = option('encode.decimal-as-plain-number', 'boolean', 'false');
export const IGNORE_NULL_FIELDS = option('encode.ignore-null-fields', 'boolean', 'false');
export const JSON_PARSER_ENABLED = option('decode.json-parser.enabled', 'boolean', 'true');

/** What debezium-json, canal-json, maxwell-json and ogg-json all take. */
export const CDC_JSON_OPTIONS: readonly ConfigOption[] = [
  IGNORE_PARSE_ERRORS,
  TIMESTAMP_FORMAT,
  MAP_NULL_KEY_MODE,
  MAP_NULL_KEY_LITERAL,
  DECIMAL_AS_PLAIN_NUMBER,
  IGNORE_NULL_FIELDS,
];

/** `JsonFormatOptionsUtil.validateTimestampFormat`. */
export function validateTimestampFormat(options: Options): void {
  const value = valueOf(options, TIMESTAMP_FORMAT) ?? 'SQL';
  if (value === 'SQL' || value === 'ISO-8601') return;
  throw validationError(
    'catalog/option',
    `Unsupported value '${value}' for timestamp-format.standard. Supported values are [SQL, ISO-8601].`,
  );
}

/** `JsonFormatOptionsUtil.validateDecodingFormatOptions`. */
export function validateJsonDecoding(options: Options): void {
  if (booleanOf(options, FAIL_ON_MISSING_FIELD) && booleanOf(options, IGNORE_PARSE_ERRORS)) {
    throw validationError('catalog/option', "fail-on-missing-field and ignore-parse-errors shouldn't both be true.");
  }
  validateTimestampFormat(options);
}

/** `JsonFormatOptionsUtil.validateEncodingFormatOptions`. */
export function validateJsonEncoding(options: Options): void {
  const mode = valueOf(options, MAP_NULL_KEY_MODE) ?? 'FAIL';
  if (!['FAIL', 'DROP', 'LITERAL'].includes(mode.toUpperCase())) {
    throw validationError(
      'catalog/option',
      `Unsupported value '${mode}' for option map-null-key.mode. Supported values are [LITERAL, FAIL, DROP].`,
    );
  }
  validateTimestampFormat(options);
}
