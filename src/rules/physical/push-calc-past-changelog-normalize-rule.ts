import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { expandSearch } from '../../rel/rex/expand-search.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { rexKey } from '../../rel/rex/rex-key.ts';
import { isAlwaysTrue } from '../../rel/rex/rex-node.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { simplifyCondition } from '../../rel/rex/rex-simplify/simplifier.ts';
import { collectInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';
import { toCnf } from '../../rel/rex/to-cnf.ts';
import { hashDistribution } from '../../rel/traits/distribution.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineRule, some } from '../../planner/rule.ts';

/**
 * Narrows what a ChangelogNormalize keeps: columns that nobody reads and filters on the key go below its Exchange, the other filters into
 * the operator. A filter on another column must not go below, or the operator would miss the change that makes a row disappear.
 */
export const PushCalcPastChangelogNormalizeRule = defineRule({
  description: 'PushCalcPastChangelogNormalizeRule',
  operand: some(StreamPhysicalCalc, [some(StreamPhysicalChangelogNormalize, [any(StreamPhysicalExchange)])]),
  explain: { summary: 'Key filters and unused columns go below the ChangelogNormalize, other filters into it.' },
  matches: (call) => {
    const { sourceReused, commonFilter } = call.rel<StreamPhysicalChangelogNormalize>(1).options;
    return sourceReused && (commonFilter ?? []).length === 0 ? 'another normalize reads the same source with other filters' : true;
  },
  onMatch: (call) => {
    const calc = call.rel<StreamPhysicalCalc>(0);
    const normalize = call.rel<StreamPhysicalChangelogNormalize>(1);
    const common = normalize.options.commonFilter ?? [];
    const own = calc.condition ? conjunctions(toCnf(expandSearch(calc.condition))) : [];
    const conditions = common.length > 0 ? common : own;
    const isOnKey = (e: RexNode): boolean => collectInputRefs(e).every((i) => normalize.uniqueKeys.includes(i));
    const others = conditions.filter((e) => !isOnKey(e));
    if (normalize.filterCondition) others.push(normalize.filterCondition);
    const used = usedFields(calc, normalize);
    const pushed = pushThrough(call, { keyPredicates: conditions.filter(isOnKey), others, used });
    const commonKeys = new Set(common.map(rexKey));
    const remaining = common.length > 0 ? own.filter((e) => !commonKeys.has(rexKey(e))) : [];
    const mapping = new Map(used.map((old, i) => [old, i]));
    const projects = calc.projects.map((e) => remapRefs(e, mapping));
    const names = calc.program.outputRowType.fields.map((f) => f.name);
    const condition = remaining.length > 0 ? simplifyCondition(composeConjunction(remaining), calc.cluster.executor) : undefined;
    const kept = condition && !isAlwaysTrue(condition) ? remapRefs(condition, mapping) : undefined;
    const program = RexProgram.create(pushed.rowType, projects, kept, names);
    if (program.isTrivial) {
      call.transformTo(pushed);
      return;
    }
    const settled = pushed.copyWith(pushed.traitSet, pushed.input(), { commonFilter: [] });
    call.transformTo(new StreamPhysicalCalc(pushed.cluster, pushed.traitSet, settled, program));
  },
});

function usedFields(calc: StreamPhysicalCalc, normalize: StreamPhysicalChangelogNormalize): readonly number[] {
  const read = collectInputRefs([...calc.rexNodes, ...(normalize.filterCondition ? [normalize.filterCondition] : [])]);
  return [...new Set([...read, ...normalize.uniqueKeys])].sort((a, b) => a - b);
}

interface Pushed {
  readonly keyPredicates: readonly RexNode[];
  readonly others: readonly RexNode[];
  readonly used: readonly number[];
}

function pushThrough(call: RuleCall, { keyPredicates, others, used }: Pushed): StreamPhysicalChangelogNormalize {
  const normalize = call.rel<StreamPhysicalChangelogNormalize>(1);
  const exchange = call.rel<StreamPhysicalExchange>(2);
  if (keyPredicates.length === 0 && used.length === normalize.rowType.fields.length) {
    if (others.length === 0) return normalize;
    const condition = simplifyCondition(composeConjunction(others), normalize.cluster.executor);
    return normalize.copyWith(normalize.traitSet, exchange, { filterCondition: isAlwaysTrue(condition) ? undefined : condition });
  }
  const below = exchange.input();
  const newCalc = narrowCalc(below, keyPredicates, used);
  const mapping = new Map(used.map((old, i) => [old, i]));
  const uniqueKeys = normalize.uniqueKeys.map((k) => mapping.get(k) ?? -1);
  const condition = composeConjunction(others.map((e) => remapRefs(e, mapping)));
  const distribution = hashDistribution(uniqueKeys);
  const newExchange = new StreamPhysicalExchange(
    exchange.cluster,
    replaceTraits(exchange.traitSet, { distribution }),
    newCalc,
    distribution,
  );
  const filterCondition = isAlwaysTrue(condition) ? undefined : condition;
  return normalize.copyWith(normalize.traitSet, newExchange, { uniqueKeys, filterCondition });
}

function narrowCalc(input: RelNode, keyPredicates: readonly RexNode[], used: readonly number[]): StreamPhysicalCalc {
  const { fields } = input.rowType;
  const projects = used.flatMap((i) => (fields[i] ? [inputRef(i, fields[i].type)] : []));
  const names = used.map((i) => fields[i]?.name);
  const condition = composeConjunction(keyPredicates);
  const kept = isAlwaysTrue(condition) ? undefined : simplifyCondition(condition, input.cluster.executor);
  return new StreamPhysicalCalc(input.cluster, input.traitSet, input, RexProgram.create(input.rowType, projects, kept, names));
}
