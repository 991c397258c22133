import type { AggregateInfoList } from '../rel/physical/aggregate-info.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { Windowing } from '../rel/physical/windowing.ts';
import type { AggregateCall } from '../rel/core/aggregate-call.ts';
import { tableError, validationError } from '../base/diagnostic.ts';
import { isInsertOnly } from '../catalog/changelog-mode.ts';
import { changelogModeOf } from '../rel/physical/changelog.ts';
import { StreamPhysicalGlobalWindowAggregate } from '../rel/physical/stream-physical-global-window-aggregate.ts';
import { StreamPhysicalGroupWindowAggregate } from '../rel/physical/stream-physical-group-window-aggregate.ts';
import { StreamPhysicalLocalWindowAggregate } from '../rel/physical/stream-physical-local-window-aggregate.ts';
import { StreamPhysicalWindowAggregate } from '../rel/physical/stream-physical-window-aggregate.ts';

const FUNCTIONS = 'org.apache.flink.table.runtime.functions.aggregate';

/** What Flink throws while it makes operators of window aggregates. */
export function checkWindowAggregate(rel: PhysicalRel): void {
  if (rel instanceof StreamPhysicalGroupWindowAggregate) {
    if (rel.window.kind !== 'tumbling') checkMerge(rel, rel.aggCalls);
    return;
  }
  const windowing = windowingOf(rel);
  if (!windowing) return;
  checkEmit(rel);
  checkSlices(windowing);
  if (windowing.spec.kind === 'HOP' && (rel instanceof StreamPhysicalWindowAggregate || rel instanceof StreamPhysicalGlobalWindowAggregate))
    checkDistinct(rel.aggInfos);
  // Results of shared slices and of sessions that grow together are merged.
  if (rel instanceof StreamPhysicalWindowAggregate && windowing.spec.kind !== 'TUMBLE') checkMerge(rel, rel.aggCalls);
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

/**
 * Hopping windows count their rows, and where rows are counted Flink makes code that takes distinct values back, whether or not a row can go
 * (`AggregateUtil.extractDistinctInformation`). Functions planned for rows that only come have none.
 */
function checkDistinct({ aggInfos, distinctInfos }: AggregateInfoList): void {
  for (const { call, index, consumeRetraction } of aggInfos) {
    if (consumeRetraction || !distinctInfos.some((d) => d.aggIndexes.includes(index))) continue;
    const message = 'This function does not support retraction';
    if (call.op.kind === 'SUM') throw tableError('plan/translation', `${message}, Please choose SumWithRetractAggFunction.`);
    if (call.op.kind === 'LISTAGG') throw tableError('plan/translation', `${message}.`);
  }
}

function windowingOf(rel: PhysicalRel): Windowing | undefined {
  const isWindowAggregate =
    rel instanceof StreamPhysicalWindowAggregate ||
    rel instanceof StreamPhysicalLocalWindowAggregate ||
    rel instanceof StreamPhysicalGlobalWindowAggregate;
  return isWindowAggregate ? rel.windowing : undefined;
}

/** Built-in functions whose classes have no `merge`, where rows only come and where they go too; by name, then with their accumulators. */
const WITHOUT_MERGE: ReadonlyMap<string, { readonly append: Unmergeable; readonly retract: Unmergeable }> = new Map([
  ['FIRST_VALUE', positional('First')],
  ['LAST_VALUE', positional('Last')],
  ['JSON_ARRAYAGG_ABSENT_ON_NULL', jsonArray()],
  ['JSON_ARRAYAGG_NULL_ON_NULL', jsonArray()],
]);

interface Unmergeable {
  readonly className: string;
  readonly accumulator: string;
}

function positional(which: string): { readonly append: Unmergeable; readonly retract: Unmergeable } {
  const retracting = `${FUNCTIONS}.${which}ValueWithRetractAggFunction`;
  return {
    append: { className: `${FUNCTIONS}.${which}ValueAggFunction`, accumulator: 'org.apache.flink.table.data.RowData' },
    retract: { className: retracting, accumulator: `${retracting}.${which}ValueWithRetractAccumulator` },
  };
}

function jsonArray(): { readonly append: Unmergeable; readonly retract: Unmergeable } {
  const className = `${FUNCTIONS}.JsonArrayAggFunction`;
  const both = { className, accumulator: `${className}.Accumulator` };
  return { append: both, retract: both };
}

/** Flink's `AggsHandlerCodeGenerator` asks each function for the method. */
function checkMerge(rel: PhysicalRel, calls: readonly AggregateCall[]): void {
  const mode = changelogModeOf(rel.input());
  const retracts = mode !== undefined && !isInsertOnly(mode);
  for (const { op } of calls) {
    const known = WITHOUT_MERGE.get(op.name);
    if (!known) continue;
    const { className, accumulator } = retracts ? known.retract : known.append;
    throw validationError(
      'plan/translation',
      `Could not find an implementation method 'merge' in class '${className}' for function '${op.name}' that matches the following ` +
        `signature:\nvoid merge(${accumulator}, java.lang.Iterable)`,
    );
  }
}
