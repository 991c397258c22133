import type { Filter } from '../../rel/core/filter.ts';
import type { RelBuilder } from '../../rel/rel-builder.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { SubQueryEquivalent } from './sub-query-equivalent.ts';
import type { VariablesInScope } from './sub-query-correlations.ts';
import { range } from '../../rel/bit-set.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalJoin } from '../../rel/logical/logical-join.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { composeConjunction, composeDisjunction } from '../../rel/rex/conditions.ts';
import { booleanLiteral, call, inputRef, TRUE_LITERAL } from '../../rel/rex/rex-factory.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { containsCorrelation, containsSubQuery, mapRex, shiftRefs, someRex } from '../../rel/rex/rex-visit.ts';
import { EQUALS, IS_NOT_NULL, IS_NULL, MIN } from '../../rel/rex/standard-operators.ts';
import { requiredLogic } from './required-logic.ts';
import { findSubQueryCorrelations } from './sub-query-correlations.ts';
import { equivalentOf } from './sub-query-equivalent.ts';

/** A sub-query that is no scalar, or the NOT right around one. */
type Found = RexSubQuery | RexCall;

function isTable(e: RexNode | undefined): e is RexSubQuery {
  return e?.rex === 'subQuery' && e.kind !== 'SCALAR_QUERY';
}

/** The expression itself if it is a sub-query or the NOT of one; scalar ones do not count. */
function asFound(e: RexNode): Found | undefined {
  if (isCallOf(e, 'NOT')) return isTable(e.operands[0]) ? e : undefined;
  return isTable(e) ? e : undefined;
}

function findFirst(e: RexNode): Found | undefined {
  const found = asFound(e);
  if (found) return found;
  if (e.rex !== 'call' || (isCallOf(e, 'NOT') && e.operands[0]?.rex === 'subQuery')) return undefined;
  for (const operand of e.operands) {
    const below = findFirst(operand);
    if (below) return below;
  }
  return undefined;
}

/** A sub-query that does not stand below ANDs only. */
function hasSubQueryOutsideAnd(e: RexNode, onlyAnds = true): boolean {
  if (asFound(e)) return !onlyAnds;
  if (e.rex !== 'call') return false;
  return e.operands.some((o) => hasSubQueryOutsideAnd(o, onlyAnds && e.op.kind === 'AND'));
}

/** Whether the plan of a sub-query inside uses a correlation variable in a Filter, Join or Project. */
function hasCorrelatedSubQuery(e: RexNode): boolean {
  return someRex(e, (n) => n.rex === 'subQuery' && isCorrelated(n.rel));
}

function isCorrelated(node: RelNode): boolean {
  const isLookedAt = node instanceof LogicalFilter || node instanceof LogicalJoin || node instanceof LogicalProject;
  return (isLookedAt && node.rexNodes.some(containsCorrelation)) || node.inputs.some(isCorrelated);
}

function replaceFound(condition: RexNode, old: Found, replacement: RexNode): RexNode {
  return mapRex(condition, (e) => {
    if (e.rex === 'subQuery') return rexEquals(e, old) ? replacement : e;
    if (isCallOf(e, 'NOT') && e.operands[0]?.rex === 'subQuery') return rexEquals(e, old) ? replacement : e;
    return undefined;
  });
}

/** Operands that are no plain references become columns of the left side; the condition moves with the right side's fields. */
function operandsAsColumns(
  b: RelBuilder,
  operands: readonly RexNode[],
  condition: RexNode | undefined,
): { operands: readonly RexNode[]; condition: RexNode | undefined } {
  if (operands.every((e) => e.rex === 'inputRef')) return { operands, condition };
  const columns: RexNode[] = b.fields();
  const oldCount = columns.length;
  const indexes = operands.map((e) => {
    const known = columns.findIndex((c) => rexEquals(c, e));
    return known >= 0 ? known : columns.push(e) - 1;
  });
  b.project(columns);
  return { operands: b.fields(indexes), condition: condition && shiftRefs(condition, columns.length - oldCount, oldCount) };
}

