import type { PlanTrace } from '../trace/plan-trace.ts';
import { parsedText } from '../sql/parsed-text.ts';

export { evalScript } from './eval-script.ts';
export { planScript, planScriptSteps } from './plan-script.ts';
export { runScript } from './run-script.ts';
export { checkScriptSemantics } from './semantics/check-semantics.ts';
export type { SemanticsReport } from '../trace/semantics-report.ts';

/** The answer of `planscope parse`: a `.parsed` text for a `.stmts` text. */
export function parseStatements(text: string): string {
  return parsedText(text);
}

/** EXPLAIN of every statement of a script, as Flink prints it, errors included. */
export function explainText(trace: PlanTrace): string {
  return trace.statements
    .filter((s) => s.kind !== 'ddl' || s.diagnostics.length > 0)
    .map((s) => {
      const head = `-- statement ${s.number}\n`;
      const e = s.explain;
      const plan =
        s.stop === 'done' && e.ast !== undefined
          ? `== Abstract Syntax Tree ==\n${e.ast}\n== Optimized Physical Plan ==\n${e.physical ?? ''}\n== Optimized Execution Plan ==\n${e.exec ?? ''}`
          : '';
      const problems = s.diagnostics.map((d) => `${d.severity}: ${d.message} (${d.code})\n`).join('');
      return plan === '' && problems === '' ? '' : `${head}${plan}${problems}`;
    })
    .filter((text) => text !== '')
    .join('\n');
}
