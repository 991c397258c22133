import { downloadRows } from '../session/session.ts';
import { selectPlayhead, selectRun } from '../store/selectors/replay.ts';
import { selectStage } from '../store/selectors/stage.ts';
import { RUN_MODES } from '../store/replay.ts';
import { useApp, type AppState } from '../store/store.ts';
import type { Command } from './command-list.ts';
import { goToStage } from './navigation.ts';
import { showStreams, stepToMark } from './run-navigation.ts';

const hasRun = (state: AppState): boolean => selectRun(state) !== undefined;
const canRun = (state: AppState): boolean => selectStage(state)?.statement.exec !== undefined;

/** Actions of the run. Stepping and playing are those of the plan. */
export const RUN_COMMANDS: readonly Command[] = [
  { id: 'run.open', title: 'command.run.open', group: 'run', keys: ['r', '6'], isEnabled: canRun, run: () => goToStage('run') },
  { id: 'run.streams', title: 'command.run.streams', group: 'run', keys: ['s'], run: () => showStreams() },
  { id: 'run.script', title: 'command.run.script', group: 'run', keys: [], run: () => showStreams(false) },
  {
    id: 'run.mode',
    title: 'command.run.mode',
    group: 'run',
    keys: ['m'],
    isEnabled: (state) => state.cursor.stage === 'run',
    run: () => useApp.setState((state) => ({ runMode: RUN_MODES[(RUN_MODES.indexOf(state.runMode ?? 'lanes') + 1) % RUN_MODES.length] })),
  },
  {
    id: 'run.to',
    title: 'command.run.to',
    group: 'run',
    keys: [':'],
    isEnabled: hasRun,
    run: () => {
      if (useApp.getState().cursor.stage !== 'run') goToStage('run');
      requestAnimationFrame(() => document.querySelector<HTMLInputElement>('[data-search="run"]')?.focus());
    },
  },
  ...(['late', 'firing'] as const).map((mark): Command => ({
    id: `run.next.${mark}`,
    title: `command.run.next.${mark}`,
    group: 'run',
    keys: [],
    isEnabled: hasRun,
    run: () => {
      const run = selectRun(useApp.getState());
      if (run) stepToMark(run, mark, 1);
    },
  })),
  {
    id: 'run.trace',
    title: 'command.run.trace',
    group: 'run',
    keys: ['t'],
    isEnabled: hasRun,
    run: (session) => {
      const state = useApp.getState();
      const at = selectPlayhead(state);
      const change = selectRun(state)?.changes.findLastIndex((candidate) => candidate.step <= at) ?? -1;
      if (change >= 0) void session.replaying.trace(change);
    },
  },
  {
    id: 'run.semantics',
    title: 'command.run.semantics',
    group: 'run',
    keys: [],
    isEnabled: hasRun,
    run: () => useApp.getState().setViewState({ dialog: 'semantics' }),
  },
  {
    id: 'run.undo',
    title: 'command.run.undo',
    group: 'run',
    keys: ['Ctrl+z'],
    yieldsToText: true,
    isEnabled: (state) => state.feedHistory.past.length > 0,
    run: () => useApp.getState().undoFeed(),
  },
  {
    id: 'run.redo',
    title: 'command.run.redo',
    group: 'run',
    keys: ['Ctrl+Shift+z', 'Ctrl+y'],
    yieldsToText: true,
    isEnabled: (state) => state.feedHistory.future.length > 0,
    run: () => useApp.getState().redoFeed(),
  },
  {
    id: 'run.download',
    title: 'command.run.download',
    group: 'run',
    keys: [],
    isEnabled: (state) => state.feed.trim() !== '',
    run: () => downloadRows(),
  },
  { id: 'run.again', title: 'command.run.again', group: 'run', keys: [], isEnabled: canRun, run: (session) => session.replaying.runNow() },
];
