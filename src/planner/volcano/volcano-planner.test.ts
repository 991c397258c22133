import { describe, expect, it } from 'vitest';
import type { RelNode } from '../../rel/rel-node.ts';
import type { PlannerListener } from '../planner-listener.ts';
import type { RelRule, RuleCall } from '../rule.ts';
import type { SearchRequest } from './volcano-search.ts';
import type { ToyOptions } from '../testdata/toy-nodes.ts';
import { makeCost } from '../../rel/metadata/cost.ts';
import { DEFAULT_TRAITS, LOGICAL_TRAITS, PHYSICAL_TRAITS, replaceTraits } from '../../rel/traits/trait-set.ts';
import { hashDistribution } from '../../rel/traits/distribution.ts';
import { FlinkError, tableError } from '../../base/diagnostic.ts';
import { PlannerLimitError, StepBudget } from '../limits.ts';
import { any, defineConverter, defineRule, some } from '../rule.ts';
import { Filter, Join, Project, Scan, Toy, toyCluster, toyText } from '../testdata/toy-nodes.ts';
import { AbstractConverter } from './abstract-converter.ts';
import { VolcanoPlanner } from './volcano-planner.ts';
import { RelSubset } from './rel-subset.ts';

const explain = { summary: '' };

/** Nodes of the wanted conventions; their class is that of the logical node, their traits tell. */
class LScan extends Toy {
  readonly typeName = 'LScan';
  protected make(o: ToyOptions): Toy {
    return new LScan(this.cluster, o);
  }
}
class LFilter extends Toy {
  readonly typeName = 'LFilter';
  protected make(o: ToyOptions): Toy {
    return new LFilter(this.cluster, o);
  }
}
class LJoin extends Toy {
  readonly typeName = 'LJoin';
  protected make(o: ToyOptions): Toy {
    return new LJoin(this.cluster, o);
  }
}

type ToyClass = new (c: ReturnType<typeof toyCluster>, o: ToyOptions) => Toy;

function converter(name: string, from: ToyClass, to: ToyClass, cost?: number): RelRule {
  return defineConverter<Toy>({
    name,
    nodeClass: from,
    from: 'NONE',
    to: 'LOGICAL',
    explain,
    convert: (node, call) =>
      new to(call.cluster, {
        label: node.label,
        traits: LOGICAL_TRAITS,
        inputs: node.inputs.map((i) => call.convert(i, { convention: 'LOGICAL' })),
        cost: cost === undefined ? undefined : makeCost(cost, cost, 0),
      }),
  });
}

const CONVERTERS = [converter('ScanConv', Scan, LScan), converter('FilterConv', Filter, LFilter), converter('JoinConv', Join, LJoin)];

interface Run {
  readonly result: RelNode;
  readonly attempts: readonly string[];
  readonly events: readonly string[];
}

function toys() {
  const cluster = toyCluster();
  const node =
    (Type: ToyClass) =>
    (label: string, ...inputs: RelNode[]): Toy =>
      new Type(cluster, { label, inputs, rows: inputs.length === 0 ? 100 : undefined });
  const planner = new VolcanoPlanner(cluster);
  const search = (tree: RelNode, rules: readonly RelRule[], more: Partial<SearchRequest> = {}): Run => {
    const attempts: string[] = [];
    const events: string[] = [];
    const name = (n: RelNode): string =>
      n instanceof RelSubset ? `${n.setId}.${n.traitSet.convention}` : n instanceof Toy ? `${n.typeName}${n.label}` : n.typeName;
    const short = (c: RuleCall): string => `${c.rule.description.replace(/\(.*/, '')} ${c.rels.map(name).join()}`;
    const listener: PlannerListener = {
      attempted: (c) => {
        attempts.push(short(c));
        events.push(`TRY ${short(c)}`);
      },
      produced: (_c, n) => events.push(`PRODUCED ${name(n)}`),
      equivalent: (n) => events.push(`EQUIVALENT ${name(n)}`),
      chosen: (n) => events.push(`CHOSEN ${n ? name(n) : 'null'}`),
      merged: (from, into) => events.push(`MERGED ${from} into ${into}`),
    };
    const result = planner.optimize(tree, { rules, convention: 'LOGICAL', listener, ...more });
    return { result, attempts, events };
  };
  return { cluster, search, scan: node(Scan), filter: node(Filter), project: node(Project), join: node(Join) };
}

