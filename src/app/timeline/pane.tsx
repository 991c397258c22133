import { useEffect, useRef } from 'react';
import type { OperatorRef, StepRef } from '../../trace/run-trace.ts';
import type { Hit } from './hit.ts';
import type { LaneModel } from './lane-kinds.ts';
import { onThemeChange, readPalette } from './palette.ts';
import { PaneGestures, type GestureTarget, type RowMove } from './pane-gestures.ts';
import { PanePainter } from './pane-painter.ts';
import type { Ghost, Picture } from './picture.ts';
import type { TracedPath } from './traced-path.ts';
import type { Viewport } from './viewport.ts';

export interface PaneProps {
  readonly model: LaneModel;
  readonly picture: Picture;
  readonly viewport: Viewport;
  readonly step: StepRef;
  readonly selectedOperator: OperatorRef | undefined;
  readonly highlighted: ReadonlySet<StepRef> | undefined;
  readonly path: TracedPath | undefined;
  readonly isFocused: boolean;
  onStep(step: StepRef): void;
  onSelectOperator(operator: OperatorRef | undefined): void;
  readonly onMoveRow: ((change: RowMove) => void) | undefined;
}

/** What the pointer adds to the upper canvas; kept out of React, since it changes with every move. */
interface Transient {
  hover: Hit | undefined;
  ghost: Ghost | undefined;
}

/** One picture of a run on its two canvases. */
export function Pane(props: PaneProps) {
  const { picture, viewport, selectedOperator, step, highlighted, path, isFocused } = props;
  const holder = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const painter = useRef<PanePainter>(undefined);
  const transient = useRef<Transient>({ hover: undefined, ghost: undefined });
  const latest = useRef(props);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const element = holder.current;
    if (!element || !still.current || !above.current) return undefined;
    const own = new PanePainter(still.current, above.current);
    painter.current = own;
    const over = (change: Partial<Transient>): void => {
      Object.assign(transient.current, change);
      const now = latest.current;
      own.setOver({ step: now.step, highlighted: now.highlighted, path: now.path, isFocused: now.isFocused, ...transient.current });
    };
    const target = (): GestureTarget => ({
      ...latest.current,
      setHover: (hover) => over({ hover }),
      setGhost: (ghost) => over({ ghost }),
    });
    const observer = new ResizeObserver(() => own.setSize(element.clientWidth, element.clientHeight));
    observer.observe(element);
    own.setSize(element.clientWidth, element.clientHeight);
    own.setPalette(readPalette(element));
    const stopTheme = onThemeChange(() => own.setPalette(readPalette(element)));
    const stopGestures = new PaneGestures(element, own, target).attach();
    return () => {
      observer.disconnect();
      stopTheme();
      stopGestures();
      own.stop();
      painter.current = undefined;
    };
  }, []);

  useEffect(() => {
    painter.current?.setContent({ picture, viewport, selected: selectedOperator });
    const stopDrawing = viewport.subscribe(() => painter.current?.redraw());
    const stopPaging = viewport.onPage((pages) => painter.current?.scrollBy(pages * (holder.current?.clientHeight ?? 0)));
    return () => {
      stopDrawing();
      stopPaging();
    };
  }, [picture, viewport, selectedOperator]);

  useEffect(() => {
    painter.current?.setOver({ step, highlighted, path, isFocused, ...transient.current });
  }, [step, highlighted, path, isFocused]);

  return (
    <div ref={holder} className="timeline-pane">
      <canvas ref={still} aria-hidden />
      <canvas ref={above} aria-hidden />
    </div>
  );
}
