import { clampDomain, panBy, zoomAt, type Span } from './scales.ts';

/** The visible stretch of processing time, shared by the pictures of one run. */
export class Viewport {
  readonly whole: Span;
  private current: Span;
  private readonly least: number;
  private readonly listeners = new Set<() => void>();
  private readonly pagers = new Set<(pages: number) => void>();

  /** Shows the whole run, or as much of `domain` as there is. */
  constructor(whole: Span, domain: Span = whole) {
    this.whole = whole;
    this.least = Math.max(1, Math.min(50, (whole.to - whole.from) / 10));
    this.current = clampDomain(domain, whole, this.least);
  }

  get domain(): Span {
    return this.current;
  }

  get isZoomed(): boolean {
    return this.current.to - this.current.from < (this.whole.to - this.whole.from) * 0.999;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Pictures with more content than room listen here; gives the way to stop. */
  onPage(pager: (pages: number) => void): () => void {
    this.pagers.add(pager);
    return () => this.pagers.delete(pager);
  }

  /** Moves the content of pictures by so many of their heights. */
  page(pages: number): void {
    for (const pager of this.pagers) pager(pages);
  }

  set(domain: Span): void {
    const next = clampDomain(domain, this.whole, this.least);
    if (next.from === this.current.from && next.to === this.current.to) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }

  zoom(value: number, factor: number): void {
    const { from, to } = this.current;
    const most = (to - from) / this.least;
    this.set(zoomAt(this.current, value, Math.min(factor, most)));
  }

  pan(distance: number): void {
    this.set(panBy(this.current, distance));
  }

  fit(): void {
    this.set(this.whole);
  }

  /** Moves so that a moment is visible, with some room around it. */
  reveal(moment: number): void {
    const { from, to } = this.current;
    if (moment >= from && moment <= to) return;
    const width = to - from;
    this.set({ from: moment - width / 2, to: moment + width / 2 });
  }
}