describe('VolcanoPlanner', () => {
  it('registers children first, then the wanted sub-set and the root converter, and tries matches in that order', () => {
    const t = toys();
    const { events, result } = t.search(t.filter('F', t.scan('s')), CONVERTERS);
    expect(toyText(result)).toBe('LFilter[F](LScan[s])');
    expect(events).toEqual([
      'EQUIVALENT 0.NONE',
      'EQUIVALENT Scans',
      'EQUIVALENT Scans',
      'EQUIVALENT 1.NONE',
      'EQUIVALENT FilterF',
      'EQUIVALENT FilterF',
      'EQUIVALENT 1.LOGICAL',
      'EQUIVALENT AbstractConverter',
      'EQUIVALENT AbstractConverter',
      'TRY ScanConv Scans',
      'PRODUCED LScans',
      'EQUIVALENT 0.LOGICAL',
      'EQUIVALENT LScans',
      'EQUIVALENT LScans',
      'TRY FilterConv FilterF',
      'PRODUCED LFilterF',
      'EQUIVALENT LFilterF',
      'EQUIVALENT LFilterF',
      'CHOSEN LScans',
      'CHOSEN null',
    ]);
  });

  it('creates the sub-set that a rule asks for between its try and its production', () => {
    const t = toys();
    const { events } = t.search(t.filter('F', t.scan('s')), CONVERTERS);
    const start = events.indexOf('TRY ScanConv Scans');
    expect(start).toBeGreaterThan(0);
    // With the scan's converter left out, the filter's asks first.
    const failing = toys();
    const seen: string[] = [];
    expect(() =>
      failing.search(failing.filter('F', failing.scan('s')), [CONVERTERS[1] as RelRule], {
        listener: {
          equivalent: (n) => seen.push(n instanceof RelSubset ? `${n.setId}.${n.traitSet.convention}` : n.typeName),
          attempted: () => seen.push('TRY'),
          produced: () => seen.push('PRODUCED'),
        },
      }),
    ).toThrow('There are not enough rules to produce a node with desired properties: convention=LOGICAL, FlinkRelDistributionTraitDef=any');
    expect(seen.slice(seen.indexOf('TRY'))).toEqual(['TRY', '0.LOGICAL', 'PRODUCED', 'LFilter', 'LFilter']);
  });

  it('names the missing conversion and the empty sub-set', () => {
    const t = toys();
    expect(() => t.search(t.filter('F', t.scan('s')), [CONVERTERS[1] as RelRule])).toThrow(
      /\nMissing conversion is Scan\[convention: NONE -> LOGICAL\]\nThere is 1 empty subset: rel#\d+:RelSubset#0\.LOGICAL[^]*the relevant part of the original plan is as follows\nrel#\d+:Scan/,
    );
  });

  it('numbers sets on from search to search', () => {
    const t = toys();
    t.search(t.filter('F', t.scan('s')), CONVERTERS);
    expect(t.search(t.filter('F', t.scan('s')), CONVERTERS).events[0]).toBe('EQUIVALENT 2.NONE');
  });

  it('keeps the node that reached a cost first on a tie, and takes a strictly cheaper one', () => {
    const t = toys();
    const tie = [
      CONVERTERS[0],
      converter('A', Filter, LFilter, 7),
      defineConverter<Toy>({
        name: 'B',
        nodeClass: Filter,
        from: 'NONE',
        to: 'LOGICAL',
        explain,
        convert: (n, call) =>
          new LJoin(call.cluster, {
            label: n.label,
            traits: LOGICAL_TRAITS,
            inputs: n.inputs.map((i) => call.convert(i, { convention: 'LOGICAL' })),
            cost: makeCost(7, 7, 0),
          }),
      }),
    ] as RelRule[];
    expect(toyText(t.search(t.filter('F', t.scan('s')), tie).result)).toBe('LFilter[F](LScan[s])');
    const cheaper = [...tie, converter('C', Filter, LScan, 6)] as RelRule[];
    expect(toyText(t.search(t.filter('F', t.scan('s')), cheaper).result)).toBe('LScan[F](LScan[s])');
  });

  it('enters a match at every operand: down to members of inputs and up to parents', () => {
    const t = toys();
    const over = defineRule({ description: 'Over', operand: some(Filter, [any(Scan)]), explain, onMatch: () => undefined });
    const alternative = defineRule({
      description: 'Alt',
      operand: any(Scan),
      explain,
      matches: (call) => call.rel<Toy>(0).label === 's' || 'not s',
      onMatch: (call) => call.transformTo(new Scan(call.cluster, { label: 'alt', rows: 100 })),
    });
    const { attempts } = t.search(t.filter('F', t.scan('s')), [over, alternative, ...CONVERTERS]);
    expect(attempts.filter((a) => a.startsWith('Over'))).toEqual(['Over FilterF,Scans', 'Over FilterF,Scanalt']);
    expect(attempts).toEqual([
      'Alt Scans',
      'ScanConv Scans',
      'Over FilterF,Scans',
      'FilterConv FilterF',
      'Over FilterF,Scanalt',
      'ScanConv Scanalt',
    ]);
  });

  it('drains the queue of substitution rules first', () => {
    const t = toys();
    const substitution = defineRule({ description: 'Sub', operand: any(Filter), explain, substitution: true, onMatch: () => undefined });
    expect(t.search(t.filter('F', t.scan('s')), [...CONVERTERS, substitution]).attempts[0]).toBe('Sub FilterF');
  });

  it('prunes the old node of a substitution that says so, and skips its matches', () => {
    const t = toys();
    const remove = defineRule({
      description: 'Remove',
      operand: some(Filter, [any(Scan)]),
      explain,
      substitution: true,
      autoPruneOld: true,
      onMatch: (call) => call.transformTo(call.rel(1)),
    });
    const { attempts, result, events } = t.search(t.filter('F', t.scan('s')), [remove, ...CONVERTERS]);
    // Filter and Scan become one set; the Filter's converter is never tried.
    expect(attempts).toEqual(['Remove FilterF,Scans', 'ScanConv Scans']);
    expect(events).toContain('MERGED 1 into 0');
    expect(toyText(result)).toBe('LScan[s]');
  });

  it('merges a parent set into its child set, renames the nodes above and drops those that become equal', () => {
    const t = toys();
    // Join(Filter(s), s): after Filter(s) = s the join reads one set twice; Join(s, s) is then known under the new key.
    const tree = t.join('J', t.filter('F', t.scan('s')), t.scan('s'));
    const drop = defineRule({
      description: 'Drop',
      operand: some(Filter, [any(Scan)]),
      explain,
      onMatch: (call) => call.transformTo(call.rel(1)),
    });
    const twin = defineRule({
      description: 'Twin',
      operand: any(Join),
      explain,
      matches: (call) => call.rel(0).input(0) !== call.rel(0).input(1) || 'same inputs',
      onMatch: (call) => call.transformTo(new Join(call.cluster, { label: 'J', inputs: [call.rel(0).input(1), call.rel(0).input(1)] })),
    });
    const { attempts, events, result } = t.search(tree, [twin, drop, ...CONVERTERS]);
    expect(events.filter((e) => e.startsWith('MERGED'))).toEqual(['MERGED 1 into 0']);
    expect(toyText(result)).toBe('LJoin[J](LScan[s], LScan[s])');
    // The joins are tried once each before the merge, the dropped one never again.
    expect(attempts.filter((a) => a.startsWith('JoinConv'))).toHaveLength(1);
  });

  it('cascades when renamed nodes turn out to be equal in different sets', () => {
    const t = toys();
    // P(F(s)) and P(s) stand in sets of their own until F(s) = s.
    const tree = t.join('J', t.filter('P', t.filter('F', t.scan('s'))), t.filter('P', t.scan('s')));
    const drop = defineRule({
      description: 'Drop',
      operand: some(Filter, [any(Scan)]),
      explain,
      matches: (call) => call.rel<Toy>(0).label === 'F' || 'not F',
      onMatch: (call) => call.transformTo(call.rel(1)),
    });
    const { events, result } = t.search(tree, [drop, ...CONVERTERS]);
    expect(events.filter((e) => e.startsWith('MERGED'))).toEqual(['MERGED 1 into 0', 'MERGED 2 into 3']);
    expect(toyText(result)).toBe('LJoin[J](LFilter[P](LScan[s]), LFilter[P](LScan[s]))');
    expect(result.inputs[0]).toBe(result.inputs[1]);
  });

  it('binds nodes of one convention only for transformation rules', () => {
    const attempts = (transformation: boolean): readonly string[] => {
      const t = toys();
      // A join of the wanted convention over one input as it was and one converted.
      const mix = defineRule({
        description: 'Mix',
        operand: any(Join),
        explain,
        onMatch: (call) => {
          const [left, right] = call.rel(0).inputs as [RelNode, RelNode];
          call.transformTo(
            new LJoin(call.cluster, { traits: LOGICAL_TRAITS, inputs: [left, call.convert(right, { convention: 'LOGICAL' })] }),
          );
        },
      });
      const look = defineRule({
        description: 'Look',
        operand: some(LJoin, [any(Toy), any(Toy)]),
        explain,
        transformation,
        onMatch: () => undefined,
      });
      return t.search(t.join('J', t.scan('s'), t.scan('t')), [...CONVERTERS, mix, look]).attempts.filter((a) => a.startsWith('Look'));
    };
    expect(attempts(true)).toEqual(['Look LJoinJ,LScans,LScant']);
    expect(attempts(false)).toEqual(['Look LJoinJ,LScans,LScant', 'Look LJoin,Scans,LScant']);
  });

  it('makes a converter for a required distribution, and the rule for it fires on the members of its input', () => {
    const t = toys();
    const hash = hashDistribution([0]);
    const wantHash = defineRule({
      description: 'WantHash',
      operand: any(Filter),
      explain,
      onMatch: (call) =>
        call.transformTo(
          new LFilter(call.cluster, {
            label: 'F',
            traits: PHYSICAL_TRAITS,
            inputs: [call.convert(call.rel(0).input(), { convention: 'STREAM_PHYSICAL', distribution: hash })],
          }),
        ),
    });
    const scan = defineConverter<Toy>({
      name: 'Scan',
      nodeClass: Scan,
      from: 'NONE',
      to: 'STREAM_PHYSICAL',
      explain,
      convert: (n, call) => new LScan(call.cluster, { label: n.label, traits: PHYSICAL_TRAITS, rows: 100 }),
    });
    const expand = defineRule({
      description: 'Expand',
      operand: some(AbstractConverter, [any(Toy)], { convention: 'STREAM_PHYSICAL' }),
      explain,
      matches: (call) => call.rel(1).traitSet.convention === 'STREAM_PHYSICAL' || 'not physical',
      onMatch: (call) =>
        call.transformTo(
          new LJoin(call.cluster, {
            label: 'exchange',
            traits: replaceTraits(call.rel(1).traitSet, { distribution: hash }),
            inputs: [call.rel(1)],
          }),
        ),
    });
    const { attempts, result, events } = t.search(t.filter('F', t.scan('s')), [wantHash, scan, expand], { convention: 'STREAM_PHYSICAL' });
    expect(attempts).toEqual(['Scan Scans', 'WantHash FilterF', 'Expand AbstractConverter,LScans']);
    expect(toyText(result)).toBe('LFilter[F](LJoin[exchange](LScan[s]))');
    const asked = events.indexOf('TRY WantHash FilterF');
    expect(events.slice(asked, asked + 5)).toEqual([
      'TRY WantHash FilterF',
      'EQUIVALENT 0.STREAM_PHYSICAL',
      'EQUIVALENT AbstractConverter',
      'EQUIVALENT AbstractConverter',
      'PRODUCED LFilterF',
    ]);
  });

  it('registers the converter before the node that brings the delivered sub-set, in the reverse case', () => {
    const t = toys();
    const hash = hashDistribution([0]);
    const wantHash = defineRule({
      description: 'WantHash',
      operand: any(Filter),
      explain,
      substitution: true,
      onMatch: (call) =>
        call.transformTo(
          new LFilter(call.cluster, {
            label: 'F',
            traits: PHYSICAL_TRAITS,
            inputs: [call.convert(call.rel(0).input(), { convention: 'STREAM_PHYSICAL', distribution: hash })],
          }),
        ),
    });
    const scan = defineConverter<Toy>({
      name: 'Scan',
      nodeClass: Scan,
      from: 'NONE',
      to: 'STREAM_PHYSICAL',
      explain,
      convert: (n, call) => new LScan(call.cluster, { label: n.label, traits: PHYSICAL_TRAITS, rows: 100 }),
    });
    const events: string[] = [];
    const listener: PlannerListener = {
      equivalent: (n, _p, physical) => physical && events.push(n.typeName),
      produced: (_c, n) => events.push(`PRODUCED ${n.typeName}`),
    };
    expect(() => t.search(t.filter('F', t.scan('s')), [wantHash, scan], { convention: 'STREAM_PHYSICAL', listener })).toThrow(
      'not enough rules',
    );
    expect(events.slice(events.indexOf('PRODUCED LScan'))).toEqual(['PRODUCED LScan', 'AbstractConverter', 'LScan']);
  });

  it('wraps an error of a rule in the frame of Calcite', () => {
    const t = toys();
    const bad = defineRule({
      description: 'Bad',
      operand: any(Filter),
      explain,
      onMatch: () => {
        throw tableError('plan/bad', 'no');
      },
    });
    try {
      t.search(t.filter('F', t.scan('s')), [bad, ...CONVERTERS]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(FlinkError);
      expect((error as FlinkError).causes.map((c) => c.className)).toEqual(['RuntimeException', 'TableException']);
      expect((error as FlinkError).causes[0]?.message).toMatch(
        /^Error while applying rule Bad, args \[rel#\d+:Filter\.NONE\.any\.None: 0\.\[NONE\]\.\[NONE\]\.\[NONE\]\(input=RelSubset#\d+,label=F\)\]$/,
      );
    }
  });

  it('ignores an equal rule of the same description and refuses another one', () => {
    const t = toys();
    expect(t.search(t.filter('F', t.scan('s')), [...CONVERTERS, ...CONVERTERS]).attempts).toHaveLength(2);
    const other = defineRule({ description: CONVERTERS[0]?.description ?? '', operand: any(Filter), explain, onMatch: () => undefined });
    expect(() => t.search(t.filter('F', t.scan('s')), [...CONVERTERS, other])).toThrow("Rule's description should be unique");
  });

  it('stops an endless search for a named reason and gives way in between', () => {
    const t = toys();
    const grow = defineRule({
      description: 'Grow',
      operand: any(Filter),
      explain,
      onMatch: (call) => call.transformTo(new Filter(call.cluster, { label: `${call.rel<Toy>(0).label}!`, inputs: call.rel(0).inputs })),
    });
    const budget = new StepBudget({ maxSteps: 100, maxNodes: 1000, sliceSteps: 10 });
    const slices = new VolcanoPlanner(t.cluster).run(t.filter('F', t.scan('s')), { rules: [grow], convention: 'LOGICAL', budget });
    let pauses = 0;
    const all = (): void => {
      while (!slices.next().done) pauses++;
    };
    expect(all).toThrow(PlannerLimitError);
    expect(pauses).toBe(10);
    expect(t.cluster.planner).toBeUndefined();
  });

  it('leaves the tree alone without rules', () => {
    const t = toys();
    const tree = t.filter('F', t.scan('s'));
    expect(t.search(tree, []).result).toBe(tree);
    expect(tree.traitSet).toBe(DEFAULT_TRAITS);
  });
});
