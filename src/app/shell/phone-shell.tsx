import {
  ChevronLeft,
  ChevronRight,
  CodeXml,
  FileText,
  Layers,
  LibraryBig,
  ListTree,
  Moon,
  Play,
  Share2,
  SkipBack,
  Sun,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { findCommand } from '../commands/command-list.ts';
import { goToEnd, goToStage, step } from '../commands/navigation.ts';
import { neighbour, stepName } from '../graph/positions.ts';
import { changeSentence } from '../graph/sentences.ts';
import { msg, type MessageKey } from '../messages/messages.ts';
import { useSession } from '../session/session-context.ts';
import { ExplainText } from '../panels/explain-text/explain-text.tsx';
import { PlanGraph } from '../panels/plan-graph/plan-graph.tsx';
import { Problems } from '../panels/problems/problems.tsx';
import { RuleSteps } from '../panels/rule-steps/rule-steps.tsx';
import { SqlEditor, StatementTabs } from '../panels/sql-editor/sql-editor.tsx';
import { BreakableName } from '../panels/step-detail/step-tab.tsx';
import { Streams } from '../panels/streams/streams.tsx';
import { useFrame, useProblems, useStage } from '../store/selectors/stage.ts';
import { useStatements } from '../store/selectors/statements.ts';
import type { LeftTab } from '../store/replay.ts';
import { useApp, type AppState } from '../store/store.ts';
import type { PhoneTab } from '../store/view.ts';
import { useResolvedTheme } from '../theme/theme.ts';
import { Brand } from './brand.tsx';
import { IconButton, Segments } from './controls.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { PhoneRun } from './phone-run.tsx';
import { StageStrip } from './stage-strip.tsx';

const TABS: readonly { id: PhoneTab; icon: LucideIcon; label: MessageKey }[] = [
  { id: 'sql', icon: CodeXml, label: 'phone.sql' },
  { id: 'plan', icon: Layers, label: 'phone.plan' },
  { id: 'run', icon: Play, label: 'phone.run' },
  { id: 'steps', icon: ListTree, label: 'phone.steps' },
  { id: 'text', icon: FileText, label: 'phone.text' },
  { id: 'problems', icon: TriangleAlert, label: 'phone.problems' },
];

function PhoneHead() {
  const session = useSession();
  const theme = useResolvedTheme();
  const name = useApp((state) => state.name);
  const q = useApp((state) => state.cursor.q);
  const version = useApp((state) => state.shelf.trace?.flinkVersion);
  const statements = useStatements();
  return (
    <header className="phone-head">
      <Brand />
      <div className="phone-name">
        <h1>{name || msg('document.untitled')}</h1>
        <span>
          {msg('phone.statement', { n: q, total: statements.length })}
          {version ? ` · Flink ${version}` : ''}
        </span>
      </div>
      <IconButton label={msg('gallery.open')} onClick={() => findCommand('script.gallery').run(session)}>
        <LibraryBig size={16} />
      </IconButton>
      <IconButton label={msg('command.session.share')} onClick={() => findCommand('session.share').run(session)}>
        <Share2 size={16} />
      </IconButton>
      <IconButton label={msg('command.view.theme')} onClick={() => findCommand('view.theme').run(session)}>
        {theme === 'dark' ? <Sun size={16} /> : <Moon size={16} />}
      </IconButton>
    </header>
  );
}

function StepSheet() {
  const stage = useStage();
  const frame = useFrame();
  const summaries = useApp((state) => state.shelf.ruleSummaries);
  if (!stage || !frame) return null;
  const { position } = frame;
  const { event } = position;
  const atStart = position.index === 0;
  const atEnd = !neighbour(stage.places, position.index, 1, true);
  const summary = event?.kind === 'firing' ? summaries[event.rule] : undefined;
  return (
    <section className="phone-sheet" aria-label={msg('detail.title')}>
      <div className="phone-step">
        <span data-testid="step-counter">
          {msg('transport.step')} <b>{position.globalStep}</b> {msg('transport.of', { total: stage.places.totalSteps })}
        </span>
        <span className="legend-inline">
          <i className="swatch is-new" /> {msg('diff.new')} <i className="swatch is-removed" /> {msg('diff.removed')}{' '}
          <i className="swatch is-matched" /> {msg('diff.matched')}
        </span>
      </div>
      <div className="phone-sentence" role="status" aria-live="polite" id="step-sentence">
        <h2>{event ? <BreakableName name={stepName(event, stage.trace.nodes)} /> : position.stage}</h2>
        <p>{event ? (summary ?? changeSentence(stage.trace.nodes, event, frame.diff?.pairs)) : msg('phone.start')}</p>
      </div>
      <div className="phone-buttons">
        <IconButton label={msg('command.step.first')} disabled={atStart} onClick={() => goToEnd('first')} className="is-outlined">
          <SkipBack size={16} />
        </IconButton>
        <button type="button" className="btn" disabled={atStart} onClick={() => step(-1, false)}>
          <ChevronLeft size={16} aria-hidden />
          {msg('phone.previous')}
        </button>
        <button type="button" className="btn primary" disabled={atEnd} onClick={() => step(1, true)}>
          {msg('phone.nextChange')}
          <ChevronRight size={16} aria-hidden />
        </button>
      </div>
    </section>
  );
}

/** The run is a stage as well as a tab: whichever way it was opened, it is shown where the plan is otherwise. */
function shownTab(state: AppState): PhoneTab {
  const { phoneTab, cursor } = state;
  return phoneTab === 'plan' || phoneTab === 'run' ? (cursor.stage === 'run' ? 'run' : 'plan') : phoneTab;
}

function openTab(id: PhoneTab): void {
  const { cursor } = useApp.getState();
  if (id === 'run' && cursor.stage !== 'run') goToStage('run');
  if (id === 'plan' && cursor.stage === 'run') goToStage('exec');
  useApp.setState({ phoneTab: id, ...(id === 'plan' ? { view: 'plan' as const } : {}) });
}

/** Reading and stepping on a small screen: one thing at a time, the step below the graph. */
export function PhoneShell() {
  const tab = useApp(shownTab);
  const leftTab = useApp((state) => state.leftTab);
  const problems = useProblems();
  return (
    <>
      <PhoneHead />
      <StageStrip />
      <main className="phone-main">
        <PanelBoundary title={msg(TABS.find((candidate) => candidate.id === tab)!.label)} resetKey={tab}>
          {tab === 'sql' && (
            <div className="panel script-panel">
              <div className="phone-run-mode">
                <Segments<LeftTab>
                  label={msg('left.tabs')}
                  value={leftTab}
                  onChange={(next) => useApp.getState().setReplay({ leftTab: next })}
                  choices={[
                    { id: 'script', label: msg('script.title') },
                    { id: 'streams', label: msg('streams.title') },
                  ]}
                />
              </div>
              {leftTab === 'streams' ? (
                <Streams />
              ) : (
                <>
                  <StatementTabs />
                  <SqlEditor />
                </>
              )}
            </div>
          )}
          {tab === 'plan' && (
            <>
              <PlanGraph isCompact />
              <StepSheet />
            </>
          )}
          {tab === 'run' && <PhoneRun />}
          {tab === 'steps' && <RuleSteps />}
          {tab === 'text' && <ExplainText />}
          {tab === 'problems' && <Problems />}
        </PanelBoundary>
      </main>
      <nav className="phone-tabs" aria-label={msg('phone.tabs')}>
        {TABS.map(({ id, icon: Icon, label }) => (
          <button key={id} type="button" aria-current={tab === id ? 'page' : undefined} onClick={() => openTab(id)}>
            <Icon size={16} aria-hidden />
            {msg(label)}
            {id === 'problems' && problems.length > 0 && <span className="count">{problems.length}</span>}
          </button>
        ))}
      </nav>
    </>
  );
}
