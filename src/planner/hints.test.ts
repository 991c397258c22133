import { describe, expect, it } from 'vitest';
import type { RelHint, RelNode } from '../rel/rel-node.ts';
import type { ToyOptions } from './testdata/toy-nodes.ts';
import { isExcludedByHint, propagateHints } from './hints.ts';
import { any, defineRule } from './rule.ts';
import { Toy, toyCluster } from './testdata/toy-nodes.ts';

interface Hinted extends ToyOptions {
  readonly kind: string;
  readonly hints?: readonly RelHint[];
}

class HintedNode extends Toy {
  readonly hinted: Hinted;
  constructor(cluster: ReturnType<typeof toyCluster>, o: Hinted) {
    super(cluster, o);
    this.hinted = o;
  }
  get typeName(): string {
    return this.hinted.kind;
  }
  protected make(o: ToyOptions): Toy {
    return new HintedNode(this.cluster, { ...this.hinted, ...o });
  }
  override get hints(): readonly RelHint[] {
    return this.hinted.hints ?? [];
  }
  override get isHintable(): boolean {
    return true;
  }
  override withHints(hints: readonly RelHint[]): RelNode {
    return new HintedNode(this.cluster, { ...this.hinted, hints });
  }
}

const LOOKUP: RelHint = { name: 'LOOKUP', inheritPath: [1], listOptions: [], kvOptions: [['table', 'd']] };

describe('propagateHints', () => {
  const cluster = toyCluster();
  const node = (kind: string, inputs: readonly RelNode[] = [], hints?: readonly RelHint[]): HintedNode =>
    new HintedNode(cluster, { kind, inputs, hints });
  const original = node('LogicalCorrelate', [], [LOOKUP]);

  it('hands hints to the first nodes that may carry them, with the way there', () => {
    const result = propagateHints(original, node('LogicalProject', [node('LogicalJoin', [node('LogicalJoin')])]));
    expect(result.input().hints).toEqual([{ ...LOOKUP, inheritPath: [1, 0] }]);
    expect(result.input().input().hints).toEqual([]);
  });

  it('stops at a node with hints of its own and four levels down', () => {
    const own = node('LogicalProject', [node('LogicalJoin')], [{ ...LOOKUP, name: 'STATE_TTL' }]);
    expect(propagateHints(original, own)).toBe(own);
    const deep = ['LogicalFilter', 'LogicalFilter', 'LogicalFilter', 'LogicalFilter'].reduce(
      (n, type) => node(type, [n]),
      node('LogicalJoin'),
    );
    expect(propagateHints(original, deep)).toBe(deep);
  });

  it('keeps a rule from a node whose hint excludes it', () => {
    const rule = defineRule({
      description: 'WrapJsonAggFunctionArgumentsRule',
      operand: any(Toy),
      explain: { summary: '' },
      onMatch: () => undefined,
    });
    const marked = node('LogicalAggregate', [], [{ ...LOOKUP, name: 'JSON_AGGREGATE_WRAPPED' }]);
    expect(isExcludedByHint(rule, [marked])).toBe(true);
    expect(isExcludedByHint(rule, [original])).toBe(false);
  });
});
