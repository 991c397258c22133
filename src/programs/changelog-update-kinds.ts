import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RankStrategy } from '../rel/physical/rank-strategy.ts';
import type { UpdateKind } from '../rel/traits/changelog.ts';
import type { VisitLog } from './changelog-visits.ts';
import { tableError } from '../base/diagnostic.ts';
import { modifyKindsText } from '../rel/traits/changelog.ts';
import { beforeAfterOrNone, isInsertOnlyKinds, onlyAfterOrNone, updateKindOf } from '../rel/physical/changelog.ts';
import { rankStrategies } from '../rel/physical/rank-strategies.ts';
import { StreamPhysicalDropUpdateBefore } from '../rel/physical/stream-physical-drop-update-before.ts';
import { StreamPhysicalIntermediateTableScan } from '../rel/physical/stream-physical-intermediate-table-scan.ts';
import { StreamPhysicalMultiJoin } from '../rel/physical/stream-physical-multi-join.ts';
import { StreamPhysicalJoin } from '../rel/physical/stream-physical-join.ts';
import { StreamPhysicalRank } from '../rel/physical/stream-physical-rank.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalSortLimit } from '../rel/physical/stream-physical-sort-limit.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';
import { nodeDescription } from '../rel/physical/text/node-description.ts';
import { isNonUpsertKeyCondition } from './changelog-calc-condition.ts';
import { needsUpsertMaterialize, sinkUpdateKinds } from './changelog-sink.ts';
import { copyWithTraits, physicalInputs } from './changelog-visits.ts';

/**
 * Second pass of the changelog inference (Flink's `SatisfyUpdateKindTraitVisitor`): whether updates travel with UPDATE_BEFORE. Gives the
 * converted node, or undefined if it cannot send updates in the required way.
 */
export function visitUpdateKinds(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  if (node instanceof StreamPhysicalSink) return visitSink(node, log);
  const inputs = physicalInputs(node);
  const [input] = inputs;
  switch (node.typeName) {
    case 'StreamPhysicalGroupAggregate':
    case 'StreamPhysicalLimit':
    case 'StreamPhysicalGroupWindowAggregate':
    case 'StreamPhysicalWindowAggregate':
    case 'StreamPhysicalOverAggregate':
    case 'StreamPhysicalSort':
      return finish(node, visitInputs(node, input ? beforeAfterOrNone(input.traitSet.modifyKinds) : 'NONE', log), required, required, log);
    case 'StreamPhysicalWindowRank':
    case 'StreamPhysicalWindowDeduplicate':
    case 'StreamPhysicalTemporalSort':
    case 'StreamPhysicalMatch':
    case 'StreamPhysicalIntervalJoin':
    case 'StreamPhysicalWindowJoin':
      return finish(node, visitInputs(node, 'NONE', log), required, required, log);
    case 'StreamPhysicalRank':
    case 'StreamPhysicalSortLimit':
      return visitRank(node, required, log);
    case 'StreamPhysicalJoin':
    case 'StreamPhysicalMultiJoin':
      return visitJoin(node, required, log);
    case 'StreamPhysicalTemporalJoin':
      return visitTemporalJoin(node, required, log);
    case 'StreamPhysicalCalc':
      if (required === 'ONLY_UPDATE_AFTER' && isNonUpsertKeyCondition(node)) return undefined;
      return forward(node, required, log);
    case 'StreamPhysicalCorrelate':
    case 'StreamPhysicalLookupJoin':
    case 'StreamPhysicalExchange':
    case 'StreamPhysicalExpand':
    case 'StreamPhysicalMiniBatchAssigner':
    case 'StreamPhysicalWatermarkAssigner':
    case 'StreamPhysicalWindowTableFunction':
      return forward(node, required, log);
    case 'StreamPhysicalUnion':
      return visitUnion(node, required, log);
    case 'StreamPhysicalChangelogNormalize':
      return finish(node, visitInputs(node, 'ONLY_UPDATE_AFTER', log), required, required, log);
    case 'StreamPhysicalTableSourceScan':
      return visitSource(node, required, log);
    case 'StreamPhysicalDataStreamScan':
    case 'StreamPhysicalValues':
      return finish(node, [], 'NONE', required, log);
    case 'StreamPhysicalIntermediateTableScan': {
      const keeps = node instanceof StreamPhysicalIntermediateTableScan && node.table.intermediate?.isUpdateBeforeRequired === true;
      const provided = keeps ? 'BEFORE_AND_AFTER' : required;
      return provided === required ? finish(node, [], provided, required, log) : undefined;
    }
    default:
      throw new Error(`Unsupported visit for ${node.typeName}`);
  }
}

/** All inputs converted to exactly the kind; undefined if one cannot. */
function visitInputs(node: PhysicalRel, kind: UpdateKind, log: VisitLog): readonly PhysicalRel[] | undefined {
  const children: PhysicalRel[] = [];
  for (const input of physicalInputs(node)) {
    const child = visitUpdateKinds(input, kind, log);
    if (child?.traitSet.updateKind !== kind) return undefined;
    children.push(child);
  }
  return children;
}

function forward(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const children = visitInputs(node, required, log);
  return finish(node, children, children?.[0]?.traitSet.updateKind ?? 'NONE', required, log);
}

