import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../rel/cluster.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { TraitSet } from '../../rel/traits/trait-set.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { RelRule } from '../rule.ts';
import type { ToyOptions } from '../testdata/toy-nodes.ts';
import { makeCost } from '../../rel/metadata/cost.ts';
import { hashDistribution } from '../../rel/traits/distribution.ts';
import { LOGICAL_TRAITS, PHYSICAL_TRAITS, replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineConverter, defineRule, some } from '../rule.ts';
import { Toy, toyCluster } from '../testdata/toy-nodes.ts';
import { AbstractConverter } from './abstract-converter.ts';
import { RelSubset } from './rel-subset.ts';
import { VolcanoPlanner } from './volcano-planner.ts';

/**
 * The physical search of a window aggregate: a required distribution makes a converter, the converter an exchange, the exchange lets the
 * window function be pulled up, whose new calc turns out to be nothing and merges two sets. Order and number of attempts and events are
 * those of a real planner.
 */

type Kind = 'Scan' | 'Watermark' | 'Window' | 'Calc' | 'Aggregate' | 'Exchange';

class Logical extends Toy {
  readonly typeName = 'Logical';
  protected make(o: ToyOptions): Toy {
    return new Logical(this.cluster, o);
  }
}
class Physical extends Toy {
  readonly typeName = 'Physical';
  protected make(o: ToyOptions): Toy {
    return new Physical(this.cluster, o);
  }
}

const isKind =
  (kind: Kind) =>
  (n: Toy): boolean =>
    n.label.split(' ')[0] === kind;

function physical(cluster: Cluster, label: string, inputs: readonly RelNode[], traits: TraitSet = PHYSICAL_TRAITS): Physical {
  const cpu = label.startsWith('Exchange') ? 1000 : 100;
  return new Physical(cluster, { label, inputs, traits, rows: 100, cost: makeCost(100, cpu, 0) });
}

const explain = { summary: '' };
const hash = (key: number): { distribution: ReturnType<typeof hashDistribution> } => ({ distribution: hashDistribution([key]) });

function plainConverter(kind: Kind): RelRule {
  return defineConverter<Toy>({
    name: kind,
    nodeClass: Logical,
    from: 'LOGICAL',
    to: 'STREAM_PHYSICAL',
    explain,
    matches: (call) => isKind(kind)(call.rel<Toy>(0)) || 'another kind',
    convert: (n, call) =>
      physical(
        call.cluster,
        n.label,
        n.inputs.map((i) => call.convert(i, { convention: 'STREAM_PHYSICAL' })),
      ),
  });
}

const RULES: readonly RelRule[] = [
  defineRule({
    description: 'Expand',
    operand: some(AbstractConverter, [any(Toy)]),
    explain,
    matches: (call) => (call.rels.every((r) => r.traitSet.convention === 'STREAM_PHYSICAL') ? true : 'not physical'),
    onMatch: (call) => {
      const [converter, node] = call.rels as [RelNode, RelNode];
      call.transformTo(
        physical(call.cluster, 'Exchange', [node], replaceTraits(node.traitSet, { distribution: converter.traitSet.distribution })),
      );
    },
  }),
  defineRule({
    description: 'CalcRemove',
    operand: any(Physical, { predicate: isKind('Calc') }),
    explain,
    substitution: true,
    transformation: true,
    matches: (call) => call.rel<Toy>(0).label === 'Calc nothing' || 'the calc does something',
    onMatch: (call) => {
      call.register(call.rel(0).input(), call.rel(0));
      call.transformTo(call.rel(0).input());
    },
  }),
  plainConverter('Scan'),
  plainConverter('Watermark'),
  plainConverter('Calc'),
  plainConverter('Window'),
  defineConverter<Toy>({
    name: 'Aggregate',
    nodeClass: Logical,
    from: 'LOGICAL',
    to: 'STREAM_PHYSICAL',
    explain,
    matches: (call) => isKind('Aggregate')(call.rel<Toy>(0)) || 'another kind',
    convert: (n, call) =>
      physical(call.cluster, 'Calc top', [
        physical(call.cluster, 'Aggregate', [call.convert(n.input(), { convention: 'STREAM_PHYSICAL', ...hash(2) })]),
      ]),
  }),
  defineRule({
    description: 'PullUp',
    operand: some(
      Physical,
      [
        some(Physical, [some(Physical, [any(Physical, { predicate: isKind('Window') })], { predicate: isKind('Calc') })], {
          predicate: isKind('Exchange'),
        }),
      ],
      {
        predicate: isKind('Aggregate'),
      },
    ),
    explain,
    onMatch: (call) => {
      const calc = physical(call.cluster, 'Calc nothing', [call.rel(3).input()]);
      call.transformTo(physical(call.cluster, 'Aggregate pulled', [call.convert(calc, hash(0))]));
    },
  }),
];

