import { describe, expect, it } from 'vitest';
import type { Cost } from '../../rel/metadata/cost.ts';
import type { MetadataQuery } from '../../rel/metadata/metadata-query.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { NodeClass, RelRule, RuleCall } from '../rule.ts';
import type { ToyOptions } from '../testdata/toy-nodes.ts';
import type { RelSubset } from './rel-subset.ts';
import { makeCost } from '../../rel/metadata/cost.ts';
import { LOGICAL_TRAITS } from '../../rel/traits/trait-set.ts';
import { any, defineConverter, defineRule, some } from '../rule.ts';
import { Toy, toyCluster } from '../testdata/toy-nodes.ts';
import { VolcanoPlanner } from './volcano-planner.ts';

/**
 * `SELECT id, amount * 2 FROM orders WHERE amount > 10` through a small copy of the rules that Flink's logical search has for it. The
 * numbers (41 attempts, 40 productions, four candidates that tie on cpu) are those of a real planner.
 */

interface Shape extends ToyOptions {
  readonly projects?: readonly string[];
  readonly condition?: string;
}

const SCAN_ROWS = 1e8;

abstract class Node extends Toy {
  get shape(): Shape {
    return this.options;
  }
  override get label(): string {
    return `${this.shape.projects?.join(' ') ?? ''}${this.shape.condition ? ` if ${this.shape.condition}` : ''}`;
  }
  override estimateRowCount(mq: MetadataQuery): number {
    if (this.inputs.length === 0) return SCAN_ROWS;
    return mq.rowCount(this.input()) * (this.shape.condition ? 0.5 : 1);
  }
  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    if (this.inputs.length === 0) return makeCost(rows, rows, 20 * rows);
    return makeCost(rows, rows * (this.shape.projects ?? []).filter((p) => !/^\$\d$/.test(p)).length, 0);
  }
}
class Scan extends Node {
  readonly typeName: string = 'Scan';
  protected make(o: Shape): Toy {
    return new Scan(this.cluster, o);
  }
}
class LScan extends Node {
  readonly typeName = 'LScan';
  protected make(o: Shape): Toy {
    return new LScan(this.cluster, o);
  }
}
class Filter extends Node {
  readonly typeName = 'Filter';
  protected make(o: Shape): Toy {
    return new Filter(this.cluster, o);
  }
}
class Project extends Node {
  readonly typeName = 'Project';
  protected make(o: Shape): Toy {
    return new Project(this.cluster, o);
  }
}
abstract class Calc extends Node {}
class LogicalCalc extends Calc {
  readonly typeName = 'LogicalCalc';
  protected make(o: Shape): Toy {
    return new LogicalCalc(this.cluster, o);
  }
}
class LCalc extends Calc {
  readonly typeName = 'LCalc';
  protected make(o: Shape): Toy {
    return new LCalc(this.cluster, o);
  }
}

const columns = (projects: readonly string[]): readonly string[] => projects.map((_, i) => `c${i}`);
const identity = (n: number): readonly string[] => Array.from({ length: n }, (_, i) => `$${i}`);
const compose = (e: string, below: readonly string[]): string => e.replace(/\$(\d)/g, (_, i: string) => below[Number(i)] ?? '?');
const width = (n: RelNode): number => n.rowType.fields.length;

function rule(description: string, transformation: boolean, classes: readonly NodeClass[], onMatch: (call: RuleCall) => void): RelRule {
  const [top, below] = classes as [NodeClass, NodeClass | undefined];
  return defineRule({
    description,
    operand: below ? some(top, [any(below)]) : any(top),
    explain: { summary: '' },
    transformation,
    onMatch,
  });
}

const project = (call: RuleCall, projects: readonly string[], input: RelNode): RelNode => {
  const isIdentity = projects.join() === identity(width(input)).join();
  return isIdentity ? input : new Project(call.cluster, { projects, columns: columns(projects), inputs: [input] } as Shape);
};
const filter = (call: RuleCall, condition: string, input: RelNode): RelNode =>
  new Filter(call.cluster, { condition, inputs: [input] } as Shape);

/** Calc over what is below the second node: the first one's work after the second one's. */
function mergeCalc(call: RuleCall, Type: typeof LogicalCalc | typeof LCalc): void {
  const [top, bottom] = [call.rel<Node>(0), call.rel<Node>(1)];
  const below = bottom.shape.projects ?? [];
  const projects = (top.shape.projects ?? identity(width(top))).map((p) => compose(p, below));
  const conditions = [bottom.shape.condition, top.shape.condition && compose(top.shape.condition, below)].filter((c) => c !== undefined);
  const shape: Shape = {
    projects,
    columns: columns(projects),
    condition: conditions.length === 0 ? undefined : conditions.join(' and '),
    inputs: bottom.inputs,
    traits: top.traitSet,
  };
  call.transformTo(new Type(call.cluster, shape));
}

function toCalc(call: RuleCall): void {
  const node = call.rel<Node>(0);
  const projects = node.shape.projects ?? identity(width(node));
  call.transformTo(
    new LogicalCalc(call.cluster, { projects, columns: columns(projects), condition: node.shape.condition, inputs: node.inputs } as Shape),
  );
}

