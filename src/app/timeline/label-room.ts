/** A rectangle in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const COLUMN = 64;
/** Distance that labels keep to the left and right. */
const GAP = 3;

/** Keeps labels from covering each other: a label is drawn only where nothing was drawn before. */
export class LabelRoom {
  private readonly columns = new Map<number, Box[]>();
  private readonly bounds: Box;

  constructor(bounds: Box) {
    this.bounds = bounds;
  }

  /** Takes a place that must stay free of labels. */
  reserve(box: Box): void {
    const last = Math.floor((box.x + box.width) / COLUMN);
    for (let column = Math.floor(box.x / COLUMN); column <= last; column++) {
      const list = this.columns.get(column);
      if (list) list.push(box);
      else this.columns.set(column, [box]);
    }
  }

  /** Takes the first of several places that is free; undefined if none is. `own` boxes do not count as taken. */
  place(candidates: readonly Box[], own?: Box): Box | undefined {
    const found = candidates.find((box) => this.isFree(box, own));
    if (found) this.reserve(found);
    return found;
  }

  private isFree(box: Box, own: Box | undefined): boolean {
    const { bounds } = this;
    if (box.x < bounds.x || box.x + box.width > bounds.x + bounds.width) return false;
    if (box.y < bounds.y || box.y + box.height > bounds.y + bounds.height) return false;
    const wide = { ...box, x: box.x - GAP, width: box.width + 2 * GAP };
    const last = Math.floor((wide.x + wide.width) / COLUMN);
    for (let column = Math.floor(wide.x / COLUMN); column <= last; column++) {
      if (this.columns.get(column)?.some((taken) => taken !== own && meet(taken, wide))) return false;
    }
    return true;
  }
}

function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
