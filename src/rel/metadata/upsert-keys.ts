import type { JoinColumns } from './join-columns.ts';
import type { Keys } from './key-rules.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import { bitSet, containsAll, range, union } from '../bit-set.ts';
import { Aggregate } from '../core/aggregate.ts';
import { Calc } from '../core/calc.ts';
import { Expand } from '../core/expand.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { Rank } from '../core/rank.ts';
import { SetOp } from '../core/set-op.ts';
import { Sort } from '../core/sort.ts';
import { TableScan } from '../core/table-scan.ts';
import { WatermarkAssigner } from '../core/watermark-assigner.ts';
import { Window } from '../core/window.ts';
import { WindowAggregate } from '../core/window-aggregate.ts';
import { StreamPhysicalChangelogNormalize } from '../physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalLookupJoin } from '../physical/stream-physical-lookup-join.ts';
import { StreamPhysicalMultiJoin } from '../physical/stream-physical-multi-join.ts';
import { StreamPhysicalOverAggregate } from '../physical/stream-physical-over-aggregate.ts';
import { StreamPhysicalRank } from '../physical/stream-physical-rank.ts';
import { isDeterministic } from '../rex/rex-visit.ts';
import { hashOrdered } from './hash-order.ts';
import { expandKeys, isDeduplication, joinKeys, projectKeys, rankKeys, windowAggregateKeys } from './key-rules.ts';
import { temporalTableKeys } from './unique-keys.ts';
import { joinColumnsOf, wholeJoinColumns } from './join-columns.ts';

/**
 * Keys by which a changelog can be upserted: unique keys that survive shuffles, since only rows of one key that stay together keep their
 * order (Flink's `FlinkRelMdUpsertKeys`).
 */
export function upsertKeys(mq: MetadataQuery, node: RelNode): Keys {
  const below = (input: RelNode = node.input()): Keys => mq.upsertKeys(input);
  const filtered = (input: RelNode, by: readonly number[]): Keys => keysWith(below(input), by, mq.immutableColumns(input));
  if (node instanceof TableScan) return scanKeys(mq, node);
  if (node instanceof Project || node instanceof Calc) return projectKeys(node.projects, () => below(), false);
  if (node instanceof Filter || node instanceof WatermarkAssigner) return below();
  if (node instanceof Expand) return expandKeys(node, () => below());
  if (node.typeName === 'StreamPhysicalExchange') {
    const { distribution } = node.traitSet;
    return distribution.type === 'hash' ? filtered(node.input(), bitSet(distribution.keys)) : below();
  }
  if (node instanceof Rank) {
    if (node instanceof StreamPhysicalRank && isDeduplication(node)) return [node.rank.partitionKey];
    return rankKeys(node, filtered(node.input(), node.rank.partitionKey));
  }
  if (node instanceof Sort) return filtered(node.input(), bitSet(node.collation.map((c) => c.index)));
  if (node instanceof WindowAggregate) return windowAggregateKeys(node.rowType.fields.length, node.properties, node.groupSet.length);
  if (node instanceof Aggregate) return [range(0, node.groupSet.length)];
  if (node instanceof Window || node instanceof StreamPhysicalOverAggregate) {
    const groups = node instanceof Window ? node.groups : node.window.groups;
    const immutable = mq.immutableColumns(node.input());
    return groups.reduce((keys, g) => keysWith(keys, g.keys, immutable), below());
  }
  if (node instanceof Join) {
    const info = wholeJoinColumns(node);
    if (node.joinType === 'semi' || node.joinType === 'anti') return filtered(node.left, info.leftSet);
    return joinUpsertKeys(mq, node, info);
  }
  if (node instanceof SetOp) return node.all ? [] : [range(0, node.rowType.fields.length)];
  return physicalUpsertKeys(mq, node);
}

function scanKeys(mq: MetadataQuery, node: TableScan): Keys {
  const keys = node.table.kind === 'intermediate' ? node.table.intermediate?.upsertKeys : mq.uniqueKeys(node);
  if (!keys || keys.length === 0) return keys;
  const immutable = mq.immutableColumns(node);
  return immutable && immutable.length > 0 ? hashOrdered([...keys, immutable]) : keys;
}

