import { create } from 'zustand';
import { createDocumentSlice, type DocumentSlice } from './document.ts';
import { createReplaySlice, type ReplaySlice } from './replay.ts';
import { createRunSlice, type RunSlice } from './run.ts';
import { createViewSlice, type ViewSlice } from './view.ts';

/** Inputs, the planner's answers by reference, and where the reader stands. All else is derived by selectors. */
export type AppState = DocumentSlice & RunSlice & ViewSlice & ReplaySlice;

/** The store of the page. */
export const useApp = create<AppState>()((...args) => ({
  ...createDocumentSlice(...args),
  ...createRunSlice(...args),
  ...createViewSlice(...args),
  ...createReplaySlice(...args),
}));
