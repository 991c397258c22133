import { Pin } from 'lucide-react';
import { findCommand } from '../../commands/command-list.ts';
import { selectedPlace } from '../../commands/navigation.ts';
import { msg } from '../../messages/messages.ts';
import { useSession } from '../../session/session-context.ts';
import { IconButton, Tabs } from '../../shell/controls.tsx';
import { useFrame, useStage } from '../../store/selectors/stage.ts';
import { useApp } from '../../store/store.ts';
import type { DetailTab } from '../../store/view.ts';
import { CostTab } from './cost-tab.tsx';
import { NodeTab } from './node-tab.tsx';
import { StepTab } from './step-tab.tsx';
import { TriesTab } from './tries-tab.tsx';

const PANEL = 'detail-panel';

/** What the step at the cursor did, and what the selected node is. */
export function StepDetail() {
  const session = useSession();
  const stage = useStage();
  const frame = useFrame();
  const tab = useApp((state) => state.detailTab);
  const pin = useApp((state) => state.pin);
  useApp((state) => state.sel);
  useApp((state) => state.selKey);
  const place = selectedPlace();
  const number = frame?.position.event ? frame.position.globalStep : undefined;
  const choices: readonly { id: DetailTab; label: string }[] = [
    { id: 'step', label: number === undefined ? msg('detail.plan') : msg('detail.step', { n: number }) },
    { id: 'node', label: msg('detail.node') },
    { id: 'tries', label: msg('detail.tries') },
    { id: 'cost', label: msg('detail.cost') },
  ];
  return (
    <section className="panel detail-panel" aria-label={msg('detail.title')}>
      <div className="panel-head">
        <Tabs
          label={msg('detail.title')}
          panelId={PANEL}
          choices={choices}
          value={tab}
          onChange={(detailTab) => useApp.setState({ detailTab })}
        />
        <span className="spacer" />
        <IconButton
          label={msg(pin ? 'detail.unpin' : 'detail.pin')}
          isOn={pin !== undefined}
          onClick={() => findCommand('view.pin').run(session)}
        >
          <Pin size={14} />
        </IconButton>
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        className="panel-scroll"
        tabIndex={0}
        data-scroll
        aria-label={choices.find((choice) => choice.id === tab)?.label}
      >
        {!stage || !frame ? (
          <div className="empty">{msg('detail.empty')}</div>
        ) : tab === 'node' ? (
          <NodeTab stage={stage} place={place} />
        ) : tab === 'tries' ? (
          <TriesTab stage={stage} frame={frame} />
        ) : tab === 'cost' ? (
          <CostTab stage={stage} frame={frame} place={place} />
        ) : (
          <StepTab stage={stage} frame={frame} />
        )}
      </div>
    </section>
  );
}
