import type { Position, Span } from '../../base/span.ts';

/** Where something stands: as Flink counts, and as offsets in the script. Every node and token has one. */
export interface Place {
  readonly pos: Position;
  readonly span: Span;
}

/** A place that says nothing, for nodes that the parser makes itself; sums ignore it. */
export const NOWHERE: Place = { pos: { line: 0, column: 0, endLine: 0, endColumn: 0 }, span: { start: 0, end: 0 } };

const isNowhere = (p: Place): boolean => p.pos.line === 0;

/** The smallest place that covers all of them. */
export function sum(...places: readonly (Place | undefined)[]): Place {
  let first: Place | undefined;
  let last: Place | undefined;
  for (const p of places) {
    if (p === undefined || isNowhere(p)) continue;
    if (first === undefined || p.span.start < first.span.start) first = p;
    if (last === undefined || p.span.end > last.span.end) last = p;
  }
  if (first === undefined || last === undefined) return NOWHERE;
  return {
    pos: { line: first.pos.line, column: first.pos.column, endLine: last.pos.endLine, endColumn: last.pos.endColumn },
    span: { start: first.span.start, end: last.span.end },
  };
}

/** From the beginning of one place to the end of another, whatever lies between. */
export function from(start: Place, end: Place): Place {
  return {
    pos: { line: start.pos.line, column: start.pos.column, endLine: end.pos.endLine, endColumn: end.pos.endColumn },
    span: { start: start.span.start, end: Math.max(end.span.end, start.span.start) },
  };
}

/** Only the place of a node or token, to spread into a new node. */
export const placeOf = (p: Place): Place => ({ pos: p.pos, span: p.span });
