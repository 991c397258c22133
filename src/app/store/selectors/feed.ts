import { useEffect, useSyncExternalStore } from 'react';
import { readFeed, readFeedSteps, type Feed, type FeedEntry, type ReadText } from '../../../feed/read-feed.ts';
import { useApp } from '../store.ts';

/** Feeds longer than this are read in slices, and meanwhile the one before stays on screen. */
const LONG = 200_000;
const SLICE_MILLIS = 8;

/** Reads texts; the last one is remembered for all that show it. */
class FeedReader {
  private last: ReadText = { text: '', feed: { entries: [], diagnostics: [] } };
  private wanted: string | undefined;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The entries of a text. Of a long one that has not been read yet, those of the text before. */
  get(text: string): Feed {
    if (this.last.text !== text && text.length <= LONG) this.last = { text, feed: readFeed(text) };
    return this.last.feed;
  }

  /** The entries of a text if it is the one that was read last. */
  entriesOf(text: string): readonly FeedEntry[] | undefined {
    return this.last.text === text ? this.last.feed.entries : undefined;
  }

  /** Reads a long text when there is time for it. */
  want(text: string): void {
    if (text.length <= LONG || this.last.text === text) {
      this.wanted = undefined;
      return;
    }
    if (this.wanted === text) return;
    this.wanted = text;
    const steps = readFeedSteps(text, this.last);
    const slice = (): void => {
      if (this.wanted !== text) return;
      const end = performance.now() + SLICE_MILLIS;
      while (performance.now() < end) {
        const next = steps.next();
        if (!next.done) continue;
        this.wanted = undefined;
        this.last = { text, feed: next.value };
        for (const listener of this.listeners) listener();
        return;
      }
      setTimeout(slice);
    };
    setTimeout(slice);
  }
}

const reader = new FeedReader();

/** The entries of a text if it has been read; edits need not read it again. */
export function knownEntries(text: string): readonly FeedEntry[] | undefined {
  return reader.entriesOf(text);
}

/** The sample rows as entries. */
export function useFeed(): Feed {
  const text = useApp((state) => state.feed);
  useEffect(() => reader.want(text), [text]);
  return useSyncExternalStore(reader.subscribe, () => reader.get(text));
}