function joinIn(b: RelBuilder, query: RexSubQuery, isNegated: boolean, equivalent: SubQueryEquivalent | undefined): RexNode | undefined {
  // Flink cannot make the Project that would have to set the variables.
  if (query.operands.some(hasCorrelatedSubQuery)) return undefined;
  const { operands, condition } = operandsAsColumns(b, query.operands, equivalent?.condition);
  const leftCount = b.peek().rowType.fields.length;
  b.push(equivalent?.right ?? query.rel);
  const conditions = b
    .fields()
    .slice(0, operands.length)
    .map((f, i) => {
      const equation = call(EQUALS, [operands[i] as RexNode, shiftRefs(f, leftCount)]);
      // A null on either side makes NOT IN unknown, so such a row is taken out by the anti join as well.
      return isNegated ? composeDisjunction([equation, call(IS_NULL, [equation])]) : equation;
    });
  if (condition) conditions.push(condition);
  b.join(isNegated ? 'anti' : 'semi', composeConjunction(conditions));
  return TRUE_LITERAL;
}

function joinExists(b: RelBuilder, query: RexSubQuery, isNegated: boolean, equivalent: SubQueryEquivalent | undefined): RexNode {
  const { mq } = b.cluster;
  if ((mq.minRowCount(query.rel) ?? 0) >= 1) return booleanLiteral(!isNegated);
  if ((mq.maxRowCount(query.rel) ?? 1) < 1) return booleanLiteral(isNegated);
  let condition: RexNode;
  if (equivalent) {
    b.push(equivalent.right);
    condition = equivalent.condition;
  } else {
    // MIN(true) over no row is null: one row says whether there was any.
    const leftCount = b.peek().rowType.fields.length;
    b.push(query.rel).project([b.alias(TRUE_LITERAL, 'i')]);
    b.aggregate(b.groupKey([]), [{ op: MIN, operands: [b.field(0)], name: 'm' }]);
    b.project([call(IS_NOT_NULL, [b.field(0)])]);
    condition = inputRef(leftCount, b.field(0).type);
  }
  b.join(isNegated ? 'anti' : 'semi', condition);
  return TRUE_LITERAL;
}

/** Joins one sub-query after the other to the top of the builder; the rest of the condition, or undefined if one cannot be joined. */
function joinAll(b: RelBuilder, filter: Filter, scope: VariablesInScope | undefined): RexNode | undefined {
  const leftCount = filter.rowType.fields.length;
  let condition = filter.condition;
  for (let found = findFirst(condition); found; found = findFirst(condition)) {
    if (requiredLogic('TRUE', [condition], found) !== 'TRUE') return undefined;
    const query = found.rex === 'subQuery' ? found : (found.operands[0] as RexSubQuery);
    if (query.kind !== 'IN' && query.kind !== 'EXISTS') return undefined;
    const equivalent = scope && equivalentOf(query, leftCount, scope);
    const isNegated = found !== query;
    const replacement = query.kind === 'IN' ? joinIn(b, query, isNegated, equivalent) : joinExists(b, query, isNegated, equivalent);
    if (!replacement) return undefined;
    condition = replaceFound(condition, found, replacement);
  }
  return condition;
}

function rewrite(ruleCall: RuleCall): void {
  const filter = ruleCall.rel<Filter>(0);
  if (hasSubQueryOutsideAnd(filter.condition)) return ruleCall.note('a sub-query stands below something other than AND');
  if (!findFirst(filter.condition)) return ruleCall.note('only scalar sub-queries');
  const { obstacle, hasCorrelation, scope } = findSubQueryCorrelations(filter);
  if (obstacle !== undefined) return ruleCall.note(obstacle);
  const b = ruleCall.builder().push(filter.input());
  const condition = joinAll(b, filter, hasCorrelation ? scope : undefined);
  if (!condition) return;
  // A sub-query that stays needs its variables set later on.
  if (hasCorrelatedSubQuery(condition)) b.push(LogicalFilter.create(b.build(), condition, filter.variablesSet));
  else b.filter(condition);
  b.project(b.fields(range(0, filter.rowType.fields.length)));
  ruleCall.transformTo(b.build());
}

/**
 * IN and EXISTS below ANDs of a Filter become semi joins, with NOT anti joins; correlated conditions are pulled out of the sub-query into
 * the join. NOT IN is unknown as soon as a null is compared, so its equations become `a = b OR (a = b) IS NULL`.
 * What it cannot do (OR around, nested correlation, an aggregation over a correlated inequality) is left to `SubQueryRemoveRule`.
 */
export const FlinkSubQueryRemoveRule = defineRule({
  description: 'FlinkSubQueryRemoveRule:Filter',
  operand: any(FilterClass, { predicate: (f: Filter) => containsSubQuery(f.condition) }),
  explain: { summary: 'IN and EXISTS become semi joins, NOT IN and NOT EXISTS anti joins.' },
  onMatch: rewrite,
});
