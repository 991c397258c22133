import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Value } from '../../../types/value.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change } from '../../record.ts';
import { StreamPhysicalLocalWindowAggregate } from '../../../rel/physical/stream-physical-local-window-aggregate.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { MIN_WATERMARK } from '../../event-time.ts';
import { isAccumulate } from '../../record.ts';
import { keySelector, pick } from '../../state/row-key.ts';
import { assignerOf } from './slice-assigner.ts';
import { sliceIds } from './slice-id.ts';
import { localRow, sliceEndOf } from './slicing-aggregate.ts';
import { WindowTime } from './window-time.ts';

/**
 * Flink's `LocalSlicingWindowAggOperator`: pre-aggregates per key and slice, without state. The buffer is looked at when the watermark passes
 * the next end of a slice, and given out, whole, before the watermark if its first slice is over. Late rows are the global phase's business.
 */
export function localWindowAggregate(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalLocalWindowAggregate)) throw new Error(`${node.name} is no LocalWindowAggregate`);
  const { windowing, grouping, aggInfos } = node.rel;
  const handler = new AggregateHandler(aggInfos, node.rel.input().rowType);
  const assigner = assignerOf(windowing);
  const time = new WindowTime(windowing.timeType, context.evalContext.timeZone);
  const sliceEnd = sliceEndOf(windowing, assigner, { time, context });
  const buffer = context.mapState<{ readonly keys: readonly Value[]; readonly slice: number; readonly changes: Change[] }>('window-buffer');
  const keyOf = keySelector(grouping);
  const idOf = sliceIds();
  const { watch } = context;
  let minSlice = Infinity;
  let nextTrigger = MIN_WATERMARK;

  const flush = (): void => {
    const entries = [...buffer.values()];
    buffer.clear();
    minSlice = Infinity;
    for (const { keys, slice, changes } of entries) {
      const accs = handler.create();
      for (const { kind, row } of changes) {
        if (isAccumulate(kind)) handler.accumulate(accs, row);
        else handler.retract(accs, row);
      }
      context.emit('+I', localRow(keys, accs, slice), watch.derived && changes.map((c) => c.row));
    }
  };

  return {
    onRecord(_input: number, change: Change): void {
      const slice = sliceEnd(change.row);
      if (slice === undefined) return;
      const id = idOf(slice, keyOf(change.row));
      const known = buffer.get(id);
      if (known) known.changes.push(change);
      else buffer.set(id, { keys: pick(change.row, grouping), slice, changes: [change] });
      minSlice = Math.min(minSlice, slice);
    },
    beforeWatermark(watermark: number): void {
      if (watermark < nextTrigger) return;
      if (time.isFired(minSlice, watermark)) flush();
      nextTrigger = time.nextTrigger(watermark, assigner.interval, assigner.offset);
    },
  };
}
