import type { CheckedStep } from '../../trace/semantics-report.ts';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { convertStatement } from '../../convert/convert-statement.ts';
import { readFeed } from '../../feed/read-feed.ts';
import { drain } from '../../planner/limits.ts';
import { parseScript } from '../../sql/parse.ts';
import { evalContext, newSession } from '../new-session.ts';
import { emptyPlan } from '../plan-query.ts';
import { runSessionSteps } from '../run-session.ts';
import { runStatement } from '../run-statement.ts';
import { checkScriptSemantics, checkSemantics } from './check-semantics.ts';
import { StepChecker } from './step-checker.ts';
import { TableContents } from './table-contents.ts';

const CORPUS = join(import.meta.dirname, '../../../corpus/runtime');

const cases = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.feed'))
  .map((name) => name.slice(0, -'.feed'.length))
  .sort();

const read = (name: string, ending: string): string => readFileSync(join(CORPUS, `${name}.${ending}`), 'utf8');

/** Steps of the corpus that must at least be compared, and tables that must at least be Flink's: a check of nothing proves nothing. */
const FEWEST_COMPARED = 1100;
const FEWEST_TABLES = 185;

/** Cases whose jobs end with other tables than a look at all rows at once gives, and why; besides jobs that get late rows. */
const OTHER_TABLES: Readonly<Record<string, string>> = {
  'sink-constraints/constraints': 'The source breaks its word about NOT NULL.',
  'found-by-random-scripts/offset-top-n-loses-rows': 'A Top-N with an offset and no rank loses rows that it gave out as updates.',
  'interval-join/full-before-1970': 'Where the earliest row left lies before 1970 Flink drops the rows without padding them.',
  'topn-dedup-sort/top1-ascending-taken-for-insert-only':
    'Flink takes the first rows of an append-only Top-1 for inserts that are never taken back.',
};

let compared = 0;
let tables = 0;

/** Rows that Flink's changelog of a statement leads to; undefined if it has none, or takes back what it did not give. */
function tableOf(changelog: string, statement: number): readonly string[] | undefined {
  const sections = changelog.split(/^=== /m);
  const body = sections[sections.findIndex((s) => s.startsWith(`statement ${statement}\n`)) + 1];
  if (!body?.startsWith('changelog\n')) return undefined;
  const rows: string[] = [];
  for (const line of body.trimEnd().split('\n').slice(2)) {
    const [op, ...cells] = line.split(' | ');
    const row = rowText(`(${cells.join(', ')})`);
    if (op === '+I' || op === '+U') {
      rows.push(row);
      continue;
    }
    const at = rows.indexOf(row);
    if (at < 0) return undefined;
    rows.splice(at, 1);
  }
  return rows.sort();
}

function hasLateRows(name: string, statement: number): boolean {
  const { trace } = drain(runSessionSteps({ sql: read(name, 'sql'), feed: read(name, 'feed'), statement }));
  return trace.steps.some((s) => s.lateness !== undefined);
}

/** A client cuts blanks at the ends of its cells. */
function rowText(row: string): string {
  return row.replace(/\s+/g, '');
}

function differences(steps: readonly CheckedStep[]): readonly CheckedStep[] {
  return steps.filter((s) => s.verdict.kind === 'differs');
}

describe('every step of planning keeps the result', () => {
  it.each(cases)('%s', (name) => {
    const changelog = read(name, 'changelog');
    for (const report of checkScriptSemantics({ sql: read(name, 'sql'), feed: read(name, 'feed') })) {
      expect(differences(report.steps)).toEqual([]);
      compared += report.compared;
      const flink = tableOf(changelog, report.statement);
      if (!flink || !report.result) continue;
      const own = report.result.rows.map(rowText).sort();
      const isSame = own.join('\n') === flink.join('\n');
      const place = `${name} ${report.statement}`;
      if (!isSame && (name in OTHER_TABLES || report.result.choices.length > 0 || hasLateRows(name, report.statement))) continue;
      expect(own, place).toEqual(flink);
      tables++;
    }
  });

  afterAll(() => {
    expect(compared).toBeGreaterThanOrEqual(FEWEST_COMPARED);
    expect(tables).toBeGreaterThanOrEqual(FEWEST_TABLES);
  });
});

const TABLES = `CREATE TABLE t (id INT, k STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'values');
CREATE TABLE rates (k STRING, r INT, vt TIMESTAMP(3), PRIMARY KEY (k) NOT ENFORCED, WATERMARK FOR vt AS vt) WITH ('connector' = 'values', 'changelog-mode' = 'I,UA,D');
`;

const FEED = `t +I {"id":1,"k":"a","v":5,"ts":"2024-01-01 10:00:00"}
t +I {"id":2,"k":"a","v":7,"ts":"2024-01-01 10:00:01"}
t +I {"id":3,"k":"b","v":7,"ts":"2024-01-01 10:00:02"}
rates +I {"k":"a","r":2,"vt":"2024-01-01 10:00:00"}
rates +U {"k":"a","r":3,"vt":"2024-01-01 10:00:01"}
rates +I {"k":"b","r":4,"vt":"2024-01-01 10:00:01"}
rates -D {"k":"b","r":4,"vt":"2024-01-01 10:00:02"}
end
t +I {"id":4,"k":"b","v":9,"ts":"2024-01-01 10:00:03"}
`;

