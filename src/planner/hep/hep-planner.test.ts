import { describe, expect, it } from 'vitest';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Cluster } from '../../rel/cluster.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { RelRule, RuleCall } from '../rule.ts';
import type { HepProgram } from './hep-program.ts';
import type { ToyOptions } from '../testdata/toy-nodes.ts';
import { simpleType } from '../../types/sql-type.ts';
import { PlannerLimitError, StepBudget } from '../limits.ts';
import { any, defineRule, leaf, some, unordered } from '../rule.ts';
import { Filter, Join, Project, Scan, Toy, toyCluster, toyText } from '../testdata/toy-nodes.ts';
import { HepPlanner } from './hep-planner.ts';
import { collectionProgram, sequenceProgram } from './hep-program.ts';

function rule(description: string, operand: RelRule['operand'], onMatch: (call: RuleCall) => void, matches?: RelRule['matches']): RelRule {
  return defineRule({ description, operand, explain: { summary: '' }, onMatch, matches });
}

interface Run {
  readonly result: RelNode;
  /** `rule label` an attempt, with `*` if it produced. */
  readonly attempts: readonly string[];
  readonly events: readonly string[];
}

function run(cluster: Cluster, program: HepProgram, tree: RelNode, budget?: StepBudget): Run {
  const attempts: string[] = [];
  const events: string[] = [];
  const name = (n: RelNode): string => (n instanceof Toy ? `${n.typeName}${n.label}` : n.typeName);
  const listener: PlannerListener = {
    attempted: (c) => {
      attempts.push(`${c.rule.description} ${c.rel<Toy>(0).label}`);
      events.push(`TRY ${c.rels.map(name).join()}`);
    },
    produced: (_c, n) => {
      attempts.push(`${attempts.pop()}*`);
      events.push(`PRODUCED ${name(n)}`);
    },
    equivalent: (n) => events.push(`EQUIVALENT ${name(n)}`),
    discarded: (n) => events.push(`DISCARDED ${name(n)}`),
    chosen: (n) => events.push(`CHOSEN ${n ? name(n) : 'null'}`),
  };
  const result = new HepPlanner(program, cluster, { listener, budget }).optimize(tree);
  return { result, attempts, events };
}

/** Builders of toy nodes over one cluster. */
function toys() {
  const cluster = toyCluster();
  const node =
    (Type: new (c: Cluster, o: ToyOptions) => Toy) =>
    (label: string, ...inputs: RelNode[]): Toy =>
      new Type(cluster, { label, inputs });
  return { cluster, scan: node(Scan), filter: node(Filter), project: node(Project), join: node(Join) };
}

/** Replaces a node by one whose label has one `!` more, up to `max` of them. */
function mark(Type: new (c: Cluster, o: ToyOptions) => Toy, max = 1, description = 'Mark'): RelRule {
  return rule(description, any(Type), (call) => {
    const node = call.rel<Toy>(0);
    if (node.label.split('!').length - 1 >= max) return;
    call.transformTo(new Type(call.cluster, { ...node.options, label: `${node.label}!`, inputs: node.inputs }));
  });
}

