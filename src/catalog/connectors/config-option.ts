import type { Cause } from '../../base/diagnostic.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { parseDuration } from '../config.ts';

/** What the text of an option must be (Flink's `ConfigOption` with its parser in `ConfigurationUtils`). */
export type OptionType =
  | { readonly kind: 'string' | 'int' | 'long' | 'double' | 'boolean' | 'duration' | 'memory' | 'list' | 'map' }
  /** `className` and the constants as they print, for the message; matching ignores case and takes `-` for `_`. */
  | { readonly kind: 'enum'; readonly className: string; readonly values: readonly string[] };

export interface ConfigOption {
  readonly key: string;
  readonly type: OptionType;
  readonly default?: string;
  /** Other keys that count for this option; `deprecated` ones are marked in lists of supported options. */
  readonly fallbackKeys?: readonly string[];
  readonly deprecatedKeys?: readonly string[];
}

type SimpleKind = Exclude<OptionType['kind'], 'enum'>;

/** An option of a simple type. */
export function option(key: string, kind: SimpleKind = 'string', defaultValue?: string): ConfigOption {
  return { key, type: { kind }, default: defaultValue };
}

export function enumOption(key: string, className: string, values: readonly string[], defaultValue?: string): ConfigOption {
  return { key, type: { kind: 'enum', className, values }, default: defaultValue };
}

export type Options = ReadonlyMap<string, string>;

/** The text set for an option under any of its keys. */
export function rawValue(options: Options, o: ConfigOption): string | undefined {
  for (const key of [o.key, ...(o.fallbackKeys ?? []), ...(o.deprecatedKeys ?? [])]) {
    const value = options.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The text in force: set or default. */
export function valueOf(options: Options, o: ConfigOption): string | undefined {
  return rawValue(options, o) ?? o.default;
}

export function booleanOf(options: Options, o: ConfigOption): boolean {
  return valueOf(options, o)?.toLowerCase() === 'true';
}

export function integerOf(options: Options, o: ConfigOption): number | undefined {
  const value = valueOf(options, o);
  return value === undefined ? undefined : Number(value);
}

/** The constant in the spelling of the option's list. */
export function enumOf(options: Options, o: ConfigOption): string | undefined {
  const value = valueOf(options, o);
  if (value === undefined || o.type.kind !== 'enum') return value;
  return matchEnum(value, o.type.values) ?? value;
}

/** `a;b;c`. */
export function listOf(options: Options, o: ConfigOption): readonly string[] {
  const value = valueOf(options, o);
  return value === undefined || value.trim() === '' ? [] : value.split(';').map((s) => s.trim());
}

function matchEnum(value: string, values: readonly string[]): string | undefined {
  const normal = (s: string): string => s.toUpperCase().replaceAll('-', '_');
  return values.find((v) => normal(v) === normal(value));
}

const DURATION_UNITS =
  'DAYS: (d | day | days), HOURS: (h | hour | hours), MINUTES: (m | min | minute | minutes), SECONDS: (s | sec | secs | second | seconds), ' +
  'MILLISECONDS: (ms | milli | millis | millisecond | milliseconds), MICROSECONDS: (µs | micro | micros | microsecond | microseconds), ' +
  'NANOSECONDS: (ns | nano | nanos | nanosecond | nanoseconds)';
const MEMORY_UNITS = '(b | bytes) / (k | kb | kibibytes) / (m | mb | mebibytes) / (g | gb | gibibytes) / (t | tb | tebibytes)';
const MEMORY_UNIT = /^(b|bytes|k|kb|kibibytes|m|mb|mebibytes|g|gb|gibibytes|t|tb|tebibytes)?$/i;

/** Why a text does not fit its option, as the innermost cause; undefined if it fits. */
function parseFailure(value: string, type: OptionType): Cause | undefined {
  const numberFormat = (message: string): Cause => ({ className: 'NumberFormatException', message });
  const illegal = (message: string): Cause => ({ className: 'IllegalArgumentException', message });
  switch (type.kind) {
    case 'int':
    case 'long': {
      const limit = type.kind === 'int' ? 2147483647n : 9223372036854775807n;
      if (!/^[+-]?\d+$/.test(value)) return numberFormat(`For input string: "${value}"`);
      const n = BigInt(value);
      return n > limit || n < -limit - 1n ? numberFormat(`For input string: "${value}"`) : undefined;
    }
    case 'double':
      return Number.isNaN(Number(value)) || value.trim() === '' ? numberFormat(`For input string: "${value}"`) : undefined;
    case 'boolean':
      return /^(true|false)$/i.test(value)
        ? undefined
        : illegal(`Unrecognized option for boolean: ${value}. Expected either true or false(case insensitive)`);
    case 'duration': {
      if (/^\s*-?P/i.test(value)) return undefined;
      const m = /^\s*(\d+)\s*(.*?)\s*$/.exec(value);
      if (!m) return numberFormat(`text does not start with a number, and is not a valid ISO-8601 duration format: ${value}`);
      return Number.isNaN(parseDuration(value))
        ? illegal(`Time interval unit label '${m[2] ?? ''}' does not match any of the recognized units: ${DURATION_UNITS}`)
        : undefined;
    }
    case 'memory': {
      const m = /^\s*(\d+)\s*(.*?)\s*$/.exec(value);
      if (!m) return numberFormat('text does not start with a number');
      const unit = (m[2] ?? '').toLowerCase();
      return MEMORY_UNIT.test(unit)
        ? undefined
        : illegal(`Memory size unit '${unit}' does not match any of the recognized units: ${MEMORY_UNITS}`);
    }
    case 'enum':
      return matchEnum(value, type.values)
        ? undefined
        : illegal(`Could not parse value for enum class ${type.className}. Expected one of: [[${type.values.join(', ')}]]`);
    case 'string':
    case 'list':
    case 'map':
      return undefined;
  }
}

/** Reads an option as a `Configuration` does: an unfit text is `Could not parse value … for key …`. */
export function parseOption(options: Options, o: ConfigOption): string | undefined {
  const value = rawValue(options, o);
  if (value === undefined) return o.default;
  const failure = parseFailure(value, o.type);
  if (!failure) return value;
  throw new FlinkError('catalog/option', [
    { className: 'IllegalArgumentException', message: `Could not parse value '${value}' for key '${o.key}'.` },
    failure,
  ]);
}

/** Reads an option as `FactoryUtil` does: one more `ValidationException` around an unfit text. */
export function readOption(options: Options, o: ConfigOption): string | undefined {
  try {
    return parseOption(options, o);
  } catch (error) {
    if (error instanceof FlinkError) throw error.wrap('ValidationException', `Invalid value for option '${o.key}'.`);
    throw error;
  }
}
