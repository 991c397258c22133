import type { RunLookup, StepRef } from '../../trace/run-trace.ts';
import { rowKeyText } from '../state/row-key.ts';

type LookupDraft = { -readonly [K in keyof RunLookup]: RunLookup[K] };

/** Lookups whose answer took time. */
export class LookupLog {
  readonly all: LookupDraft[] = [];
  private readonly open = new Map<string, LookupDraft>();

  called(operator: number, id: number, o: { readonly step: StepRef; readonly key: string; readonly attempt: number }): void {
    const known = this.open.get(`${operator} ${id}`);
    if (known) {
      known.attempts = o.attempt;
      return;
    }
    const lookup: LookupDraft = { operator, key: rowKeyText(o.key), from: o.step, attempts: o.attempt, rows: 0 };
    this.all.push(lookup);
    this.open.set(`${operator} ${id}`, lookup);
  }

  answered(operator: number, id: number, o: { readonly step: StepRef; readonly rows: number }): void {
    const lookup = this.open.get(`${operator} ${id}`);
    if (!lookup) return;
    lookup.to = o.step;
    lookup.rows = o.rows;
    this.open.delete(`${operator} ${id}`);
  }
}
