import type { MessageKey } from '../messages/messages.ts';
import { useApp, type AppState } from '../store/store.ts';
import { selectStage } from '../store/selectors/stage.ts';
import { SPEEDS, type Theme } from '../store/view.ts';
import type { ShareView } from '../../share/state.ts';
import { EXAMPLES } from '../../examples/example-catalog.ts';
import { downloadScript, type Session } from '../session/session.ts';
import { resolveTheme } from '../theme/theme.ts';
import { startTour } from '../tour/tour-steps.ts';
import { copySelection } from './clipboard.ts';
import { goToEnd, goToStage, step, stepStage, togglePlay, walk } from './navigation.ts';
import { hasDock, toggleDock, toggleLeft } from './panels.ts';
import { stepsRun, toggleReplay } from './run-navigation.ts';
import { RUN_COMMANDS } from './run-commands.ts';

export type CommandGroup = 'step' | 'run' | 'view' | 'graph' | 'script' | 'session';

/**
 * One thing that a reader can do. This list is the only one: the palette, the key sheet, the buttons' hints and the tests read it.
 * `keys` are names as `KeyboardEvent.key` has them, with `Ctrl+` or `Shift+` before; the first one is shown. A key without `Ctrl`
 * acts only outside of inputs.
 */
export interface Command {
  readonly id: string;
  readonly title: MessageKey;
  readonly group: CommandGroup;
  readonly keys: readonly string[];
  /** In a field with text its keys stay the browser's own, unless the field says `data-undo="rows"`. */
  readonly yieldsToText?: boolean;
  readonly isEnabled?: (state: AppState) => boolean;
  readonly run: (session: Session) => void;
}

const hasStage = (state: AppState): boolean => selectStage(state) !== undefined;

function view(id: ShareView, title: MessageKey, key: string): Command {
  return { id: `view.${id}`, title, group: 'view', keys: [key], isEnabled: hasStage, run: () => openView(id) };
}

/** The run has no views of the plan: from there they open the end of the plan. */
function openView(id: ShareView): void {
  const state = useApp.getState();
  if (state.cursor.stage === 'run') goToStage(id === 'job' ? 'job' : 'exec');
  state.setView(id);
}

function setTheme(theme: Theme): void {
  useApp.getState().setViewState({ theme });
}

function changeSpeed(direction: 1 | -1): void {
  const { speed, setViewState } = useApp.getState();
  const at = SPEEDS.findIndex((candidate) => candidate === speed);
  setViewState({ speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + direction))] ?? 1 });
}

