import { Waves } from 'lucide-react';
import { msg } from '../../messages/messages.ts';
import { runClock, timeText } from '../../replay/time-text.ts';
import { selectRun } from '../../store/selectors/replay.ts';
import { selectZone } from '../../store/selectors/run-clock.ts';
import { useApp } from '../../store/store.ts';

export interface NodeWatermark {
  readonly time: number;
  readonly isIdle: boolean;
}

/** The watermark that a node sends on, at its edge. */
export function WatermarkTag({ watermark }: { readonly watermark: NodeWatermark }) {
  const run = useApp(selectRun);
  const zone = useApp(selectZone);
  if (!run) return null;
  const text = watermark.isIdle ? msg('inspector.idle') : timeText(runClock(run, zone), watermark.time);
  return (
    <span className="watermark-tag" title={msg('inspector.watermark')}>
      <Waves size={11} aria-hidden />
      <span className="sr-only">{msg('inspector.watermark')} </span>
      {text}
    </span>
  );
}
