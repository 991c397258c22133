import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import { StreamPhysicalWatermarkAssigner } from '../../rel/physical/stream-physical-watermark-assigner.ts';
import { MAX_WATERMARK } from '../event-time.ts';
import { RunError } from '../run-error.ts';
import { compileMillis } from '../time-expression.ts';
import { partitionOptions, partitionedWatermarks } from './partitioned-watermarks.ts';

/**
 * Flink's `WatermarkAssignerOperator`: hands a row on, then the watermark that it moves, if it moves it by more than
 * `pipeline.auto-watermark-interval`; a timer gives out the rest. Starts at 0, so a watermark of or before the epoch is never emitted.
 * Watermarks from above are dropped, except the last one. Its two ways to a watermark, `processElement` and `onProcessingTime`, are told of
 * as the calls of a generator that they stand for. With `table.exec.source.idle-timeout` it tells of silence.
 */
export function watermarkAssigner(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalWatermarkAssigner)) throw new Error(`${node.name} is no WatermarkAssigner`);
  const partitions = partitionOptions(node.rel, context);
  if (partitions) return partitionedWatermarks(node.rel, partitions, context);
  const { rowtimeIndex, watermarkExpr } = node.rel;
  const watermarkOf = compileMillis(watermarkExpr, node.rel.input().rowType.fields.length, context);
  const interval = context.config.duration('pipeline.auto-watermark-interval');
  const idleTimeout = context.config.duration('table.exec.source.idle-timeout');
  const period = timerPeriod(interval, idleTimeout);
  let current = 0;
  let last = 0;
  let idle = false;
  let lastPeriodicEmit = context.now;
  let elements = 0;
  let elementsAtCheck = 0;
  let lastCheck = context.now;

  const emitIfAhead = (isPeriodic = false): void => {
    if (current <= last) return;
    last = current;
    if (isPeriodic) context.watch.watermarkGenerated?.('onPeriodicEmit', current, undefined);
    context.emitWatermark(current);
  };
  const timers = context.processingTimers<null>({
    name: 'watermark',
    namespaceKey: () => '',
    onTimer: ({ time }) => {
      if (interval > 0 && lastPeriodicEmit + interval <= time) {
        lastPeriodicEmit = time;
        emitIfAhead(true);
      }
      if (idleTimeout > 0 && !idle) {
        if (elements !== elementsAtCheck) {
          elementsAtCheck = elements;
          lastCheck = time;
        } else if (lastCheck + idleTimeout <= time) {
          idle = true;
          context.emitStatus(true);
        }
      }
      timers.register(time + period, '', null);
    },
  });
  if (period > 0) timers.register(context.now + period, '', null);

  return {
    onRecord(_input: number, { kind, row }: Change): void {
      elements++;
      if (idle) {
        idle = false;
        context.emitStatus(false);
        lastCheck = context.now;
      }
      if (row[rowtimeIndex] === null) {
        throw new RunError('RuntimeException', 'RowTime field should not be null, please convert it to a non-null long value.');
      }
      const v = watermarkOf(row);
      if (v !== null && v > current) current = v;
      context.emit(kind, row);
      context.watch.watermarkGenerated?.('onEvent', v ?? NaN, undefined);
      if (current - last > interval) emitIfAhead();
    },
    onWatermark(watermark: number): void {
      if (watermark !== MAX_WATERMARK) return;
      if (idle) context.emitStatus(false);
      idle = false;
      current = MAX_WATERMARK;
      emitIfAhead();
    },
  };
}

/** How often the assigner looks at the clock; 0: never. */
function timerPeriod(interval: number, idleTimeout: number): number {
  if (interval <= 0) return idleTimeout;
  if (idleTimeout <= 0) return interval;
  const small = Math.min(interval, idleTimeout);
  const large = Math.max(interval, idleTimeout);
  return small * 5 < large ? small : Math.max(1, Math.floor(small / 5));
}
