import { Maximize, Minus, Plus } from 'lucide-react';
import { useStore } from '@xyflow/react';
import { msg } from '../../messages/messages.ts';
import { IconButton } from '../../shell/controls.tsx';
import { useApp } from '../../store/store.ts';

/** Zoom out, the zoom, zoom in, fit. */
export function ZoomControls({ onZoom }: { readonly onZoom: (factor: number) => void }) {
  const zoom = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <div className="float zoom" role="group" aria-label={msg('graph.zoom')}>
      <IconButton label={msg('command.graph.zoomOut')} onClick={() => onZoom(0.8)}>
        <Minus size={14} />
      </IconButton>
      <span className="zoom-value">{zoom} %</span>
      <IconButton label={msg('command.graph.zoomIn')} onClick={() => onZoom(1.25)}>
        <Plus size={14} />
      </IconButton>
      <IconButton label={msg('command.graph.fit')} onClick={() => useApp.getState().ports.graph?.fit()}>
        <Maximize size={14} />
      </IconButton>
    </div>
  );
}
