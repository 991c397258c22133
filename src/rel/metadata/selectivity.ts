import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { WindowAggregate } from '../core/window-aggregate.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate as WindowAggregateClass } from '../core/window-aggregate.ts';
import { composeConjunction } from '../rex/conditions.ts';
import { call } from '../rex/rex-factory.ts';
import { isAlwaysTrue } from '../rex/rex-node.ts';
import { collectInputRefs } from '../rex/rex-visit.ts';
import { AND } from '../rex/standard-operators.ts';
import { makeArtificialSelectivity } from './artificial-selectivity.ts';
import { retypeRefs, splitByColumns, splitOnAggregate } from './estimates.ts';
import { guessSelectivity } from './guess-selectivity.ts';
import { estimateSelectivity } from './selectivity-estimator.ts';
import { semiJoinSelectivity } from './semi-join-selectivity.ts';

/**
 * Share of a node's rows that fulfil a condition (Flink's `FlinkRelMdSelectivity`). Two estimators: the full one looks into conditions,
 * and answers for scans, projections, filters, inner and outer joins and window table functions; the guess answers for most stream nodes.
 */
export function selectivity(mq: MetadataQuery, node: RelNode, predicate: RexNode | undefined): number {
  if (
    node instanceof TableScan ||
    node instanceof Project ||
    node instanceof Filter ||
    node instanceof Calc ||
    node.typeName === 'StreamPhysicalWindowTableFunction'
  ) {
    return estimateSelectivity(mq, node, predicate);
  }
  if (node instanceof Sort || node.typeName === 'StreamPhysicalExchange') return mq.selectivity(node.input(), predicate);
  if (!predicate || isAlwaysTrue(predicate)) return 1;
  if (node instanceof Expand) {
    return collectInputRefs(predicate).includes(node.expandIdIndex) ? guessSelectivity(predicate) : mq.selectivity(node.input(), predicate);
  }
  if (node instanceof Rank) return rankSelectivity(mq, node, predicate);
  if (node instanceof Aggregate) {
    const condition = node instanceof WindowAggregateClass ? windowPropertyPredicate(node, predicate) : predicate;
    if (!condition || isAlwaysTrue(condition)) return 1;
    const { pushable, rest } = splitOnAggregate(node, condition);
    return mq.selectivity(node.input(), pushable) * guessSelectivity(rest);
  }
  if (node instanceof Window) {
    const { pushable, rest } = splitByColumns(predicate, node.input().rowType.fields.length);
    return mq.selectivity(node.input(), pushable) * guessSelectivity(rest);
  }
  if (node instanceof Join) {
    if (node.joinType !== 'semi' && node.joinType !== 'anti') return estimateSelectivity(mq, node, predicate);
    return mq.selectivity(node.left, call(AND, [semiJoinSelectivity(mq, node), predicate]));
  }
  if (node instanceof Union) {
    let rows = 0;
    let kept = 0;
    for (const input of node.inputs) {
      const count = mq.rowCount(input);
      rows += count;
      kept += mq.selectivity(input, retypeRefs(predicate, input.rowType)) * count;
    }
    return rows < 1 ? kept : kept / rows;
  }
  return guessSelectivity(predicate);
}

function rankSelectivity(mq: MetadataQuery, node: Rank, predicate: RexNode): number {
  if (!node.rank.outputRankNumber) return mq.selectivity(node.input(), predicate);
  const { pushable, rest } = splitByColumns(predicate, node.rowType.fields.length - 1);
  const below = pushable ? mq.selectivity(node.input(), pushable) : 1;
  return below * (rest ? estimateSelectivity(mq, node, rest) : 1);
}

/** A condition on a group window's output with the conjuncts on window properties replaced by their guessed selectivity. */
export function windowPropertyPredicate(node: WindowAggregate, predicate: RexNode | undefined): RexNode | undefined {
  if (!predicate || isAlwaysTrue(predicate) || node.properties.length === 0) return predicate;
  const { pushable, rest } = splitByColumns(predicate, node.rowType.fields.length - node.properties.length);
  if (!rest) return pushable;
  const guessed = makeArtificialSelectivity(guessSelectivity(rest));
  return pushable ? composeConjunction([pushable, guessed]) : guessed;
}
