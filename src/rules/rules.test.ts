import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ProgramTrace } from '../trace/plan-trace.ts';
import { planScript } from '../engine/facade.ts';
import { readPlanFile, rewritePlanFile, updatesGoldens } from '../testing/plan-runner.ts';

/*
 * Goldens of rules: `rule after=STAGE expect=RULE expect-not=RULE`, SQL, `----`, the plan after the stage. `expect` and `expect-not` say
 * whether a rule produced something anywhere in the statement. `setup` cases declare tables; further SET statements may stand in a case.
 */

interface Outcome {
  readonly text: string;
  readonly fired: ReadonlySet<string>;
}

function run(script: string, stage: string): Outcome {
  const statement = planScript({ sql: script }).statements.at(-1);
  if (!statement) throw new Error('no statement');
  const programs = statement.stages.flatMap((s) => s.programs);
  const fired = new Set(programs.flatMap((p) => p.rules.filter((r) => r.productions > 0).map((r) => r.rule)));
  const last = programs.filter((p: ProgramTrace) => p.name === stage || p.name.startsWith(`${stage} `)).at(-1);
  const failure = statement.diagnostics.filter((d) => d.severity === 'error').flatMap((d) => d.chain ?? [d.message]);
  const failed = failure.length > 0 && (!last || last.failed !== undefined || statement.stages.at(-1)?.name === stage);
  return { text: failed || !last ? failure.join('\n') : last.afterText, fired };
}

function valuesOf(options: readonly string[], name: string): string[] {
  return options.filter((o) => o.startsWith(`${name}=`)).map((o) => o.slice(name.length + 1));
}

for (const folder of readdirSync(import.meta.dirname)) {
  const testdata = join(import.meta.dirname, folder, 'testdata');
  if (!existsSync(testdata)) continue;
  for (const file of readdirSync(testdata).filter((f) => f.endsWith('.plan'))) {
    describe(`${folder}/${file}`, () => {
      const path = join(testdata, file);
      const actual = new Map<number, string>();
      let setup = '';
      for (const c of readPlanFile(path)) {
        if (c.expected === undefined) {
          setup = c.input;
          continue;
        }
        const script = `${setup}\n${c.input};`;
        it(`${c.line}: ${c.title}`, () => {
          const { text, fired } = run(script, valuesOf(c.options, 'after')[0] ?? 'project_rewrite');
          actual.set(c.line, text);
          for (const rule of valuesOf(c.options, 'expect')) expect([...fired]).toContain(rule);
          for (const rule of valuesOf(c.options, 'expect-not')) expect([...fired]).not.toContain(rule);
          if (!updatesGoldens) expect(text).toBe(c.expected);
        });
      }
      afterAll(() => {
        if (updatesGoldens) rewritePlanFile(path, actual);
      });
    });
  }
}
