import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Value } from '../../../types/value.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Accumulators } from '../../aggregates/aggregate-handler.ts';
import type { Change, Row } from '../../record.ts';
import { StreamPhysicalLocalWindowAggregate } from '../../../rel/physical/stream-physical-local-window-aggregate.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { MIN_WATERMARK } from '../../event-time.ts';
import { isAccumulate } from '../../record.ts';
import { keySelector, pick } from '../../state/row-key.ts';
import { SliceBuffer } from '../../state/sliced-state.ts';
import { assignerOf } from './slice-assigner.ts';
import { localRow, sliceEndOf } from './slicing-aggregate.ts';
import { WindowTime } from './window-time.ts';

/** What came of a key in a slice. */
interface Buffered {
  readonly keys: readonly Value[];
  readonly slice: number;
  readonly accs: Accumulators;
  /** The rows themselves, where somebody asks what they became. */
  readonly rows: Row[];
}

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
  const buffer = new SliceBuffer<Buffered>(context.mapState('window-buffer'));
  const keyOf = keySelector(grouping);
  const { watch } = context;
  let minSlice = Infinity;
  let nextTrigger = MIN_WATERMARK;

  const flush = (): void => {
    minSlice = Infinity;
    for (const { keys, slice, accs, rows } of buffer.takeAll()) context.emit('+I', localRow(keys, accs, slice), watch.derived && rows);
  };
  const accumulate = (accs: Accumulators, { kind, row }: Change): void => {
    if (isAccumulate(kind)) handler.accumulate(accs, row);
    else handler.retract(accs, row);
  };

  return {
    onRecord(_input: number, change: Change): void {
      const { row } = change;
      const slice = sliceEnd(row);
      if (slice === undefined) return;
      const key = keyOf(row);
      let entry = buffer.get(slice, key);
      if (!entry) {
        entry = { keys: pick(row, grouping), slice, accs: handler.create(), rows: [] };
        buffer.add(slice, key, entry);
      }
      // Nobody sees the accumulators before all rows are in them, so the rows need not wait themselves.
      accumulate(entry.accs, change);
      if (watch.derived) entry.rows.push(row);
      minSlice = Math.min(minSlice, slice);
    },
    beforeWatermark(watermark: number): void {
      if (watermark < nextTrigger) return;
      if (time.isFired(minSlice, watermark)) flush();
      nextTrigger = time.nextTrigger(watermark, assigner.interval, assigner.offset);
    },
  };
}
