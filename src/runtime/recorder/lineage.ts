/** Events that something was made from, in order; it only grows. */
interface Lineage {
  readonly events: number[];
  isCut: boolean;
}

/** What a row was made from: a part of a lineage, up to where it had grown then. */
export interface LineagePart {
  readonly events: readonly number[];
  readonly length: number;
}

/** Events kept for one state. A sum over more rows than that names the first ones. */
const MOST_EVENTS = 10_000;

/**
 * Which events rows and states rest on. Rows are known by identity: the runtime never copies a row that it keeps. States (accumulators,
 * lists) grow as operators say what went into them.
 */
export class LineageBook {
  private readonly rowEvents = new Map<object, number>();
  private readonly lineages = new Map<object, Lineage>();

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
    if (!lineage) this.lineages.set(target, (lineage = { events: [], isCut: false }));
    const row = this.rowEvents.get(source);
    const other = this.lineages.get(source);
    for (const event of row !== undefined ? [row] : (other?.events ?? [])) {
      if (lineage.events.length >= MOST_EVENTS) {
        lineage.isCut = true;
        return;
      }
      lineage.events.push(event);
    }
  }

  /** What something rests on now. */
  partOf(source: object): LineagePart | undefined {
    const event = this.rowEvents.get(source);
    if (event !== undefined) return { events: [event], length: 1 };
    const lineage = this.lineages.get(source);
    return lineage && { events: lineage.events, length: lineage.events.length };
  }
}
