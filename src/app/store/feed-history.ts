/** What the sample rows were before, for going back and forth between edits. Pure. */
export interface FeedHistory {
  /** Texts before each edit, the oldest first. */
  readonly past: readonly string[];
  /** Texts that were taken back, the next one last. */
  readonly future: readonly string[];
  /** When the last edit was typed; undefined if it was made in one go. */
  readonly typedAt: number | undefined;
}

export const NO_HISTORY: FeedHistory = { past: [], future: [], typedAt: undefined };

/** Keys that are pressed within so many milliseconds are one edit. */
const PAUSE = 800;
const MOST_EDITS = 200;
/** Characters of all texts that are kept. */
const MOST_TEXT = 20_000_000;

/** The history after an edit of `before`; `typedAt` for a key press in the text, which joins the one before it. */
export function withEdit(history: FeedHistory, before: string, typedAt?: number): FeedHistory {
  const joins = typedAt !== undefined && history.typedAt !== undefined && typedAt - history.typedAt < PAUSE;
  const past = joins && history.past.length > 0 ? history.past : [...history.past, before];
  let size = 0;
  const first = past.findLastIndex((text) => (size += text.length) > MOST_TEXT);
  return { past: past.slice(Math.max(first + 1, past.length - MOST_EDITS)), future: [], typedAt };
}

/** One edit back: the text that it leads to. Undefined if there is none. */
export function undone(history: FeedHistory, now: string): { readonly feed: string; readonly history: FeedHistory } | undefined {
  const feed = history.past.at(-1);
  if (feed === undefined) return undefined;
  return { feed, history: { past: history.past.slice(0, -1), future: [...history.future, now], typedAt: undefined } };
}

/** One edit forth again. */
export function redone(history: FeedHistory, now: string): { readonly feed: string; readonly history: FeedHistory } | undefined {
  const feed = history.future.at(-1);
  if (feed === undefined) return undefined;
  return { feed, history: { past: [...history.past, now], future: history.future.slice(0, -1), typedAt: undefined } };
}
