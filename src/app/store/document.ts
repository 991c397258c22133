import type { StateCreator } from 'zustand';
import { NO_HISTORY, redone, undone, withEdit, type FeedHistory } from './feed-history.ts';
import { NO_RUN } from './replay.ts';
import type { AppState } from './store.ts';

/** Where the script on screen came from. */
export type DocumentOrigin = { readonly kind: 'example'; readonly id: string } | { readonly kind: 'link' } | { readonly kind: 'draft' };

/** What a link says of the plan when it was made. */
export interface SharedDigest {
  readonly digests: Readonly<Record<string, string>>;
  readonly engine?: string;
}

export interface OpenDocument {
  readonly sql: string;
  readonly feed?: string;
  readonly name: string;
  readonly options?: Readonly<Record<string, string>>;
  readonly origin: DocumentOrigin;
  readonly draftId?: string;
  readonly shared?: SharedDigest;
}

/** How the draft is kept. */
export type DraftState = 'saved' | 'saving' | 'memory';

/** Inputs: all that a plan depends on. */
export interface DocumentSlice {
  readonly sql: string;
  /** Sample rows, in the text form of `feed/`. */
  readonly feed: string;
  /** What the rows were before each edit. */
  readonly feedHistory: FeedHistory;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly origin: DocumentOrigin;
  readonly draftId: string | undefined;
  readonly shared: SharedDigest | undefined;
  readonly draftState: DraftState;
  /** Grows when another script is opened, not when one is edited. */
  readonly documentNumber: number;
  openDocument(document: OpenDocument): void;
  setSql(sql: string): void;
  /** `isTyped`: a key in the text, which is one edit with those around it. */
  setFeed(feed: string, isTyped?: boolean): void;
  undoFeed(): void;
  redoFeed(): void;
  setName(name: string): void;
  setOption(key: string, value: string | undefined): void;
  setDraft(draft: { draftId?: string; draftState: DraftState }): void;
}

function edited(state: AppState): DraftState {
  return state.draftState === 'memory' ? 'memory' : 'saving';
}

function moved(state: AppState, to: { readonly feed: string; readonly history: FeedHistory } | undefined): Partial<AppState> {
  return to ? { feed: to.feed, feedHistory: to.history, draftState: edited(state) } : state;
}

export const createDocumentSlice: StateCreator<AppState, [], [], DocumentSlice> = (set) => ({
  sql: '',
  feed: '',
  feedHistory: NO_HISTORY,
  name: '',
  options: {},
  origin: { kind: 'draft' },
  draftId: undefined,
  shared: undefined,
  draftState: 'saved',
  documentNumber: 0,
  openDocument: (document) =>
    set((state) => ({
      sql: document.sql,
      feed: document.feed ?? '',
      feedHistory: NO_HISTORY,
      name: document.name,
      options: document.options ?? {},
      origin: document.origin,
      draftId: document.draftId,
      shared: document.shared,
      draftState: 'saved',
      documentNumber: state.documentNumber + 1,
      sel: undefined,
      pin: undefined,
      isPlaying: false,
      showFailed: false,
      output: 0,
      ...NO_RUN,
    })),
  setSql: (sql) => set((state) => (state.sql === sql ? state : { sql, shared: undefined, draftState: edited(state) })),
  setFeed: (feed, isTyped = false) =>
    set((state) =>
      state.feed === feed
        ? state
        : {
            feed,
            feedHistory: withEdit(state.feedHistory, state.feed, isTyped ? performance.now() : undefined),
            draftState: edited(state),
          },
    ),
  undoFeed: () => set((state) => moved(state, undone(state.feedHistory, state.feed))),
  redoFeed: () => set((state) => moved(state, redone(state.feedHistory, state.feed))),
  setName: (name) => set((state) => ({ name, draftState: edited(state) })),
  setOption: (key, value) =>
    set((state) => {
      const options = { ...state.options };
      if (value === undefined || value === '') delete options[key];
      else options[key] = value;
      return { options, draftState: edited(state) };
    }),
  setDraft: ({ draftId, draftState }) => set((state) => ({ draftId: draftId ?? state.draftId, draftState })),
});