const RULES: readonly RelRule[] = [
  rule('FilterProjectTranspose', true, [Filter, Project], (call) => {
    const [f, p] = [call.rel<Node>(0), call.rel<Node>(1)];
    const projects = p.shape.projects ?? [];
    call.transformTo(project(call, projects, filter(call, compose(f.shape.condition ?? '', projects), p.input())));
  }),
  rule('ProjectFilterTranspose', true, [Project, Filter], (call) => {
    const [p, f] = [call.rel<Node>(0), call.rel<Node>(1)];
    const text = [...(p.shape.projects ?? []), f.shape.condition].join();
    const used = identity(width(f)).filter((c) => text.includes(c));
    if (used.length === width(f)) return;
    const moved = identity(width(f)).map((c) => `$${used.indexOf(c)}`);
    const below = filter(call, compose(f.shape.condition ?? '', moved), project(call, used, f.input()));
    call.transformTo(
      project(
        call,
        (p.shape.projects ?? []).map((e) => compose(e, moved)),
        below,
      ),
    );
  }),
  rule('ProjectMerge', true, [Project, Project], (call) => {
    const [top, bottom] = [call.rel<Node>(0), call.rel<Node>(1)];
    call.transformTo(
      project(
        call,
        (top.shape.projects ?? []).map((e) => compose(e, bottom.shape.projects ?? [])),
        bottom.input(),
      ),
    );
  }),
  rule('FilterCalcMerge', true, [Filter, LogicalCalc], (call) => mergeCalc(call, LogicalCalc)),
  rule('ProjectCalcMerge', true, [Project, LogicalCalc], (call) => mergeCalc(call, LogicalCalc)),
  rule('FilterToCalc', true, [Filter], toCalc),
  rule('ProjectToCalc', true, [Project], toCalc),
  rule('CalcMerge', false, [Calc, Calc], (call) => mergeCalc(call, call.rel(0) instanceof LCalc ? LCalc : LogicalCalc)),
  defineConverter<Node>({
    name: 'CalcConverter',
    nodeClass: LogicalCalc,
    from: 'NONE',
    to: 'LOGICAL',
    explain: { summary: '' },
    convert: (n, call) =>
      new LCalc(call.cluster, {
        ...n.shape,
        traits: LOGICAL_TRAITS,
        inputs: [call.convert(n.input(), { convention: 'LOGICAL' })],
      } as Shape),
  }),
  defineConverter<Node>({
    name: 'ScanConverter',
    nodeClass: Scan,
    from: 'NONE',
    to: 'LOGICAL',
    explain: { summary: '' },
    convert: (n, call) => new LScan(call.cluster, { ...n.shape, traits: LOGICAL_TRAITS }),
  }),
];

describe('a worked search', () => {
  const cluster = toyCluster();
  const shape = (s: Shape): Shape => s;
  const scan = new Scan(cluster, shape({ columns: ['id', 'amount', 'item'] }));
  const inner = new Project(cluster, shape({ projects: ['$0', '$1'], columns: ['id', 'amount'], inputs: [scan] }));
  const where = new Filter(cluster, shape({ condition: '$1>10', inputs: [inner] }));
  const tree = new Project(cluster, shape({ projects: ['$0', '$1*2'], columns: ['id', 'dbl'], inputs: [where] }));
  const attempts: string[] = [];
  const lines: string[] = [];
  const costs: Cost[] = [];
  let productions = 0;
  const listener: PlannerListener = {
    attempted: (c) => {
      attempts.push(c.rule.description.replace(/\(.*/, ''));
      lines.push(attempts.at(-1) ?? '');
    },
    produced: () => productions++,
    equivalent: (_n, s, physical) => {
      if (physical && attempts.length > 0) lines[lines.length - 1] += ` ${(s as RelSubset).setId}`;
    },
    searchEnded: (memo) => {
      const set = memo.sets[3];
      for (const n of set?.nodes ?? []) if (n instanceof LCalc) costs.push(memo.cost(n));
    },
  };
  const result = new VolcanoPlanner(cluster).optimize(tree, { rules: RULES, convention: 'LOGICAL', listener });

  it('tries the first matches in the queue order and registers what is new', () => {
    expect(lines.slice(0, 12)).toEqual([
      'ScanConverter 0',
      'ProjectToCalc 1',
      'FilterProjectTranspose 4 2',
      'FilterToCalc 2',
      'ProjectFilterTranspose',
      'ProjectToCalc 3',
      'FilterCalcMerge 2',
      'CalcConverter 1',
      'FilterToCalc 4',
      'ProjectFilterTranspose',
      'ProjectMerge 3',
      'ProjectToCalc 2',
    ]);
    expect(attempts.slice(12, 15)).toEqual(['ProjectCalcMerge', 'CalcMerge', 'CalcConverter']);
  });

  it('needs as many attempts and productions as the real planner', () => {
    expect([attempts.length, productions]).toEqual([41, 40]);
  });

  it('finds four candidates that tie on cpu and takes the one with the fewest rows', () => {
    expect(costs.map((c) => [c.rows, c.cpu, c.io])).toEqual([
      [2e8, 1.5e8, 2e9],
      [2.5e8, 1.5e8, 2e9],
      [1.5e8, 1.5e8, 2e9],
      [2e8, 1.5e8, 2e9],
    ]);
    expect((result as Node).label).toBe('$0 $1*2 if $1>10');
    expect(result.input()).toBeInstanceOf(LScan);
  });
});
