import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import { validationError } from '../../base/diagnostic.ts';
import { explainCalcite } from '../../rel/calcite-writer.ts';
import { joinInfoOf } from '../../rel/core/join-info.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { FlinkLogicalJoin } from '../../rel/flink-logical/flink-logical-join.ts';
import { FlinkLogicalSnapshot } from '../../rel/flink-logical/flink-logical-snapshot.ts';
import { call as makeCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';
import {
  INITIAL_TEMPORAL_JOIN_CONDITION,
  TEMPORAL_JOIN_CONDITION,
  TEMPORAL_JOIN_CONDITION_PRIMARY_KEY,
} from '../../rel/rex/standard-operators.ts';
import { isProctime, isTimeIndicator } from '../../types/sql-type.ts';
import { defineRule, some } from '../../planner/rule.ts';
import { anyLogicalRel } from '../physical/flink-logical-rel.ts';

/**
 * Completes the marker of a temporal join by the versioned table's primary key, its shortest upsert key. The equal keys of the join must
 * hold it, else a left row would meet several versions at once.
 */
export const TemporalJoinRewriteWithUniqueKeyRule = defineRule({
  description: 'TemporalJoinRewriteWithUniqueKeyRule',
  operand: some(FlinkLogicalJoin, [anyLogicalRel(), some(FlinkLogicalSnapshot, [anyLogicalRel()])]),
  identity: 'TemporalJoinRewriteWithUniqueKeyRule',
  explain: { summary: "The temporal marker gets the versioned table's primary key, which the join condition must equate." },
  matches: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const { period } = call.rel<FlinkLogicalSnapshot>(2);
    if (period.rex !== 'fieldAccess' || !isTimeIndicator(period.type)) return 'the period is no time attribute of the left side';
    if (isProctime(period.type) && canBeLookedUp(call.rel(3))) return 'the join is a lookup join';
    return join.joinType === 'inner' || join.joinType === 'left' ? true : 'a temporal join must be INNER or LEFT';
  },
  onMatch: (call) => {
    const join = call.rel<FlinkLogicalJoin>(0);
    const left = call.rel(1);
    const snapshot = call.rel<FlinkLogicalSnapshot>(2);
    const condition = mapRex(join.condition, (e) => {
      if (e.rex !== 'call' || e.op.name !== INITIAL_TEMPORAL_JOIN_CONDITION.name) return undefined;
      return withPrimaryKey(e, join, primaryKey(left, snapshot, call.rel(3)));
    });
    const { joinType, hints } = join;
    call.transformTo(FlinkLogicalJoin.create(left, snapshot, { condition, joinType, hints }));
  },
});

/** Flink looks at the snapshot's direct input only: with a Calc in between the rule is tried, and gives the join back unchanged. */
function canBeLookedUp(node: RelNode): boolean {
  const current = node.stripped();
  return current instanceof TableScan && current.table.source?.lookup !== undefined;
}

/** The shortest upsert key of the versioned side that is not empty, as references into the joined row. */
function primaryKey(left: RelNode, snapshot: FlinkLogicalSnapshot, input: RelNode): readonly RexNode[] | undefined {
  const keys = (input.cluster.mq.upsertKeys(input) ?? []).filter((k) => k.length > 0);
  const [shortest] = [...keys].sort((a, b) => a.length - b.length);
  const leftCount = left.rowType.fields.length;
  return shortest?.flatMap((i) => {
    const type = snapshot.rowType.fields[i]?.type;
    return type ? [inputRef(leftCount + i, type)] : [];
  });
}

function withPrimaryKey(marker: RexCall, join: FlinkLogicalJoin, key: readonly RexNode[] | undefined): RexNode {
  if (!key) {
    throw validationError(
      'plan/temporal-join',
      'Temporal Table Join requires primary key in versioned table, but no primary key can be found. ' +
        `The physical plan is:\n${explainCalcite(join)}\n`,
    );
  }
  const rightKeys = marker.operands.at(-1);
  const joined = rightKeys?.rex === 'call' ? rightKeys.operands.map(indexOf) : [];
  if (!key.every((k) => joined.includes(indexOf(k)))) throw keyNotJoined(join, key);
  const times = marker.operands.slice(0, -2);
  const keys = marker.operands.slice(-2);
  return makeCall(TEMPORAL_JOIN_CONDITION, [...times, makeCall(TEMPORAL_JOIN_CONDITION_PRIMARY_KEY, key), ...keys]);
}

function indexOf(e: RexNode): number {
  return e.rex === 'inputRef' ? e.index : -1;
}

function keyNotJoined(join: FlinkLogicalJoin, key: readonly RexNode[]): Error {
  const names = join.rowType.fields.map((f) => f.name);
  const leftNames = join.left.rowType.fields.map((f) => f.name);
  const rightNames = join.right.rowType.fields.map((f) => f.name);
  const info = joinInfoOf(join);
  const pairs = info.left.map((l, i) => `${leftNames[l]}=${rightNames[info.right[i] ?? -1]}`);
  return validationError(
    'plan/temporal-join',
    `Temporal table's primary key [${key.map((k) => names[indexOf(k)]).join(',')}] must be included in the equivalence condition of ` +
      `temporal join, but current temporal join condition is [${pairs.join(',')}].`,
  );
}
