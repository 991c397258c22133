import type { Diagnostic } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import type { TraceDiagnostic } from '../trace/plan-trace.ts';

/** A diagnostic as the trace keeps it; a mistake without a place is the statement's. */
export function traceDiagnostic(d: Diagnostic, statement?: { readonly span: Span }): TraceDiagnostic {
  const span = d.span ?? statement?.span;
  return {
    code: d.code,
    severity: d.severity,
    message: d.message,
    ...(d.chain && { chain: d.chain }),
    ...(span && { span: [span.start, span.end] as const }),
    ...(d.hint !== undefined && { hint: d.hint }),
  };
}
