import type { StreamPhysicalWatermarkAssigner } from '../../rel/physical/stream-physical-watermark-assigner.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import type { SplitWatermarkOptions } from '../sources/split-watermarks.ts';
import { parseDuration } from '../../catalog/config.ts';
import { TableScan } from '../../rel/core/table-scan.ts';
import { MAX_WATERMARK } from '../event-time.ts';
import { splitWatermarks } from '../sources/source-watermarks.ts';
import { compileMillis } from '../time-expression.ts';

/** The scan that a node's rows come from, through nodes with one input. */
export function scanBelow(rel: RelNode): TableScan | undefined {
  for (let node: RelNode | undefined = rel.stripped(); node; node = node.inputs.length === 1 ? node.input().stripped() : undefined) {
    if (node instanceof TableScan) return node;
  }
  return undefined;
}

/** How a table with several partitions makes watermarks; undefined if the feed names none. */
export function partitionOptions(rel: StreamPhysicalWatermarkAssigner, context: OperatorContext): SplitWatermarkOptions | undefined {
  const scan = scanBelow(rel)?.table;
  const splits = scan ? context.partitionsOf(scan.names) : [];
  if (splits.length === 0 || scan?.table?.kind !== 'connector') return undefined;
  const option = (name: string): string | undefined =>
    new Map([...(scan.table?.kind === 'connector' ? scan.table.options : []), ...scan.hintOptions]).get(`scan.watermark.${name}`);
  const idle = option('idle-timeout');
  return {
    splits,
    onEvent: option('emit.strategy')?.toLowerCase().replaceAll('_', '-') === 'on-event',
    idleTimeout: idle === undefined ? context.config.duration('table.exec.source.idle-timeout') : parseDuration(idle),
  };
}

/**
 * A watermark assigner over a source whose feed names partitions: as if the source made watermarks by partition, which one that takes the
 * watermark over does. (Flink's assigner sees the rows of a subtask and knows no partitions; each partition counts as a subtask here.)
 */
export function partitionedWatermarks(rel: StreamPhysicalWatermarkAssigner, o: SplitWatermarkOptions, context: OperatorContext): Operator {
  const watermarkOf = compileMillis(rel.watermarkExpr, rel.input().rowType.fields.length, context);
  const { operator, onRow } = splitWatermarks({ ...o, alignment: undefined }, context);
  return {
    ...operator,
    onRecord(_input: number, { kind, row }: Change): void {
      context.emit(kind, row);
      onRow(watermarkOf(row));
    },
    // Watermarks of the source itself do not count, but for the last one.
    onWatermark(watermark: number): void {
      if (watermark === MAX_WATERMARK) operator.onWatermark?.(watermark);
    },
  };
}
