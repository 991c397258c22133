import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { ValueInterval } from './value-interval.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Filter } from '../core/filter.ts';
import { Project } from '../core/project.ts';
import { Union } from '../core/set-op.ts';
import { filterInterval, literalInterval } from './column-interval.ts';
import { groupingOf } from './grouping.ts';
import { INFINITE_INTERVAL, intersectIntervals, unionIntervals } from './value-interval.ts';

/** The values of a column in the rows that an aggregate's FILTER column keeps (Flink's `FilteredColumnInterval`); −1 for no filter. */
export function filteredColumnInterval(
  mq: MetadataQuery,
  placeholder: RelNode,
  column: number,
  filterArg: number,
): ValueInterval | undefined {
  const node = placeholder.stripped();
  if (node instanceof Project || node instanceof Calc) {
    const own = mq.columnInterval(node, column);
    return filterArg < 0 ? own : ofExpression(node.projects[column], own, node.projects[filterArg]);
  }
  if (node instanceof Filter) {
    const own = mq.columnInterval(node, column);
    const below = filterArg < 0 ? undefined : filteredColumnInterval(mq, node.input(), column, filterArg);
    return below ? intersectIntervals(own ?? INFINITE_INTERVAL, below) : own;
  }
  if (node.typeName === 'StreamPhysicalExchange') return filteredColumnInterval(mq, node.input(), column, filterArg);
  if (node instanceof Aggregate || groupingOf(node)) return filterArg < 0 ? mq.columnInterval(node, column) : undefined;
  if (node instanceof Union && node.all) {
    const parts = node.inputs.map((input) => filteredColumnInterval(mq, input, column, filterArg));
    return parts.reduce((a, b) => (a && b ? unionIntervals(a, b) : undefined));
  }
  return undefined;
}

function ofExpression(e: RexNode | undefined, own: ValueInterval | undefined, condition: RexNode | undefined): ValueInterval | undefined {
  if (e?.rex === 'literal') return literalInterval(e);
  return e?.rex === 'inputRef' && condition ? filterInterval(own, condition, e.index) : undefined;
}
