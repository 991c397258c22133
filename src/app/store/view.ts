import type { StateCreator } from 'zustand';
import type { ShareNotice, ShareView } from '../../share/state.ts';
import type { AppState } from './store.ts';
import type { EditorPort, GraphPort } from './ports.ts';

/** The one cursor. Everything that a panel shows follows from it. */
export interface Cursor {
  /** Statement number; 0 before anything is known. */
  readonly q: number;
  readonly stage: string;
  readonly step: number;
}

export type Theme = 'system' | 'light' | 'dark';
export type Dialog = 'share' | 'keys' | 'palette' | 'gallery' | 'options' | 'semantics';
export type DetailTab = 'step' | 'node' | 'tries' | 'cost';
export type ExplainForm = 'ast' | 'physical' | 'exec' | 'changelogMode' | 'cost' | 'advice' | 'streamGraph' | 'jobGraph' | 'stage';
export type PhoneTab = 'sql' | 'plan' | 'steps' | 'run' | 'text' | 'problems';

export const SPEEDS = [0.5, 1, 2, 4] as const;

/** A choice of what to compare with. */
export interface Pin extends Cursor {
  readonly label: string;
}

export interface ViewSlice {
  readonly cursor: Cursor;
  /** Digest of the selected node. */
  readonly sel: string | undefined;
  /** Key of the selected card, which tells equal nodes apart. */
  readonly selKey: string | undefined;
  readonly view: ShareView;
  readonly isPlaying: boolean;
  /** What plays: the run at the playhead, or the steps of the plan. */
  readonly playsRun: boolean;
  readonly speed: number;
  readonly theme: Theme;
  readonly changedOnly: boolean;
  readonly singleKeys: boolean;
  readonly search: string;
  readonly collapsedStages: ReadonlySet<string>;
  readonly detailTab: DetailTab;
  readonly explainForm: ExplainForm;
  readonly dialog: Dialog | undefined;
  /** Which sink of a statement set is shown where they stand beside each other, from 0. */
  readonly output: number;
  /** Stop of the guided tour, from 0; undefined while there is none. */
  readonly tour: number | undefined;
  readonly phoneTab: PhoneTab;
  readonly isOutlineOpen: boolean;
  readonly pin: Pin | undefined;
  readonly notices: readonly ShareNotice[];
  /** Show how far a failed statement got instead of its last good plan. */
  readonly showFailed: boolean;
  /** How the last move came to be: decides between a new and a replaced history entry. */
  readonly move: { readonly kind: 'step' | 'jump' | 'history'; readonly count: number; readonly at: number };
  readonly hiddenPanels: ReadonlySet<'left' | 'right'>;
  readonly ports: { readonly editor?: EditorPort; readonly graph?: GraphPort };
  moveTo(cursor: Partial<Cursor>, kind: 'step' | 'jump' | 'history'): void;
  select(sel: string | undefined, key?: string): void;
  setView(view: ShareView): void;
  setViewState(state: Partial<Omit<ViewSlice, 'setViewState'>>): void;
  toggleStage(stage: string): void;
  togglePanel(panel: 'left' | 'right'): void;
  setPort<K extends 'editor' | 'graph'>(name: K, port: ViewSlice['ports'][K]): void;
}

function toggled<T>(values: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(values);
  if (!next.delete(value)) next.add(value);
  return next;
}

export const createViewSlice: StateCreator<AppState, [], [], ViewSlice> = (set) => ({
  cursor: { q: 0, stage: 'ast', step: 0 },
  sel: undefined,
  selKey: undefined,
  view: 'plan',
  isPlaying: false,
  playsRun: false,
  speed: 1,
  theme: 'system',
  changedOnly: true,
  singleKeys: true,
  search: '',
  collapsedStages: new Set(),
  detailTab: 'step',
  explainForm: 'stage',
  dialog: undefined,
  output: 0,
  tour: undefined,
  phoneTab: 'plan',
  isOutlineOpen: false,
  pin: undefined,
  notices: [],
  showFailed: false,
  move: { kind: 'history', count: 0, at: 0 },
  hiddenPanels: new Set(),
  ports: {},
  moveTo: (cursor, kind) =>
    set((state) => ({
      cursor: { ...state.cursor, ...cursor },
      ...(cursor.q !== undefined && cursor.q !== state.cursor.q && { output: 0 }),
      move: { kind, count: state.move.count + 1, at: performance.now() },
    })),
  select: (sel, key) =>
    set((state) => ({
      sel,
      selKey: key,
      detailTab: sel !== undefined && state.detailTab === 'step' && key ? 'node' : sel === undefined ? 'step' : state.detailTab,
    })),
  setView: (view) => set((state) => ({ view, move: { kind: 'jump', count: state.move.count + 1, at: performance.now() } })),
  setViewState: (state) => set(state),
  toggleStage: (stage) => set((state) => ({ collapsedStages: toggled(state.collapsedStages, stage) })),
  togglePanel: (panel) => set((state) => ({ hiddenPanels: toggled(state.hiddenPanels, panel) })),
  setPort: (name, port) => set((state) => ({ ports: { ...state.ports, [name]: port } })),
});
