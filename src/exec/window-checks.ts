import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { Windowing } from '../rel/physical/windowing.ts';
import { tableError } from '../base/diagnostic.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalLocalWindowAggregate } from '../rel/physical/stream-physical-local-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../rel/physical/stream-physical-window-aggregate.ts';

/** A hopping window is computed from slices, which must fit (Flink's `StreamExecWindowAggregateBase.createSliceAssigner`). */
export function checkWindowAggregate(rel: PhysicalRel): void {
  const windowing = windowingOf(rel);
  if (windowing?.spec.kind !== 'HOP') return;
  const { size, slide } = windowing.spec;
  if (size % slide === 0) return;
  throw tableError(
    'plan/translation',
    'HOP table function based aggregate requires size must be an integral multiple of slide, but got size ' +
      `${size} ms and slide ${slide} ms`,
  );
}

function windowingOf(rel: PhysicalRel): Windowing | undefined {
  const isWindowAggregate =
    rel instanceof StreamPhysicalWindowAggregate ||
    rel instanceof StreamPhysicalLocalWindowAggregate ||
    rel instanceof StreamPhysicalGlobalWindowAggregate;
  return isWindowAggregate ? rel.windowing : undefined;
}