function check(query: string) {
  return checkSemantics({ sql: `${TABLES}${query};`, feed: FEED, statement: 3 });
}

describe('a step that changes the result', () => {
  /** A check that is shown the first query, then the second one as what the rule makes of it. */
  function rewritten(before: string, after: string): readonly CheckedStep[] {
    const session = newSession({});
    const [first, second, ...queries] = parseScript(`${TABLES}${before};${after};`).statements.map((s) => s.node);
    for (const node of [first, second]) if (node) drain(runStatement(node, { session, plan: emptyPlan(), skipPlan: true }));
    const trees = queries.map((node) => {
      const [tree] = node ? convertStatement(node, session.planning) : [];
      if (!tree) throw new Error('a query has a tree');
      return tree;
    });
    const checker = new StepChecker(new TableContents(session, readFeed(FEED).entries), evalContext(session.session.config));
    const [from, to] = trees;
    if (!from || !to) throw new Error('two queries');
    checker.programBegins({ stage: 'default_rewrite', name: 'default_rewrite', pass: 1, kind: 'hep-sequence' }, from);
    checker.ruleFired(3, 'BrokenRule', to);
    checker.programEnds(to);
    return checker.steps;
  }

  it('is named, with the rows that only one of the plans gives', () => {
    expect(rewritten('SELECT id FROM t WHERE v > 5', 'SELECT id FROM t WHERE v < 7')).toEqual([
      {
        stage: 'default_rewrite',
        program: 'default_rewrite',
        pass: 1,
        step: 3,
        rule: 'BrokenRule',
        verdict: { kind: 'differs', onlyBefore: ['(2)', '(3)'], onlyAfter: ['(1)'] },
      },
    ]);
  });

  it('is seen in how often a row comes', () => {
    const [step] = rewritten('SELECT k FROM t', 'SELECT DISTINCT k FROM t');
    expect(step?.verdict).toEqual({ kind: 'differs', onlyBefore: ['(a)'], onlyAfter: [] });
  });

  it('may be another way of writing the same', () => {
    expect(rewritten('SELECT id FROM t WHERE v > 5', 'SELECT id FROM t WHERE NOT v <= 5').map((s) => s.verdict)).toEqual([
      { kind: 'equal' },
    ]);
  });

  it('is not called one where the query leaves a choice', () => {
    const top = (order: string): string => `SELECT id FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY ${order}) AS n FROM t) WHERE n <= 1`;
    const [step] = rewritten(top('v DESC'), `${top('v DESC, id DESC')}`);
    expect(step?.verdict.kind).toBe('not-runnable');
  });
});

describe('what has no meaning over whole tables is said, and never equal', () => {
  it.each([
    ['SELECT id FROM t LIMIT 1', /LIMIT without ORDER BY/],
    ['SELECT id, RAND() AS r FROM t', /RAND is not deterministic/],
    ['SELECT id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY PROCTIME()) AS n FROM t) WHERE n = 1', /processing time/],
    ['SELECT id, r FROM t JOIN rates FOR SYSTEM_TIME AS OF t.ts AS x ON t.k = x.k', /versions/],
    ['SELECT id, CURRENT_WATERMARK(ts) AS w FROM t', /progress of time/],
    ["SELECT * FROM t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.id AS a PATTERN (A) DEFINE A AS A.k = 'a')", /MATCH_RECOGNIZE/],
  ])('%s', (query, reason) => {
    const { steps } = check(query);
    expect(steps.length).toBeGreaterThan(0);
    for (const { verdict } of steps) {
      expect(verdict.kind).toBe('not-runnable');
      if (verdict.kind === 'not-runnable') expect(verdict.reason).toMatch(reason);
    }
  });
});

describe('tables after a feed', () => {
  it('hold one row a key, and nothing from behind the end', () => {
    expect(check('SELECT * FROM rates').result?.rows).toEqual(['(a, 3, 2024-01-01 10:00:01.000)']);
    expect(check('SELECT COUNT(*) FROM t').result).toEqual({ rows: ['(3)'], total: 1, choices: [] });
  });

  it('are not needed where the statement cannot be planned', () => {
    const { failure, compared: none } = check('SELECT nowhere FROM t');
    expect(failure?.message).toContain('nowhere');
    expect(none).toBe(0);
  });
});

it('compares each firing of a rule, each search and each program, and names them', () => {
  const { steps } = check('SELECT k, SUM(v) AS s FROM t WHERE v > 1 GROUP BY k');
  expect(steps.every((s) => s.verdict.kind === 'equal')).toBe(true);
  expect(steps.map((s) => [s.stage, s.rule])).toContainEqual(['logical', 'search']);
  expect(steps.some((s) => s.step !== undefined)).toBe(true);
});
