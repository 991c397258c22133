import type { Span } from './span.ts';

/** Families of diagnostic codes. The family tells who found the mistake; `unsupported` means that we know we fall short of Flink. */
export type DiagnosticFamily =
  'parse' | 'catalog' | 'validate' | 'convert' | 'plan' | 'unsupported' | 'run' | 'share' | 'limit' | 'internal';

export type Severity = 'error' | 'warning' | 'info';

/**
 * A mistake in user input, or a limit of ours. Collected and returned, never thrown across a module border (see `FlinkError` for
 * how the front end and the planner travel with one inside).
 */
export interface Diagnostic {
  /** `family/topic`, for example `parse/unexpected-token` or `unsupported/match-recognize`. */
  readonly code: `${DiagnosticFamily}/${string}`;
  readonly severity: Severity;
  /** One short text for people. For an error of Flink's this is the innermost message, word for word. */
  readonly message: string;
  /**
   * The chain of causes as Flink reports it, outermost first, each `SimpleClassName: message`. Empty for diagnostics that Flink does not have.
   */
  readonly chain?: readonly string[];
  /** Where in the script; absent if the mistake has no place. */
  readonly span?: Span;
  readonly hint?: string;
}

/** One link of a chain of Java exceptions: simple class name and message. */
export interface Cause {
  readonly className: string;
  readonly message: string;
}

/**
 * How a mistake in the user's statement leaves the depth of the front end, the planner or a rule: an error that Flink itself would
 * raise, with its chain of causes (outermost first). The engine's facade catches it once and makes a `Diagnostic` of it.
 */
export class FlinkError extends Error {
  readonly causes: readonly Cause[];
  readonly code: Diagnostic['code'];
  readonly span: Span | undefined;

  constructor(code: Diagnostic['code'], causes: readonly Cause[], span?: Span) {
    super(causes.at(-1)?.message ?? code);
    this.name = 'FlinkError';
    this.code = code;
    this.causes = causes;
    this.span = span;
  }

  /** The same error with one more cause around it. */
  wrap(className: string, message: string): FlinkError {
    return new FlinkError(this.code, [{ className, message }, ...this.causes], this.span);
  }
}

/** A `FlinkError` with a single `ValidationException`. */
export function validationError(code: Diagnostic['code'], message: string, span?: Span): FlinkError {
  return new FlinkError(code, [{ className: 'ValidationException', message }], span);
}

/** A `FlinkError` with a single `TableException`. */
export function tableError(code: Diagnostic['code'], message: string, span?: Span): FlinkError {
  return new FlinkError(code, [{ className: 'TableException', message }], span);
}

/**
 * Thrown where we know that Flink would go on and we cannot: a construct, rule or function that is not built yet. The facade turns it
 * into a diagnostic of family `unsupported`; it never becomes another plan.
 */
export class UnsupportedError extends Error {
  readonly code: `unsupported/${string}`;
  readonly span: Span | undefined;

  constructor(topic: string, message: string, span?: Span) {
    super(message);
    this.name = 'UnsupportedError';
    this.code = `unsupported/${topic}`;
    this.span = span;
  }
}

/** The diagnostic that stands for an error in results. */
export function toDiagnostic(error: FlinkError | UnsupportedError): Diagnostic {
  if (error instanceof FlinkError) {
    return {
      code: error.code,
      severity: 'error',
      message: error.message,
      chain: error.causes.map((c) => `${c.className}: ${c.message}`),
      span: error.span,
    };
  }
  return { code: error.code, severity: 'error', message: error.message, span: error.span };
}
