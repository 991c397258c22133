import type { RelDistribution } from './distribution.ts';
import type { DuplicateChanges, MiniBatchInterval, ModifyKindSet, UpdateKind, DeleteKind } from './changelog.ts';
import { ANY_DISTRIBUTION, distributionSatisfies, distributionText } from './distribution.ts';
import { EMPTY_MODIFY_KINDS, NO_MINI_BATCH, miniBatchText, modifyKindsSatisfy, modifyKindsText } from './changelog.ts';

/** NONE: a logical node straight from conversion; LOGICAL: FlinkLogical*; STREAM_PHYSICAL: StreamPhysical*. */
export type Convention = 'NONE' | 'LOGICAL' | 'STREAM_PHYSICAL';

/**
 * The six traits of Flink's streaming planner, in the planner's order, and the delete kind, which only the changelog inference adds
 * (a trait set without it prints six parts). Trait sets are immutable; equality is equality of `text`.
 */
export interface TraitSet {
  readonly convention: Convention;
  readonly distribution: RelDistribution;
  readonly miniBatch: MiniBatchInterval;
  readonly modifyKinds: ModifyKindSet;
  readonly updateKind: UpdateKind;
  readonly duplicateChanges: DuplicateChanges;
  readonly deleteKind?: DeleteKind;
  /** `NONE.any.None: 0.[NONE].[NONE].[NONE]` */
  readonly text: string;
}

export const TRAIT_NAMES = [
  'convention',
  'FlinkRelDistributionTraitDef',
  'MiniBatchIntervalTraitDef',
  'ModifyKindSetTraitDef',
  'UpdateKindTraitDef',
  'DuplicateChangesTraitDef',
] as const;

/** The text of each trait, in the planner's order. */
export function traitTexts(t: Omit<TraitSet, 'text'>): readonly string[] {
  const texts = [
    t.convention,
    distributionText(t.distribution),
    miniBatchText(t.miniBatch),
    modifyKindsText(t.modifyKinds),
    `[${t.updateKind}]`,
    `[${t.duplicateChanges}]`,
  ];
  if (t.deleteKind) texts.push(`[${t.deleteKind}]`);
  return texts;
}

function make(parts: Omit<TraitSet, 'text'>): TraitSet {
  return { ...parts, text: traitTexts(parts).join('.') };
}

/** The traits of a node straight from conversion. */
export const DEFAULT_TRAITS: TraitSet = make({
  convention: 'NONE',
  distribution: ANY_DISTRIBUTION,
  miniBatch: NO_MINI_BATCH,
  modifyKinds: EMPTY_MODIFY_KINDS,
  updateKind: 'NONE',
  duplicateChanges: 'NONE',
});

export const LOGICAL_TRAITS: TraitSet = make({ ...DEFAULT_TRAITS, convention: 'LOGICAL' });
export const PHYSICAL_TRAITS: TraitSet = make({ ...DEFAULT_TRAITS, convention: 'STREAM_PHYSICAL' });

/** The trait set with some traits replaced; the same object if nothing changes. */
export function replaceTraits(t: TraitSet, change: Partial<Omit<TraitSet, 'text'>>): TraitSet {
  const next = make({ ...t, ...change });
  return next.text === t.text ? t : next;
}

export function sameTraits(a: TraitSet, b: TraitSet): boolean {
  return a === b || a.text === b.text;
}

/** `x satisfies y`, position by position. */
export function traitsSatisfy(x: TraitSet, y: TraitSet): boolean {
  return (
    x === y ||
    (x.convention === y.convention &&
      distributionSatisfies(x.distribution, y.distribution) &&
      x.miniBatch.mode === y.miniBatch.mode &&
      x.miniBatch.interval === y.miniBatch.interval &&
      modifyKindsSatisfy(x.modifyKinds, y.modifyKinds) &&
      x.updateKind === y.updateKind &&
      x.duplicateChanges === y.duplicateChanges &&
      (x.deleteKind === undefined || y.deleteKind === undefined || x.deleteKind === y.deleteKind))
  );
}
