import { describe, expect, test } from 'vitest';
import { lookupJoinTrace } from '../../testing/fixtures/read-fixture.ts';
import { DEFAULT_METRICS } from './card-model.ts';
import { filmOf } from './frames.ts';
import { graphModel, rowKinds, type GraphModel } from './graph-model.ts';
import type { Box } from './layout.ts';
import { findPosition, neighbour, placesOf } from './positions.ts';

const { trace, statement } = lookupJoinTrace();
const places = placesOf(statement);

function model(stage: string, step: number, previous?: ReadonlyMap<string, Box>): GraphModel {
  const frame = filmOf(trace, statement).frameAt(findPosition(places, stage, step).index);
  return graphModel({ trace, frame, metrics: DEFAULT_METRICS, previous, withDiff: true })!;
}

const cards = (graph: GraphModel): Record<string, string> =>
  Object.fromEntries([...graph.cards.values()].map((card) => [`${card.type} ${card.subject}`.trim(), card.state]));

describe('the picture of a step', () => {
  test('LogicalCorrelate becomes LogicalJoin: new, removed, matched and the part of the condition', () => {
    const graph = model('temporal_join_rewrite', 1);
    expect(cards(graph)).toMatchObject({ LogicalJoin: 'new', LogicalFilter: 'removed', LogicalSnapshot: 'moved', LogicalProject: 'plain' });
    const join = [...graph.cards.values()].find((card) => card.type === 'LogicalJoin')!;
    expect(join.replaces).toBe('LogicalCorrelate');
    expect([...graph.cards.values()].filter((card) => card.isMatched).map((card) => card.subject)).toEqual(['MyTable']);
    const edge = graph.union.edges.find((candidate) => candidate.around.length > 0)!;
    expect(edge.kind).toBe('new');
  });

  test('PROCTIME_MATERIALIZE is marked in the step in which it appears, and only there', () => {
    const marks = (graph: GraphModel): string[] => [...graph.cards.values()].flatMap((card) => [...card.marks]);
    expect(marks(model('time_indicator', 1))).toEqual(['PROCTIME_MATERIALIZE']);
    expect(marks(model('physical', 3))).toEqual([]);
  });

  test('the search ends with the plan that it chose', () => {
    expect(Object.keys(cards(model('physical', 3)))).toEqual(['Calc', 'LookupJoin LookupTable', 'DataStreamScan MyTable']);
  });

  test('row kinds stand on the edges once they are known', () => {
    expect([...model('temporal_join_rewrite', 1).labels]).toEqual([]);
    expect([...model('physical_rewrite', 1).labels.values()][0]?.kinds).toEqual(['+I']);
    expect(rowKinds('I,UB,UA,D')).toEqual(['+I', '−U', '+U', '−D']);
    expect(rowKinds('NONE')).toEqual([]);
  });
});

describe('stable places', () => {
  test('a node that survives a step keeps its key', () => {
    const film = filmOf(trace, statement);
    const before = film.frameAt(findPosition(places, 'temporal_join_rewrite', 0).index);
    const after = film.frameAt(findPosition(places, 'temporal_join_rewrite', 1).index);
    expect(after.keys.get(after.tree!)).toBe(before.keys.get(before.tree!));
    expect([...after.keys.values()].every((key) => [...before.keys.values()].includes(key))).toBe(true);
  });

  test('a step with a ghost in the place of the removed node moves no survivor', () => {
    const before = model('temporal_join_rewrite', 0);
    const after = model('temporal_join_rewrite', 1, before.layout.boxes);
    const rowOf = (graph: GraphModel, key: string): number => graph.layout.boxes.get(key)!.x + graph.layout.boxes.get(key)!.width / 2;
    const survivors = [...before.layout.boxes.keys()].filter((key) => after.layout.boxes.has(key));
    const moved = survivors.filter((key) => rowOf(before, key) !== rowOf(after, key));
    expect(survivors.length).toBeGreaterThanOrEqual(4);
    expect(moved).toEqual([]);
  });

  test('the same frame gives the same picture', () => {
    expect(model('logical', 2).layout.boxes).toEqual(model('logical', 2).layout.boxes);
  });

  test('no two cards overlap, at any step', () => {
    for (const position of places.positions) {
      const graph = graphModel({
        trace,
        frame: filmOf(trace, statement).frameAt(position.index),
        metrics: DEFAULT_METRICS,
        withDiff: true,
      });
      const boxes = [...(graph?.layout.boxes.values() ?? [])];
      boxes.forEach((a, i) =>
        boxes.slice(i + 1).forEach((b) => {
          expect(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height).toBe(false);
        }),
      );
    }
  });
});

describe('stepping', () => {
  test('walks all steps in order and stops at the end', () => {
    const seen: number[] = [];
    for (let at = neighbour(places, 0, 1, false); at; at = neighbour(places, at.index, 1, false)) seen.push(at.globalStep);
    expect(seen).toEqual(Array.from({ length: places.totalSteps }, (_, i) => i + 1));
  });

  test('next change skips steps that left the text alone', () => {
    const seen: string[] = [];
    for (let at = neighbour(places, 0, 1, true); at; at = neighbour(places, at.index, 1, true)) seen.push(`${at.stage} ${at.step}`);
    expect(seen).toContain('temporal_join_rewrite 1');
    expect(seen.every((name) => findPosition(places, name.split(' ')[0]!, Number(name.split(' ')[1])).event?.changed)).toBe(true);
  });
});
