/** Room that is left between a part and the edge of the strip that scrolls it. */
const ROOM = 24;

/** Scrolls a strip sideways until one of its parts is whole in sight. */
export function keepInSight(strip: HTMLElement, part: HTMLElement): void {
  const outer = strip.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  if (inner.left < outer.left + ROOM) strip.scrollLeft += inner.left - outer.left - ROOM;
  else if (inner.right > outer.right - ROOM) strip.scrollLeft += inner.right - outer.right + ROOM;
}
