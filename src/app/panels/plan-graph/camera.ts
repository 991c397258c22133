import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useReactFlow, type Viewport } from '@xyflow/react';
import type { GraphModel } from '../../graph/graph-model.ts';
import type { Box } from '../../graph/layout.ts';
import { useApp } from '../../store/store.ts';

const SLOW = 320;

interface CameraInput {
  readonly model: GraphModel;
  readonly wrapper: RefObject<HTMLDivElement | null>;
  readonly animates: boolean;
  readonly isCompact: boolean;
}

/** The view that shows a box as large as it goes, up to its natural size, between the legend and the top. */
function viewOf(box: Box, width: number, height: number, isCompact: boolean): Viewport {
  const side = isCompact ? 12 : 28;
  const top = isCompact ? 10 : 16;
  const bottom = isCompact ? 22 : 54;
  const zoom = Math.max(0.1, Math.min(1, (width - 2 * side) / Math.max(box.width, 1), (height - top - bottom) / Math.max(box.height, 1)));
  const x = (width - box.width * zoom) / 2 - box.x * zoom;
  const free = height - top - bottom - box.height * zoom;
  return { x, y: top + Math.max(0, Math.min(free / 2, 60)) - box.y * zoom, zoom };
}

function isInside(box: Box, view: Viewport, width: number, height: number): boolean {
  const left = box.x * view.zoom + view.x;
  const top = box.y * view.zoom + view.y;
  return left >= -2 && top >= -2 && left + box.width * view.zoom <= width + 2 && top + box.height * view.zoom <= height + 2;
}

/**
 * Moves the view as little as possible: at first the whole plan is fitted; a step moves it only if the plan would leave the picture,
 * and after the reader has moved it, only if the changed nodes would.
 */
export function useCamera({ model, wrapper, animates, isCompact }: CameraInput): void {
  const flow = useReactFlow();
  const documentNumber = useApp((state) => state.documentNumber);
  const statement = useApp((state) => state.cursor.q);
  const fitted = useRef<string | undefined>(undefined);
  const wasMoved = useRef(false);
  const current = useRef(model);
  /** Size of the picture as last observed. To read it from the element while a step is drawn would force a layout of the whole page. */
  const size = useRef<{ readonly width: number; readonly height: number } | undefined>(undefined);

  useEffect(() => {
    const element = wrapper.current;
    if (!element) return;
    const onUse = (): void => {
      wasMoved.current = true;
    };
    element.addEventListener('wheel', onUse, { passive: true });
    element.addEventListener('pointerdown', onUse);
    return () => {
      element.removeEventListener('wheel', onUse);
      element.removeEventListener('pointerdown', onUse);
    };
  }, [wrapper]);

  useLayoutEffect(() => {
    current.current = model;
    const element = wrapper.current;
    if (!element) return;
    const { width, height } = (size.current ??= { width: element.clientWidth, height: element.clientHeight });
    if (width === 0 || height === 0) return;
    const name = `${documentNumber}.${statement}`;
    const bounds = model.layout.bounds;
    if (fitted.current !== name) {
      fitted.current = name;
      wasMoved.current = false;
      void flow.setViewport(viewOf(bounds, width, height, isCompact));
      return;
    }
    const view = flow.getViewport();
    const duration = animates ? SLOW : 0;
    if (!wasMoved.current) {
      if (!isInside(bounds, view, width, height)) void flow.setViewport(viewOf(bounds, width, height, isCompact), { duration });
      return;
    }
    const changed = model.changedKeys.map((key) => model.layout.boxes.get(key)).filter((box) => box !== undefined);
    const first = changed[0];
    if (first && !changed.some((box) => isInside(box, view, width, height))) {
      void flow.setCenter(first.x + first.width / 2, first.y + first.height / 2, { zoom: view.zoom, duration });
    }
  }, [model, documentNumber, statement, flow, wrapper, animates, isCompact]);

  useEffect(() => {
    const element = wrapper.current;
    if (!element) return;
    const refit = (duration: number): void => {
      wasMoved.current = false;
      void flow.setViewport(viewOf(current.current.layout.bounds, element.clientWidth, element.clientHeight, isCompact), { duration });
    };
    const observer = new ResizeObserver(() => {
      size.current = { width: element.clientWidth, height: element.clientHeight };
      if (!wasMoved.current && element.clientWidth > 0) refit(0);
    });
    observer.observe(element);
    useApp.getState().setPort('graph', {
      fit: () => refit(SLOW),
      zoomBy: (factor) => {
        wasMoved.current = true;
        void flow.zoomTo(flow.getZoom() * factor, { duration: 120 });
      },
      centre: (key) => {
        const box = current.current.layout.boxes.get(key);
        if (!box || isInside(box, flow.getViewport(), element.clientWidth, element.clientHeight)) return;
        void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: flow.getZoom(), duration: SLOW });
      },
      focus: () => element.focus({ preventScroll: true }),
    });
    return () => observer.disconnect();
  }, [flow, wrapper, isCompact]);
}
