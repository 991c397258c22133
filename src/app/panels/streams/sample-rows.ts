import { appendLines } from '../../../feed/edit-feed.ts';
import type { FeedJson } from '../../../feed/feed-json.ts';
import { readFeed } from '../../../feed/read-feed.ts';
import { typeFamily } from '../../../feed/cell-text.ts';
import { feedObject, formatRow } from '../../../feed/write-feed.ts';
import { isTable } from '../../replay/feed-tables.ts';
import { editFeed } from '../../session/feed-edits.ts';
import { selectRun } from '../../store/selectors/replay.ts';
import { useApp } from '../../store/store.ts';
import type { RunTrace } from '../../../trace/run-trace.ts';

const ROWS = 6;
const START = Date.UTC(2024, 0, 1, 10);
/** Event times in seconds after the start: mostly rising, one row out of order. */
const SECONDS = [0, 4, 11, 8, 17, 26];
const WORDS = ['a', 'b', 'c'];

function time(millis: number): string {
  return new Date(millis).toISOString().slice(0, 19).replace('T', ' ');
}

/** A value that suits a column; columns of one name get values that meet each other, so that joins find partners. */
function valueFor(type: string, name: string, i: number): FeedJson {
  const seconds = SECONDS[i % SECONDS.length] ?? 0;
  const isKey = /(?:^|_)id$|key|^[a-c]$/i.test(name);
  switch (typeFamily(type)) {
    case 'integer':
      return { number: String(isKey ? (i % 3) + 1 : (i * 7) % 10) };
    case 'number':
      return { number: `${((i * 7) % 10) + 1}.5` };
    case 'boolean':
      return i % 2 === 0;
    case 'timestamp':
      return `${time(START + seconds * 1000)}${/LOCAL|LTZ/.test(type) ? 'Z' : ''}`;
    case 'date':
      return '2024-01-01';
    case 'time':
      return `10:00:${String(seconds).padStart(2, '0')}`;
    case 'json':
      return null;
    case 'text':
      return WORDS[i % WORDS.length] ?? 'a';
  }
}

/** A few rows for each input; of tables that are only looked up one for each key. */
export function sampleLines(inputs: RunTrace['inputs']): readonly string[] {
  const streams = inputs.filter((input) => !input.fixed);
  const row = (input: RunTrace['inputs'][number], i: number) =>
    feedObject(input.columns.map((column) => [column.name, valueFor(column.type, column.name, i)] as const));
  const fixed = inputs
    .filter((input) => input.fixed)
    .flatMap((input) => WORDS.map((_, i) => formatRow({ table: input.table, op: '=', json: row(input, i) })));
  const rows = Array.from({ length: ROWS }, (_, i) =>
    streams.map((input, k) => formatRow({ table: input.table, op: '+I', json: row(input, i), at: (i * streams.length + k + 1) * 1000 })),
  ).flat();
  return [...rows, ...fixed];
}

/** Puts sample rows for those inputs of the statement on stage into the feed that have none. */
export function addSampleRows(): void {
  const state = useApp.getState();
  const inputs = selectRun(state)?.inputs ?? [];
  const { entries } = readFeed(state.feed);
  const missing = inputs.filter((input) => !entries.some((entry) => entry.kind === 'row' && isTable(entry.table, input.table)));
  const lines = sampleLines(missing.length > 0 ? missing : inputs);
  if (lines.length > 0) editFeed((feed) => appendLines(feed, lines));
}
