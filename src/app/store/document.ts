import type { StateCreator } from 'zustand';
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
  setFeed(feed: string): void;
  setName(name: string): void;
  setOption(key: string, value: string | undefined): void;
  setDraft(draft: { draftId?: string; draftState: DraftState }): void;
}

export const createDocumentSlice: StateCreator<AppState, [], [], DocumentSlice> = (set) => ({
  sql: '',
  feed: '',
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
  setSql: (sql) =>
    set((state) =>
      state.sql === sql ? state : { sql, shared: undefined, draftState: state.draftState === 'memory' ? 'memory' : 'saving' },
    ),
  setFeed: (feed) =>
    set((state) => (state.feed === feed ? state : { feed, draftState: state.draftState === 'memory' ? 'memory' : 'saving' })),
  setName: (name) => set((state) => ({ name, draftState: state.draftState === 'memory' ? 'memory' : 'saving' })),
  setOption: (key, value) =>
    set((state) => {
      const options = { ...state.options };
      if (value === undefined || value === '') delete options[key];
      else options[key] = value;
      return { options, draftState: state.draftState === 'memory' ? 'memory' : 'saving' };
    }),
  setDraft: ({ draftId, draftState }) => set((state) => ({ draftId: draftId ?? state.draftId, draftState })),
});
