import { useDeferredValue, useMemo } from 'react';
import { readFeed, type Feed } from '../../../feed/read-feed.ts';
import { useApp } from '../store.ts';

/** Feeds longer than this are read when there is time for it, not with every key. */
const LONG = 200_000;

let last: { readonly text: string; readonly feed: Feed } | undefined;

/** The entries of a text; the last one is remembered for all that show it. */
function readOnce(text: string): Feed {
  if (last?.text !== text) last = { text, feed: readFeed(text) };
  return last.feed;
}

/** The sample rows as entries. */
export function useFeed(): Feed {
  const text = useApp((state) => state.feed);
  const later = useDeferredValue(text);
  const shown = text.length > LONG ? later : text;
  return useMemo(() => readOnce(shown), [shown]);
}
