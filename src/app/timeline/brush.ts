import type { Colour, Palette } from './palette.ts';

export interface TextStyle {
  readonly colour?: Colour;
  readonly size?: number;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
  /** Wider text is cut with an ellipsis. */
  readonly maxWidth?: number;
}

export interface BoxStyle {
  readonly fill?: Colour;
  readonly stroke?: Colour;
  readonly radius?: number;
}

/** Draws on a canvas in CSS pixels with the colours of a theme. */
export class Brush {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  private readonly widths = new Map<string, number>();

  constructor(context: CanvasRenderingContext2D, palette: Palette) {
    this.context = context;
    this.palette = palette;
  }

  colour(name: Colour): string {
    return this.palette.colours[name];
  }

  private font(style: TextStyle): string {
    return `${style.weight ?? 400} ${style.size ?? 11}px ${this.palette.font}`;
  }

  measure(text: string, style: TextStyle = {}): number {
    const key = `${style.weight ?? 400} ${style.size ?? 11} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    this.context.font = this.font(style);
    const width = this.context.measureText(text).width;
    if (this.widths.size > 5000) this.widths.clear();
    this.widths.set(key, width);
    return width;
  }

  /** `text`, or its beginning with an ellipsis, so that it is at most `width` wide. */
  fit(text: string, width: number, style: TextStyle = {}): string {
    if (this.measure(text, style) <= width) return text;
    let [low, high] = [0, text.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.measure(`${text.slice(0, middle)}…`, style) <= width) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? '' : `${text.slice(0, low)}…`;
  }

  /** Text with its baseline at `y`. */
  text(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { context } = this;
    const shown = style.maxWidth === undefined ? text : this.fit(text, style.maxWidth, style);
    context.font = this.font(style);
    context.textAlign = style.align ?? 'left';
    context.textBaseline = 'alphabetic';
    context.fillStyle = this.colour(style.colour ?? 'text2');
    context.fillText(shown, x, y);
  }

  /** A straight hairline, on whole pixels. */
  hair(x1: number, y1: number, x2: number, y2: number, colour: Colour, dash: readonly number[] = []): void {
    const { context } = this;
    const shift = (v: number): number => Math.round(v) + 0.5;
    context.beginPath();
    context.setLineDash([...dash]);
    context.moveTo(x1 === x2 ? shift(x1) : x1, y1 === y2 ? shift(y1) : y1);
    context.lineTo(x1 === x2 ? shift(x2) : x2, y1 === y2 ? shift(y2) : y2);
    context.lineWidth = 1;
    context.strokeStyle = this.colour(colour);
    context.stroke();
    context.setLineDash([]);
  }

  box(x: number, y: number, width: number, height: number, style: BoxStyle): void {
    const { context } = this;
    context.beginPath();
    context.roundRect(x, y, Math.max(1, width), height, Math.min(style.radius ?? 4, width / 2));
    if (style.fill) {
      context.fillStyle = this.colour(style.fill);
      context.fill();
    }
    if (style.stroke) {
      context.lineWidth = 1;
      context.strokeStyle = this.colour(style.stroke);
      context.stroke();
    }
  }

  /** A row that came in time. */
  dot(x: number, y: number, radius = 4): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = this.colour('ontime');
    context.fill();
  }

  /** A ring: a late row, a firing, a highlight. */
  ring(x: number, y: number, radius: number, stroke: Colour, fill?: Colour): void {
    const { context } = this;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      context.fillStyle = this.colour(fill);
      context.fill();
    }
    context.lineWidth = 2;
    context.strokeStyle = this.colour(stroke);
    context.stroke();
  }

  /** A row that was dropped. */
  cross(x: number, y: number, half = 3.5): void {
    const { context } = this;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half, y + half);
    context.moveTo(x + half, y - half);
    context.lineTo(x - half, y + half);
    context.lineWidth = 2;
    context.lineCap = 'round';
    context.strokeStyle = this.colour('dropped');
    context.stroke();
    context.lineCap = 'butt';
  }

  /** Draws with everything outside a rectangle cut off. */
  clip(x: number, y: number, width: number, height: number, draw: () => void): void {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
  }
}
