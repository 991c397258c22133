import { describe, expect, it } from 'vitest';
import type { RelNode } from '../rel/rel-node.ts';
import type { ProgramTrace } from '../trace/plan-trace.ts';
import type { ToyOptions, Toy } from './testdata/toy-nodes.ts';
import { LOGICAL_TRAITS } from '../rel/traits/trait-set.ts';
import { NodeTable } from '../trace/node-table.ts';
import { traceTreeText } from '../trace/trace-text.ts';
import { stageTrace } from '../trace/trace-builder.ts';
import { HepPlanner } from './hep/hep-planner.ts';
import { collectionProgram } from './hep/hep-program.ts';
import { PlanInterner } from './plan-interner.ts';
import { ProgramRecorder } from './recorder.ts';
import { any, defineConverter, defineRule, some } from './rule.ts';
import { Filter, Join, Phys, Project, Scan, toyCluster } from './testdata/toy-nodes.ts';
import { VolcanoPlanner } from './volcano/volcano-planner.ts';

const explain = { summary: '' };

function toys() {
  const cluster = toyCluster();
  const table = new NodeTable();
  const interner = new PlanInterner(table);
  const make =
    (Type: new (c: typeof cluster, o: ToyOptions) => Toy) =>
    (label: string, ...inputs: RelNode[]): Toy =>
      new Type(cluster, { label, inputs });
  return { cluster, table, interner, scan: make(Scan), filter: make(Filter), project: make(Project), join: make(Join) };
}

const pushFilter = defineRule({
  description: 'Push',
  operand: some(Filter, [any(Project)]),
  explain,
  matches: (call) => call.rel<Toy>(1).label !== 'stay' || 'the project stays',
  onMatch: (call) => {
    call.note('the filter reads plain columns');
    const filter = new Filter(call.cluster, { label: call.rel<Toy>(0).label, inputs: call.rel(1).inputs });
    call.transformTo(new Project(call.cluster, { label: call.rel<Toy>(1).label, inputs: [filter] }));
  },
});

function hep(t: ReturnType<typeof toys>, tree: RelNode): ProgramTrace {
  const recorder = new ProgramRecorder(tree, { name: 'stage / filter', kind: 'hep-collection', pass: 1, interner: t.interner });
  return recorder.finish(new HepPlanner(collectionProgram([pushFilter]), t.cluster, { listener: recorder }).optimize(tree));
}

describe('ProgramRecorder on HEP', () => {
  it('writes counts, the replaced tree, the new tree and the whole plan of each firing', () => {
    const t = toys();
    const trace = hep(t, t.join('J', t.filter('F', t.project('P', t.scan('s'))), t.filter('G', t.project('stay', t.scan('t')))));
    expect(trace.rules).toEqual([{ rule: 'Push', attempts: 1, productions: 1 }]);
    expect(trace.refusals.map((r) => [r.rule, r.reason])).toEqual([['Push', 'the project stays']]);
    const [step] = trace.steps;
    if (step?.kind !== 'firing') throw new Error('no firing');
    expect(step).toMatchObject({
      ordinal: 1,
      matchedTypes: ['Filter', 'Project'],
      producedType: 'Project',
      changed: true,
      notes: ['the filter reads plain columns'],
    });
    expect(traceTreeText(t.table, step.before)).toBe('Filter(label=[F])\n+- Project(label=[P])\n   +- Scan(label=[s])');
    expect(traceTreeText(t.table, step.after)).toBe('Project(label=[P])\n+- Filter(label=[F])\n   +- Scan(label=[s])');
    expect(traceTreeText(t.table, step.root ?? -1)).toBe(trace.afterText);
    expect(trace.afterText).toBe(
      [
        'Join(label=[J])',
        ':- Project(label=[P])',
        ':  +- Filter(label=[F])',
        ':     +- Scan(label=[s])',
        '+- Filter(label=[G])',
        '   +- Project(label=[stay])',
        '      +- Scan(label=[t])',
      ].join('\n'),
    );
    expect(trace.beforeText).not.toBe(trace.afterText);
    expect(stageTrace('stage', [trace, trace])).toMatchObject({ tries: 2, changes: 2 });
  });

  it('costs a step only the nodes that changed', () => {
    const t = toys();
    const wide = t.join('J', t.filter('F', t.project('P', t.scan('s'))), t.join('K', t.scan('t'), t.join('L', t.scan('u'), t.scan('v'))));
    const trace = hep(t, wide);
    const nodesOfStep = t.table.nodes.length - 9;
    expect(trace.steps).toHaveLength(1);
    // Filter and Project of the production and the Join above them.
    expect(nodesOfStep).toBe(3);
  });

  it('gives the trace up to the failure', () => {
    const t = toys();
    const tree = t.filter('F', t.project('P', t.scan('s')));
    const recorder = new ProgramRecorder(tree, { name: 'n', kind: 'hep-sequence', pass: 2, interner: t.interner });
    const fail = defineRule({
      description: 'Fail',
      operand: any(Filter),
      explain,
      onMatch: () => {
        throw new TypeError('x is undefined');
      },
    });
    expect(() => new HepPlanner(collectionProgram([fail]), t.cluster, { listener: recorder }).optimize(tree)).toThrow(
      'Fail: x is undefined',
    );
    expect(recorder.fail('x')).toMatchObject({ failed: 'x', pass: 2, rules: [{ rule: 'Fail', attempts: 1, productions: 0 }] });
  });
});

