import type { StateCreator } from 'zustand';
import type { TraceDiagnostic } from '../../trace/plan-trace.ts';
import type { CheckedStatement } from '../../worker/protocol.ts';
import { TraceShelf } from './trace-shelf.ts';
import type { AppState } from './store.ts';

export type RunStatus = 'idle' | 'planning' | 'ready' | 'cancelled' | 'failed';

export interface RunProgress {
  readonly stage: string;
  readonly tries: number;
  readonly statement: number;
}

/** What the planner thread does and has answered. */
export interface RunSlice {
  readonly status: RunStatus;
  readonly progress: RunProgress | undefined;
  /** When the running plan was asked for, in milliseconds of the page. */
  readonly startedAt: number;
  readonly millis: number | undefined;
  readonly failure: string | undefined;
  /** Text that the shelf's trace belongs to. */
  readonly plannedSql: string | undefined;
  readonly plannedDocument: number;
  readonly shelf: TraceShelf;
  /** Statements and syntax errors of the text as it stands, from the fast check. */
  readonly checked:
    | { readonly sql: string; readonly statements: readonly CheckedStatement[]; readonly diagnostics: readonly TraceDiagnostic[] }
    | undefined;
  setRun(run: Partial<Omit<RunSlice, 'setRun'>>): void;
}

export const createRunSlice: StateCreator<AppState, [], [], RunSlice> = (set) => ({
  status: 'idle',
  progress: undefined,
  startedAt: 0,
  millis: undefined,
  failure: undefined,
  plannedSql: undefined,
  plannedDocument: 0,
  shelf: new TraceShelf(),
  checked: undefined,
  setRun: (run) => set(run),
});
