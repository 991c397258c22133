import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { AlignmentParams } from './source-alignment.ts';
import type { SplitWatermarkOptions } from './split-watermarks.ts';
import { MAX_WATERMARK } from '../event-time.ts';
import { SourceAlignment } from './source-alignment.ts';
import { SplitWatermarks } from './split-watermarks.ts';

/** The part of an operator that makes a source's watermarks. */
export interface SourceWatermarks {
  /** A row of the split at hand has gone out, with the watermark that it gives, if any. */
  readonly onRow: (watermark: number | null) => void;
  readonly operator: Omit<Operator, 'onRecord'>;
}

/** For a source that the watermark was pushed into. */
export function sourceWatermarks(
  table: RelOptTable,
  ability: SourceAbility & { readonly kind: 'watermark' },
  context: OperatorContext,
): SourceWatermarks {
  const options = { onEvent: ability.emitStrategy === 'on-event', idleTimeout: ability.idleTimeout };
  // Sources of the old kind have no coordinator to align them.
  const isOld = table.source?.provider.kind === 'SourceFunction' || table.source?.provider.kind === 'InputFormat';
  const alignment = isOld ? undefined : table.source?.watermarkParams.alignment;
  return splitWatermarks({ ...options, splits: splitsOf(table.names, context), alignment }, context);
}

/** The splits of a table: the partitions that the feed names, else a single one. */
function splitsOf(names: readonly string[], context: OperatorContext): readonly number[] {
  const partitions = context.partitionsOf(names);
  return partitions.length > 0 ? partitions : [0];
}

export function splitWatermarks(
  o: SplitWatermarkOptions & { readonly alignment: AlignmentParams | undefined },
  context: OperatorContext,
): SourceWatermarks {
  const watermarks = new SplitWatermarks(o, context);
  const alignment = o.alignment && new SourceAlignment(o.alignment, watermarks, { splits: o.splits, context });
  return {
    onRow: (watermark) => watermarks.onEvent(context.partition, watermark),
    operator: {
      onPartitionIdle: (partition) => watermarks.tellIdle(partition),
      onPartitionEnd(partition) {
        alignment?.endSplit(partition);
        watermarks.endSplit(partition);
      },
      // The source's statuses are made here.
      onStatus: () => undefined,
      onWatermark(watermark) {
        if (watermark === MAX_WATERMARK) alignment?.end();
        watermarks.emit(watermark);
      },
      ...(alignment && { canRead: (partition) => alignment.canRead(partition) }),
    },
  };
}
