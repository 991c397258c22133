import { Maximize, Minus, Plus } from 'lucide-react';
import { msg } from '../messages/messages.ts';
import { IconButton } from '../shell/controls.tsx';
import type { Viewport } from './viewport.ts';

const FACTOR = 1.5;

/** Zoom for those without a wheel: around the playhead, as the keys do. */
export function TimelineZoom({ viewport, place, name }: { readonly viewport: Viewport; readonly place: number; readonly name: string }) {
  const zoom = (factor: number): void => {
    viewport.reveal(place);
    viewport.zoom(place, factor);
  };
  return (
    <div className="timeline-zoom" role="group" aria-label={msg('timeline.zoom', { name })}>
      <IconButton label={msg('timeline.zoom.out', { name })} onClick={() => zoom(1 / FACTOR)}>
        <Minus size={12} />
      </IconButton>
      <IconButton label={msg('timeline.zoom.in', { name })} onClick={() => zoom(FACTOR)}>
        <Plus size={12} />
      </IconButton>
      <IconButton label={msg('timeline.zoom.fit', { name })} onClick={() => viewport.fit()}>
        <Maximize size={12} />
      </IconButton>
    </div>
  );
}
