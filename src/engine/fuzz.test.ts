import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { PlanTrace, StatementTrace, Step } from '../trace/plan-trace.ts';
import { DEFAULT_LIMITS } from '../planner/limits.ts';
import { mutateScript } from '../testing/script-mutator.ts';
import { randomScript } from '../testing/script-generator.ts';
import { planScript } from './plan-script.ts';

/**
 * Random scripts and broken ones. `PLANSCOPE_FUZZ` is the number of scripts, `PLANSCOPE_FUZZ_FROM` the first seed, so that a large run
 * can be cut into slices; the defaults are small enough for every `npm test`. A failure prints the seed and the script.
 */
const SIZE = Number(process.env['PLANSCOPE_FUZZ'] ?? 200);
const FROM = Number(process.env['PLANSCOPE_FUZZ_FROM'] ?? 1);
const GENERATED = Math.ceil(SIZE / 6);
const MUTATED = SIZE - GENERATED;
const TIMEOUT = 60_000 + SIZE * 1000;

/**
 * Most rule attempts of one statement: about what a second is enough for on a slow machine. Time itself is not asserted, since tests run
 * next to others; a search that does not end is cut by the step limit, which `problems` reports.
 */
const MAX_ATTEMPTS = 20_000;

const root = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPTS = [...scriptsBelow(`${root}corpus`), ...scriptsBelow(`${root}src/examples`)];

function scriptsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

function mutated(seed: number): string {
  const base = seed % 3 === 0 ? randomScript(seed) : SCRIPTS[seed % SCRIPTS.length]!;
  return mutateScript(base, seed);
}

function rowText(trace: PlanTrace, ref: number): string {
  return trace.nodes[ref]!.columns.map((c) => `${c.type}${c.nullable ? '' : ' NOT NULL'}`).join(', ');
}

/** Steps of rules after which the row has other types than before. */
function typeChanges(trace: PlanTrace, statement: StatementTrace): string[] {
  const firings = statement.stages
    .flatMap((s) => s.programs)
    .flatMap((p) => p.steps)
    .filter((s): s is Step & { kind: 'firing' } => s.kind === 'firing');
  return firings
    .filter((s) => rowText(trace, s.before) !== rowText(trace, s.after))
    .map((s) => `${s.rule} changed the row: ${rowText(trace, s.before)} to ${rowText(trace, s.after)}`);
}

function attempts(statement: StatementTrace): number {
  return statement.stages
    .flatMap((s) => s.programs)
    .flatMap((p) => p.rules)
    .reduce((n, r) => n + r.attempts, 0);
}

function statementProblems(trace: PlanTrace, s: StatementTrace): string[] {
  const out = typeChanges(trace, s);
  const isPlan = s.kind === 'query' || s.kind === 'insert' || s.kind === 'statement-set';
  if (s.stop === 'done' && isPlan && s.explain.exec === undefined) out.push('neither a plan nor a diagnostic');
  if (s.stop !== 'done' && s.diagnostics.length === 0) out.push(`stopped (${s.stop}) without a diagnostic`);
  if (attempts(s) > MAX_ATTEMPTS) out.push(`${attempts(s)} rule attempts`);
  for (const d of s.diagnostics) {
    if (d.message.trim() === '') out.push(`${d.code} without a message`);
    if (d.code.startsWith('internal/') || d.code === 'limit/step-limit') out.push(`${d.code}: ${d.message}`);
    if (d.code.startsWith('unsupported/') && !d.span) out.push(`${d.code} without a span`);
    if (d.span && !(0 <= d.span[0] && d.span[0] <= d.span[1])) out.push(`${d.code} with the span ${d.span.join()}`);
  }
  return out.map((text) => `statement ${s.number}: ${text}`);
}

/** What is wrong with the trace of a script; planning it twice is the dearest check and made for every eighth seed only. */
function problems(sql: string, seed: number): string[] {
  let trace: PlanTrace;
  try {
    trace = planScript({ sql });
  } catch (error) {
    return [`planScript threw ${error instanceof Error ? error.message : String(error)}`];
  }
  const out = trace.statements.flatMap((s) => statementProblems(trace, s));
  if (seed % 8 === 0 && JSON.stringify(planScript({ sql })) !== JSON.stringify(trace)) out.push('planned twice, the traces differ');
  return out;
}

function check(seeds: { readonly from: number; readonly count: number }, scriptOf: (seed: number) => string): string[] {
  const failures: string[] = [];
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed++) {
    const sql = scriptOf(seed);
    const found = problems(sql, seed);
    if (found.length > 0) failures.push(`seed ${seed}:\n${found.join('\n')}\n${sql.slice(0, 2000)}`);
  }
  return failures;
}

