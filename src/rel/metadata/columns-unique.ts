import type { JoinColumns } from './join-columns.ts';
import type { JoinType } from '../core/join.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { bitSet, containsAll, range, sameSet, union } from '../bit-set.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Correlate } from '../core/correlate.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join, generatesNullsOnLeft, generatesNullsOnRight } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank } from '../core/rank.ts';
import { Intersect, Minus, SetOp } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { Values } from '../core/values.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { StreamPhysicalChangelogNormalize } from '../physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalLookupJoin } from '../physical/stream-physical-lookup-join.ts';
import { literalValueKey } from '../rex/rex-key.ts';
import { isCallOf } from '../rex/rex-node.ts';
import { expandSources } from './estimates.ts';
import { isDeduplication, rankColumnOf } from './key-rules.ts';
import { joinColumnsOf, wholeJoinColumns } from './join-columns.ts';

type Answer = boolean | undefined;

/** Whether no two rows agree on the columns; undefined if unknown (Flink's `FlinkRelMdColumnUniqueness`). */
export function columnsUnique(mq: MetadataQuery, node: RelNode, columns: readonly number[], ignoreNulls: boolean): Answer {
  const below = (c: readonly number[], input: RelNode = node.input()): Answer => mq.columnsUnique(input, c, ignoreNulls);
  if (node instanceof TableScan) {
    if (columns.length === 0) return false;
    const keys = mq.uniqueKeys(node, ignoreNulls);
    return keys && keys.some((k) => containsAll(columns, k));
  }
  if (node instanceof Values) return valuesUnique(node, columns);
  if (node instanceof Project || node instanceof Calc) {
    const sources = uniqueSources(node.projects, columns, ignoreNulls);
    return sources.length === 0 ? undefined : below(sources);
  }
  if (node instanceof Filter || node instanceof Sort) return below(columns);
  if (node instanceof Expand) {
    if (!columns.includes(node.expandIdIndex)) return false;
    const sources: number[] = [];
    for (const c of columns) {
      const [only, second] = c === node.expandIdIndex ? [] : expandSources(node, c);
      if (only !== undefined && second === undefined && only >= 0) sources.push(only);
    }
    return sources.length === 0 ? false : below(bitSet(sources));
  }
  if (node instanceof Rank) return rankUnique(node, columns, below);
  if (node instanceof WindowAggregate)
    return windowAggregateUnique(node.rowType.fields.length, node.properties.length, node.groupSet.length, columns);
  if (node instanceof Aggregate) return containsAll(columns, range(0, node.groupSet.length));
  if (node instanceof Window || node.typeName === 'StreamPhysicalOverAggregate') {
    const own = columns.filter((c) => c < node.input().rowType.fields.length);
    const unique = below(own);
    return unique === true ? true : own.length < columns.length ? undefined : unique;
  }
  if (node instanceof Join) {
    if (node.joinType === 'semi' || node.joinType === 'anti') return below(columns, node.left);
    return joinUnique({
      info: wholeJoinColumns(node),
      joinType: node.joinType,
      leftCount: node.left.rowType.fields.length,
      columns,
      left: (c) => below(c, node.left),
      right: (c) => below(c, node.right),
    });
  }
  if (node instanceof Correlate) {
    if (node.joinType === 'semi' || node.joinType === 'anti') return below(columns, node.left);
    const count = node.left.rowType.fields.length;
    const left = columns.filter((c) => c < count);
    const right = columns.filter((c) => c >= count).map((c) => c - count);
    if (left.length === 0 || right.length === 0) return undefined;
    return both(below(left, node.left), below(right, node.right));
  }
  if (node instanceof SetOp) return setOpUnique(node, columns, below);
  return physicalUnique(node, columns, below);
}

type Below = (columns: readonly number[], input?: RelNode) => Answer;

function both(a: Answer, b: Answer): Answer {
  return a === undefined || b === undefined ? undefined : a && b;
}

/** One of the columns alone tells all rows apart. */
function valuesUnique(node: Values, columns: readonly number[]): boolean {
  if (node.tuples.length < 2) return true;
  return columns.some((c) => {
    const values = node.tuples.map((t) => (t[c] ? literalValueKey(t[c].value) : ''));
    return new Set(values).size === values.length;
  });
}

