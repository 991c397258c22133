import { useEffect, useMemo, useState } from 'react';
import { Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { PanelLeftClose } from 'lucide-react';
import { isDockShown, isLeftShown, toggleLeft, WIDE } from '../commands/panels.ts';
import { formatNumber, msg } from '../messages/messages.ts';
import { Inspector } from '../panels/inspector/inspector.tsx';
import { Problems } from '../panels/problems/problems.tsx';
import { RuleSteps } from '../panels/rule-steps/rule-steps.tsx';
import { RunDock } from '../panels/run/run-dock.tsx';
import { SqlEditor, StatementTabs } from '../panels/sql-editor/sql-editor.tsx';
import { StepDetail } from '../panels/step-detail/step-detail.tsx';
import { Streams } from '../panels/streams/streams.tsx';
import { StagePanel } from '../panels/plan-graph/stage-panel.tsx';
import type { LeftTab } from '../store/replay.ts';
import { useRun } from '../store/selectors/replay.ts';
import { useFeed } from '../store/selectors/feed.ts';
import { useApp } from '../store/store.ts';
import { useNarrow } from '../theme/theme.ts';
import { IconButton, Tabs } from './controls.tsx';
import { PanelBoundary } from './panel-boundary.tsx';
import { RememberedGroup } from './remembered-group.tsx';

/** The side columns give way on smaller windows, so that the plan keeps its room. */
function defaultWidth(share: number, most: number): number {
  return Math.round(Math.min(most, window.innerWidth * share));
}

const LEFT_PANEL = 'left-panel';

/** How many rows the script's streams have; shown beside the name of the tab. */
function useRowCount(): number {
  const feed = useFeed();
  return useMemo(() => feed.entries.filter((entry) => entry.kind === 'row').length, [feed]);
}

function ScriptBody() {
  return (
    <>
      <PanelBoundary title={msg('statements.label')}>
        <StatementTabs />
      </PanelBoundary>
      <PanelBoundary title={msg('script.title')}>
        <SqlEditor />
      </PanelBoundary>
      <PanelBoundary title={msg('problems.title')}>
        <Problems />
      </PanelBoundary>
    </>
  );
}

/** Script and sample rows: all that is put in. The editor stays as it is while the rows are shown. */
function LeftPanel() {
  const tab = useApp((state) => state.leftTab);
  const rows = useRowCount();
  return (
    <section className="panel script-panel" aria-label={msg('script.title')}>
      <div className="panel-head">
        <Tabs<LeftTab>
          label={msg('left.tabs')}
          panelId={LEFT_PANEL}
          value={tab}
          onChange={(leftTab) => useApp.getState().setReplay({ leftTab })}
          choices={[
            { id: 'script', label: msg('script.title') },
            {
              id: 'streams',
              label: (
                <>
                  {msg('streams.title')} <span className="count">{formatNumber(rows)}</span>
                </>
              ),
            },
          ]}
        />
        <span className="spacer" />
        <IconButton label={msg('command.view.left')} onClick={toggleLeft}>
          <PanelLeftClose size={14} />
        </IconButton>
      </div>
      <div id={LEFT_PANEL} role="tabpanel" className="left-body" aria-label={msg(tab === 'script' ? 'script.title' : 'streams.title')}>
        <div className="left-part" hidden={tab !== 'script'}>
          <ScriptBody />
        </div>
        {tab === 'streams' && (
          <PanelBoundary title={msg('streams.title')}>
            <Streams />
          </PanelBoundary>
        )}
      </div>
    </section>
  );
}

/** Puts a panel away and back; what is in it stays as it is. */
function useShown(isShown: boolean): ReturnType<typeof usePanelRef> {
  const panel = usePanelRef();
  useEffect(() => {
    const handle = panel.current;
    if (!handle) return;
    if (!isShown) handle.collapse();
    else if (handle.isCollapsed()) handle.expand();
  }, [panel, isShown]);
  return panel;
}

/** The size of the window, for what gives way on smaller ones. */
function useWindowSize(): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useEffect(() => {
    const measure = (): void => setSize({ width: window.innerWidth, height: window.innerHeight });
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}

/** Script and plan beside each other. */
function ScriptAndStage() {
  const isTight = useNarrow(WIDE);
  const showLeft = useApp((state) => isLeftShown(state, isTight));
  const left = useShown(showLeft);
  return (
    <RememberedGroup name="columns" orientation="horizontal">
      <Panel
        id="left"
        panelRef={left}
        onResize={(size) => size.inPixels === 0 && showLeft && toggleLeft()}
        collapsible
        defaultSize={defaultWidth(0.26, 372)}
        minSize={240}
        maxSize={640}
        groupResizeBehavior="preserve-pixel-size"
      >
        <div className="put-away" inert={!showLeft} data-shown={showLeft}>
          <LeftPanel />
        </div>
      </Panel>
      <Separator className="separator" aria-label={msg('layout.left')} disabled={!showLeft} />
      <Panel id="stage" minSize={320}>
        <StagePanel />
      </Panel>
    </RememberedGroup>
  );
}

/** Script and plan, and the run of the statement under both. */
function Work() {
  const size = useWindowSize();
  const hasRun = useApp((state) => isDockShown(state, size));
  const run = useRun();
  return (
    <RememberedGroup name="work" orientation="vertical">
      <Panel id="top" minSize={200}>
        <ScriptAndStage />
      </Panel>
      {hasRun && run && (
        <>
          <Separator className="separator is-flat" aria-label={msg('layout.dock')} />
          <Panel id="dock" defaultSize={212} minSize={120} maxSize="60" groupResizeBehavior="preserve-pixel-size">
            <RunDock run={run} />
          </Panel>
        </>
      )}
    </RememberedGroup>
  );
}

/** Script, plan and run at the left, steps at the right: all can be resized and put away. */
export function Workspace() {
  const hidden = useApp((state) => state.hiddenPanels);
  const isRun = useApp((state) => state.cursor.stage === 'run');
  const showRight = !hidden.has('right');
  const right = useShown(showRight);
  return (
    <main className="workspace">
      <RememberedGroup name="frame" orientation="horizontal">
        <Panel id="work-panel" minSize={320}>
          <Work />
        </Panel>
        <Separator className="separator" aria-label={msg('layout.right')} disabled={!showRight} />
        <Panel
          id="right"
          panelRef={right}
          onResize={(size) => size.inPixels === 0 && showRight && useApp.getState().togglePanel('right')}
          collapsible
          defaultSize={defaultWidth(0.27, 359)}
          minSize={250}
          maxSize={560}
          groupResizeBehavior="preserve-pixel-size"
        >
          <div className="put-away" inert={!showRight} data-shown={showRight}>
            {isRun ? (
              <PanelBoundary title={msg('inspector.title')}>
                <Inspector />
              </PanelBoundary>
            ) : (
              <RememberedGroup name="right" orientation="vertical">
                <Panel id="steps" defaultSize="42" minSize={120}>
                  <PanelBoundary title={msg('steps.title')}>
                    <RuleSteps />
                  </PanelBoundary>
                </Panel>
                <Separator className="separator is-flat" aria-label={msg('layout.detail')} />
                <Panel id="detail" minSize={120}>
                  <PanelBoundary title={msg('detail.title')}>
                    <StepDetail />
                  </PanelBoundary>
                </Panel>
              </RememberedGroup>
            )}
          </div>
        </Panel>
      </RememberedGroup>
    </main>
  );
}
