import type { ModifyKindSet } from '../rel/traits/changelog.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { VisitLog } from './changelog-visits.ts';
import { tableError } from '../base/diagnostic.ts';
import { isTimeIndicator } from '../types/sql-type.ts';
import { ALL_CHANGES, EMPTY_MODIFY_KINDS, INSERT_ONLY, modifyKindsSatisfy, modifyKindsText } from '../rel/traits/changelog.ts';
import { Join } from '../rel/core/join.ts';
import { defaultChangelogMode, isInsertOnlyKinds, modifyKindsOf, unionKinds } from '../rel/physical/changelog.ts';
import { isDeduplication, keepsLastRow } from '../rel/physical/deduplication.ts';
import { StreamPhysicalGroupWindowAggregate } from '../rel/physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalIntermediateTableScan } from '../rel/physical/stream-physical-intermediate-table-scan.ts';
import { StreamPhysicalOverAggregate } from '../rel/physical/stream-physical-over-aggregate.ts';
import { StreamPhysicalRank } from '../rel/physical/stream-physical-rank.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';
import { nodeDescription } from '../rel/physical/text/node-description.ts';
import { copyWithTraits, physicalInputs } from './changelog-visits.ts';
import { sinkModeFor } from './changelog-sink.ts';

/** Who asks, for the message when the answer is no. */
interface Requirement {
  readonly kinds: ModifyKindSet;
  readonly requester: string;
}

/**
 * First pass of the changelog inference (Flink's `SatisfyModifyKindSetTraitVisitor`): which kinds of change each node produces, asked
 * from the root and answered from the leaves. A node that cannot take what its input produces ends planning.
 */
export function visitModifyKinds(node: PhysicalRel, required: Requirement, log: VisitLog): PhysicalRel {
  const own = (kinds: ModifyKindSet, requester: string = node.typeName): PhysicalRel[] =>
    physicalInputs(node).map((child) => visitModifyKinds(child, { kinds, requester }, log));
  const provide = (children: readonly PhysicalRel[], kinds: ModifyKindSet): PhysicalRel => finish(node, children, kinds, required, log);
  const first = (children: readonly PhysicalRel[]): ModifyKindSet => children[0]?.traitSet.modifyKinds ?? EMPTY_MODIFY_KINDS;

  if (node instanceof StreamPhysicalSink) return visitSink(node, log);
  switch (node.typeName) {
    case 'StreamPhysicalGroupAggregate': {
      const children = own(ALL_CHANGES);
      const input = first(children);
      return provide(children, { insert: true, update: true, delete: input.update || input.delete });
    }
    case 'StreamPhysicalGroupWindowAggregate': {
      const updates = node instanceof StreamPhysicalGroupWindowAggregate && node.emit.produceUpdates;
      return provide(own(ALL_CHANGES), { ...INSERT_ONLY, update: updates });
    }
    case 'StreamPhysicalWindowAggregate':
    case 'StreamPhysicalSort':
      return provide(own(ALL_CHANGES), INSERT_ONLY);
    case 'StreamPhysicalRank': {
      const children = own(ALL_CHANGES);
      return provide(children, rankKinds(node, children));
    }
    case 'StreamPhysicalLimit': {
      const children = own(ALL_CHANGES);
      return provide(children, isInsertOnlyKinds(first(children)) ? INSERT_ONLY : ALL_CHANGES);
    }
    case 'StreamPhysicalSortLimit':
    case 'StreamPhysicalChangelogNormalize':
      return provide(own(ALL_CHANGES), ALL_CHANGES);
    case 'StreamPhysicalMatch':
      return provide(own(INSERT_ONLY, 'Match Recognize'), INSERT_ONLY);
    case 'StreamPhysicalOverAggregate': {
      const kinds = node instanceof StreamPhysicalOverAggregate && isOrderedByPlainColumn(node) ? ALL_CHANGES : INSERT_ONLY;
      return provide(own(kinds), kinds);
    }
    case 'StreamPhysicalWindowRank':
    case 'StreamPhysicalWindowDeduplicate':
    case 'StreamPhysicalTemporalSort':
    case 'StreamPhysicalIntervalJoin':
    case 'StreamPhysicalWindowJoin':
      return provide(own(INSERT_ONLY), INSERT_ONLY);
    case 'StreamPhysicalJoin':
    case 'StreamPhysicalMultiJoin': {
      const children = own(ALL_CHANGES);
      const forwards = !(node instanceof Join) || node.joinType === 'inner' || node.joinType === 'semi';
      const kinds = unionKinds(children.map((c) => c.traitSet.modifyKinds));
      return provide(children, forwards && !hasOuterInput(node) ? kinds : ALL_CHANGES);
    }
    case 'StreamPhysicalTemporalJoin': {
      const children = own(ALL_CHANGES);
      return provide(children, first(children));
    }
    case 'StreamPhysicalCalc':
    case 'StreamPhysicalCorrelate':
    case 'StreamPhysicalLookupJoin':
    case 'StreamPhysicalExchange':
    case 'StreamPhysicalExpand':
    case 'StreamPhysicalMiniBatchAssigner':
    case 'StreamPhysicalWatermarkAssigner':
    case 'StreamPhysicalWindowTableFunction': {
      const children = own(required.kinds, required.requester);
      return provide(children, first(children));
    }
    case 'StreamPhysicalUnion': {
      const children = own(required.kinds, required.requester);
      return provide(children, unionKinds(children.map((c) => c.traitSet.modifyKinds)));
    }
    case 'StreamPhysicalTableSourceScan':
      return provide([], sourceKinds(node));
    case 'StreamPhysicalDataStreamScan':
    case 'StreamPhysicalValues':
      return provide([], INSERT_ONLY);
    case 'StreamPhysicalIntermediateTableScan':
      return provide([], (node instanceof StreamPhysicalIntermediateTableScan && node.table.intermediate?.modifyKinds) || INSERT_ONLY);
    default:
      throw new Error(`Unsupported visit for ${node.typeName}`);
  }
}