/** Input columns behind the output columns, as far as they are plain (or cast in nullability only, if nulls do not matter). */
function uniqueSources(projects: readonly RexNode[], columns: readonly number[], ignoreNulls: boolean): number[] {
  const sources: number[] = [];
  for (const c of columns) {
    const e = projects[c];
    if (e?.rex === 'inputRef') sources.push(e.index);
    const operand = e?.rex === 'call' ? e.operands[0] : undefined;
    if (!e || operand?.rex !== 'inputRef') continue;
    if (isCallOf(e, 'AS') || (ignoreNulls && isCallOf(e, 'CAST') && sameTypeIgnoringNullability(e.type, operand.type)))
      sources.push(operand.index);
  }
  return bitSet(sources);
}

function rankUnique(node: Rank, columns: readonly number[], below: Below): Answer {
  if (isDeduplication(node)) return sameSet(columns, node.rank.partitionKey);
  const rankColumn = rankColumnOf(node);
  if (rankColumn < 0) return below(columns);
  if (below(columns.filter((c) => c !== rankColumn)) === true) return true;
  return node.rank.rankType === 'ROW_NUMBER' && containsAll(columns, [...node.rank.partitionKey, rankColumn]);
}

function windowAggregateUnique(fieldCount: number, propertyCount: number, keyCount: number, columns: readonly number[]): boolean {
  return range(fieldCount - propertyCount, fieldCount).some((p) => containsAll(columns, union(range(0, keyCount), [p])));
}

interface JoinQuestion {
  readonly info: JoinColumns;
  readonly joinType: JoinType;
  readonly leftCount: number;
  readonly columns: readonly number[];
  readonly left: (columns: readonly number[]) => Answer;
  readonly right: (columns: readonly number[]) => Answer;
}

/** Columns of both sides must each be unique; those of one side need the other side to be unique on the equations' columns. */
function joinUnique(q: JoinQuestion): Answer {
  if (q.columns.length === 0) return false;
  const leftColumns = q.columns.filter((c) => c < q.leftCount);
  const rightColumns = q.columns.filter((c) => c >= q.leftCount).map((c) => c - q.leftCount);
  const left = q.left(leftColumns);
  const right = q.right(rightColumns);
  if (leftColumns.length > 0 && rightColumns.length > 0) return both(left, right);
  if (leftColumns.length > 0) return generatesNullsOnLeft(q.joinType) ? false : both(q.right(q.info.rightSet), left);
  return generatesNullsOnRight(q.joinType) ? false : both(q.left(q.info.leftSet), right);
}

function setOpUnique(node: SetOp, columns: readonly number[], below: Below): Answer {
  if (!node.all && containsAll(columns, range(0, node.rowType.fields.length))) return true;
  if (node instanceof Intersect) return node.inputs.some((input) => below(columns, input) === true);
  return node instanceof Minus ? below(columns, node.input(0)) : false;
}

function physicalUnique(node: RelNode, columns: readonly number[], below: Below): Answer {
  if (node.typeName === 'StreamPhysicalExchange' || node.typeName === 'StreamPhysicalDropUpdateBefore') return below(columns);
  if (node instanceof StreamPhysicalChangelogNormalize) return sameSet(bitSet(node.uniqueKeys), columns);
  if (node instanceof StreamPhysicalGroupAggregate || node instanceof StreamPhysicalGlobalGroupAggregate) {
    return containsAll(columns, range(0, node.grouping.length));
  }
  if (node instanceof StreamPhysicalGroupWindowAggregate) {
    return windowAggregateUnique(node.rowType.fields.length, node.options.properties.length, node.grouping.length, columns);
  }
  if (node instanceof StreamPhysicalLookupJoin) {
    return joinUnique({
      info: joinColumnsOf(node.options.joinInfo),
      joinType: node.options.joinType,
      leftCount: node.input().rowType.fields.length,
      columns,
      left: (c) => below(c),
      right: () => undefined,
    });
  }
  return undefined;
}
