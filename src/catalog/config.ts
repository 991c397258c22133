import { CONFIG_OPTIONS } from './config-options.ts';

/** Table options in force (`SET 'k' = 'v'`): immutable; keys without a value give the default of Flink's option. */
export class Config {
  private readonly values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.values = values;
  }

  /** The raw text set by the user, if any. */
  raw(key: string): string | undefined {
    return this.values.get(key);
  }

  /** The text in force: the user's or the option's default; undefined if neither exists. */
  get(key: string): string | undefined {
    return this.values.get(key) ?? CONFIG_OPTIONS[key];
  }

  boolean(key: string): boolean {
    return this.get(key)?.toLowerCase() === 'true';
  }

  /** An enumeration value in upper case with underscores (`TWO_PHASE`). */
  enumeration(key: string): string {
    return (this.get(key) ?? '').toUpperCase().replaceAll('-', '_');
  }

  integer(key: string): number {
    return Number(this.get(key));
  }

  /** Milliseconds of a duration such as `1 h`, `500 ms`, `10s`. */
  duration(key: string): number {
    return parseDuration(this.get(key) ?? '0');
  }

  with(key: string, value: string): Config {
    return new Config(new Map(this.values).set(key, value));
  }

  without(key?: string): Config {
    if (key === undefined) return new Config();
    const next = new Map(this.values);
    next.delete(key);
    return new Config(next);
  }

  entries(): readonly (readonly [string, string])[] {
    return [...this.values];
  }
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  milli: 1,
  millis: 1,
  millisecond: 1,
  milliseconds: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  mins: 60_000,
  minute: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
  days: 86_400_000,
  us: 0.001,
  micro: 0.001,
  micros: 0.001,
  ns: 0.000001,
  nano: 0.000001,
  nanos: 0.000001,
};

/** Milliseconds of Flink's duration text (`TimeUtils.parseDuration`); NaN if it is none. */
export function parseDuration(text: string): number {
  const m = /^\s*(\d+)\s*([a-zµ]*)\s*$/i.exec(text);
  const unit = UNITS[(m?.[2] ?? '?').toLowerCase()];
  return m && unit !== undefined ? Number(m[1]) * unit : Number.NaN;
}
