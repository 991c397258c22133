import { InvariantError } from '../../base/assert.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { distributionSatisfies } from '../../rel/traits/distribution.ts';
import { replaceTraits, traitsSatisfy } from '../../rel/traits/trait-set.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/**
 * Puts an Exchange where a node needs its input elsewhere. The converter is Volcano's placeholder for the wish; every member of the input
 * is a candidate, the cheapest wins.
 */
export const FlinkExpandConversionRule = defineRule({
  description: 'FlinkExpandConversionRule',
  operand: some(RelNode, [any(RelNode)], { predicate: (node) => node.typeName === 'AbstractConverter' }),
  identity: 'FlinkExpandConversionRule',
  explain: { summary: 'Where an operator needs equal keys on one task, an Exchange shuffles the rows.' },
  matches: (call) => {
    const converter = call.rel(0);
    const member = call.rel(1);
    if (converter.traitSet.convention !== 'STREAM_PHYSICAL' || member.traitSet.convention !== 'STREAM_PHYSICAL') {
      return 'not between physical nodes';
    }
    return traitsSatisfy(member.traitSet, converter.traitSet) ? 'the input already has the wanted traits' : true;
  },
  onMatch: (call) => {
    const wanted = call.rel(0).traitSet;
    const member = call.rel(1);
    const { distribution } = wanted;
    const exchanged = distributionSatisfies(member.traitSet.distribution, distribution)
      ? member
      : new StreamPhysicalExchange(member.cluster, replaceTraits(member.traitSet, { distribution }), member, distribution);
    if (!traitsSatisfy(exchanged.traitSet, wanted)) {
      throw new InvariantError(
        "the node which is converted by FlinkExpandConversionRule can't satisfied the target traits!\n" +
          `node traits: ${exchanged.traitSet.text}\nrequired traits: ${wanted.text}`,
      );
    }
    call.transformTo(exchanged);
  },
});
