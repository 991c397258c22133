import type { Aggregate } from '../core/aggregate.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { Aggregate as AggregateClass } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { joinColumns } from './join-columns.ts';
import { TRUE_LITERAL } from '../rex/rex-factory.ts';
import { intervalsIntersect } from './value-interval.ts';
import { aggregationRatio, minusPredicates } from './estimates.ts';
import { semiJoinSelectivity } from './semi-join-selectivity.ts';

/** Rows of a node (Flink's `FlinkRelMdRowCount`); nodes not named here say so themselves. */
export function rowCount(mq: MetadataQuery, node: RelNode): number {
  if (node instanceof Project || node instanceof Window) return mq.rowCount(node.input());
  if (node instanceof Filter) return mq.rowCount(node.input()) * mq.selectivity(node.input(), node.condition);
  if (node instanceof Calc) return mq.rowCount(node.input()) * mq.selectivity(node.input(), node.condition);
  if (node instanceof Sort) return sortRowCount(mq, node);
  if (node instanceof WindowAggregate) return windowAggregateRowCount(mq, node);
  if (node instanceof AggregateClass) return aggregateRowCount(mq, node, node.groupSets.length);
  if (node instanceof Join) return joinRowCount(mq, node);
  if (node instanceof Union) return node.inputs.reduce((n, input) => n + mq.rowCount(input), 0);
  if (node instanceof Intersect || node instanceof Minus) return Math.min(...node.inputs.map((input) => mq.rowCount(input)));
  return node.estimateRowCount(mq);
}

function literalOf(e: RexNode | undefined): number | undefined {
  return e?.rex === 'literal' && e.value.kind === 'decimal' ? decimalToNumber(e.value.value) : undefined;
}

function sortRowCount(mq: MetadataQuery, sort: Sort): number {
  const rows = Math.max(mq.rowCount(sort.input()) - (literalOf(sort.offset) ?? 0), 0);
  return Math.min(rows, literalOf(sort.fetch) ?? rows);
}

function aggregateRowCount(mq: MetadataQuery, agg: Aggregate, setCount: number): number {
  if (agg.groupSet.length === 0) return 1;
  const input = mq.rowCount(agg.input());
  const distinct = mq.distinctRowCount(agg.input(), agg.groupSet);
  const groups = distinct === undefined ? input * aggregationRatio(agg.groupSet.length) : Math.min(distinct, input);
  return groups * setCount;
}

/** A row may be in several windows: twice the groups, four times for windows that overlap; at most the input where they do not. */
function windowAggregateRowCount(mq: MetadataQuery, agg: WindowAggregate): number {
  const groups = aggregateRowCount(mq, agg, 1);
  const input = mq.rowCount(agg.input());
  const w = agg.window;
  if (w.kind === 'sliding' && w.size > w.slide) return 4 * groups;
  return Math.min(2 * groups, input);
}

function joinRowCount(mq: MetadataQuery, join: Join): number {
  const left = mq.rowCount(join.left);
  if (join.joinType === 'semi' || join.joinType === 'anti') {
    return left * mq.selectivity(join.left, semiJoinSelectivity(mq, join));
  }
  const right = mq.rowCount(join.right);
  if (joinColumns(join).left.length === 0) {
    return left * right * mq.selectivity(withCondition(join, TRUE_LITERAL), join.condition);
  }
  const inner = equiJoinRowCount(mq, join, left, right);
  switch (join.joinType) {
    case 'inner':
      return inner;
    case 'left':
      return Math.max(left, inner);
    case 'right':
      return Math.max(right, inner);
    case 'full':
      return Math.max(left, inner) + Math.max(right, inner) - inner;
  }
}

function withCondition(join: Join, condition: RexNode): Join {
  return join.copyJoin(join.traitSet, condition, join.left, join.right, join.joinType);
}

/** Rows of the inner join with equations: by distinct keys, else by uniqueness, else a share of both sides' rows. */
function equiJoinRowCount(mq: MetadataQuery, join: Join, left: number, right: number): number {
  const info = joinColumns(join);
  const disjoint = info.left.some((k, i) => {
    const a = mq.columnInterval(join.left, k);
    const b = mq.columnInterval(join.right, info.right[i] ?? 0);
    return a !== undefined && b !== undefined && !intervalsIntersect(a, b);
  });
  if (disjoint) return 0;
  const leftNdv = mq.distinctRowCount(join.left, info.leftSet);
  const rightNdv = mq.distinctRowCount(join.right, info.rightSet);
  let rest = 1;
  if (!info.isEqui) {
    const equations = minusPredicates(join.condition, info.remaining);
    rest = mq.selectivity(withCondition(join, equations ?? TRUE_LITERAL), info.remaining);
  }
  if (leftNdv !== undefined && rightNdv !== undefined) return left * right * Math.min(1, 1 / Math.max(leftNdv, rightNdv)) * rest;
  const leftUnique = mq.columnsUnique(join.left, info.leftSet);
  const rightUnique = mq.columnsUnique(join.right, info.rightSet);
  if (leftUnique !== undefined && rightUnique !== undefined && (leftUnique || rightUnique)) {
    if (leftUnique && rightUnique) return Math.min(left, right) * rest;
    return (leftUnique ? right : left) * rest;
  }
  return (left + right) * mq.selectivity(withCondition(join, TRUE_LITERAL), join.condition);
}
