import type { Correlate } from '../../rel/core/correlate.ts';
import type { Filter } from '../../rel/core/filter.ts';
import type { GuardAnswer, RuleCall } from '../../planner/rule.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Sort } from '../../rel/core/sort.ts';
import { defined } from '../../base/assert.ts';
import { decimalToBigInt } from '../../types/decimal.ts';
import { simpleType } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { bitSet } from '../../rel/bit-set.ts';
import { Aggregate } from '../../rel/core/aggregate.ts';
import { Correlate as CorrelateClass } from '../../rel/core/correlate.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { Sort as SortClass } from '../../rel/core/sort.ts';
import { conjunctions } from '../../rel/rex/conditions.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { isCorrelatedField } from '../shared/correlation.ts';

function isMapping(project: Project): boolean {
  return project.projects.every((e) => e.rex === 'inputRef');
}

/** Column that an equation compares with a field of the correlate's variable. */
function keyOf(e: RexNode, correlationId: number): number | undefined {
  if (!isCallOf(e, 'EQUALS')) return undefined;
  const [a, b] = e.operands as readonly [RexNode, RexNode];
  if (a.rex === 'inputRef' && isCorrelatedField(b, correlationId)) return a.index;
  return b.rex === 'inputRef' && isCorrelatedField(a, correlationId) ? b.index : undefined;
}

function guard(call: RuleCall): GuardAnswer {
  const correlate = call.rel<Correlate>(0);
  const aggregate = call.rel<Aggregate>(1);
  const sort = call.rel<Sort>(3);
  const filter = call.rel<Filter>(5);
  if (correlate.joinType !== 'inner') return 'not an inner correlate';
  if (aggregate.aggCalls.length > 0 || !aggregate.isSimple) return 'the left side is not a plain DISTINCT';
  if (!isMapping(call.rel(2)) || !isMapping(call.rel(4))) return 'a projection computes something';
  if (sort.offset || !sort.fetch) return 'no limit, or one with an offset';
  if (conjunctions(filter.condition).some((e) => keyOf(e, correlate.correlationId) === undefined)) {
    return 'a condition is not an equation with a field of the left side';
  }
  const isSame = call.rel(2).input().stripped().digestKey === filter.input().stripped().digestKey;
  return isSame || 'the two sides read different tables';
}

/**
 * The first rows per key, written as a lateral sub-query with LIMIT over the distinct keys of the same table, become a rank: one pass over
 * the table instead of a join with itself, which decorrelation could not even make because of the limit.
 */
export const CorrelateSortToRankRule = defineRule({
  description: 'CorrelateSortToRankRule',
  operand: some(CorrelateClass, [some(Aggregate, [any(ProjectClass)]), some(SortClass, [some(ProjectClass, [any(FilterClass)])])]),
  explain: { summary: 'A correlated LIMIT over the keys of the same table becomes a Top-N per key.' },
  matches: guard,
  onMatch: (call) => {
    const correlate = call.rel<Correlate>(0);
    const sort = call.rel<Sort>(3);
    const project = call.rel<Project>(4);
    const filter = call.rel<Filter>(5);
    const keys = conjunctions(filter.condition).map((e) => defined(keyOf(e, correlate.correlationId), 'key of a condition'));
    const partitionKey = bitSet(keys);
    const orderKey = sort.collation.map((c) => {
      const e = defined(project.projects[c.index], 'sort key');
      return { ...c, index: e.rex === 'inputRef' ? e.index : c.index };
    });
    const end = sort.fetch?.rex === 'literal' && sort.fetch.value.kind === 'decimal' ? Number(decimalToBigInt(sort.fetch.value.value)) : 0;
    const b = call.builder().push(filter.input());
    b.rank({
      partitionKey,
      orderKey,
      rankType: 'ROW_NUMBER',
      rankRange: { kind: 'constant', start: 1, end },
      rankNumber: { name: 'rank_num', type: simpleType('BIGINT', false) },
      outputRankNumber: false,
    });
    call.transformTo(b.project([...b.fields(partitionKey), ...project.projects]).build());
  },
});
