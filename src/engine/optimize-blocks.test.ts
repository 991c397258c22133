import { describe, expect, it } from 'vitest';
import type { StatementTrace } from '../trace/plan-trace.ts';
import { planScript } from './facade.ts';

const TABLES = `
  CREATE TABLE Orders (id BIGINT, buyer STRING, amount INT) WITH ('connector' = 'values', 'bounded' = 'false');
  CREATE TABLE Changes (id BIGINT, buyer STRING) WITH ('connector' = 'values', 'bounded' = 'false', 'changelog-mode' = 'I,UA,UB,D');
  CREATE TABLE Totals (buyer STRING, n BIGINT, PRIMARY KEY (buyer) NOT ENFORCED) WITH ('connector' = 'values', 'sink-insert-only' = 'false');
  CREATE TABLE Log (buyer STRING, n BIGINT) WITH ('connector' = 'print');
  CREATE TEMPORARY VIEW PerBuyer AS SELECT buyer, COUNT(*) AS n FROM Orders GROUP BY buyer;`;

const SHARED = { 'table.optimizer.reuse-optimize-block-with-digest-enabled': 'true' };
const MINI_BATCH = {
  'table.exec.mini-batch.enabled': 'true',
  'table.exec.mini-batch.allow-latency': '3 s',
  'table.exec.mini-batch.size': '10',
};

function plan(sql: string, options: Readonly<Record<string, string>> = {}): StatementTrace {
  const last = planScript({ sql: `${TABLES}\n${sql};`, options }).statements.at(-1);
  if (!last) throw new Error('no statement');
  expect(last.diagnostics).toEqual([]);
  return last;
}

function set(...inserts: readonly string[]): string {
  return `EXECUTE STATEMENT SET BEGIN ${inserts.map((i) => `INSERT INTO ${i};`).join(' ')} END`;
}

/** The first line of each tree that the optimizer took, in order. */
function trees(statement: StatementTrace): readonly string[] {
  return statement.stages.filter((s) => s.name === 'subquery_rewrite').map((s) => s.programs[0]?.beforeText.split('\n')[0] ?? '');
}

describe('statement sets in blocks', () => {
  it('keep the trees of all their sinks', () => {
    const statement = plan(set('Totals SELECT buyer, n FROM PerBuyer', 'Log SELECT buyer, n FROM PerBuyer'));
    const outputs = statement.outputs ?? [];
    expect(outputs.map(({ name }) => name.split('.').at(-1))).toEqual(['Totals', 'Log']);
    expect(outputs[0]).toMatchObject({ ast: statement.ast, physical: statement.physical, exec: statement.exec });
    expect(new Set(outputs.map(({ exec }) => exec)).size).toBe(2);
    expect(plan('INSERT INTO Log SELECT buyer, n FROM PerBuyer').outputs).toBeUndefined();
  });

  const shared = set('Totals SELECT buyer, n FROM PerBuyer', 'Log SELECT buyer, n FROM PerBuyer WHERE n > 3');

  it('optimizes a shared block first, then from the sinks on once for each reader, then again', () => {
    const heads = trees(plan(shared, SHARED)).map((t) => t.replace(/\(.*(Totals|Log).*/, ' $1').replace(/\(.*/, ''));
    const [block, totals, log] = ['LogicalAggregate', 'LogicalSink Totals', 'LogicalSink Log'];
    expect(heads).toEqual([block, totals, log, totals, block, log, block, block, totals, log]);
  });

  it('plans each sink alone unless equal trees are to be found', () => {
    expect(trees(plan(shared)).every((t) => t.startsWith('LogicalSink'))).toBe(true);
  });

  it('keeps UPDATE_BEFORE in the shared block for the one reader that needs it', () => {
    const explained = plan(shared, SHARED).explain.changelogMode ?? '';
    const aggregates = explained.split('\n').filter((l) => l.includes('GroupAggregate('));
    expect(aggregates).toHaveLength(2);
    expect(aggregates.every((l) => l.includes('changelogMode=[I,UB,UA]'))).toBe(true);
  });

  it('ends no block in a UNION ALL where the option forbids it', () => {
    const union = '(SELECT buyer, id AS n FROM Orders UNION ALL SELECT buyer, id FROM Changes)';
    const sql = set(`Log SELECT buyer, n FROM ${union} WHERE n > 1`, `Log SELECT buyer, n FROM ${union} WHERE n < 0`);
    expect(trees(plan(sql, SHARED))[0]).toContain('LogicalUnion');
    const split = plan(sql, { ...SHARED, 'table.optimizer.union-all-as-breakpoint-enabled': 'false' });
    expect(trees(split)[0]).toContain('LogicalProject');
  });
});

describe('sinks of one table', () => {
  const twice = set('Log SELECT buyer, id FROM Orders', 'Log SELECT buyer, n FROM PerBuyer WHERE n > 3');
  const same = set('Log SELECT buyer, id FROM Orders', 'Log SELECT buyer, id + 1 FROM Orders');

  it('are fed by one Union if their inputs change alike', () => {
    const physical = plan(same).explain.physical ?? '';
    expect(physical.match(/Sink\(/g)).toHaveLength(1);
    expect(physical).toContain('Union(all=[true], union=[buyer, id])');
  });

  it('stay apart if their inputs change differently, or if the option is off', () => {
    expect(plan(twice).explain.physical?.match(/Sink\(/g)).toHaveLength(2);
    expect(plan(same, { 'table.optimizer.reuse-sink-enabled': 'false' }).explain.physical?.match(/Sink\(/g)).toHaveLength(2);
  });
});

describe('mini-batches', () => {
  const hasAssigner = (sql: string): boolean => plan(sql, MINI_BATCH).explain.physical?.includes('MiniBatchAssigner') ?? false;

  it('are left out where all nodes are stateless', () => {
    expect(hasAssigner('SELECT buyer, id FROM Orders WHERE id > 3')).toBe(false);
    expect(hasAssigner('SELECT buyer, id FROM Orders UNION ALL SELECT buyer, id FROM Changes')).toBe(false);
  });

  it('stay as soon as one sink needs them', () => {
    expect(hasAssigner(set('Log SELECT buyer, id FROM Orders', 'Totals SELECT buyer, n FROM PerBuyer'))).toBe(true);
    expect(hasAssigner('SELECT DISTINCT buyer FROM Orders')).toBe(true);
  });
});
