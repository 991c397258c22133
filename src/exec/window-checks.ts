import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { Windowing } from '../rel/physical/windowing.ts';
import type { AggregateCall } from '../rel/core/aggregate-call.ts';
import { tableError, validationError } from '../base/diagnostic.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../rel/physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalLocalWindowAggregate } from '../rel/physical/stream-physical-local-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../rel/physical/stream-physical-window-aggregate.ts';

/** What Flink throws while it makes operators of window aggregates. */
export function checkWindowAggregate(rel: PhysicalRel): void {
  if (rel instanceof StreamPhysicalGroupWindowAggregate) {
    if (rel.window.kind !== 'tumbling') checkMerge(rel.aggCalls);
    return;
  }
  const windowing = windowingOf(rel);
  if (!windowing) return;
  checkEmit(rel);
  checkSlices(windowing);
  // Results of shared slices and of sessions that grow together are merged.
  if (rel instanceof StreamPhysicalWindowAggregate && windowing.spec.kind !== 'TUMBLE') checkMerge(rel.aggCalls);
}

/** Flink's `WindowUtil.checkEmitConfiguration`. */
function checkEmit(rel: PhysicalRel): void {
  const [early, late] = ['table.exec.emit.early-fire.enabled', 'table.exec.emit.late-fire.enabled'] as const;
  const { config } = rel.cluster;
  if (!config.boolean(early) && !config.boolean(late)) return;
  throw tableError(
    'plan/translation',
    `Currently, window table function based aggregate doesn't support early-fire and late-fire configuration '${early}' and '${late}'.`,
  );
}

/** A hopping window is computed from slices, which must fit (Flink's `StreamExecWindowAggregateBase.createSliceAssigner`). */
function checkSlices(windowing: Windowing): void {
  if (windowing.spec.kind !== 'HOP') return;
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

/** Built-in functions whose classes have no `merge`. */
const WITHOUT_MERGE: ReadonlyMap<string, string> = new Map([
  ['FIRST_VALUE', 'FirstValueAggFunction'],
  ['LAST_VALUE', 'LastValueAggFunction'],
]);

/** Flink's `AggsHandlerCodeGenerator` asks each function for the method. */
function checkMerge(calls: readonly AggregateCall[]): void {
  for (const { op } of calls) {
    const className = WITHOUT_MERGE.get(op.name);
    if (className === undefined) continue;
    throw validationError(
      'plan/translation',
      `Could not find an implementation method 'merge' in class 'org.apache.flink.table.runtime.functions.aggregate.${className}' for ` +
        `function '${op.name}' that matches the following signature:\nvoid merge(org.apache.flink.table.data.RowData, java.lang.Iterable)`,
    );
  }
}
