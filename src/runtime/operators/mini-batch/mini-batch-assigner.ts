import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change } from '../../record.ts';
import { StreamPhysicalMiniBatchAssigner } from '../../../rel/physical/stream-physical-mini-batch-assigner.ts';
import { MAX_WATERMARK } from '../../event-time.ts';

/** Marks where a mini-batch ends with watermarks, of processing time or of rowtime. */
export function miniBatchAssigner(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalMiniBatchAssigner)) throw new Error(`${node.name} is no MiniBatchAssigner`);
  const { interval, mode } = node.rel.traitSet.miniBatch;
  return mode === 'RowTime' ? byRowtime(interval, context) : byClock(interval, context);
}

/** Flink's `ProcTimeMiniBatchAssignerOperator`: the clock's watermark when a batch begins, before its first row or by timer. */
function byClock(interval: number, context: OperatorContext): Operator {
  // Flink starts at 0, which a real clock has long left: the first row of a source begins a batch.
  let current = -1;
  const begin = (): number => {
    const batch = context.now - (context.now % interval);
    if (batch > current) {
      current = batch;
      context.emitWatermark(batch);
    }
    return batch;
  };
  const timers = context.processingTimers<null>({
    name: 'mini-batch',
    namespaceKey: () => '',
    onTimer: () => timers.register(begin() + interval, '', null),
  });
  timers.register(context.now + interval, '', null);
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      begin();
      context.emit(kind, row);
    },
    onWatermark(watermark: number): void {
      if (watermark !== MAX_WATERMARK || current === MAX_WATERMARK) return;
      current = MAX_WATERMARK;
      context.emitWatermark(watermark);
    },
  };
}

/** Flink's `RowTimeMiniBatchAssginerOperator`: of the watermarks of an interval only the one that reaches its end goes on. */
function byRowtime(interval: number, context: OperatorContext): Operator {
  const startOf = (watermark: number): number => watermark - ((watermark + interval) % interval);
  let current = 0;
  let next = startOf(current) + interval - 1;
  const advance = (): void => {
    context.emitWatermark(current);
    const end = startOf(current) + interval - 1;
    next = end > current ? end : end + interval;
  };
  return {
    onRecord: (_input: number, { kind, row }: Change) => context.emit(kind, row),
    onWatermark(watermark: number): void {
      if (watermark === MAX_WATERMARK) {
        if (current === MAX_WATERMARK) return;
        current = MAX_WATERMARK;
        context.emitWatermark(watermark);
        return;
      }
      current = Math.max(current, watermark);
      if (current >= next) advance();
    },
    finish(): void {
      if (current !== MAX_WATERMARK) advance();
    },
  };
}
