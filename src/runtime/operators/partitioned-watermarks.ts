import type { StreamPhysicalWatermarkAssigner } from '../../rel/physical/stream-physical-watermark-assigner.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { ConnectorTable } from '../../catalog/table.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import type { ValveOutput } from '../watermark-valve.ts';
import { parseDuration } from '../../catalog/config.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { MAX_WATERMARK } from '../event-time.ts';
import { compileMillis } from '../time-expression.ts';
import { WatermarkValve } from '../watermark-valve.ts';

/** How a table with several partitions makes watermarks. */
export interface PartitionOptions {
  readonly partitions: readonly number[];
  /** `scan.watermark.emit.strategy` = `on-event`: no waiting for the period. */
  readonly onEvent: boolean;
  /** `scan.watermark.idle-timeout`, else `table.exec.source.idle-timeout`; 0: off. */
  readonly idleTimeout: number;
}

/** The scan that a node's rows come from, through nodes with one input. */
export function scanBelow(rel: RelNode): TableScan | undefined {
  for (let node: RelNode | undefined = rel.stripped(); node; node = node.inputs.length === 1 ? node.input().stripped() : undefined) {
    if (node instanceof TableScan) return node;
  }
  return undefined;
}

/** What the sample source of a table says about its partitions; undefined if the feed names none. */
export function partitionOptions(rel: StreamPhysicalWatermarkAssigner, context: OperatorContext): PartitionOptions | undefined {
  const table = scanBelow(rel)?.table.table;
  const options: ConnectorTable['options'] | undefined = table?.kind === 'connector' ? table.options : undefined;
  const partitions = options?.get('partitions');
  if (!options || partitions === undefined) return undefined;
  const idle = options.get('idle-timeout');
  return {
    partitions: partitions.split(',').map(Number),
    onEvent: options.get('emit-strategy') === 'on-event',
    idleTimeout: idle === undefined ? context.config.duration('table.exec.source.idle-timeout') : parseDuration(idle),
  };
}

interface Partition {
  /** The largest watermark that a row of the partition gave. */
  pending: number;
  rows: number;
  rowsAtCheck: number;
  /** When silence began. */
  silentSince: number | undefined;
}

/**
 * Watermarks of a source that makes them for each partition (Flink's `WatermarkOutputMultiplexer` over generators with `withIdleness`): the
 * source's is the smallest of its active partitions, or the largest if all are idle. A partition without rows holds it back until it is idle.
 */
export function partitionedWatermarks(rel: StreamPhysicalWatermarkAssigner, o: PartitionOptions, context: OperatorContext): Operator {
  const watermarkOf = compileMillis(rel.watermarkExpr, rel.input().rowType.fields.length, context);
  const period = context.config.duration('pipeline.auto-watermark-interval');
  const atOnce = o.onEvent || period === 0;
  const valve = new WatermarkValve(o.partitions.length);
  const states = o.partitions.map((): Partition => ({ pending: -Infinity, rows: 0, rowsAtCheck: 0, silentSince: undefined }));

  /** One output for all that happened, as at the end of a round over the partitions. */
  const send = (outputs: readonly ValveOutput[]): void => {
    const status = outputs.findLast((x) => x.idle !== undefined)?.idle;
    const watermark = outputs.findLast((x) => x.watermark !== undefined)?.watermark;
    if (status === false) context.emitStatus(false);
    if (watermark !== undefined) context.emitWatermark(watermark);
    if (status === true) context.emitStatus(true);
  };
  const isSilent = (p: Partition): boolean => {
    if (p.rows !== p.rowsAtCheck) {
      p.rowsAtCheck = p.rows;
      p.silentSince = undefined;
      return false;
    }
    p.silentSince ??= context.now;
    return context.now - p.silentSince > o.idleTimeout;
  };
  const timers = context.processingTimers<null>({
    name: 'watermark',
    namespaceKey: () => '',
    onTimer: ({ time }) => {
      send(
        states.flatMap((p, i) => {
          if (o.idleTimeout > 0 && isSilent(p)) return [valve.onStatus(i, true)];
          return atOnce ? [] : [valve.onWatermark(i, p.pending)];
        }),
      );
      timers.register(time + period, '', null);
    },
  });
  if (period > 0) timers.register(context.now + period, '', null);

  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const i = Math.max(0, o.partitions.indexOf(context.partition));
      const p = states[i] as Partition;
      p.rows++;
      p.pending = Math.max(p.pending, watermarkOf(row) ?? -Infinity);
      send([valve.onStatus(i, false)]);
      context.emit(kind, row);
      if (atOnce) send([valve.onWatermark(i, p.pending)]);
    },
    onPartitionIdle(partition: number | undefined): void {
      send(o.partitions.flatMap((p, i) => (partition === undefined || p === partition ? [valve.onStatus(i, true)] : [])));
    },
    // The source's own watermarks and statuses are made here.
    onStatus: () => undefined,
    onWatermark(watermark: number): void {
      if (watermark !== MAX_WATERMARK) return;
      if (o.partitions.every((_, i) => valve.isIdle(i))) context.emitStatus(false);
      context.emitWatermark(watermark);
    },
  };
}
