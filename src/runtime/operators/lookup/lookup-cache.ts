import type { RelOptTable } from '../../../rel/core/rel-opt-table.ts';
import type { Options } from '../../../catalog/connectors/config-option.ts';
import type { Row } from '../../record.ts';
import { UnsupportedError } from '../../../base/diagnostic.ts';
import { parseDuration } from '../../../catalog/config.ts';

/** Limits of a PARTIAL cache (`lookup.partial-cache.…`); absent ones do not hold. */
export interface CacheLimits {
  /** Keys, not rows: each key's rows are one entry. */
  readonly maxRows?: number;
  readonly expireAfterWrite?: number;
  readonly expireAfterAccess?: number;
  /** False: that a key has no rows is not remembered. */
  readonly cacheMissingKey: boolean;
}

/** What a table's options say about its cache; undefined where answers are not kept. JDBC's older options count as well. */
export function cacheLimits(options: Options): CacheLimits | undefined {
  const text = (key: string): string | undefined => options.get(key);
  const duration = (key: string): number | undefined => {
    const value = text(key);
    return value === undefined ? undefined : parseDuration(value);
  };
  if (text('lookup.cache')?.toUpperCase() === 'PARTIAL') {
    const rows = text('lookup.partial-cache.max-rows');
    return {
      ...(rows !== undefined && { maxRows: Number(rows) }),
      ...optional('expireAfterWrite', duration('lookup.partial-cache.expire-after-write')),
      ...optional('expireAfterAccess', duration('lookup.partial-cache.expire-after-access')),
      cacheMissingKey: text('lookup.partial-cache.cache-missing-key')?.toLowerCase() !== 'false',
    };
  }
  const maxRows = Number(text('lookup.cache.max-rows') ?? -1);
  const ttl = duration('lookup.cache.ttl') ?? 10_000;
  if (text('connector') !== 'jdbc' || maxRows <= 0 || ttl <= 0) return undefined;
  return { maxRows, expireAfterWrite: ttl, cacheMissingKey: text('lookup.cache.caching-missing-key')?.toLowerCase() !== 'false' };
}

/** The options of a table with those of an OPTIONS hint over them. */
export function lookupOptions(table: RelOptTable): Options {
  const own = table.table?.kind === 'connector' ? table.table.options : new Map<string, string>();
  return new Map([...own, ...table.hintOptions]);
}

/**
 * How often a FULL cache reads the whole table again, in milliseconds; undefined for other caches. Throws `UnsupportedError` for times of
 * day (`TIMED`): the virtual clock has none.
 */
export function fullCacheInterval(options: Options): number | undefined {
  if (options.get('lookup.cache')?.toUpperCase() !== 'FULL') return undefined;
  if (options.get('lookup.full-cache.reload-strategy')?.toUpperCase() === 'TIMED') {
    throw new UnsupportedError('lookup-cache', "A FULL lookup cache with 'lookup.full-cache.reload-strategy' = 'TIMED' cannot be run yet.");
  }
  const interval = options.get('lookup.full-cache.periodic-reload.interval');
  return interval === undefined ? Infinity : parseDuration(interval);
}

function optional<K extends string>(key: K, value: number | undefined): { readonly [P in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: number }); // the one key is K
}

interface Entry {
  readonly rows: readonly Row[];
  readonly written: number;
  accessed: number;
}

/**
 * Flink's `DefaultLookupCache`: answers by key, the least recently used one leaves first. Guava splits a cache of 20 entries or more into
 * segments with a limit each, by a hash that differs from process to process; here the limit holds over all of them.
 */
export class LookupCache {
  private readonly limits: CacheLimits;
  /** In order of use, the latest last. */
  private readonly entries = new Map<string, Entry>();

  constructor(limits: CacheLimits) {
    this.limits = limits;
  }

  get(key: string, now: number): readonly Row[] | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (this.hasExpired(entry, now)) return undefined;
    entry.accessed = now;
    this.entries.set(key, entry);
    return entry.rows;
  }

  put(key: string, rows: readonly Row[], now: number): void {
    if (rows.length === 0 && !this.limits.cacheMissingKey) return;
    this.entries.delete(key);
    this.entries.set(key, { rows, written: now, accessed: now });
    if (this.entries.size <= (this.limits.maxRows ?? Infinity)) return;
    for (const [other, entry] of this.entries) if (this.hasExpired(entry, now)) this.entries.delete(other);
    for (const other of this.entries.keys()) {
      if (this.entries.size <= (this.limits.maxRows ?? Infinity)) return;
      this.entries.delete(other);
    }
  }

  private hasExpired({ written, accessed }: Entry, now: number): boolean {
    const { expireAfterWrite = Infinity, expireAfterAccess = Infinity } = this.limits;
    return now - written >= expireAfterWrite || now - accessed >= expireAfterAccess;
  }
}
