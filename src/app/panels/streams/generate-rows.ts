import { timedEntries } from '../../../feed/edit-feed.ts';
import { generateFeed, GENERATOR_DEFAULTS } from '../../../feed/generate-feed.ts';
import { readFeed, type FeedEntry } from '../../../feed/read-feed.ts';
import { formatEntry } from '../../../feed/write-feed.ts';
import { isTable } from '../../replay/feed-tables.ts';
import type { RunTrace } from '../../../trace/run-trace.ts';

/** What generated rows are like. Shares in percent, times in seconds: as the form shows them. */
export interface GeneratorSettings {
  readonly rows: number;
  readonly every: number;
  readonly jitter: number;
  /** Seconds of event time that pass in a second of processing time. */
  readonly eventSpeed: number;
  readonly disorder: number;
  readonly late: number;
  readonly lateBy: number;
  readonly keys: number;
  readonly skew: number;
  readonly nulls: number;
  readonly updates: number;
  readonly deletes: number;
  readonly partitions: number;
  readonly seed: number;
}

export const DEFAULT_SETTINGS: GeneratorSettings = {
  rows: 50,
  every: 1,
  jitter: 0.2,
  eventSpeed: 30,
  disorder: 30,
  late: 4,
  lateBy: 600,
  keys: 3,
  skew: 0,
  nulls: 0,
  updates: 0,
  deletes: 0,
  partitions: 1,
  seed: 1,
};

const START = Date.UTC(2024, 0, 1, 10);
const SECOND = 1000;

export interface GenerateInput {
  /** The text as it is; what other tables have in it stays. */
  readonly feed: string;
  readonly inputs: RunTrace['inputs'];
  readonly settings: GeneratorSettings;
  /** Column that tells the rows of a change feed apart; updates and deletions need one. */
  readonly key?: string;
}

function generated({ inputs, settings, key }: GenerateInput): readonly FeedEntry[] {
  const lines = generateFeed({
    seed: settings.seed,
    start: START,
    eventSpeed: settings.eventSpeed,
    tables: inputs.map(({ table, columns, fixed }) => {
      const hasKey = key !== undefined && columns.some(({ name }) => name === key);
      return {
        ...GENERATOR_DEFAULTS,
        table,
        columns,
        fixed,
        rows: fixed ? settings.keys : settings.rows,
        every: settings.every * SECOND,
        jitter: settings.jitter * SECOND,
        disorder: settings.disorder * SECOND,
        lateShare: settings.late / 100,
        lateBy: settings.lateBy * SECOND,
        keys: settings.keys,
        skew: settings.skew,
        nullShare: settings.nulls / 100,
        partitions: settings.partitions,
        ...(hasKey && { key: [key], updateShare: settings.updates / 100, deleteShare: settings.deletes / 100 }),
      };
    }),
  });
  return readFeed(lines.join('\n')).entries;
}

/**
 * The text of a feed in which generated rows stand in place of all that some tables had. Rows of other tables stay, at their own times:
 * lines are in order of arrival, what is looked up comes last.
 */
export function withGeneratedRows(input: GenerateInput): string {
  const isReplaced = (entry: FeedEntry): boolean => entry.kind !== 'end' && input.inputs.some(({ table }) => isTable(entry.table, table));
  const kept = timedEntries(readFeed(input.feed).entries)
    .filter(({ entry }) => !isReplaced(entry))
    .map(({ entry, arrival }) => ({ entry, at: entry.kind === 'row' && entry.op === '=' ? Infinity : arrival }));
  const added = generated(input).map((entry) => ({ entry, at: entry.at ?? Infinity }));
  const last = Math.max(0, ...[...kept, ...added].map(({ at }) => at).filter(Number.isFinite));
  const all = [...kept, ...added].map(({ entry, at }) => ({ entry, at: entry.kind === 'end' ? last : at }));
  all.sort((a, b) => a.at - b.at || Number(a.entry.kind === 'end') - Number(b.entry.kind === 'end'));
  return all.map(({ entry, at }) => `${formatEntry(Number.isFinite(at) ? { ...entry, at } : entry)}\n`).join('');
}