/** A MultiJoin with an outer input may produce any change. */
function hasOuterInput(node: PhysicalRel): boolean {
  return 'joinTypes' in node && Array.isArray(node.joinTypes) && node.joinTypes.some((t) => t !== 'inner');
}

function visitSink(sink: StreamPhysicalSink, log: VisitLog): PhysicalRel {
  const requester = `Table sink '${sink.sink.names.join('.')}'`;
  const [input] = physicalInputs(sink);
  if (!input) throw new Error('a sink has an input');
  // A first, silent look finds what the query would like to produce; the sink answers with what it takes of that.
  const mark = log.mark();
  const wish = visitModifyKinds(input, { kinds: ALL_CHANGES, requester }, log).traitSet.modifyKinds;
  log.rewind(mark);
  const kinds = modifyKindsOf(sinkModeFor(sink, defaultChangelogMode(wish)));
  const child = visitModifyKinds(input, { kinds, requester }, log);
  const result = copyWithTraits(sink, [child], { modifyKinds: EMPTY_MODIFY_KINDS });
  log.add({ node: sink, result, action: 'asks its input for kinds of change', required: modifyKindsText(kinds), provided: '[NONE]' });
  return result;
}

function finish(
  node: PhysicalRel,
  children: readonly PhysicalRel[],
  provided: ModifyKindSet,
  required: Requirement,
  log: VisitLog,
): PhysicalRel {
  if (!modifyKindsSatisfy(provided, required.kinds)) throw unsupportedChanges(node, children, provided, required);
  const result = copyWithTraits(node, children, { modifyKinds: provided });
  log.add({
    node,
    result,
    action: 'produces kinds of change',
    required: `${modifyKindsText(required.kinds)} by ${required.requester}`,
    provided: modifyKindsText(provided),
  });
  return result;
}

function unsupportedChanges(node: PhysicalRel, children: readonly PhysicalRel[], provided: ModifyKindSet, required: Requirement): Error {
  const kinds = (['insert', 'update', 'delete'] as const).filter((k) => provided[k] && !required.kinds[k]);
  // The description of an aggregate depends on what its input produces.
  const described = nodeDescription(copyWithTraits(node, children, {}));
  return tableError(
    'plan/unsupported-changes',
    `${required.requester} doesn't support consuming ${kinds.join(' and ')} changes which is produced by node ${described}`,
  );
}

function rankKinds(node: PhysicalRel, children: readonly PhysicalRel[]): ModifyKindSet {
  if (!(node instanceof StreamPhysicalRank) || !isDeduplication(node)) return ALL_CHANGES;
  const insertOnly = children.every((c) => isInsertOnlyKinds(c.traitSet.modifyKinds));
  const miniBatch = node.cluster.config.boolean('table.exec.mini-batch.enabled');
  return insertOnly && !keepsLastRow(node.rank.orderKey) && !miniBatch ? INSERT_ONLY : ALL_CHANGES;
}

function isOrderedByPlainColumn(node: StreamPhysicalOverAggregate): boolean {
  const key = node.group.orderKeys[0];
  const type = key && node.rowType.fields[key.index]?.type;
  return type !== undefined && !isTimeIndicator(type);
}

function sourceKinds(node: PhysicalRel): ModifyKindSet {
  const mode = node instanceof StreamPhysicalTableSourceScan ? node.table.source?.changelogMode : undefined;
  return mode ? modifyKindsOf(mode) : INSERT_ONLY;
}
