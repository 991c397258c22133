import { FlinkError, validationError } from '../../base/diagnostic.ts';
import type { FactoryContext, WatermarkParams } from '../connector.ts';
import type { Format } from '../formats/format.ts';
import { discoverFormat } from '../formats/format-catalog.ts';
import { parseDuration } from '../config.ts';
import type { ConfigOption, Options } from './config-option.ts';
import { enumOption, option, readOption, valueOf } from './config-option.ts';

/** Keys that every connector takes (`FactoryUtil`). */
export const CONNECTOR = option('connector');
const PROPERTY_VERSION = option('property-version', 'int', '1');

const EMIT_STRATEGY = enumOption(
  'scan.watermark.emit.strategy',
  'org.apache.flink.table.watermark.WatermarkEmitStrategy',
  ['on-event', 'on-periodic'],
  'on-periodic',
);
const ALIGNMENT_GROUP = option('scan.watermark.alignment.group');
const ALIGNMENT_MAX_DRIFT = option('scan.watermark.alignment.max-drift', 'duration');
const ALIGNMENT_UPDATE_INTERVAL = option('scan.watermark.alignment.update-interval', 'duration', '1 s');
const IDLE_TIMEOUT = option('scan.watermark.idle-timeout', 'duration');
const WATERMARK_OPTIONS = [EMIT_STRATEGY, ALIGNMENT_GROUP, ALIGNMENT_MAX_DRIFT, ALIGNMENT_UPDATE_INTERVAL, IDLE_TIMEOUT];

export const FORMAT = option('format');
export const SCAN_PARALLELISM = option('scan.parallelism', 'int');
export const SINK_PARALLELISM = option('sink.parallelism', 'int');

/** A mistake in options or columns, as a factory reports it. */
export function factoryError(message: string): FlinkError {
  return validationError('catalog/option', message);
}

/** `IllegalArgumentException` and `IllegalStateException` from a factory's own checks. */
export function javaError(className: string, message: string): FlinkError {
  return new FlinkError('catalog/option', [{ className, message }]);
}

/** Required options must be set, and every known option must parse (`FactoryUtil.validateFactoryOptions`). */
export function validateFactoryOptions(required: readonly ConfigOption[], optional: readonly ConfigOption[], options: Options): void {
  const missing = required.filter((o) => readOption(options, o) === undefined).map((o) => o.key);
  if (missing.length > 0) {
    throw factoryError(
      `One or more required options are missing.\n\nMissing required options are:\n\n${missing.sort(compareText).join('\n')}`,
    );
  }
  for (const o of optional) readOption(options, o);
}

/** Java's order of strings: by UTF-16 code unit. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function allKeys(o: ConfigOption, prefix = ''): readonly string[] {
  return [o.key, ...(o.fallbackKeys ?? []), ...(o.deprecatedKeys ?? [])].map((k) => prefix + k);
}

/**
 * What a factory works with while it makes a source or sink (`FactoryUtil.TableFactoryHelper`): remembers which options were understood,
 * finds formats, checks the rest.
 */
export class FactoryHelper {
  readonly options: Options;
  readonly context: FactoryContext;
  private readonly identifier: string;
  private readonly required: readonly ConfigOption[];
  private readonly optional: readonly ConfigOption[];
  private readonly consumed = new Set<string>();
  private readonly deprecated = new Set<string>();

  constructor(context: FactoryContext, identifier: string, required: readonly ConfigOption[], optional: readonly ConfigOption[]) {
    this.context = context;
    this.options = context.options;
    this.identifier = identifier;
    this.required = required;
    this.optional = optional;
    for (const o of [CONNECTOR, PROPERTY_VERSION, ...WATERMARK_OPTIONS, ...required, ...optional]) this.consume(o, '');
  }

  private consume(o: ConfigOption, prefix: string): void {
    for (const key of allKeys(o, prefix)) this.consumed.add(key);
    for (const key of o.deprecatedKeys ?? []) this.deprecated.add(prefix + key);
  }