describe('every script gives a plan or a diagnostic', () => {
  test('random scripts', { timeout: TIMEOUT }, () => {
    expect(check({ from: FROM, count: GENERATED }, randomScript)).toEqual([]);
  });

  test('mutated scripts', { timeout: TIMEOUT }, () => {
    expect(check({ from: FROM, count: MUTATED }, mutated)).toEqual([]);
  });

  test('the same seed gives the same script', () => {
    expect(randomScript(7)).toBe(randomScript(7));
    expect(mutated(8)).toBe(mutated(8));
    expect(randomScript(7)).not.toBe(randomScript(8));
  });
});

const KAFKA =
  "WITH ('connector'='kafka','topic'='t','properties.bootstrap.servers'='b:9092','scan.startup.mode'='earliest-offset','format'='json')";

function numbered(count: number, text: (i: number) => string): string[] {
  return Array.from({ length: count }, (_, i) => text(i));
}

/** Each level uses the one below it twice, so that the expression doubles. */
function doubled(levels: number, outer: string): string {
  return `CREATE TABLE T (id INT) ${KAFKA};\n${outer.replace('?', `${'(SELECT id + id AS id FROM '.repeat(levels)}T${')'.repeat(levels)}`)};`;
}

describe('large scripts are planned or stop for a named reason', () => {
  test.each([
    [
      'a join of 30 tables',
      `CREATE TABLE T (id INT, k STRING, v BIGINT) ${KAFKA};\nSELECT t0.id FROM T t0 ${numbered(29, (i) => `JOIN T t${i + 1} ON t${i}.id = t${i + 1}.id`).join(' ')};`,
    ],
    [
      'a table of 200 columns',
      `CREATE TABLE T (${numbered(200, (i) => `c${i} INT`).join(', ')}) ${KAFKA};\nSELECT a.*, b.c1 FROM T a JOIN T b ON a.c0 = b.c0;`,
    ],
    [
      'a union of 100 queries',
      `CREATE TABLE T (id INT) ${KAFKA};\n${numbered(100, (i) => `SELECT id FROM T WHERE id > ${i}`).join(' UNION ALL ')};`,
    ],
  ])('%s is planned', { timeout: 60_000 }, (_name, sql) => {
    const trace = planScript({ sql });
    const last = trace.statements.at(-1)!;
    expect(last.diagnostics).toEqual([]);
    expect(last.explain.exec).toBeDefined();
    expect(attempts(last)).toBeLessThan(DEFAULT_LIMITS.maxSteps / 4);
  });

  test.each([
    ['projections', doubled(24, 'SELECT * FROM ?')],
    ['a filter over projections', doubled(24, 'SELECT 1 FROM ? WHERE id > 3')],
    ['a join over projections', doubled(24, 'SELECT a.id FROM T AS a JOIN ? AS b ON a.id = b.id')],
  ])('%s that double an expression 24 times stop at the size limit', { timeout: 60_000 }, (_name, sql) => {
    const last = planScript({ sql }).statements.at(-1)!;
    expect(last.stop).toBe('size-limit');
    expect(last.diagnostics.map((d) => d.code)).toEqual(['limit/size-limit']);
  });
});

test('grouping sets over a constant above a correlated sub-query (random script 34)', () => {
  const sub = 'SELECT id FROM T AS t WHERE t.id > (SELECT MAX(id) FROM T WHERE k = t.k)';
  const sql = `CREATE TABLE T (id INT, k STRING) ${KAFKA};\nSELECT 'x', AVG(id) FROM (${sub}) GROUP BY ROLLUP ('x');`;
  expect(planScript({ sql }).statements[1]!.diagnostics[0]!.message).toBe('group set element [$0] must be a subset of group key');
});

test('a temporal table function over a column that is not there', () => {
  const tables = '--@ datastream Orders (a INT, pt PROCTIME)\n--@ datastream Rates (k INT, v INT, pt PROCTIME)\n';
  const query = 'SELECT v FROM Orders, LATERAL TABLE (F(pt)) WHERE k = a;';
  const trace = planScript({ sql: `${tables}--@ temporal-table-function F ON Rates TIME nothing KEY k\n${query}` });
  expect(trace.statements[2]!.diagnostics[0]!.message).toBe('Cannot resolve field [nothing], input field list:[k, v, pt].');
});
