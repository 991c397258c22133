import type { OperatorRef } from '../../trace/run-trace.ts';
import { Brush } from './brush.ts';
import type { Palette } from './palette.ts';
import type { Over, Picture, View } from './picture.ts';
import type { Viewport } from './viewport.ts';

/** What a pane shows, apart from the size and the visible part. */
export interface PaneContent {
  readonly picture: Picture;
  readonly viewport: Viewport;
  readonly selected: OperatorRef | undefined;
}

/**
 * Paints a picture on two canvases: the still one is drawn again only when size, zoom, theme or run change and serves as the stored
 * picture for all other frames; the upper one carries what follows the playhead.
 */
export class PanePainter {
  private readonly still: HTMLCanvasElement;
  private readonly above: HTMLCanvasElement;
  private brushes: { readonly still: Brush; readonly above: Brush } | undefined;
  private content: PaneContent | undefined;
  private over: Over | undefined;
  private size = { width: 0, height: 0 };
  private scroll = 0;
  private isStillOld = true;
  private request = 0;

  constructor(still: HTMLCanvasElement, above: HTMLCanvasElement) {
    this.still = still;
    this.above = above;
  }

  get view(): View | undefined {
    const { content, size, scroll } = this;
    return content && size.width > 0 ? { ...size, domain: content.viewport.domain, scroll } : undefined;
  }

  get picture(): Picture | undefined {
    return this.content?.picture;
  }

  setPalette(palette: Palette): void {
    const [still, above] = [this.still.getContext('2d', { alpha: false }), this.above.getContext('2d')];
    if (!still || !above) return;
    this.brushes = { still: new Brush(still, palette), above: new Brush(above, palette) };
    this.redraw();
  }

  setContent(content: PaneContent): void {
    this.content = content;
    this.clampScroll(0);
    this.redraw();
  }

  setOver(over: Over): void {
    this.over = over;
    this.ask();
  }

  setSize(width: number, height: number): void {
    this.size = { width, height };
    this.clampScroll(0);
    this.redraw();
  }

  /** Moves the content; gives false if it cannot move further. */
  scrollBy(distance: number): boolean {
    const before = this.scroll;
    this.clampScroll(distance);
    if (this.scroll === before) return false;
    this.redraw();
    return true;
  }

  private clampScroll(distance: number): void {
    const most = Math.max(0, (this.content?.picture.contentHeight ?? 0) - this.size.height);
    this.scroll = Math.min(most, Math.max(0, this.scroll + distance));
  }

  /** Draws both canvases in the next frame. */
  redraw(): void {
    this.isStillOld = true;
    this.ask();
  }

  stop(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
  }

  private ask(): void {
    if (this.request === 0) this.request = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.request = 0;
    const { brushes, content, over, view } = this;
    if (!brushes || !content || !view) return;
    if (this.isStillOld) {
      this.prepare(this.still, brushes.still);
      brushes.still.context.fillStyle = brushes.still.colour('canvas');
      brushes.still.context.fillRect(0, 0, view.width, view.height);
      content.picture.paint(brushes.still, view, content.selected);
      this.isStillOld = false;
    }
    this.prepare(this.above, brushes.above);
    if (over) content.picture.paintOver(brushes.above, view, over);
  }

  /** Fits a canvas to size and pixel ratio, and clears it. */
  private prepare(canvas: HTMLCanvasElement, brush: Brush): void {
    const ratio = Math.max(1, window.devicePixelRatio || 1);
    const [width, height] = [Math.round(this.size.width * ratio), Math.round(this.size.height * ratio)];
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    brush.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.context.clearRect(0, 0, this.size.width, this.size.height);
  }
}
