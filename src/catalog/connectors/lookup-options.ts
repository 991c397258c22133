import type { LookupAbility } from '../connector.ts';
import type { Options } from './config-option.ts';
import { enumOf, enumOption, option } from './config-option.ts';

/** Options of lookup caches that connectors share (`LookupOptions`). */
export const LOOKUP_CACHE = enumOption(
  'lookup.cache',
  'org.apache.flink.table.connector.source.lookup.LookupOptions$LookupCacheType',
  ['NONE', 'PARTIAL', 'FULL'],
  'NONE',
);
export const LOOKUP_MAX_RETRIES = option('lookup.max-retries', 'int', '3');

export const PARTIAL_CACHE_OPTIONS = [
  option('lookup.partial-cache.expire-after-access', 'duration'),
  option('lookup.partial-cache.expire-after-write', 'duration'),
  option('lookup.partial-cache.cache-missing-key', 'boolean', 'true'),
  option('lookup.partial-cache.max-rows', 'long'),
];

export const FULL_CACHE_OPTIONS = [
  enumOption(
    'lookup.full-cache.reload-strategy',
    'org.apache.flink.table.connector.source.lookup.LookupOptions$ReloadStrategy',
    ['PERIODIC', 'TIMED'],
    'PERIODIC',
  ),
  option('lookup.full-cache.periodic-reload.interval', 'duration'),
  enumOption(
    'lookup.full-cache.periodic-reload.schedule-mode',
    'org.apache.flink.table.connector.source.lookup.cache.trigger.PeriodicCacheReloadTrigger$ScheduleMode',
    ['FIXED_DELAY', 'FIXED_RATE'],
    'FIXED_DELAY',
  ),
  option('lookup.full-cache.timed-reload.iso-time'),
  option('lookup.full-cache.timed-reload.interval-in-days', 'int', '1'),
];

export function cacheOf(options: Options): LookupAbility['cache'] {
  const value = enumOf(options, LOOKUP_CACHE);
  return value === 'PARTIAL' || value === 'FULL' ? value : 'NONE';
}
