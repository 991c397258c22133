import { changeEntry, moveArrival, moveRow, type EntryChange, type RowMove } from '../../feed/edit-feed.ts';
import { readFeed } from '../../feed/read-feed.ts';
import { timeColumnOf } from '../replay/feed-tables.ts';
import { runClock } from '../replay/time-text.ts';
import { selectZone } from '../store/selectors/run-clock.ts';
import { knownEntries } from '../store/selectors/feed.ts';
import { useApp } from '../store/store.ts';

/** A new text of the feed out of the present one. */
export function editFeed(edit: (feed: string) => string): void {
  const { feed, setFeed } = useApp.getState();
  setFeed(edit(feed));
}

export function changeFeedEntry(line: number, change: EntryChange): void {
  editFeed((feed) => changeEntry(feed, line, change));
}

/** Sets when the entry of a line arrives; the line moves to where its time belongs. */
export function moveFeedArrival(line: number, at: number): void {
  editFeed((feed) => moveArrival(feed, line, at, knownEntries(feed)).feed);
}

/** A row dragged on the timeline: its line gets the new times. Event times of the run are moments, the feed's are local times. */
export function moveFeedRow(move: RowMove): void {
  const state = useApp.getState();
  const run = state.replay?.trace;
  if (!run) return;
  const [entry] = readFeed(state.feed.split('\n', move.line)[move.line - 1] ?? '').entries;
  const table = entry && entry.kind !== 'end' ? entry.table : undefined;
  const { clock } = runClock(run, selectZone(state));
  const eventTime = move.eventTime === undefined ? undefined : move.eventTime + clock.offsetAt(move.eventTime);
  const column = table === undefined ? undefined : timeColumnOf(run, table);
  editFeed((feed) => moveRow(feed, { ...move, eventTime }, column, knownEntries(feed)));
}
