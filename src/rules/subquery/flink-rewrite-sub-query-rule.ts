import type { Filter } from '../../rel/core/filter.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Aggregate } from '../../rel/core/aggregate.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { existsSubQuery } from '../../rel/rex/rex-factory.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { containsSubQuery, mapRex } from '../../rel/rex/rex-visit.ts';

/** A global COUNT(*) and nothing else. */
function isCountStar(node: RelNode): node is Aggregate {
  if (!(node instanceof Aggregate) || node.groupSet.length > 0) return false;
  const [only, second] = node.aggCalls;
  return only !== undefined && !second && only.op.kind === 'COUNT' && !only.distinct && only.filterArg < 0 && only.args.length === 0;
}

/** A number between 0 and 1, with the ends that are asked for. */
function isBetween0And1(e: RexNode | undefined, ends: { readonly zero: boolean; readonly one: boolean }): boolean {
  if (e?.rex !== 'literal' || (e.value.kind !== 'decimal' && e.value.kind !== 'double' && e.value.kind !== 'bigint')) return false;
  const v = decimalToNumber(e.value.value);
  return (v > 0 && v < 1) || (ends.zero && v === 0) || (ends.one && v === 1);
}

/** The input of a count that is compared so that it only matters whether there is a row. */
function countedInput(e: RexNode): RelNode | undefined {
  if (e.rex !== 'call') return undefined;
  const [a, b] = e.operands;
  const tested = (query: RexNode | undefined, bound: RexNode | undefined, ends: { zero: boolean; one: boolean }): RelNode | undefined => {
    if (query?.rex !== 'subQuery' || query.kind !== 'SCALAR_QUERY' || !isCountStar(query.rel)) return undefined;
    return isBetween0And1(bound, ends) ? query.rel.input() : undefined;
  };
  switch (e.op.kind) {
    case 'GREATER_THAN':
      return tested(a, b, { zero: true, one: false });
    case 'GREATER_THAN_OR_EQUAL':
      return tested(a, b, { zero: false, one: true });
    case 'LESS_THAN':
      return tested(b, a, { zero: true, one: false });
    case 'LESS_THAN_OR_EQUAL':
      return tested(b, a, { zero: false, one: true });
    default:
      return undefined;
  }
}

/**
 * `(SELECT COUNT(*) FROM t) > 0` asks whether there is a row, which EXISTS says without counting and becomes a semi join. Only for a
 * global COUNT(*) without filter and a bound between 0 and 1; `<> 0` and `= 0` are not covered by Flink either.
 */
export const FlinkRewriteSubQueryRule = defineRule({
  description: 'FlinkRewriteSubQueryRule:Filter',
  operand: any(FilterClass, { predicate: (f: Filter) => containsSubQuery(f.condition) }),
  explain: { summary: 'A count that is only compared with zero becomes EXISTS.' },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const condition = mapRex(filter.condition, (e) => {
      const input = countedInput(e);
      return input && existsSubQuery(input);
    });
    if (rexEquals(condition, filter.condition)) return;
    call.transformTo(filter.withRexNodes([condition]));
  },
});
