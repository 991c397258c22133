import type { Position, Span } from '../base/span.ts';
import type { Cause, Diagnostic } from '../base/diagnostic.ts';
import { FlinkError } from '../base/diagnostic.ts';

/** Something written by the user that a message may point at. */
export interface Place {
  readonly pos: Position;
  readonly span?: Span;
}

/** The place of nodes that Flink makes by itself. */
export const NO_PLACE: Place = { pos: { line: 0, column: 0, endLine: 0, endColumn: 0 } };

/** `From line 1, column 8 to line 1, column 16: `, or `At line …` for one character. */
export function positionText(p: Position): string {
  if (p.line === p.endLine && p.column === p.endColumn) return `At line ${p.line}, column ${p.column}: `;
  return `From line ${p.line}, column ${p.column} to line ${p.endLine}, column ${p.endColumn}: `;
}

/**
 * A mistake that Calcite's validator reports: a `CalciteContextException` with the place over a `SqlValidatorException`. The wrapper
 * "SQL validation failed." is added once, around the whole validation (`validationFailed`).
 */
export function contextError(code: Diagnostic['code'], place: Place, message: string, inner = 'SqlValidatorException'): FlinkError {
  const causes: Cause[] = [
    { className: 'CalciteContextException', message: positionText(place.pos) + message },
    { className: inner, message },
  ];
  return new FlinkError(code, causes, place.span);
}

/** The error as a statement reports it: `ValidationException: SQL validation failed. …` around the validator's own. */
export function validationFailed(error: FlinkError): FlinkError {
  return error.wrap('ValidationException', `SQL validation failed. ${error.causes[0]?.message ?? ''}`);
}

/** The smallest position that covers all places. */
export function joinPositions(places: readonly Place[]): Place {
  const [first, ...rest] = places;
  if (!first) return NO_PLACE;
  return rest.reduce<Place>((a, b) => {
    if (isNowhere(a)) return b;
    if (isNowhere(b)) return a;
    return {
      pos: {
        ...(before(b.pos, a.pos) ? { line: b.pos.line, column: b.pos.column } : { line: a.pos.line, column: a.pos.column }),
        ...(endsAfter(b.pos, a.pos)
          ? { endLine: b.pos.endLine, endColumn: b.pos.endColumn }
          : { endLine: a.pos.endLine, endColumn: a.pos.endColumn }),
      },
      span: a.span && b.span ? { start: Math.min(a.span.start, b.span.start), end: Math.max(a.span.end, b.span.end) } : (a.span ?? b.span),
    };
  }, first);
}

function isNowhere(p: Place): boolean {
  return p.pos.line === 0;
}

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

function endsAfter(a: Position, b: Position): boolean {
  return a.endLine > b.endLine || (a.endLine === b.endLine && a.endColumn > b.endColumn);
}

/** The place of a call with OVER: from its function on, while the node itself begins at the word OVER. */
export function overPlace(node: Place & { readonly operands: readonly (Place | undefined)[] }): Place {
  const [fn] = node.operands;
  return fn ? joinPositions([fn, node]) : node;
}

/** Errors that Flink raises outside validation although we find them there. */
const PLAIN: ReadonlySet<string> = new Set(['validate/unknown-sink', 'validate/safe-cast']);

/** Runs a validation: its messages come with "SQL validation failed." around them. */
export function validating<T>(f: () => T): T {
  try {
    return f();
  } catch (error) {
    throw error instanceof FlinkError && !PLAIN.has(error.code) ? validationFailed(error) : error;
  }
}