/** Keys that, with the columns that never change, contain the columns of a shuffle. */
export function keysWith(keys: Keys, distribution: readonly number[], immutable: readonly number[] | undefined): Keys {
  return keys?.filter((k) => containsAll(immutable ? union(k, immutable) : k, distribution));
}

function isSideUnique(keys: Keys, joinColumns: readonly number[]): boolean {
  return keys?.some((k) => containsAll(joinColumns, k)) ?? false;
}

function joinUpsertKeys(mq: MetadataQuery, node: Join, info: JoinColumns): Keys {
  const left = mq.upsertKeys(node.left);
  const right = mq.upsertKeys(node.right);
  return joinKeys({
    joinType: node.joinType,
    leftCount: node.left.rowType.fields.length,
    left: keysWith(left, info.leftSet, mq.immutableColumns(node.left)),
    right: keysWith(right, info.rightSet, mq.immutableColumns(node.right)),
    isLeftUnique: isSideUnique(left, info.leftSet),
    isRightUnique: isSideUnique(right, info.rightSet),
  });
}

function physicalUpsertKeys(mq: MetadataQuery, node: RelNode): Keys {
  if (node.typeName === 'StreamPhysicalMiniBatchAssigner' || node.typeName === 'StreamPhysicalDropUpdateBefore')
    return mq.upsertKeys(node.input());
  if (node instanceof StreamPhysicalChangelogNormalize) return [bitSet(node.uniqueKeys)];
  if (node instanceof StreamPhysicalGroupAggregate || node instanceof StreamPhysicalGlobalGroupAggregate)
    return [range(0, node.grouping.length)];
  if (node instanceof StreamPhysicalGroupWindowAggregate) {
    return windowAggregateKeys(node.rowType.fields.length, node.options.properties, node.grouping.length);
  }
  if (node instanceof StreamPhysicalMultiJoin) return multiJoinUpsertKeys(mq, node);
  return node instanceof StreamPhysicalLookupJoin ? lookupJoinKeys(mq, node) : undefined;
}

/** Join after join from the left; the first input's columns of the key tell whether the left side is unique. */
function multiJoinUpsertKeys(mq: MetadataQuery, node: StreamPhysicalMultiJoin): Keys {
  const leftColumns = bitSet(node.keys.own[0] ?? []);
  let leftCount = node.input(0).rowType.fields.length;
  let left = mq.upsertKeys(node.input(0));
  node.inputs.slice(1).forEach((input, i) => {
    const right = mq.upsertKeys(input);
    left = joinKeys({
      joinType: node.joinTypes[i + 1] ?? 'inner',
      leftCount,
      left,
      right,
      isLeftUnique: isSideUnique(left, leftColumns),
      isRightUnique: isSideUnique(right, bitSet(node.keys.own[i + 1] ?? [])),
    });
    leftCount += input.rowType.fields.length;
  });
  return left;
}

/** No shuffle by the lookup keys, so the left keys stay; the dimension's key counts only if the same lookup always gives the same rows. */
function lookupJoinKeys(mq: MetadataQuery, node: StreamPhysicalLookupJoin): Keys {
  const left = mq.upsertKeys(node.input());
  const { preFilter, remaining } = node.conditions;
  const calc = node.options.calc;
  const tests = [preFilter, remaining, ...(calc ? [...calc.expandedProjects, calc.expandedCondition] : [])];
  const isStable = tests.every((e) => e === undefined || isDeterministic(e));
  const right = isStable ? temporalTableKeys(node) : undefined;
  return joinKeys({
    joinType: node.options.joinType,
    leftCount: node.input().rowType.fields.length,
    left,
    right,
    isLeftUnique: isSideUnique(left, joinColumnsOf(node.options.joinInfo).leftSet),
    isRightUnique: right !== undefined,
  });
}
