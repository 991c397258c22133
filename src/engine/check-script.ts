import type { StatementKind, TraceDiagnostic } from '../trace/plan-trace.ts';
import { parseScript } from '../sql/parse.ts';
import { kindOfText, statementKind } from './statement-kind.ts';
import { traceDiagnostic } from './trace-diagnostic.ts';

export interface CheckedScript {
  readonly statements: readonly {
    readonly number: number;
    readonly text: string;
    readonly span: readonly [number, number];
    readonly kind: StatementKind;
  }[];
  readonly diagnostics: readonly TraceDiagnostic[];
}

/** Parses a script and nothing more: fast enough for every keystroke. */
export function checkScript(sql: string): CheckedScript {
  const { statements } = parseScript(sql);
  return {
    statements: statements.map((s) => ({
      number: s.index,
      text: s.text,
      span: [s.span.start, s.span.end],
      kind: s.node ? statementKind(s.node) : kindOfText(s.text),
    })),
    diagnostics: statements.flatMap((s) => (s.diagnostic ? [traceDiagnostic(s.diagnostic, s)] : [])),
  };
}
