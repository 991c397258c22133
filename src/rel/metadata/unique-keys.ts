import type { Keys } from './key-rules.ts';
import type { MetadataQuery } from './metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import { range } from '../bit-set.ts';
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
import { joinColumnsOf, wholeJoinColumns } from './join-columns.ts';
import { expandKeys, joinKeys, projectKeys, rankKeys, tableUniqueKeys, windowAggregateKeys } from './key-rules.ts';

/** Physical nodes that pass the keys of their input on. */
const PASSING: ReadonlySet<string> = new Set([
  'StreamPhysicalExchange',
  'StreamPhysicalMiniBatchAssigner',
  'StreamPhysicalDropUpdateBefore',
  'StreamPhysicalOverAggregate',
]);

/** Columns on which no two rows of a node agree (Flink's `FlinkRelMdUniqueKeys`). */
export function uniqueKeys(mq: MetadataQuery, node: RelNode, ignoreNulls: boolean): Keys {
  const below = (input: RelNode = node.input()): Keys => mq.uniqueKeys(input, ignoreNulls);
  if (node instanceof TableScan) return tableUniqueKeys(node.table);
  if (node instanceof Project || node instanceof Calc) return projectKeys(node.projects, () => below(), ignoreNulls);
  if (node instanceof Expand) return expandKeys(node, () => below());
  if (node instanceof Rank) return rankKeys(node, below());
  if (node instanceof Filter || node instanceof Sort || node instanceof Window || node instanceof WatermarkAssigner) return below();
  if (node instanceof WindowAggregate) return windowAggregateKeys(node.rowType.fields.length, node.properties, node.groupSet.length);
  if (node instanceof Aggregate) return [range(0, node.groupSet.length)];
  if (node instanceof Join) {
    if (node.joinType === 'semi' || node.joinType === 'anti') return below(node.left);
    const info = wholeJoinColumns(node);
    return joinKeys({
      joinType: node.joinType,
      leftCount: node.left.rowType.fields.length,
      left: below(node.left),
      right: below(node.right),
      isLeftUnique: mq.columnsUnique(node.left, info.leftSet, ignoreNulls),
      isRightUnique: mq.columnsUnique(node.right, info.rightSet, ignoreNulls),
    });
  }
  if (node instanceof SetOp) return node.all ? [] : [range(0, node.rowType.fields.length)];
  if (PASSING.has(node.typeName)) return below();
  if (node instanceof StreamPhysicalChangelogNormalize) return [node.uniqueKeys];
  if (node instanceof StreamPhysicalGroupAggregate || node instanceof StreamPhysicalGlobalGroupAggregate)
    return [range(0, node.grouping.length)];
  if (node instanceof StreamPhysicalGroupWindowAggregate) {
    return windowAggregateKeys(node.rowType.fields.length, node.options.properties, node.grouping.length);
  }
  if (node instanceof StreamPhysicalLookupJoin) {
    const left = below();
    if (!left) return undefined;
    const right = temporalTableKeys(node);
    return joinKeys({
      joinType: node.options.joinType,
      leftCount: node.input().rowType.fields.length,
      left,
      right,
      isLeftUnique: mq.columnsUnique(node.input(), joinColumnsOf(node.options.joinInfo).leftSet, ignoreNulls),
      isRightUnique: right !== undefined,
    });
  }
  return undefined;
}

/** The dimension table's primary key, if the lookup keys cover it. */
export function temporalTableKeys(join: StreamPhysicalLookupJoin): Keys {
  const key = join.outputPrimaryKey;
  const lookup = new Set(join.options.joinInfo.right);
  return key.length > 0 && key.every((i) => lookup.has(i)) ? [[...key].sort((a, b) => a - b)] : undefined;
}
