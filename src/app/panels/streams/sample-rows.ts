import { appendLines } from '../../../feed/edit-feed.ts';
import { generateFeed, GENERATOR_DEFAULTS } from '../../../feed/generate-feed.ts';
import { readFeed } from '../../../feed/read-feed.ts';
import { formatEntry } from '../../../feed/write-feed.ts';
import { isTable } from '../../replay/feed-tables.ts';
import { editFeed } from '../../session/feed-edits.ts';
import { selectRun } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import type { RunTrace } from '../../../trace/run-trace.ts';
import { nextArrival } from './feed-view.ts';

const START = Date.UTC(2024, 0, 1, 10);
/** A second of waiting is half a minute of event time, so that a few rows fill a window. */
const EVENT_SPEED = 30;
const ROWS = 8;
const LOOKED_UP = 3;

/** A few rows for each input, the first at `from` milliseconds; of tables that are only looked up one for each key. */
export function sampleLines(inputs: RunTrace['inputs'], from = 1000): readonly string[] {
  const lines = generateFeed({
    seed: 1 + from,
    start: START + from * EVENT_SPEED,
    eventSpeed: EVENT_SPEED,
    tables: inputs.map(({ table, columns, fixed }) => ({
      ...GENERATOR_DEFAULTS,
      table,
      columns,
      fixed,
      rows: fixed ? LOOKED_UP : ROWS,
      keys: LOOKED_UP,
      disorder: 30_000,
    })),
  });
  const entries = readFeed(lines.join('\n')).entries;
  const first = entries.find((entry) => entry.at !== undefined)?.at ?? 0;
  const shifted = entries.map((entry) => formatEntry(entry.at === undefined ? entry : { ...entry, at: entry.at - first + from }));
  // What is looked up stands last: rows are named by their lines.
  return [...shifted.filter((_, i) => entries[i]?.at !== undefined), ...shifted.filter((_, i) => entries[i]?.at === undefined)];
}

/** Puts sample rows for those inputs of the statement on stage into the feed that have none; for all streams if each has some. */
export function addSampleRows(): void {
  const state = useApp.getState();
  const inputs = selectRun(state)?.inputs ?? [];
  const feed = readFeed(state.feed);
  const missing = inputs.filter((input) => !feed.entries.some((entry) => entry.kind === 'row' && isTable(entry.table, input.table)));
  const wanted = missing.length > 0 ? missing : inputs.filter((input) => !input.fixed);
  const lines = sampleLines(wanted, nextArrival(feed));
  if (lines.length > 0) editFeed((text) => appendLines(text, lines));
}
