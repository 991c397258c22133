import type { DeleteKind, UpdateKind } from '../rel/traits/changelog.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { tableError } from '../base/diagnostic.ts';
import { explainTree } from '../rel/explain.ts';
import { ALL_CHANGES } from '../rel/traits/changelog.ts';
import { physicalRel } from '../rel/physical/physical-rel.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { visitDeleteKinds } from './changelog-delete-kinds.ts';
import { visitModifyKinds } from './changelog-modify-kinds.ts';
import { visitUpdateKinds } from './changelog-update-kinds.ts';
import { VisitLog } from './changelog-visits.ts';

/**
 * Flink's `FlinkChangelogModeInferenceProgram`: finds for every physical node which kinds of change it sends, in three passes from the
 * root: kinds, the form of updates, the form of deletes.
 */
export function inferChangelogMode(root: RelNode, context: ProgramContext): RelNode {
  const log = new VisitLog();
  const withKinds = visitModifyKinds(physicalRel(root), { kinds: ALL_CHANGES, requester: 'ROOT' }, log);
  log.announce(context.listener);

  const kinds = withKinds.traitSet.modifyKinds;
  const updateKinds: readonly UpdateKind[] = !kinds.update
    ? ['NONE']
    : context.isUpdateBeforeRequired
      ? ['BEFORE_AND_AFTER']
      : ['ONLY_UPDATE_AFTER', 'BEFORE_AND_AFTER'];
  const withUpdates = firstSuccess(updateKinds, log, (kind) => visitUpdateKinds(withKinds, kind, log));
  log.announce(context.listener);

  const deleteKinds: readonly DeleteKind[] = !kinds.delete
    ? ['NONE']
    : root.stripped() instanceof StreamPhysicalSink
      ? ['DELETE_BY_KEY', 'FULL_DELETE']
      : ['FULL_DELETE'];
  const result = withUpdates && firstSuccess(deleteKinds, log, (kind) => visitDeleteKinds(withUpdates, kind, log));
  log.announce(context.listener);
  if (!result) {
    const tree = explainTree(root, { withChangelogMode: true });
    throw tableError('plan/no-changelog-plan', `Can't generate a valid execution plan for the given query:\n${tree}`);
  }
  return result;
}

/** Flink visits with every requirement and takes the first success; failures of later ones are failures all the same. */
function firstSuccess<K>(kinds: readonly K[], log: VisitLog, visit: (kind: K) => PhysicalRel | undefined): PhysicalRel | undefined {
  let first: PhysicalRel | undefined;
  for (const kind of kinds) {
    const mark = log.mark();
    const result = visit(kind);
    if (result && !first) first = result;
    else log.rewind(mark);
  }
  return first;
}
