import type { DeleteKind } from '../rel/traits/changelog.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { VisitLog } from './changelog-visits.ts';
import { tableError } from '../base/diagnostic.ts';
import { modifyKindsText } from '../rel/traits/changelog.ts';
import { deleteByKeyOrNone, deleteKindOf, fullDeleteOrNone } from '../rel/physical/changelog.ts';
import { physicalRel } from '../rel/physical/physical-rel.ts';
import { StreamPhysicalChangelogNormalize } from '../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalExchange } from '../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';
import { nodeDescription } from '../rel/physical/text/node-description.ts';
import { isNonUpsertKeyCondition } from './changelog-calc-condition.ts';
import { isNormalizeRequired } from './changelog-normalize-required.ts';
import { sinkDeleteKinds } from './changelog-sink.ts';
import { keyHoldsJoinKey } from './changelog-update-kinds.ts';
import { copyWithTraits, physicalInputs } from './changelog-visits.ts';

/**
 * Third pass of the changelog inference (Flink's `SatisfyDeleteKindTraitVisitor`): whether deletes carry the whole row or the key alone.
 * A ChangelogNormalize that nobody needs disappears here.
 */
export function visitDeleteKinds(node: PhysicalRel, required: DeleteKind, log: VisitLog): PhysicalRel | undefined {
  if (node instanceof StreamPhysicalSink) return visitSink(node, log);
  switch (node.typeName) {
    case 'StreamPhysicalJoin':
    case 'StreamPhysicalMultiJoin':
      return visitJoin(node, required, log);
    case 'StreamPhysicalCalc':
      if (required === 'DELETE_BY_KEY' && isNonUpsertKeyCondition(node)) return undefined;
      return forward(node, required, log);
    case 'StreamPhysicalExchange':
    case 'StreamPhysicalExpand':
    case 'StreamPhysicalMiniBatchAssigner':
    case 'StreamPhysicalDropUpdateBefore':
      return forward(node, required, log);
    case 'StreamPhysicalUnion':
      return visitUnion(node, required, log);
    case 'StreamPhysicalChangelogNormalize':
      return visitNormalize(node, required, log);
    case 'StreamPhysicalTableSourceScan': {
      const mode = node instanceof StreamPhysicalTableSourceScan ? node.table.source?.changelogMode : undefined;
      return finish(node, [], mode ? deleteKindOf(mode) : 'NONE', required, log);
    }
    case 'StreamPhysicalDataStreamScan':
    case 'StreamPhysicalValues':
      return finish(node, [], 'NONE', required, log);
    default: {
      // Whatever is not named above needs whole rows in deletes and gives whole rows.
      const children = physicalInputs(node).flatMap((n) => visitDeleteKinds(n, fullDeleteOrNone(n.traitSet.modifyKinds), log) ?? []);
      return finish(node, children, fullDeleteOrNone(node.traitSet.modifyKinds), required, log);
    }
  }
}

/** All inputs converted to exactly the kind; undefined if one cannot. */
function visitInputs(node: PhysicalRel, kind: DeleteKind, log: VisitLog): readonly PhysicalRel[] | undefined {
  const children: PhysicalRel[] = [];
  for (const input of physicalInputs(node)) {
    const child = visitDeleteKinds(input, kind, log);
    if (child?.traitSet.deleteKind !== kind) return undefined;
    children.push(child);
  }
  return children;
}

function forward(node: PhysicalRel, required: DeleteKind, log: VisitLog): PhysicalRel | undefined {
  const children = visitInputs(node, required, log);
  return finish(node, children, children?.[0]?.traitSet.deleteKind ?? 'NONE', required, log);
}

function visitJoin(node: PhysicalRel, required: DeleteKind, log: VisitLog): PhysicalRel | undefined {
  const children: PhysicalRel[] = [];
  for (const [i, input] of physicalInputs(node).entries()) {
    const kinds = input.traitSet.modifyKinds;
    const byKey = required === 'DELETE_BY_KEY' && keyHoldsJoinKey(node, i);
    const child =
      (byKey ? visitDeleteKinds(input, deleteByKeyOrNone(kinds), log) : undefined) ?? visitDeleteKinds(input, fullDeleteOrNone(kinds), log);
    if (!child) return undefined;
    children.push(child);
  }
  const byKey = children.some((c) => c.traitSet.deleteKind === 'DELETE_BY_KEY');
  const kinds = node.traitSet.modifyKinds;
  return finish(node, children, byKey ? deleteByKeyOrNone(kinds) : fullDeleteOrNone(kinds), required, log);
}

function visitUnion(node: PhysicalRel, required: DeleteKind, log: VisitLog): PhysicalRel | undefined {
  const children: PhysicalRel[] = [];
  for (const input of physicalInputs(node)) {
    const child = visitDeleteKinds(input, input.traitSet.modifyKinds.delete ? required : 'NONE', log);
    if (!child) return undefined;
    children.push(child);
  }
  const kinds = children.map((c) => c.traitSet.deleteKind ?? 'NONE').filter((k) => k !== 'NONE');
  const merged = kinds.includes('DELETE_BY_KEY') ? 'DELETE_BY_KEY' : (kinds[0] ?? 'NONE');
  return finish(node, children, merged, required, log);
}

function visitNormalize(node: PhysicalRel, required: DeleteKind, log: VisitLog): PhysicalRel | undefined {
  if (node instanceof StreamPhysicalChangelogNormalize && !isNormalizeRequired(node)) {
    const mark = log.mark();
    const child = visitInputs(node, required, log)?.[0];
    if (child) {
      const result = physicalRel(child instanceof StreamPhysicalExchange ? child.input() : node.input());
      log.add({
        node,
        result,
        action: 'disappears with its Exchange: nobody needs the row before an update',
        required,
        provided: result.traitSet.deleteKind,
      });
      return result;
    }
    log.rewind(mark);
  }
  const kinds = node.input().traitSet.modifyKinds;
  const mark = log.mark();
  let children = visitInputs(node, deleteByKeyOrNone(kinds), log);
  if (!children) {
    log.rewind(mark);
    children = visitInputs(node, fullDeleteOrNone(kinds), log);
  }
  return finish(node, children, fullDeleteOrNone(node.traitSet.modifyKinds), required, log);
}

function visitSink(node: StreamPhysicalSink, log: VisitLog): PhysicalRel | undefined {
  const kinds = sinkDeleteKinds(node);
  for (const kind of kinds) {
    const mark = log.mark();
    const children = visitInputs(node, kind, log);
    if (!children) {
      log.rewind(mark);
      continue;
    }
    const result = copyWithTraits(node, children, { deleteKind: 'NONE' });
    log.add({ node, result, action: 'asks its input for a kind of delete', required: kinds.join(' or '), provided: kind });
    return result;
  }
  return undefined;
}

function finish(
  node: PhysicalRel,
  children: readonly PhysicalRel[] | undefined,
  provided: DeleteKind,
  required: DeleteKind,
  log: VisitLog,
): PhysicalRel | undefined {
  if (!children) return undefined;
  const { modifyKinds } = node.traitSet;
  if ((provided !== 'NONE') !== modifyKinds.delete) {
    throw tableError(
      'plan/changelog-conflict',
      `DeleteKindTrait [${provided}] conflicts with ModifyKindSetTrait ${modifyKindsText(modifyKinds)}. ` +
        `This is a bug in planner, please file an issue. \nCurrent node is ${nodeDescription(node)}.`,
    );
  }
  const result = copyWithTraits(node, children, { deleteKind: provided });
  log.add({ node, result, action: 'sends deletes', required, provided });
  return result;
}
