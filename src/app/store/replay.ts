import type { StateCreator } from 'zustand';
import type { Origins, RunTrace, StepRef } from '../../trace/run-trace.ts';
import type { Moment } from '../../worker/client.ts';
import type { RunRequest } from '../../worker/protocol.ts';
import { DEFAULT_SETTINGS, type GeneratorSettings } from '../panels/streams/generate-rows.ts';
import type { AppState } from './store.ts';

/** `waiting`: the plan, or a pause in the typing, has to come first. */
export type ReplayStatus = 'idle' | 'waiting' | 'running' | 'ready' | 'failed';

/** A run and what it was run with. The trace is held by reference: a new run is a new object. */
export interface Replay {
  readonly trace: RunTrace;
  readonly request: RunRequest;
}

/** A result row whose origins were asked for; `origins` is absent until the answer is there. */
export interface TracedRow {
  /** Index into `RunTrace.changes`. */
  readonly change: number;
  readonly origins?: Origins;
}

/** Pictures of the timeline. */
export type RunMode = 'lanes' | 'clocks' | 'both';
export const RUN_MODES: readonly RunMode[] = ['lanes', 'clocks', 'both'];

export type ResultTab = 'changelog' | 'table' | 'state';
export type LeftTab = 'script' | 'streams';
export type FeedForm = 'table' | 'text';

export interface ReplaySlice {
  readonly replayStatus: ReplayStatus;
  readonly replayProgress: { readonly rows: number; readonly total: number } | undefined;
  /** What broke in the runtime: a defect of ours. */
  readonly replayFailure: string | undefined;
  readonly replay: Replay | undefined;
  /** The playhead stands after this step; undefined: after the last one, also when a later run has more. */
  readonly playhead: StepRef | undefined;
  /** What the worker told of the step at the playhead, and of the operator in the inspector. */
  readonly moment: Moment | undefined;
  readonly traced: TracedRow | undefined;
  readonly runMode: RunMode | undefined;
  readonly resultTab: ResultTab;
  readonly leftTab: LeftTab;
  /** The left column beside the run: undefined while the reader has not said, then the width decides. */
  readonly leftAtRun: boolean | undefined;
  readonly feedForm: FeedForm;
  /** The inspector tells of a whole step, not of its operator alone. */
  readonly wholeStep: boolean;
  /** What generated rows are like; kept while the form is closed. */
  readonly generator: GeneratorSettings;
  /** The run under the plan: undefined while the reader has not said, then the size of the window decides. */
  readonly dock: boolean | undefined;
  setReplay(state: Partial<Omit<ReplaySlice, 'setReplay' | 'movePlayhead'>>): void;
  /** `step` replaces the entry of the history, `jump` adds one. */
  movePlayhead(step: StepRef | undefined, kind: 'step' | 'jump'): void;
}

/** The part of the slice that belongs to one document. */
export const NO_RUN = {
  replayStatus: 'idle',
  replayProgress: undefined,
  replayFailure: undefined,
  replay: undefined,
  playhead: undefined,
  moment: undefined,
  traced: undefined,
} as const;

export const createReplaySlice: StateCreator<AppState, [], [], ReplaySlice> = (set) => ({
  ...NO_RUN,
  runMode: undefined,
  resultTab: 'changelog',
  leftTab: 'script',
  leftAtRun: undefined,
  feedForm: 'table',
  dock: undefined,
  wholeStep: false,
  generator: DEFAULT_SETTINGS,
  setReplay: (state) => set(state),
  movePlayhead: (playhead, kind) => set((state) => ({ playhead, move: { kind, count: state.move.count + 1, at: performance.now() } })),
});
