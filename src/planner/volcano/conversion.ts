import type { TraitSet } from '../../rel/traits/trait-set.ts';
import { distributionSatisfies } from '../../rel/traits/distribution.ts';
import { traitTexts } from '../../rel/traits/trait-set.ts';
import { satisfies } from './rel-set.ts';

/** In how many traits two sets differ (Calcite's `RelTraitSet.difference`). */
export function differingTraits(a: TraitSet, b: TraitSet): number {
  if (a.text === b.text) return 0;
  const texts = traitTexts(b);
  return traitTexts(a).filter((t, i) => texts[i] !== undefined && texts[i] !== t).length;
}

/**
 * Whether a converter between two sub-sets of one set makes sense (`RelSet.addConverters`): only among physical ones, only if the first
 * does not satisfy the second, and only over distribution and mini-batch, which alone can be converted.
 */
export function needsConverter(from: TraitSet, to: TraitSet): boolean {
  if (from.convention !== 'STREAM_PHYSICAL' || to.convention !== 'STREAM_PHYSICAL' || satisfies(from, to)) return false;
  const isMiniBatchMet = from.miniBatch.mode === to.miniBatch.mode && from.miniBatch.interval === to.miniBatch.interval;
  return !distributionSatisfies(from.distribution, to.distribution) || !isMiniBatchMet;
}
