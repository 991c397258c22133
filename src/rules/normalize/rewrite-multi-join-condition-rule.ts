import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { MultiJoin } from '../../rel/logical/multi-join.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { call as rexCall } from '../../rel/rex/rex-factory.ts';
import { rexEquals, rexKey } from '../../rel/rex/rex-key.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { EQUALS } from '../../rel/rex/standard-operators.ts';
import { bushyThreshold } from '../shared/bushy-join-order.ts';

/**
 * Adds the equations that follow from others (`a = b` and `b = c` give `a = c`), so that more join orders have a condition. Only where
 * there are too many inputs for trying all orders, which would find them anyway.
 */
export const RewriteMultiJoinConditionRule = defineRule({
  description: 'RewriteMultiJoinConditionRule',
  operand: any(MultiJoin),
  explain: { summary: 'Adds equations that follow from others to a MultiJoin.' },
  matches: (call) => {
    const { join, inputs } = call.rel<MultiJoin>(0);
    if (inputs.length <= bushyThreshold(call.cluster)) return 'few inputs: all orders are tried';
    if (join.isFullOuterJoin || join.joinTypes.some((t) => t !== 'inner')) return 'not all joins are inner ones';
    return conjunctions(join.joinFilter).filter((e) => isCallOf(e, 'EQUALS')).length > 1 || 'one equation only';
  },
  onMatch: (call) => {
    const multiJoin = call.rel<MultiJoin>(0);
    const filters = conjunctions(multiJoin.join.joinFilter);
    const equations = filters.filter((e) => isCallOf(e, 'EQUALS'));
    const partners = new Map<string, { readonly own: RexNode; readonly list: RexNode[] }>();
    const add = (own: RexNode, other: RexNode): void => {
      const known = partners.get(rexKey(own));
      if (known) known.list.push(other);
      else partners.set(rexKey(own), { own, list: [other] });
    };
    for (const e of equations) {
      const [a, b] = e.operands as readonly [RexNode, RexNode];
      add(a, b);
      add(b, a);
    }
    // Flink keeps them in a hash map; references are hashed by their index.
    const ordered = [...partners.values()].sort((x, y) => hashOf(x.own) - hashOf(y.own));
    const all: RexNode[] = [...equations];
    for (const { list } of ordered) {
      list.forEach((a, i) => {
        for (const b of list.slice(i + 1)) {
          const derived = rexCall(EQUALS, [a, b]);
          if (!all.some((e) => rexEquals(e, derived))) all.push(derived);
        }
      });
    }
    if (all.length === equations.length) return call.note('nothing follows');
    const others = filters.filter((e) => !isCallOf(e, 'EQUALS'));
    const join = { ...multiJoin.join, joinFilter: composeConjunction([...all, ...others]), hints: [] };
    call.transformTo(new MultiJoin(multiJoin.cluster, multiJoin.traitSet, multiJoin.inputs, join));
  },
});

function hashOf(e: RexNode): number {
  return e.rex === 'inputRef' ? e.index : 0;
}