describe('ProgramRecorder on Volcano', () => {
  const converters = [Scan, Filter, Project].map((Type) =>
    defineConverter<Toy>({
      name: `${Type.name}Converter`,
      nodeClass: Type,
      from: 'NONE',
      to: 'LOGICAL',
      explain,
      convert: (n, call) =>
        new Phys(call.cluster, {
          label: n.label,
          traits: LOGICAL_TRAITS,
          inputs: n.inputs.map((i) => call.convert(i, { convention: 'LOGICAL' })),
        }),
    }),
  );

  it('writes productions with types, trees with the bound nodes in them, memo events and the memo', () => {
    const t = toys();
    const tree = t.filter('F', t.project('P', t.scan('s')));
    const recorder = new ProgramRecorder(tree, { name: 'logical', kind: 'volcano', pass: 1, interner: t.interner });
    const result = new VolcanoPlanner(t.cluster).optimize(tree, {
      rules: [pushFilter, ...converters],
      convention: 'LOGICAL',
      listener: recorder,
    });
    const trace = recorder.finish(result);
    const lines = trace.steps.map((s) => (s.kind === 'firing' ? `${s.rule}: ${s.matchedTypes.join(', ')} -> ${s.producedType}` : ''));
    expect(lines).toEqual([
      'ScanConverter(in:NONE,out:LOGICAL): Scan -> Phys',
      'ProjectConverter(in:NONE,out:LOGICAL): Project -> Phys',
      'Push: Filter, Project -> Project',
      'FilterConverter(in:NONE,out:LOGICAL): Filter -> Phys',
      'FilterConverter(in:NONE,out:LOGICAL): Filter -> Phys',
      'ProjectConverter(in:NONE,out:LOGICAL): Project -> Phys',
    ]);
    const push = trace.steps[2];
    if (push?.kind !== 'firing') throw new Error('no firing');
    expect(traceTreeText(t.table, push.after)).toBe('Project(label=[P])\n+- Filter(label=[F])\n   +- Scan(label=[s])');
    expect(push.memo?.map((e) => e.kind)).toEqual(['set', 'subset', 'member', 'member']);
    expect(push.root).toBeUndefined();
    expect(trace.memo?.initial?.map((e) => e.kind)).toEqual([
      'set',
      'subset',
      'member',
      'set',
      'subset',
      'member',
      'set',
      'subset',
      'member',
      'subset',
      'member',
    ]);
    expect(trace.memo?.rootSet).toBe(2);
    const root = trace.memo?.sets[2];
    expect(root?.members.map((m) => t.table.nodes[m.node]?.type)).toEqual(['Filter', 'AbstractConverter', 'Project', 'Phys', 'Phys']);
    expect(root?.subsets.map((s) => [s.traits.split('.')[0], s.winner, s.cost?.rowCount])).toEqual([
      ['NONE', false, undefined],
      ['LOGICAL', true, 1],
    ]);
    expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
    expect(trace.afterText).toBe('Phys(label=[F])\n+- Phys(label=[P])\n   +- Phys(label=[s])');
  });
});

describe('ProgramRecorder on programs without rules', () => {
  it('makes a step of each visited node', () => {
    const t = toys();
    const tree = t.filter('F', t.scan('s'));
    const recorder = new ProgramRecorder(tree, { name: 'time_indicator', kind: 'program', pass: 1, interner: t.interner, firstOrdinal: 5 });
    const result = t.project('P', tree);
    recorder.visited({ node: tree.input(), result: tree.input(), action: 'leaves the scan alone' });
    recorder.visited({ node: tree, result, action: 'adds a Project above', required: '[I]', notes: ['a reason'] });
    const { steps } = recorder.finish(result);
    expect(steps).toMatchObject([
      { kind: 'node', ordinal: 5, changed: false, action: 'leaves the scan alone' },
      { kind: 'node', ordinal: 6, changed: true, required: '[I]', notes: ['a reason'] },
    ]);
  });
});
