import { ints } from './columns.ts';

/** Events that something was made from, in order; it only grows. */
interface Lineage {
  readonly events: number[];
  /** Its number among those that a row names; -1 until one does. */
  id: number;
}

/** What a row was made from: a part of a lineage, up to where it had grown then. */
export interface LineagePart {
  readonly events: readonly number[];
  readonly length: number;
}

/** Events kept for one state. A sum over more rows than that names the first ones. */
const MOST_EVENTS = 10_000;

/** A row that says nothing of where it comes from. */
const NONE = -1;

/**
 * Which events rows and states rest on. Rows are known by identity: the runtime never copies a row that it keeps. States (accumulators,
 * lists) grow as operators say what went into them. What a row given out was made from stands in columns by the row's number: most runs
 * give out more rows than they take in.
 */
export class LineageBook {
  private readonly rowEvents = new Map<object, number>();
  private readonly lineages = new Map<object, Lineage>();
  /** Lineages that rows name, by their numbers. */
  private readonly named: Lineage[] = [];
  /** By number of a row: `NONE`, one event e as -2 - e, or where its parts stand in `parts`. */
  private readonly origins = ints();
  /** Runs of parts: their number, then an event each, or -1 - id and the length of a lineage. */
  private readonly parts = ints();

  /** A row came in with an event. */
  rowCame(row: object, event: number): void {
    this.rowEvents.set(row, event);
  }

  eventOf(row: object): number | undefined {
    return this.rowEvents.get(row);
  }

  /** `target` also rests on `source`, a row that came in or something with a lineage of its own. */
  derived(target: object, source: object): void {
    let lineage = this.lineages.get(target);
    if (!lineage) this.lineages.set(target, (lineage = { events: [], id: NONE }));
    const { events } = lineage;
    if (events.length >= MOST_EVENTS) return;
    const row = this.rowEvents.get(source);
    if (row !== undefined) {
      events.push(row);
      return;
    }
    for (const event of this.lineages.get(source)?.events ?? []) {
      if (events.length >= MOST_EVENTS) return;
      events.push(event);
    }
  }

  /** A row was made from these rows and states, as they are now. */
  madeFrom(row: number, sources: readonly object[]): void {
    const { parts } = this;
    const [only] = sources;
    const event = sources.length === 1 && only ? this.rowEvents.get(only) : undefined;
    if (event !== undefined) {
      this.cameFrom(row, event);
      return;
    }
    const start = parts.length;
    parts.push(0);
    let count = 0;
    for (const source of sources) if (this.pushPart(source)) count++;
    if (count === 0) parts.truncate(start);
    else {
      parts.set(start, count);
      this.setOrigin(row, start);
    }
  }

  /** A row is one that came in with an event. */
  cameFrom(row: number, event: number): void {
    this.setOrigin(row, -2 - event);
  }

  /** What a row was made from; undefined if nothing was said of it. */
  originOf(row: number): readonly LineagePart[] | undefined {
    const origin = row < this.origins.length ? this.origins.at(row) : NONE;
    if (origin === NONE) return undefined;
    if (origin < 0) return [{ events: [-2 - origin], length: 1 }];
    const found: LineagePart[] = [];
    let at = origin + 1;
    for (let n = this.parts.at(origin); n > 0; n--) {
      const part = this.parts.at(at++);
      if (part >= 0) found.push({ events: [part], length: 1 });
      else found.push({ events: this.named[-1 - part]?.events ?? [], length: this.parts.at(at++) });
    }
    return found;
  }

  private pushPart(source: object): boolean {
    const event = this.rowEvents.get(source);
    if (event !== undefined) {
      this.parts.push(event);
      return true;
    }
    const lineage = this.lineages.get(source);
    if (!lineage) return false;
    if (lineage.id === NONE) lineage.id = this.named.push(lineage) - 1;
    this.parts.push(-1 - lineage.id);
    this.parts.push(lineage.events.length);
    return true;
  }

  private setOrigin(row: number, origin: number): void {
    while (this.origins.length < row) this.origins.push(NONE);
    this.origins.push(origin);
  }
}
