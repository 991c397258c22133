import { existsSync, readFileSync } from 'node:fs';
import { checkScriptSemantics, type SemanticsReport } from '../engine/facade.ts';
import { UsageError, collectInputs, readInput } from './input-files.ts';

/**
 * `check-semantics PATH…`: for every NAME.sql with a NAME.feed, the steps of planning each statement and whether they kept its result. Gives
 * 1 if a step changed one, or a file could not be read.
 */
export function checkSemanticsOfFiles(paths: readonly string[]): number {
  const unknown = paths.find((p) => p.startsWith('--'));
  if (unknown !== undefined) throw new UsageError(`unknown option ${unknown}`);
  if (paths.length === 0) throw new UsageError('at least one PATH is needed');
  let status = 0;
  let compared = 0;
  let steps = 0;
  for (const { path } of collectInputs(paths, '.sql', '')) {
    const feed = path.replace(/\.sql$/, '.feed');
    if (!existsSync(feed) && existsSync(path)) continue;
    const sql = readInput(path);
    if (sql === undefined) {
      status = 1;
      continue;
    }
    for (const report of checkScriptSemantics({ sql, feed: readFileSync(feed, 'utf8') })) {
      console.log(semanticsTable(path, report));
      compared += report.compared;
      steps += report.steps.length;
      if (report.steps.some((s) => s.verdict.kind === 'differs')) status = 1;
    }
  }
  console.log(`${steps} steps, ${compared} of them compared`);
  return status;
}

/** One statement as a table: a line a step, with the rows of a difference below it. */
export function semanticsTable(path: string, report: SemanticsReport): string {
  const rows = report.steps.map(
    (s) => [s.stage, s.step === undefined ? '' : String(s.step), s.rule, s.verdict.kind.replace('-', ' ')] as const,
  );
  const width = (i: 0 | 1 | 2): number => Math.max(0, ...rows.map((r) => r[i].length));
  const widths = [width(0), width(1), width(2)] as const;
  const lines = [`${path}, statement ${report.statement}: ${report.compared} of ${report.steps.length} steps compared`];
  report.steps.forEach(({ verdict }, i) => {
    const [stage = '', step = '', rule = '', word = ''] = rows[i] ?? [];
    const head = `  ${stage.padEnd(widths[0])}  ${step.padStart(widths[1])}  ${rule.padEnd(widths[2])}  ${word}`;
    if (verdict.kind === 'equal') lines.push(head);
    else if (verdict.kind === 'not-runnable') lines.push(`${head}: ${verdict.reason}`);
    else {
      lines.push(verdict.since === undefined ? head : `${head} from ${verdict.since}`);
      for (const row of verdict.onlyBefore) lines.push(`      only before: ${row}`);
      for (const row of verdict.onlyAfter) lines.push(`      only after:  ${row}`);
    }
  });
  if (report.failure) lines.push(`  planning stopped: ${report.failure.message} (${report.failure.code})`);
  return `${lines.join('\n')}\n`;
}
