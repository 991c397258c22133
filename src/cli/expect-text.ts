import type { PlanTrace, ProgramTrace, StatementTrace, Step } from '../trace/plan-trace.ts';
import { lineAndColumn } from '../base/span.ts';
import { traceTreeText } from '../trace/trace-text.ts';

/**
 * A trace as the text of a `.expect` file: sections that start with a line `=== name`. The same form is written by a real Flink for
 * comparison, so every detail counts: which sections are left out, and that white space at line ends is cut.
 */
export function expectText(trace: PlanTrace, sql: string): string {
  const out = new SectionWriter();
  for (const statement of trace.statements) writeStatement(out, trace, statement, sql);
  return out.text;
}

class SectionWriter {
  text = '';

  section(name: string, body: string): void {
    this.text += `=== ${name}\n`;
    const trimmed = body.replace(/\s+$/, '');
    if (trimmed !== '') this.text += `${trimmed.replace(/[ \t]+$/gm, '')}\n`;
  }
}

function writeStatement(out: SectionWriter, trace: PlanTrace, s: StatementTrace, sql: string): void {
  const error = s.diagnostics.find((d) => d.severity === 'error' && !d.code.startsWith('unsupported/'));
  const unsupported = s.diagnostics.filter(
    (d) => d.code.startsWith('unsupported/') || d.code.startsWith('limit/') || d.code.startsWith('internal/'),
  );
  const isPlan = s.kind === 'query' || s.kind === 'insert' || s.kind === 'statement-set';
  if (!isPlan && !error && unsupported.length === 0) return;
  out.section(`statement ${s.number}`, s.text);
  const complete = isPlan && !error && s.stop === 'done';
  if (complete) out.section('ast', s.explain.ast ?? '');
  if (isPlan) writePrograms(out, trace, s);
  if (complete) {
    const e = s.explain;
    const parts: readonly (readonly [string, string | undefined])[] = [
      ['physical', e.physical],
      ['exec', e.exec],
      ['changelog mode', e.changelogMode],
      ['cost', e.cost],
      ['advice', e.advice],
      ['stream graph', e.streamGraph],
      ['job graph', e.jobGraph],
    ];
    for (const [name, text] of parts) if (text !== undefined) out.section(name, text);
  }
  if (error && error.code.split('/')[0] !== 'internal' && error.code.split('/')[0] !== 'limit') {
    out.section('error', (error.chain ?? [error.message]).join('\n'));
  }
  for (const d of unsupported) out.section('unsupported', [d.code, d.message, ...placeText(sql, d.span)].join('\n'));
}

/** `line:column`, both from 1; nothing without a span. */
function placeText(sql: string, span: readonly [number, number] | undefined): readonly string[] {
  if (!span) return [];
  const { line, column } = lineAndColumn(sql, span[0]);
  return [`${line}:${column}`];
}

function writePrograms(out: SectionWriter, trace: PlanTrace, s: StatementTrace): void {
  let previous: string | undefined;
  const seen = new Set<string>();
  for (const stage of s.stages) {
    for (const program of stage.programs) {
      if (previous !== program.beforeText) out.section(`before ${program.name}`, program.beforeText);
      const firings = program.steps.flatMap((step) => (step.kind === 'firing' ? [firingText(trace, program, step)] : []));
      if (program.rules.length > 0) {
        const lines = program.rules.map((r) => `${r.rule}  ${r.attempts}  ${r.productions}\n`).join('');
        const key = `${program.name}\n${lines}\n${firings.join('\n')}`;
        if (!seen.has(key)) {
          seen.add(key);
          out.section(`rules ${program.name}  (rule, attempts, productions)`, lines);
        }
      }
      if (firings.length > 0)
        out.section(`${program.kind === 'volcano' ? 'volcano productions' : 'fired'} ${program.name}`, firings.join(''));
      if (program.failed !== undefined) out.section(`failed in ${program.name}`, '');
      else if (program.afterText !== program.beforeText) out.section(`after ${program.name}`, program.afterText);
      previous = program.failed === undefined ? program.afterText : undefined;
    }
  }
}

function firingText(trace: PlanTrace, program: ProgramTrace, step: Step & { kind: 'firing' }): string {
  if (program.kind === 'volcano') {
    const type = trace.nodes[step.after]?.type ?? '';
    return `${step.rule}: ${step.matchedTypes.join(', ')} -> ${step.producedType ?? type}\n`;
  }
  return `${step.rule}\n${indent('- ', traceTreeText(trace, step.before))}${indent('+ ', traceTreeText(trace, step.after))}`;
}

function indent(prefix: string, text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `  ${prefix}${line}\n`)
    .join('');
}
