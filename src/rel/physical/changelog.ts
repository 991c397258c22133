import type { ChangelogMode, RowKind } from '../../catalog/changelog-mode.ts';
import type { DeleteKind, ModifyKindSet, UpdateKind } from '../traits/changelog.ts';
import type { RelNode } from '../rel-node.ts';
import { changelogMode } from '../../catalog/changelog-mode.ts';

/** Kinds of change in a mode (Flink's `ModifyKindSetTrait.fromChangelogMode`). */
export function modifyKindsOf(mode: ChangelogMode): ModifyKindSet {
  const { kinds } = mode;
  return { insert: kinds.has('I'), update: kinds.has('UB') || kinds.has('UA'), delete: kinds.has('D') };
}

/** How a mode sends updates. */
export function updateKindOf(mode: ChangelogMode): UpdateKind {
  if (!mode.kinds.has('UA')) return 'NONE';
  return mode.kinds.has('UB') ? 'BEFORE_AND_AFTER' : 'ONLY_UPDATE_AFTER';
}

/** How a mode sends deletes. */
export function deleteKindOf(mode: ChangelogMode): DeleteKind {
  if (!mode.kinds.has('D')) return 'NONE';
  return mode.keyOnlyDeletes ? 'DELETE_BY_KEY' : 'FULL_DELETE';
}

/** The mode with these kinds, updates with both rows (Flink's `toDefaultChangelogMode`). */
export function defaultChangelogMode(k: ModifyKindSet): ChangelogMode {
  const kinds: RowKind[] = [];
  if (k.insert) kinds.push('I');
  if (k.update) kinds.push('UB', 'UA');
  if (k.delete) kinds.push('D');
  return changelogMode(kinds);
}

/** The mode that the traits of a node stand for (Flink's `ChangelogPlanUtils.getChangelogMode`); undefined before the inference. */
export function changelogModeOf(node: RelNode): ChangelogMode | undefined {
  const { modifyKinds: k, updateKind, deleteKind } = node.traitSet;
  if (!k.insert && !k.update && !k.delete) return undefined;
  const kinds: RowKind[] = [];
  if (k.insert) kinds.push('I');
  if (k.update && updateKind === 'BEFORE_AND_AFTER') kinds.push('UB');
  if (k.update) kinds.push('UA');
  if (k.delete) kinds.push('D');
  return changelogMode(kinds, deleteKind === 'DELETE_BY_KEY');
}

export function isInsertOnlyKinds(k: ModifyKindSet): boolean {
  return k.insert && !k.update && !k.delete;
}

/** True if all inputs of the node only insert. */
export function inputsInsertOnly(node: RelNode): boolean {
  return node.inputs.every((n) => isInsertOnlyKinds(n.traitSet.modifyKinds));
}

export function unionKinds(list: readonly ModifyKindSet[]): ModifyKindSet {
  return { insert: list.some((k) => k.insert), update: list.some((k) => k.update), delete: list.some((k) => k.delete) };
}

/** True if the node's updates come with the row before (Flink's `generateUpdateBefore`). */
export function generatesUpdateBefore(node: RelNode): boolean {
  return node.traitSet.updateKind === 'BEFORE_AND_AFTER';
}

export function onlyAfterOrNone(k: ModifyKindSet): UpdateKind {
  return k.update ? 'ONLY_UPDATE_AFTER' : 'NONE';
}

export function beforeAfterOrNone(k: ModifyKindSet): UpdateKind {
  return k.update ? 'BEFORE_AND_AFTER' : 'NONE';
}

export function deleteByKeyOrNone(k: ModifyKindSet): DeleteKind {
  return k.delete ? 'DELETE_BY_KEY' : 'NONE';
}

export function fullDeleteOrNone(k: ModifyKindSet): DeleteKind {
  return k.delete ? 'FULL_DELETE' : 'NONE';
}
