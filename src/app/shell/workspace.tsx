import { useEffect, useMemo, type ReactNode } from 'react';
import { Group, Panel, Separator, usePanelRef, type Layout } from 'react-resizable-panels';
import { PanelLeftClose } from 'lucide-react';
import { msg } from '../messages/messages.ts';
import { readPreference, writePreference } from '../persist/preferences.ts';
import { Problems } from '../panels/problems/problems.tsx';
import { RuleSteps } from '../panels/rule-steps/rule-steps.tsx';
import { SqlEditor, StatementTabs } from '../panels/sql-editor/sql-editor.tsx';
import { StepDetail } from '../panels/step-detail/step-detail.tsx';
import { StagePanel } from '../panels/plan-graph/stage-panel.tsx';
import { useApp } from '../store/store.ts';
import { useNarrow } from '../theme/theme.ts';
import { IconButton } from './controls.tsx';
import { PanelBoundary } from './panel-boundary.tsx';

function isLayout(value: unknown): value is Layout {
  return typeof value === 'object' && value !== null && Object.values(value).every((size) => typeof size === 'number');
}

/** A group of panels that remembers its sizes under a name. */
function RememberedGroup({
  name,
  orientation,
  children,
}: {
  readonly name: string;
  readonly orientation: 'horizontal' | 'vertical';
  readonly children: ReactNode;
}) {
  const layout = useMemo(() => readPreference(`layout.${name}`, isLayout), [name]);
  return (
    <Group
      id={name}
      orientation={orientation}
      defaultLayout={layout}
      onLayoutChanged={(next, meta) => meta.isUserInteraction && writePreference(`layout.${name}`, next)}
    >
      {children}
    </Group>
  );
}

/** The side columns give way on smaller windows, so that the plan keeps its room. */
function defaultWidth(share: number, most: number): number {
  return Math.round(Math.min(most, window.innerWidth * share));
}

function ScriptPanel() {
  return (
    <section className="panel script-panel" aria-label={msg('script.title')}>
      <div className="panel-head">
        <h2>{msg('script.title')}</h2>
        <span className="spacer" />
        <IconButton label={msg('command.view.left')} onClick={() => useApp.getState().togglePanel('left')}>
          <PanelLeftClose size={14} />
        </IconButton>
      </div>
      <PanelBoundary title={msg('statements.label')}>
        <StatementTabs />
      </PanelBoundary>
      <PanelBoundary title={msg('script.title')}>
        <SqlEditor />
      </PanelBoundary>
      <PanelBoundary title={msg('problems.title')}>
        <Problems />
      </PanelBoundary>
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

/** Two plans side by side need the room of the script; it comes back with the next view. */
const COMPARE_ROOM = 1700;

/** Script, plan, steps: three columns that can be resized and put away. */
export function Workspace() {
  const hidden = useApp((state) => state.hiddenPanels);
  const view = useApp((state) => state.view);
  const isTight = useNarrow(COMPARE_ROOM);
  const showLeft = !hidden.has('left') && !(view === 'compare' && isTight);
  const showRight = !hidden.has('right');
  const left = useShown(showLeft);
  const right = useShown(showRight);
  return (
    <main className="workspace">
      <RememberedGroup name="main" orientation="horizontal">
        <Panel
          id="left"
          panelRef={left}
          onResize={(size) => size.inPixels === 0 && showLeft && useApp.getState().togglePanel('left')}
          collapsible
          defaultSize={defaultWidth(0.26, 372)}
          minSize={240}
          maxSize={640}
          groupResizeBehavior="preserve-pixel-size"
        >
          <div className="put-away" inert={!showLeft} data-shown={showLeft}>
            <ScriptPanel />
          </div>
        </Panel>
        <Separator className="separator" aria-label={msg('layout.left')} disabled={!showLeft} />
        <Panel id="stage" minSize={320}>
          <StagePanel />
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
          </div>
        </Panel>
      </RememberedGroup>
    </main>
  );
}
