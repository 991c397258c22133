import type { Calc } from '../core/calc.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { Project } from '../core/project.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { bitSet } from '../bit-set.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc as CalcClass } from '../core/calc.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project as ProjectClass } from '../core/project.ts';
import { Rank, rankRangeSize } from '../core/rank.ts';
import { Union } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { Values } from '../core/values.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { expressionCardinality, splitColumns } from './distinct-row-count.ts';
import { numDistinctValues, splitGroupKeys } from './estimates.ts';

/** Distinct values of the columns in the tables behind a node, before filters (Flink's `FlinkRelMdPopulationSize`). */
export function populationSize(mq: MetadataQuery, node: RelNode, columns: readonly number[]): number | undefined {
  if (node instanceof TableScan) {
    return mq.columnsUnique(node, columns) === true ? mq.rowCount(node) : mq.distinctRowCount(node, columns);
  }
  if (node instanceof Values) return Math.max(node.tuples.length / 2, 1);
  if (node instanceof Filter || node instanceof Sort || node.typeName === 'StreamPhysicalExchange')
    return mq.populationSize(node.input(), columns);
  if (node instanceof ProjectClass || node instanceof CalcClass) return projectPopulation(mq, node, node.projects, columns);
  if (node instanceof Expand) return expandPopulation(mq, node, columns);
  if (node instanceof Rank) return rankPopulation(mq, node, columns);
  if (node instanceof Aggregate) return aggregatePopulation(mq, node, columns);
  if (node instanceof Window) {
    const count = node.input().rowType.fields.length;
    return columns.some((c) => c >= count) ? undefined : mq.populationSize(node.input(), columns);
  }
  if (node instanceof Join) return joinPopulation(mq, node, columns);
  if (node instanceof Union) {
    let sum = 0;
    for (const input of node.inputs) {
      const size = mq.populationSize(input, columns);
      if (size === undefined) return undefined;
      sum += size;
    }
    return sum;
  }
  return mq.columnsUnique(node, columns) === true ? mq.rowCount(node) : undefined;
}

function projectPopulation(
  mq: MetadataQuery,
  node: Project | Calc,
  projects: readonly RexNode[],
  columns: readonly number[],
): number | undefined {
  const split = splitColumns(projects, columns);
  let population = mq.populationSize(node.input(), split.base);
  if (population === undefined) return undefined;
  if (split.computed.length === 0) return population;
  for (const c of split.computed) {
    const e = projects[c];
    const size = e && expressionCardinality(mq, node, e);
    if (size === undefined) return undefined;
    population *= Math.max(1, size);
  }
  return numDistinctValues(population, mq.rowCount(node));
}

function expandPopulation(mq: MetadataQuery, node: Expand, columns: readonly number[]): number | undefined {
  if (!columns.includes(node.expandIdIndex)) return mq.populationSize(node.input(), columns);
  let sum = 0;
  for (const project of node.projects) {
    const sources = columns.map((c) => project[c]).filter((e) => e?.rex === 'inputRef');
    const size = mq.populationSize(node.input(), bitSet(sources.map((e) => (e?.rex === 'inputRef' ? e.index : 0))));
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

function rankPopulation(mq: MetadataQuery, node: Rank, columns: readonly number[]): number | undefined {
  const rankColumn = node.rank.outputRankNumber ? node.rowType.fields.length - 1 : -1;
  if (rankColumn < 0 || !columns.includes(rankColumn)) return mq.populationSize(node.input(), columns);
  const rest = columns.filter((c) => c !== rankColumn);
  const below = rest.length === 0 ? 1 : mq.populationSize(node.input(), rest);
  return below === undefined ? undefined : Math.min(below * rankRangeSize(node.rank.rankRange), mq.rowCount(node));
}

function aggregatePopulation(mq: MetadataQuery, node: Aggregate, columns: readonly number[]): number | undefined {
  if (node instanceof WindowAggregate) {
    const first = node.rowType.fields.length - node.properties.length;
    if (columns.some((c) => c >= first)) return undefined;
  }
  const input = node.input();
  const split = splitGroupKeys(node, columns);
  const keys = mq.populationSize(input, split.keys);
  if (keys === undefined) return undefined;
  let calls = 1;
  for (const c of split.calls) {
    let size: number | undefined;
    if (c.op.kind === 'COUNT') size = Math.sqrt(2 * mq.rowCount(input));
    else if (c.args.length > 0) {
      const args = mq.populationSize(input, bitSet(c.args));
      size = args === undefined ? undefined : args * 0.1;
    }
    if (size === undefined) return undefined;
    calls *= Math.max(size, 1);
  }
  return Math.min(keys * calls, mq.rowCount(input));
}

function joinPopulation(mq: MetadataQuery, node: Join, columns: readonly number[]): number | undefined {
  if (node.joinType === 'semi' || node.joinType === 'anti') return mq.populationSize(node.left, columns);
  const count = node.left.rowType.fields.length;
  const left = mq.populationSize(
    node.left,
    columns.filter((c) => c < count),
  );
  const right = mq.populationSize(
    node.right,
    columns.filter((c) => c >= count).map((c) => c - count),
  );
  return left === undefined || right === undefined ? undefined : numDistinctValues(left * right, mq.rowCount(node));
}