/** Every action of the screen. */
export const COMMANDS: readonly Command[] = [
  { id: 'step.next', title: 'command.step.next', group: 'step', keys: ['ArrowRight'], isEnabled: hasStage, run: () => void step(1, false) },
  {
    id: 'step.previous',
    title: 'command.step.previous',
    group: 'step',
    keys: ['ArrowLeft'],
    isEnabled: hasStage,
    run: () => void step(-1, false),
  },
  {
    id: 'step.nextChange',
    title: 'command.step.nextChange',
    group: 'step',
    keys: ['n'],
    isEnabled: hasStage,
    run: () => void step(1, true),
  },
  {
    id: 'step.previousChange',
    title: 'command.step.previousChange',
    group: 'step',
    keys: ['p'],
    isEnabled: hasStage,
    run: () => void step(-1, true),
  },
  {
    id: 'step.nextStage',
    title: 'command.step.nextStage',
    group: 'step',
    keys: ['Shift+ArrowRight', 'F10'],
    isEnabled: hasStage,
    run: () => stepStage(1),
  },
  {
    id: 'step.previousStage',
    title: 'command.step.previousStage',
    group: 'step',
    keys: ['Shift+ArrowLeft'],
    isEnabled: hasStage,
    run: () => stepStage(-1),
  },
  { id: 'step.first', title: 'command.step.first', group: 'step', keys: ['Home'], isEnabled: hasStage, run: () => goToEnd('first') },
  { id: 'step.last', title: 'command.step.last', group: 'step', keys: ['End'], isEnabled: hasStage, run: () => goToEnd('last') },
  {
    id: 'step.play',
    title: 'command.step.play',
    group: 'step',
    keys: [' '],
    isEnabled: hasStage,
    run: () => (stepsRun(useApp.getState()) ? toggleReplay() : togglePlay()),
  },
  { id: 'step.faster', title: 'command.step.faster', group: 'step', keys: ['>'], run: () => changeSpeed(1) },
  { id: 'step.slower', title: 'command.step.slower', group: 'step', keys: ['<'], run: () => changeSpeed(-1) },
  {
    id: 'step.changedOnly',
    title: 'command.step.changedOnly',
    group: 'step',
    keys: ['h'],
    run: () => useApp.setState((state) => ({ changedOnly: !state.changedOnly })),
  },
  {
    id: 'step.search',
    title: 'command.step.search',
    group: 'step',
    keys: ['/'],
    run: () => document.querySelector<HTMLInputElement>('[data-search="steps"]')?.focus(),
  },
  ...RUN_COMMANDS,
  view('plan', 'command.view.plan', '1'),
  view('compare', 'command.view.compare', '2'),
  view('memo', 'command.view.memo', '3'),
  view('text', 'command.view.text', '4'),
  view('job', 'command.view.job', '5'),
  {
    id: 'view.pin',
    title: 'command.view.pin',
    group: 'view',
    keys: ['b'],
    isEnabled: hasStage,
    run: () =>
      useApp.setState((state) =>
        state.pin ? { pin: undefined } : { pin: { ...state.cursor, label: `${state.cursor.stage} ${state.cursor.step}` } },
      ),
  },
  { id: 'view.left', title: 'command.view.left', group: 'view', keys: ['Ctrl+b'], run: () => toggleLeft() },
  { id: 'view.right', title: 'command.view.right', group: 'view', keys: ['Ctrl+j'], run: () => useApp.getState().togglePanel('right') },
  {
    id: 'view.dock',
    title: 'command.view.dock',
    group: 'view',
    keys: ['l'],
    isEnabled: (state) => state.cursor.stage !== 'run' && hasDock(state),
    run: () => toggleDock(),
  },
  {
    id: 'view.outline',
    title: 'command.view.outline',
    group: 'view',
    keys: ['o'],
    isEnabled: hasStage,
    run: () => useApp.setState((state) => ({ isOutlineOpen: !state.isOutlineOpen, view: 'plan' })),
  },
  {
    id: 'view.theme',
    title: 'command.view.theme',
    group: 'view',
    keys: ['d'],
    run: () => setTheme(resolveTheme(useApp.getState().theme) === 'dark' ? 'light' : 'dark'),
  },
  { id: 'view.themeSystem', title: 'command.view.themeSystem', group: 'view', keys: [], run: () => setTheme('system') },
  { id: 'graph.producer', title: 'command.graph.producer', group: 'graph', keys: ['['], isEnabled: hasStage, run: () => walk('producer') },
  { id: 'graph.consumer', title: 'command.graph.consumer', group: 'graph', keys: [']'], isEnabled: hasStage, run: () => walk('consumer') },
  {
    id: 'graph.nextNode',
    title: 'command.graph.nextNode',
    group: 'graph',
    keys: ['ArrowDown', 'j'],
    isEnabled: hasStage,
    run: () => walk('next'),
  },
  {
    id: 'graph.previousNode',
    title: 'command.graph.previousNode',
    group: 'graph',
    keys: ['ArrowUp', 'k'],
    isEnabled: hasStage,
    run: () => walk('previous'),
  },
  {
    id: 'graph.fit',
    title: 'command.graph.fit',
    group: 'graph',
    keys: ['0'],
    isEnabled: hasStage,
    run: () => useApp.getState().ports.graph?.fit(),
  },
  {
    id: 'graph.focus',
    title: 'command.graph.focus',
    group: 'graph',
    keys: ['f'],
    isEnabled: hasStage,
    run: () => {
      const { ports, selKey } = useApp.getState();
      if (selKey) ports.graph?.centre(selKey);
      else ports.graph?.fit();
    },
  },
  {
    id: 'graph.zoomIn',
    title: 'command.graph.zoomIn',
    group: 'graph',
    keys: ['+', '='],
    isEnabled: hasStage,
    run: () => useApp.getState().ports.graph?.zoomBy(1.25),
  },
  {
    id: 'graph.zoomOut',
    title: 'command.graph.zoomOut',
    group: 'graph',
    keys: ['-', '−'],
    isEnabled: hasStage,
    run: () => useApp.getState().ports.graph?.zoomBy(0.8),
  },
  { id: 'graph.copy', title: 'command.graph.copy', group: 'graph', keys: ['c'], isEnabled: hasStage, run: () => copySelection() },
  { id: 'script.plan', title: 'command.script.plan', group: 'script', keys: ['Ctrl+Enter'], run: (session) => session.planning.planNow() },
  {
    id: 'script.cancel',
    title: 'command.script.cancel',
    group: 'script',
    keys: [],
    isEnabled: (state) => state.status === 'planning',
    run: (session) => session.planning.cancel(),
  },
  { id: 'script.focus', title: 'command.script.focus', group: 'script', keys: ['e'], run: () => useApp.getState().ports.editor?.focus() },
  {
    id: 'script.options',
    title: 'command.script.options',
    group: 'script',
    keys: [],
    run: () => useApp.getState().setViewState({ dialog: 'options' }),
  },
  {
    id: 'script.gallery',
    title: 'command.script.gallery',
    group: 'script',
    keys: ['g'],
    run: () => useApp.getState().setViewState({ dialog: 'gallery' }),
  },
  { id: 'script.new', title: 'command.script.new', group: 'script', keys: [], run: (session) => session.openText('', '') },
  { id: 'script.download', title: 'command.script.download', group: 'script', keys: [], run: () => downloadScript() },
  { id: 'session.tour', title: 'command.session.tour', group: 'session', keys: [], run: startTour },
  {
    id: 'session.share',
    title: 'command.session.share',
    group: 'session',
    keys: ['Ctrl+s'],
    run: () => useApp.getState().setViewState({ dialog: 'share' }),
  },
  {
    id: 'session.palette',
    title: 'command.session.palette',
    group: 'session',
    keys: ['Ctrl+k'],
    run: () => useApp.getState().setViewState({ dialog: 'palette' }),
  },
  {
    id: 'session.keys',
    title: 'command.session.keys',
    group: 'session',
    keys: ['?'],
    run: () => useApp.getState().setViewState({ dialog: 'keys' }),
  },
  {
    id: 'session.singleKeys',
    title: 'command.session.singleKeys',
    group: 'session',
    keys: [],
    run: () => useApp.setState((state) => ({ singleKeys: !state.singleKeys })),
  },
  {
    id: 'session.clear',
    title: 'command.session.clear',
    group: 'session',
    keys: ['Escape'],
    run: () =>
      useApp.setState((state) => ({
        sel: undefined,
        selKey: undefined,
        isPlaying: false,
        traced: undefined,
        search: '',
        detailTab: state.detailTab === 'node' ? 'step' : state.detailTab,
      })),
  },
];

/** The command with that id. */
export function findCommand(id: string): Command {
  const command = COMMANDS.find((candidate) => candidate.id === id);
  if (!command) throw new Error(`no command ${id}`);
  return command;
}

/** Opens a gallery entry by its name. */
export function openExample(session: Session, id: string): void {
  const example = EXAMPLES.find((candidate) => candidate.id === id);
  if (example) session.openExample(example, {});
}
