import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planScript } from '../../src/engine/plan-script.ts';
import { runSessionSteps } from '../../src/engine/run-session.ts';
import { statementKind } from '../../src/engine/statement-kind.ts';
import { drain } from '../../src/planner/limits.ts';
import { parseScript } from '../../src/sql/parse.ts';
import { stableHash } from '../../src/trace/node-table.ts';
import { stableText } from '../../src/trace/stable-text.ts';
import { expect, test } from '../pages/test.ts';

const CORPUS = join(import.meta.dirname, '../../corpus/runtime');

/** One of each kind of operator. */
const CASES = [
  'group-aggregate/count-sum-retract',
  'interval-join/left-pad-moment',
  'lookup-join/inner-and-left',
  'match-recognize/greedy-run',
  'multi-join/inner-and-left',
  'over-aggregate/range-bounded',
  'regular-join/left-pad-and-unpad',
  'runtime-errors/cast-failure',
  'temporal-join/version-at-boundary',
  'topn-dedup-sort/retract-top2',
  'window-aggregates/hop-late-partly',
  'window-aggregates/session-merge-by-late-row',
] as const;

interface Input {
  readonly sql: string;
  readonly feed: string;
  readonly statements: readonly number[];
}

/** Functions whose last digit engines of JavaScript do not agree about. */
const MATHEMATICS: Input = {
  sql: `CREATE TABLE m (x DOUBLE, y DOUBLE) WITH ('connector' = 'values');
SELECT EXP(x), LN(x), LOG10(x), LOG2(x), POWER(x, y), SQRT(x), SIN(x), COS(x), TAN(x), COT(x), SINH(y), COSH(y), TANH(y), ATAN(x), ATAN2(x, y),
  ASIN(x / 100), ACOS(x / 100) FROM m;`,
  feed: Array.from({ length: 60 }, (_, i) => `m +I {"x":${(i + 1) * 1.3717},"y":${3.7 - i * 0.1931}}`).join('\n'),
  statements: [2],
};

/** Of the plan trace and of the run of each statement. */
type Hashes = readonly string[];

function inputOf(name: string): Input {
  const sql = readFileSync(join(CORPUS, `${name}.sql`), 'utf8');
  const planned = parseScript(sql).statements.filter((s) => s.node && ['query', 'insert', 'statement-set'].includes(statementKind(s.node)));
  return { sql, feed: readFileSync(join(CORPUS, `${name}.feed`), 'utf8'), statements: planned.map((s) => s.index) };
}

function inNode({ sql, feed, statements }: Input): Hashes {
  const { nodes, statements: planned, catalog } = planScript({ sql });
  const runs = statements.map((statement) => drain(runSessionSteps({ sql, feed, statement })).trace);
  return [{ nodes, planned, catalog }, ...runs.map((trace) => ({ ...trace, millis: 0 }))].map((data) => stableHash(stableText(data)));
}

/** The same in a worker of the built app, asked as the app asks its own; texts and hashes are made by the same functions, sent as source. */
async function inWorker(page: Page, url: string, input: Input): Promise<Hashes> {
  const text = await page.evaluateHandle<(data: unknown) => string>(`(${stableText.toString()})`);
  return page.evaluate(
    async ({ url, input, text }) => {
      // FNV-1a over UTF-16 code units, as `stableHash`, whose constants are not part of its source.
      const hash = (s: string): string => {
        let h = 0x811c9dc5;
        for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 0x01000193);
        return (h >>> 0).toString(16).padStart(8, '0');
      };
      const worker = new Worker(url, { type: 'module' });
      const hashes: string[] = [];
      const nodes: unknown[] = [];
      const planned: unknown[] = [];
      const waiting = [...input.statements];
      const long = ['steps', 'windows', 'changes'] as const;
      let parts: Record<string, unknown[]> = {};
      return new Promise<string[]>((resolve, reject) => {
        const next = (): void => {
          const statement = waiting.shift();
          if (statement !== undefined)
            worker.postMessage({ type: 'run', generation: hashes.length, sql: input.sql, feed: input.feed, statement });
          else {
            worker.terminate();
            resolve(hashes);
          }
        };
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => {
          switch (data.type) {
            case 'nodes':
              nodes.push(...data.nodes);
              break;
            case 'statement':
              planned.push(data.statement);
              break;
            case 'done':
              hashes.push(hash(text({ nodes, planned, catalog: data.catalog })));
              next();
              break;
            case 'run-part':
              for (const name of long) (parts[name] ??= []).push(...(data[name] ?? []));
              break;
            case 'ran':
              for (const name of long) (parts[name] ??= []).push(...data.trace[name]);
              hashes.push(hash(text({ ...data.trace, ...parts, millis: 0 })));
              parts = {};
              next();
              break;
            case 'failed':
            case 'run-failed':
              reject(new Error(data.message));
              break;
            default:
          }
        };
        worker.postMessage({ type: 'plan', generation: 1, sql: input.sql });
      });
    },
    { url, input, text },
  );
}

test('plans and runs are the same in the browser as in Node, to the last byte', async ({ workspace, page }) => {
  test.slow();
  await workspace.open();
  const [own] = page.workers().filter((w) => /worker-main/.test(w.url()));
  expect(own).toBeDefined();
  const url = own?.url() ?? '';
  const inputs = [...CASES.map((name) => [name, inputOf(name)] as const), ['mathematics', MATHEMATICS] as const];
  for (const [name, input] of inputs) {
    expect(input.statements.length).toBeGreaterThan(0);
    expect(await inWorker(page, url, input), name).toEqual(inNode(input));
  }
});