  /** The format that an option names, if it is set. */
  optionalFormat(direction: 'scan' | 'sink', formatOption: ConfigOption): Format | undefined {
    const identifier = valueOf(this.options, formatOption);
    if (identifier === undefined) return undefined;
    const factory = discoverFormat(identifier, direction);
    const prefix = formatPrefix(identifier, formatOption.key);
    for (const o of [...factory.required, ...factory.optional]) this.consume(o, prefix);
    const own = new Map([...this.options].filter(([k]) => k.startsWith(prefix)).map(([k, v]) => [k.slice(prefix.length), v]));
    try {
      validateFactoryOptions(factory.required, factory.optional, own);
      return factory.create(own, direction);
    } catch (error) {
      if (!(error instanceof FlinkError)) throw error;
      throw error.wrap('ValidationException', `Error creating ${direction} format '${identifier}' in option space '${prefix}'.`);
    }
  }

  /** The format that an option names; not set is an error. */
  format(direction: 'scan' | 'sink', formatOption: ConfigOption): Format {
    const found = this.optionalFormat(direction, formatOption);
    if (!found) throw factoryError(`Could not find required ${direction} format '${formatOption.key}'.`);
    return found;
  }

  /** Everything set must be understood; keys under the given prefixes always are. */
  validate(...prefixesToSkip: readonly string[]): void {
    for (const key of this.options.keys()) if (prefixesToSkip.some((p) => key.startsWith(p))) this.consumed.add(key);
    validateFactoryOptions(this.required, this.optional, this.options);
    const unknown = [...this.options.keys()].filter((k) => !this.consumed.has(k));
    if (unknown.length > 0) throw unsupportedOptions(this.identifier, unknown, this.supportedKeys());
    this.validateWatermarkOptions();
  }

  private supportedKeys(): readonly string[] {
    return [...this.consumed].map((k) => (this.deprecated.has(k) ? `${k} (deprecated)` : k));
  }

  private validateWatermarkOptions(): void {
    for (const o of WATERMARK_OPTIONS) readOption(this.options, o);
    const group = valueOf(this.options, ALIGNMENT_GROUP);
    const drift = valueOf(this.options, ALIGNMENT_MAX_DRIFT);
    if ((group === undefined) !== (drift === undefined)) {
      throw factoryError(
        `Error configuring watermark for '${this.identifier}', 'scan.watermark.alignment.group' and 'scan.watermark.alignment.max-drift' must be set when configuring watermark alignment`,
      );
    }
  }
}

/** `Unsupported options found for …` with both lists sorted. */
export function unsupportedOptions(identifier: string, unknown: readonly string[], supported: readonly string[]): FlinkError {
  const lines = (keys: readonly string[]): string => [...keys].sort(compareText).join('\n');
  return factoryError(
    `Unsupported options found for '${identifier}'.\n\nUnsupported options:\n\n${lines(unknown)}\n\nSupported options:\n\n${lines(supported)}`,
  );
}

/** `json.` for `format`, `key.json.` for `key.format`, `value.json.` for `value.format`. */
export function formatPrefix(identifier: string, key: string): string {
  if (key === 'format') return `${identifier}.`;
  if (key.endsWith('.format')) return `${key.slice(0, -'format'.length)}${identifier}.`;
  return `${key}.${identifier}.`;
}

/** Options of a source that takes over watermarks, hints included. */
export function watermarkParams(options: Options): WatermarkParams {
  const duration = (o: ConfigOption): number | undefined => {
    const text = valueOf(options, o);
    return text === undefined ? undefined : parseDuration(text);
  };
  const group = valueOf(options, ALIGNMENT_GROUP);
  const maxDrift = duration(ALIGNMENT_MAX_DRIFT);
  return {
    emitStrategy: valueOf(options, EMIT_STRATEGY)?.toLowerCase().replaceAll('_', '-') === 'on-event' ? 'on-event' : 'on-periodic',
    idleTimeout: duration(IDLE_TIMEOUT),
    alignment:
      group !== undefined && maxDrift !== undefined
        ? { group, maxDrift, updateInterval: duration(ALIGNMENT_UPDATE_INTERVAL) ?? 1000 }
        : undefined,
  };
}