describe('a worked search with a distribution and a merge', () => {
  const cluster = toyCluster();
  const chain: readonly Kind[] = ['Scan', 'Watermark', 'Window', 'Calc', 'Aggregate'];
  const tree = chain.reduce<RelNode[]>(
    (inputs, label) => [new Logical(cluster, { label, inputs, traits: LOGICAL_TRAITS, rows: 100 })],
    [],
  )[0] as RelNode;
  const name = (n: RelNode): string => {
    if (n instanceof RelSubset) return `${n.setId}.${n.traitSet.distribution.type}`;
    return n instanceof Toy ? n.label : 'Converter';
  };
  const events: string[] = [];
  const listener: PlannerListener = {
    attempted: (c) => events.push(`TRY ${c.rule.description.replace(/\(.*/, '')} ${c.rels.map(name).join(', ')}`),
    produced: (_c, n) => events.push(`PRODUCED ${name(n)}`),
    equivalent: (n) => events.push(name(n)),
    merged: (from, into) => events.push(`MERGED ${from} into ${into}`),
    chosen: (n) => events.push(`CHOSEN ${n ? name(n) : 'null'}`),
  };
  const result = new VolcanoPlanner(cluster).optimize(tree, { rules: RULES, convention: 'STREAM_PHYSICAL', listener });
  const attempts = events.filter((e) => e.startsWith('TRY'));
  /** Events of the n-th attempt, from 0. */
  const during = (n: number): readonly string[] => {
    const start = events.indexOf(attempts[n] ?? '');
    const next = attempts[n + 1];
    return events.slice(start + 1, next ? events.indexOf(next) : events.findIndex((e) => e.startsWith('CHOSEN')));
  };

  it('makes nine attempts, the substitution before matches that were queued earlier', () => {
    expect(attempts).toEqual([
      'TRY Scan Scan',
      'TRY Watermark Watermark',
      'TRY Window Window',
      'TRY Calc Calc',
      'TRY Aggregate Aggregate',
      'TRY Expand Converter, Calc',
      'TRY PullUp Aggregate, Exchange, Calc, Window',
      'TRY CalcRemove Calc nothing',
      'TRY Expand Converter, Watermark',
    ]);
  });

  it('registers the required sub-set and its converter before the production', () => {
    expect(during(4)).toEqual([
      '3.hash',
      'Converter',
      'Converter',
      'PRODUCED Calc top',
      '5.any',
      'Aggregate',
      'Aggregate',
      'Calc top',
      'Calc top',
    ]);
    expect(during(6)).toEqual([
      '6.any',
      'Calc nothing',
      'Calc nothing',
      '6.hash',
      'Converter',
      'Converter',
      'PRODUCED Aggregate pulled',
      'Aggregate pulled',
      'Aggregate pulled',
    ]);
  });

  it('merges the parent set into its child set, drops the renamed converter and skips the pruned calc', () => {
    expect(during(7)).toEqual(['MERGED 6 into 1', '1.hash', 'Converter', 'Converter', 'Converter', 'Converter', 'PRODUCED 1.any']);
    expect(during(8)).toEqual(['PRODUCED Exchange', 'Exchange', 'Exchange']);
  });

  it('takes the plan without the window function', () => {
    expect(events.filter((e) => e.startsWith('CHOSEN'))).toEqual([
      'CHOSEN Aggregate pulled',
      'CHOSEN Exchange',
      'CHOSEN Watermark',
      'CHOSEN Scan',
      'CHOSEN null',
    ]);
    expect((result as Toy).label).toBe('Calc top');
  });
});
