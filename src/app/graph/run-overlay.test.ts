import { expect, test } from 'vitest';
import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import type { TraceNode } from '../../trace/plan-trace.ts';
import type { RunEvent } from '../../trace/run-trace.ts';
import { minutesPastTen, unionRun } from '../timeline/testdata/union-run.ts';
import { flowWidth, operatorsOfPhysical, operatorsOfTree, runOverlay } from './run-overlay.ts';

const run = unionRun();
/** The plan of the run, with a sink on top that the run leaves out. Nodes 0 to 6 are its operators. */
const nodes: readonly TraceNode[] = [
  ...run.operators.map(({ name, digest, inputs }) => ({ name, digest, inputs })),
  { name: 'Sink', digest: 'sink', inputs: [6] },
].map(({ name, digest, inputs }) => ({ type: name, terms: [], inputs, columns: [], convention: 'EXEC', digest }));
const treeOf = (ref: number): PlanTreeNode => ({ ref, inputs: (nodes[ref]?.inputs ?? []).map(treeOf) });
const tree = treeOf(7);
const keys = new Map<PlanTreeNode, string>();
const name = (place: PlanTreeNode): void => {
  keys.set(place, `n${place.ref}`);
  place.inputs.forEach(name);
};
name(tree);

test('operators are found below a sink, each at its place', () => {
  const found = operatorsOfTree(run, nodes, tree);
  expect([...found].map(([place, operator]) => [place.ref, operator]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => [i, i]));
});

test('rows stand on the edge that they travel, watermarks at their node', () => {
  const event = (operator: number, input: number, cells: readonly string[]): RunEvent => ({
    index: 0,
    kind: 'record-in',
    operator,
    input,
    rowKind: '+I',
    cells,
  });
  const events = [
    event(2, 1, ['4']),
    event(3, 0, ['4']),
    ...Array.from({ length: 6 }, () => event(6, 0, ['a long text that is cut somewhere'])),
  ];
  const overlay = runOverlay({ run, step: 8, events, nodes, tree, keys, textOf: ({ cells }) => (cells ?? []).join(', ') });
  expect(overlay.edges.get('n1|n2')).toEqual({ rows: [{ kind: '+I', text: '4' }], total: 1 });
  expect(overlay.edges.get('n0|n2')).toBeUndefined();
  expect(overlay.edges.get('n5|n6')).toMatchObject({ total: 6 });
  expect(overlay.edges.get('n5|n6')?.rows).toHaveLength(4);
  expect(overlay.edges.get('n5|n6')?.rows[0]?.text).toMatch(/^a long text that is cut…?/);
  expect(overlay.watermarks.get('n0')).toEqual({ time: minutesPastTen(35) - 1, isIdle: false });
  expect(overlay.watermarks.get('n4')).toBeUndefined();
});

test('a physical plan shows the operators that its nodes stand for', () => {
  const physical = nodes.map((node) => ({ ...node, type: `StreamPhysical${node.type}` }));
  const found = operatorsOfPhysical(run, physical, tree);
  expect([...found].map(([place, operator]) => [place.ref, operator]).sort()).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => [i, i]));
  // Before the window aggregate is cut in two, only what stands above it is known.
  const whole: PlanTreeNode = { ref: 6, inputs: [treeOf(3)] };
  expect([...operatorsOfPhysical(run, physical, whole).values()]).toEqual([6]);
  expect(operatorsOfPhysical(run, nodes, tree).size).toBe(0);
});

test('an edge carries its rows so far, and the way of the traced row is known', () => {
  const overlay = runOverlay({ run, step: 8, events: [], nodes, tree, keys, textOf: () => '', traced: new Set([1, 2]) });
  expect([overlay.flows.get('n0|n2'), overlay.flows.get('n1|n2'), overlay.flows.get('n4|n5')]).toEqual([3, 1, 0]);
  expect([...overlay.traced].sort()).toEqual(['n1', 'n2']);
  expect([0, 9, 1e9].map(flowWidth)).toEqual([1.5, 2.5, 6]);
});