describe('HepPlanner', () => {
  it('visits the deepest level first and right inputs before left ones, bottom up', () => {
    const t = toys();
    const look = rule('Look', any(Toy), () => undefined);
    const tree = t.join('J', t.filter('L', t.scan('l')), t.filter('R', t.scan('r')));
    expect(run(t.cluster, collectionProgram([look]), tree).attempts.map((a) => a.slice(5))).toEqual(['r', 'l', 'R', 'L', 'J']);
    expect(run(t.cluster, collectionProgram([look], 'TOP_DOWN'), tree).attempts.map((a) => a.slice(5))).toEqual(['J', 'L', 'R', 'l', 'r']);
  });

  it('starts over after each success, so that a chain of five costs 1+2+3+4+5 attempts', () => {
    const t = toys();
    const tree = t.filter('1', t.filter('2', t.filter('3', t.filter('4', t.scan('5')))));
    const markAll = rule('Mark', any(Toy), (call) => {
      const node = call.rel<Toy>(0);
      if (node.label.endsWith('!') || node instanceof Scan) return;
      call.transformTo(new Filter(call.cluster, { label: `${node.label}!`, inputs: node.inputs }));
    });
    const { attempts, result } = run(t.cluster, sequenceProgram([markAll], 'TOP_DOWN'), tree);
    expect(attempts).toHaveLength(15);
    expect(attempts.filter((a) => a.endsWith('*'))).toHaveLength(4);
    expect(toyText(result)).toBe('Filter[1!](Filter[2!](Filter[3!](Filter[4!](Scan[5]))))');
  });

  it('moves the edge to a replaced input behind its siblings', () => {
    const t = toys();
    const tree = t.join('J', t.project('A', t.scan('a')), t.project('B', t.scan('b')));
    const { attempts } = run(t.cluster, collectionProgram([mark(Project)]), tree);
    // B first (right before left); its edge stays last. After A was replaced the edges are [B!, A!], so A! comes before B!.
    expect(attempts).toEqual(['Mark B*', 'Mark B!', 'Mark A*', 'Mark A!', 'Mark B!']);
  });

  it('walks a join whose inputs grow as a real planner does', () => {
    const t = toys();
    const branch = (x: string): Toy => t.project(`P${x}`, t.filter(`F${x}`, t.scan(`S${x}`)));
    const look = rule('Look', any(Toy), () => undefined);
    const push = rule('Push', some(Project, [some(Filter, [any(Scan)])]), (call) => {
      const [p, f] = [call.rel<Toy>(0), call.rel<Toy>(1)];
      const below = new Project(call.cluster, { label: `${p.label}0`, inputs: f.inputs });
      const filter = new Filter(call.cluster, { label: `${f.label}'`, inputs: [below] });
      call.transformTo(new Project(call.cluster, { label: `${p.label}'`, inputs: [filter] }));
    });
    const { attempts } = run(t.cluster, collectionProgram([look, push]), t.join('J', branch('A'), branch('B')));
    const walks = attempts.join(' ').replaceAll('Look ', '').split('*');
    expect(walks.map((w) => w.trim())).toEqual([
      'SB SA FB FA PB Push PB',
      "SB PB0 SA FB' FA PB' PA Push PA",
      "SA SB PA0 PB0 FA' FB' PA' PB' J",
    ]);
  });

  it('runs a sequence rule by rule and a collection vertex by vertex', () => {
    const t = toys();
    const tree = t.filter('F', t.filter('G', t.scan('s')));
    const rules = ['P', 'Q'].map((name) => rule(name, any(Filter), () => undefined));
    expect(run(t.cluster, sequenceProgram(rules), tree).attempts).toEqual(['P G', 'P F', 'Q G', 'Q F']);
    expect(run(t.cluster, collectionProgram(rules), tree).attempts).toEqual(['P G', 'Q G', 'P F', 'Q F']);
  });

  it('shares equal sub-trees: one vertex, one attempt, one object in the result', () => {
    const t = toys();
    const tree = t.join('J', t.filter('F', t.scan('s')), t.filter('F', t.scan('s')));
    const { attempts, result } = run(t.cluster, collectionProgram([mark(Filter)]), tree);
    expect(attempts).toEqual(['Mark F*', 'Mark F!']);
    expect(result.inputs[0]).toBe(result.inputs[1]);
  });

  it('announces new vertices children first, the result again, the parents, then the garbage', () => {
    const t = toys();
    const tree = t.project('P', t.filter('F', t.scan('s')));
    const swap = rule(
      'Swap',
      some(Project, [any(Filter)]),
      (call) => {
        const [p, f] = [call.rel<Toy>(0), call.rel<Toy>(1)];
        const below = new Project(call.cluster, { label: 'Q', inputs: f.inputs });
        const filter = new Filter(call.cluster, { label: f.label, inputs: [below] });
        call.transformTo(new Project(call.cluster, { label: `${p.label}!`, inputs: [filter] }));
      },
      (call) => call.rel<Toy>(0).label === 'P' || 'not P',
    );
    expect(run(t.cluster, collectionProgram([swap]), tree).events).toEqual([
      'EQUIVALENT Scans',
      'EQUIVALENT FilterF',
      'EQUIVALENT ProjectP',
      'TRY ProjectP,FilterF',
      'PRODUCED ProjectP!',
      'EQUIVALENT ProjectQ',
      'EQUIVALENT FilterF',
      'EQUIVALENT ProjectP!',
      'EQUIVALENT ProjectP!',
      'DISCARDED FilterF',
      'DISCARDED ProjectP',
      'CHOSEN ProjectP!',
      'CHOSEN FilterF',
      'CHOSEN ProjectQ',
      'CHOSEN Scans',
    ]);
  });

  it('counts an equal result as a production but goes on with the next rule', () => {
    const t = toys();
    const same = rule('Same', any(Filter), (call) =>
      call.transformTo(new Filter(call.cluster, { label: call.rel<Toy>(0).label, inputs: call.rel(0).inputs })),
    );
    const next = rule('Next', any(Filter), () => undefined);
    expect(run(t.cluster, collectionProgram([same, next]), t.filter('F', t.scan('s'))).attempts).toEqual(['Same F*', 'Next F']);
  });

  it('keeps the identity of a parent whose input was exchanged', () => {
    const t = toys();
    const tree = t.project('P', t.filter('F', t.scan('s')));
    const { result, events } = run(t.cluster, collectionProgram([mark(Filter)]), tree);
    expect(toyText(result)).toBe('Project[P](Filter[F!](Scan[s]))');
    expect(events.filter((e) => e === 'EQUIVALENT ProjectP')).toHaveLength(2);
  });

  it('does not link a result that already stands above the replaced node', () => {
    const t = toys();
    const tree = t.project('P', t.filter('F', t.scan('s')));
    let fired = 0;
    const up = rule('Up', any(Filter), (call) => {
      if (fired++ === 0)
        call.transformTo(
          new Project(call.cluster, { label: 'P', inputs: [new Filter(call.cluster, { label: 'F', inputs: call.rel(0).inputs })] }),
        );
    });
    const { result, attempts } = run(t.cluster, collectionProgram([up]), tree);
    expect(toyText(result)).toBe('Project[P](Filter[F](Scan[s]))');
    expect(attempts).toEqual(['Up F*', 'Up F']);
  });

  it('binds unordered children to the first input that fits and reserves none', () => {
    const t = toys();
    const tree = t.join('J', t.scan('s'), t.filter('F', t.scan('t')));
    const seen: string[] = [];
    const look = rule('Look', unordered(Join, [any(Filter), any(Filter)]), (call) => {
      seen.push(call.rels.map((r) => toyText(r)).join(' + '), call.childRels(call.rel(0)).map(toyText).join(' + '));
    });
    run(t.cluster, collectionProgram([look]), tree);
    expect(seen).toEqual([
      'Join[J](Scan[s], Filter[F](Scan[t])) + Filter[F](Scan[t]) + Filter[F](Scan[t])',
      'Scan[s] + Filter[F](Scan[t])',
    ]);
  });

  it('does not enforce leaf operands', () => {
    const t = toys();
    const { attempts } = run(t.cluster, collectionProgram([rule('Look', leaf(Filter), () => undefined)]), t.filter('F', t.scan('s')));
    expect(attempts).toEqual(['Look F']);
  });

  it('stops at the match limit', () => {
    const t = toys();
    const program: HepProgram = {
      instructions: [
        { kind: 'order', order: 'BOTTOM_UP' },
        { kind: 'limit', limit: 2 },
        { kind: 'rules', rules: [mark(Filter, 5)] },
      ],
    };
    expect(toyText(run(t.cluster, program, t.filter('F', t.scan('s'))).result)).toBe('Filter[F!!](Scan[s])');
  });

  it('collects the rules of a group and repeats a sub-program until a pass changes nothing', () => {
    const t = toys();
    const group: HepProgram = {
      instructions: [
        { kind: 'order', order: 'BOTTOM_UP' },
        { kind: 'begin-group' },
        { kind: 'rules', rules: [mark(Filter, 1, 'A')] },
        { kind: 'rules', rules: [mark(Project, 1, 'B')] },
        { kind: 'end-group' },
      ],
    };
    const tree = (): RelNode => t.project('P', t.filter('F', t.scan('s')));
    expect(run(t.cluster, group, tree()).attempts).toEqual(['A F*', 'A F!', 'B P*', 'A F!', 'B P!']);
    const { result, attempts } = run(
      t.cluster,
      { instructions: [{ kind: 'program', program: sequenceProgram([mark(Filter, 1, 'A')]) }] },
      tree(),
    );
    expect(toyText(result)).toBe('Project[P](Filter[F!](Scan[s]))');
    expect(attempts).toEqual(['A F*', 'A F!', 'A F!']);
  });

  it.each(['ARBITRARY', 'DEPTH_FIRST'] as const)('reaches the same end in the order %s', (order) => {
    const t = toys();
    const tree = t.join('J', t.filter('F', t.filter('G', t.scan('s'))), t.filter('H', t.scan('t')));
    expect(toyText(run(t.cluster, collectionProgram([mark(Filter)], order), tree).result)).toBe(
      'Join[J](Filter[F!](Filter[G!](Scan[s])), Filter[H!](Scan[t]))',
    );
  });

  it('stops rules that do not come to an end, for a named reason', () => {
    const t = toys();
    const budget = new StepBudget({ maxSteps: 50, maxNodes: 1000, sliceSteps: 8 });
    const forever = (): unknown => run(t.cluster, collectionProgram([mark(Filter, Infinity)]), t.filter('F', t.scan('s')), budget);
    expect(forever).toThrow(PlannerLimitError);
    expect(forever).toThrow('stopped after 50 rule attempts');
  });

  it('gives way after each slice of attempts', () => {
    const t = toys();
    const budget = new StepBudget({ maxSteps: 1000, maxNodes: 1000, sliceSteps: 4 });
    const slices = new HepPlanner(collectionProgram([mark(Filter, 10)]), t.cluster, { budget }).run(t.filter('F', t.scan('s')));
    let pauses = 0;
    while (!slices.next().done) pauses++;
    expect(pauses).toBe(2);
    expect(t.cluster.planner).toBeUndefined();
  });

  it('names the rule whose result has another row type', () => {
    const t = toys();
    const wrong = rule('Wrong', any(Filter), (call) =>
      call.transformTo(new Scan(call.cluster, { columns: ['a'], type: simpleType('BIGINT', true) })),
    );
    expect(() => run(t.cluster, collectionProgram([wrong]), t.filter('F', t.scan('s')))).toThrow(
      /Cannot add expression of different type to set:[^]*BIGINT NOT NULL -> BIGINT[^]*produced by Wrong/,
    );
  });
});