function visitRank(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const strategies =
    node instanceof StreamPhysicalRank
      ? rankStrategies(node, node.rank.partitionKey, node.rank.orderKey)
      : node instanceof StreamPhysicalSortLimit
        ? rankStrategies(node, [], node.collation)
        : [];
  for (const strategy of strategies) {
    const mark = log.mark();
    const candidate = node instanceof StreamPhysicalRank || node instanceof StreamPhysicalSortLimit ? node.withStrategy(strategy) : node;
    const result = finish(candidate, visitInputs(candidate, strategyRequirement(strategy), log), required, required, log);
    if (result) return result;
    log.rewind(mark);
  }
  return undefined;
}

function strategyRequirement(s: RankStrategy): UpdateKind {
  if (s.kind === 'updateFast') return 'ONLY_UPDATE_AFTER';
  return s.kind === 'retract' ? 'BEFORE_AND_AFTER' : 'NONE';
}

function visitJoin(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const children: PhysicalRel[] = [];
  for (const [i, input] of physicalInputs(node).entries()) {
    const kinds = input.traitSet.modifyKinds;
    const onlyAfter = required === 'ONLY_UPDATE_AFTER';
    if (onlyAfter && kinds.update && !keyHoldsJoinKey(node, i)) return undefined;
    const child = visitUpdateKinds(input, onlyAfter ? onlyAfterOrNone(kinds) : beforeAfterOrNone(kinds), log);
    if (!child) return undefined;
    children.push(child);
  }
  return finish(node, children, required, required, log);
}

/** Updates of this input can stay without UPDATE_BEFORE: its unique key holds the join key, so an update never changes partners. */
export function keyHoldsJoinKey(node: PhysicalRel, ordinal: number): boolean {
  if (node instanceof StreamPhysicalMultiJoin) return node.inputUniqueKeyContainsCommonJoinKey(ordinal);
  return node instanceof StreamPhysicalJoin && node.inputUniqueKeyContainsJoinKey(ordinal);
}

function visitTemporalJoin(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const [left, right] = physicalInputs(node);
  if (!left || !right) return undefined;
  const leftKinds = left.traitSet.modifyKinds;
  const newLeft = visitUpdateKinds(left, required === 'BEFORE_AND_AFTER' ? beforeAfterOrNone(leftKinds) : onlyAfterOrNone(leftKinds), log);
  const rightKinds = right.traitSet.modifyKinds;
  const mark = log.mark();
  let newRight = visitUpdateKinds(right, onlyAfterOrNone(rightKinds), log);
  if (!newRight) {
    log.rewind(mark);
    newRight = visitUpdateKinds(right, beforeAfterOrNone(rightKinds), log);
  }
  return newLeft && newRight ? finish(node, [newLeft, newRight], newLeft.traitSet.updateKind, required, log) : undefined;
}

function visitUnion(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const children: PhysicalRel[] = [];
  for (const input of physicalInputs(node)) {
    const child = visitUpdateKinds(input, isInsertOnlyKinds(input.traitSet.modifyKinds) ? 'NONE' : required, log);
    if (!child) return undefined;
    children.push(child);
  }
  const kinds = new Set(children.map((c) => c.traitSet.updateKind).filter((k) => k !== 'NONE'));
  if (kinds.size > 1) return undefined;
  const [kind] = kinds;
  return finish(node, children, kind ?? 'NONE', required, log);
}

function visitSource(node: PhysicalRel, required: UpdateKind, log: VisitLog): PhysicalRel | undefined {
  const mode = node instanceof StreamPhysicalTableSourceScan ? node.table.source?.changelogMode : undefined;
  const provided = mode ? updateKindOf(mode) : 'NONE';
  const source = finish(node, [], provided, required, log);
  if (!source || provided !== 'BEFORE_AND_AFTER' || required !== 'ONLY_UPDATE_AFTER') return source;
  const filter = new StreamPhysicalDropUpdateBefore(node.cluster, node.traitSet, node);
  return finish(filter, [source], required, required, log);
}

function visitSink(node: StreamPhysicalSink, log: VisitLog): PhysicalRel | undefined {
  const kinds = sinkUpdateKinds(node);
  const sink = node.withUpsertMaterialize(needsUpsertMaterialize(node));
  const attempts = kinds.map((kind) => {
    const mark = log.mark();
    const children = visitInputs(sink, kind, log);
    if (!children) log.rewind(mark);
    return { kind, children };
  });
  const success = attempts.find((a) => a.children);
  if (!success?.children) return undefined;
  const result = copyWithTraits(sink, success.children, { updateKind: 'NONE' });
  const notes = sink.upsertMaterialize ? ['the sink materialises by its primary key'] : [];
  log.add({ node, result, action: 'asks its input for a kind of update', required: kinds.join(' or '), provided: success.kind, notes });
  return result;
}

function finish(
  node: PhysicalRel,
  children: readonly PhysicalRel[] | undefined,
  provided: UpdateKind,
  required: UpdateKind,
  log: VisitLog,
): PhysicalRel | undefined {
  if (!children) return undefined;
  const { modifyKinds } = node.traitSet;
  if ((provided !== 'NONE') !== modifyKinds.update) {
    throw tableError(
      'plan/changelog-conflict',
      `UpdateKindTrait [${provided}] conflicts with ModifyKindSetTrait ${modifyKindsText(modifyKinds)}. ` +
        `This is a bug in planner, please file an issue. \nCurrent node is ${nodeDescription(node)}.`,
    );
  }
  const result = copyWithTraits(node, children, { updateKind: provided });
  const action = node instanceof StreamPhysicalDropUpdateBefore ? 'filters UPDATE_BEFORE away' : 'sends updates';
  log.add({ node, result, action, required, provided });
  return result;
}
