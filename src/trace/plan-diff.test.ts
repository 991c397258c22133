import { describe, expect, test } from 'vitest';
import type { TraceNode } from './plan-trace.ts';
import { diffPlans, diffTrees, planTree, type PlanDiff } from './plan-diff.ts';
import { lookupJoinTrace } from '../testing/fixtures/read-fixture.ts';

const node = (type: string, text: string, inputs: readonly number[] = []): TraceNode => ({
  type,
  terms: text === '' ? [] : [{ name: 'x', text }],
  inputs,
  columns: [],
  convention: 'NONE',
  digest: `${type}${text}${inputs.join('')}`,
});

function summary(nodes: readonly TraceNode[], diff: PlanDiff): string[] {
  return diff.pairs.map((pair) => {
    const before = pair.before && nodes[pair.before.ref]?.type;
    const after = pair.after && nodes[pair.after.ref]?.type;
    return `${pair.change} ${before === after ? after : [before, after].filter(Boolean).join('>')}`;
  });
}

describe('diffPlans', () => {
  test('a correlate and its filter become a join: the join takes the place, the filter goes, the rest stays', () => {
    const { trace, statement } = lookupJoinTrace();
    const step = statement.stages.find((stage) => stage.name === 'temporal_join_rewrite')!.programs[0]!.steps[0]!;
    const diff = diffPlans(trace.nodes, step.before, step.after);
    expect(summary(trace.nodes, diff)).toEqual([
      'replaced LogicalCorrelate>LogicalJoin',
      'kept LogicalTableScan',
      'moved LogicalSnapshot',
      'kept LogicalTableScan',
      'removed LogicalFilter',
    ]);
  });

  test('a node put on top is added and nothing else changes', () => {
    const nodes = [node('Scan', 't'), node('Join', 'a', [0]), node('Calc', 'p', [1])];
    expect(summary(nodes, diffPlans(nodes, 1, 2))).toEqual(['added Calc', 'moved Join', 'kept Scan']);
  });

  test('a node taken from the top is removed and nothing else changes', () => {
    const nodes = [node('Scan', 't'), node('Join', 'a', [0]), node('Project', 'p', [1])];
    expect(summary(nodes, diffPlans(nodes, 2, 1))).toEqual(['moved Join', 'kept Scan', 'removed Project']);
  });

  test('a change of an input leaves the ancestors alone, though they are other entries of the table', () => {
    const nodes = [node('Scan', 'a'), node('Filter', 'f', [0]), node('Scan', 'b'), node('Filter', 'f', [2])];
    const diff = diffPlans(nodes, 1, 3);
    expect(summary(nodes, diff)).toEqual(['kept Filter', 'changed Scan']);
    expect(diff.pairs[1]!.terms[0]!.parts).toEqual([
      { text: 'a', kind: 'removed' },
      { text: 'b', kind: 'added' },
    ]);
  });

  test('equal nodes at two places of a self join are told apart', () => {
    const nodes = [node('Scan', 't'), node('Join', '1', [0, 0]), node('Filter', 'f', [0]), node('Join', '1', [0, 2])];
    const diff = diffPlans(nodes, 1, 3);
    expect(summary(nodes, diff)).toEqual(['kept Join', 'kept Scan', 'added Filter', 'moved Scan']);
  });

  test('the changelog mode counts as an attribute', () => {
    const nodes: TraceNode[] = [
      { ...node('Calc', 'a'), changelogMode: 'NONE' },
      { ...node('Calc', 'a'), changelogMode: 'I' },
    ];
    const diff = diffPlans(nodes, 0, 1);
    expect(diff.pairs[0]!.change).toBe('changed');
    expect(diff.pairs[0]!.terms.at(-1)).toMatchObject({ name: 'changelogMode', kind: 'changed' });
  });

  test('a tree is the same as itself', () => {
    const { trace, statement } = lookupJoinTrace();
    const tree = planTree(trace.nodes, statement.ast!);
    expect(diffTrees(trace.nodes, tree, tree).isSame).toBe(true);
  });

  test('every node of both trees is in exactly one pair, whatever two plans are compared', () => {
    const { trace } = lookupJoinTrace();
    for (let a = 0; a < trace.nodes.length; a++) {
      for (let b = 0; b < trace.nodes.length; b++) {
        const before = planTree(trace.nodes, a);
        const after = planTree(trace.nodes, b);
        const diff = diffTrees(trace.nodes, before, after);
        const count = (tree: typeof before): number => 1 + tree.inputs.reduce((sum, input) => sum + count(input), 0);
        expect(new Set(diff.pairs.flatMap((pair) => pair.before ?? [])).size).toBe(count(before));
        expect(new Set(diff.pairs.flatMap((pair) => pair.after ?? [])).size).toBe(count(after));
      }
    }
  });
});
