import { describe, expect, test } from 'vitest';
import { lookupJoinTrace } from '../../testing/fixtures/read-fixture.ts';
import { DEFAULT_METRICS } from '../graph/card-model.ts';
import { filmOf } from '../graph/frames.ts';
import { findPosition, placesOf } from '../graph/positions.ts';
import { statementLabel } from '../store/selectors/statements.ts';
import { compareModel } from './compare/compare-model.ts';
import { jobModel, parseJobGraph, placeVertices } from './job-graph/job-model.ts';
import { memoLanes } from './memo/memo-model.ts';
import { programLabel, stepRows } from './rule-steps/rows.ts';

const { trace, statement } = lookupJoinTrace();
const places = placesOf(statement);

describe('steps', () => {
  const rows = (changedOnly: boolean, search = '') =>
    stepRows({ places, nodes: trace.nodes, collapsed: new Set(), changedOnly, search }).map((row) =>
      row.kind === 'step'
        ? row.name
        : row.kind === 'stage'
          ? `# ${row.place.name}`
          : row.kind === 'tried'
            ? `- ${row.rule.rule}`
            : `/ ${row.name}`,
    );

  test('all stages are listed in order, steps under them', () => {
    const all = rows(true);
    expect(all.indexOf('# temporal_join_rewrite')).toBe(all.indexOf('LogicalCorrelateToJoinFromLookupTableRuleWithFilter') - 1);
    expect(all.filter((row) => row.startsWith('# ')).length).toBe(13);
    expect(all).not.toContain('DuplicateChangesInferRule');
  });

  test('all shows tries without a production too', () => {
    expect(rows(false)).toContain('- SimplifyFilterConditionRule:simplifySubQuery');
    expect(rows(false)).toContain('DuplicateChangesInferRule');
  });

  test('search finds rules by parts of their names', () => {
    expect(rows(true, 'snapshot table')).toEqual(['# physical', 'StreamPhysicalSnapshotOnTableScanRule']);
    expect(rows(true, 'nothing like it')).toEqual([]);
  });

  test('a program is named by what follows its stage', () => {
    expect(programLabel('predicate_pushdown', 'predicate_pushdown / predicate rewrite / filter rules')).toBe(
      'predicate rewrite / filter rules',
    );
    expect(programLabel('logical', 'logical')).toBe('');
  });
});

describe('memo', () => {
  test('sets from the root down, the winner first', () => {
    const position = findPosition(places, 'logical', 4);
    const lanes = memoLanes({ program: position.program!, position, columnsOf: () => '', typeOf: (node) => trace.nodes[node]!.type });
    expect(lanes[0]!.isRoot).toBe(true);
    expect(lanes.every((lane) => lane.candidates[0]?.isOnBestPlan)).toBe(true);
    expect(trace.nodes[lanes[0]!.candidates[0]!.node]!.type).toBe('FlinkLogicalJoin');
  });

  test('members that come later are not there yet', () => {
    const position = findPosition(places, 'logical', 1);
    const lanes = memoLanes({ program: position.program!, position, columnsOf: () => '', typeOf: (node) => trace.nodes[node]!.type });
    expect(lanes.flatMap((lane) => lane.candidates).length).toBe(1);
  });
});

describe('compare', () => {
  test('same place is same role; differences by kind', () => {
    const film = filmOf(trace, statement);
    const frame = film.frameAt(findPosition(places, 'temporal_join_rewrite', 1).index);
    const model = compareModel({ trace, a: frame.before!.tree!, b: frame.tree!, metrics: DEFAULT_METRICS })!;
    expect(model.differences.map((difference) => `${difference.kind} ${difference.title}`)).toEqual([
      'replaced LogicalCorrelate, LogicalJoin',
      'removed LogicalFilter',
    ]);
    expect(model.b.holes.length).toBe(1);
    expect(model.a.holes).toEqual([]);
  });
});

describe('job graph', () => {
  test('tasks with their chains', () => {
    const model = jobModel(statement)!;
    expect(model.vertices.length).toBe(1);
    expect(model.operators.map((operator) => operator.name)).toContain('LookupJoin[2]');
    expect(model.operators.find((operator) => operator.name === 'LookupJoin[2]')?.contents).toMatch(/lookup=\[id=a\]/);
  });

  test('inputs of a task decide its column', () => {
    const text = '1: Source: a -> Calc[1]\n2: Source: b\n3: Join[2] -> Sink: s\n   <- 1 HASH\n   <- 2 HASH';
    expect(parseJobGraph(text)[2]).toEqual({
      number: 3,
      chain: ['Join[2]', 'Sink: s'],
      inputs: [
        { vertex: 1, ship: 'HASH' },
        { vertex: 2, ship: 'HASH' },
      ],
    });
    const model = jobModel({ ...statement, streamGraph: [], explain: { jobGraph: text } })!;
    expect(placeVertices(model).map((placed) => placed.x > 0)).toEqual([false, false, true]);
  });
});

test('statements are named by what they declare or do', () => {
  expect(
    [
      '-- c\nCREATE TABLE a.b.T (x INT)',
      '--@ datastream S (a INT)',
      'insert into `T` select 1',
      'SELECT 1',
      "SET 'a' = 'b'",
      'CREATE TEMPORARY VIEW IF NOT EXISTS v AS SELECT 1',
      '',
    ].map(statementLabel),
  ).toEqual(['T', 'S', 'INSERT T', 'SELECT', 'SET', 'v', '…']);
});
