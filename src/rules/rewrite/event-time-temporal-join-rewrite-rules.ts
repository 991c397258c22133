import type { NodeClass, Operand, RelRule } from '../../planner/rule.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import { tableError } from '../../base/diagnostic.ts';
import { FlinkLogicalCalc } from '../../rel/flink-logical/flink-logical-calc.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { FlinkLogicalTableSourceScan } from '../../rel/flink-logical/flink-logical-table-source-scan.ts';
import { FlinkLogicalWatermarkAssigner } from '../../rel/flink-logical/flink-logical-watermark-assigner.ts';
import { someRex } from '../../rel/rex/rex-visit.ts';
import { TEMPORAL_JOIN_CONDITION } from '../../rel/rex/standard-operators.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { anyLogicalRel } from '../physical/flink-logical-rel.ts';

const ROWTIME_OPERANDS = 5;

const CLASSES: Readonly<Record<string, NodeClass>> = {
  CALC: FlinkLogicalCalc,
  SNAPSHOT: FlinkLogicalSnapshot,
  WMA: FlinkLogicalWatermarkAssigner,
};

function chain(names: readonly string[]): Operand {
  const [first, ...rest] = names;
  const nodeClass = first === undefined ? undefined : CLASSES[first];
  return nodeClass ? some(nodeClass, [chain(rest)]) : any(FlinkLogicalTableSourceScan);
}

/** The event-time form of the final marker. */
function isRowtimeTemporalJoin(join: FlinkLogicalJoin): boolean {
  return someRex(
    join.condition,
    (e) => e.rex === 'call' && e.op.name === TEMPORAL_JOIN_CONDITION.name && e.operands.length === ROWTIME_OPERANDS,
  );
}

/** One of Flink's eight variants, by the nodes between the join and the scan of versions. */
function variant(path: string): RelRule {
  return defineRule({
    description: `EventTimeTemporalJoinRewriteRule_${path}`,
    operand: some(FlinkLogicalJoin, [anyLogicalRel(), chain(path.split('_'))]),
    identity: `EventTimeTemporalJoinRewriteRule_${path}`,
    explain: { summary: 'The versioned side of an event-time temporal join is read as a raw changelog, without a ChangelogNormalize.' },
    matches: (call) => (isRowtimeTemporalJoin(call.rel<FlinkLogicalJoin>(0)) ? true : 'no event-time temporal join'),
    onMatch: (call) => {
      const join = call.rel<FlinkLogicalJoin>(0);
      call.transformTo(join.copy(join.traitSet, [join.left, withSnapshotRequired(call.rel(2))]));
    },
  });
}

/** The chain with its scan marked; a filter on the way would tear holes into the versions. */
function withSnapshotRequired(placeholder: RelNode): RelNode {
  const node = placeholder.stripped();
  if (node instanceof FlinkLogicalCalc && node.condition) {
    throw tableError(
      'plan/temporal-join',
      'Filter is not allowed for right changelog input of event time temporal join, it will corrupt the versioning of data. ' +
        'Please consider removing the filter before joining.',
    );
  }
  if (node instanceof FlinkLogicalTableSourceScan) return node.withTable({ ...node.table, eventTimeSnapshotRequired: true });
  const passes = node instanceof FlinkLogicalCalc || node instanceof FlinkLogicalSnapshot || node instanceof FlinkLogicalWatermarkAssigner;
  return passes ? node.copy(node.traitSet, [withSnapshotRequired(node.input())]) : node;
}

/** All variants in Flink's order. */
export const EVENT_TIME_TEMPORAL_JOIN_REWRITE_RULES: readonly RelRule[] = [
  variant('CALC_SNAPSHOT_CALC_WMA_CALC'),
  variant('CALC_SNAPSHOT_CALC_WMA'),
  variant('CALC_SNAPSHOT_WMA_CALC'),
  variant('CALC_SNAPSHOT_WMA'),
  variant('SNAPSHOT_CALC_WMA_CALC'),
  variant('SNAPSHOT_CALC_WMA'),
  variant('SNAPSHOT_WMA_CALC'),
  variant('SNAPSHOT_WMA'),
];
