import type { Cluster } from '../cluster.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { Windowing, WindowSpec } from './windowing.ts';
import { SingleRel } from '../core/single-rel.ts';
import { term } from '../rel-node.ts';
import { windowingText } from './windowing.ts';

/** Flink's `StreamPhysicalWindowTableFunction`: adds start, end and time of each row's windows. */
export class StreamPhysicalWindowTableFunction extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalWindowTableFunction';
  readonly outputRowType: RowType;
  readonly windowing: Windowing;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, outputRowType: RowType, windowing: Windowing) {
    super(cluster, traits, [input]);
    this.outputRowType = outputRowType;
    this.windowing = windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  protected override deriveRowType(): RowType {
    return this.outputRowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalWindowTableFunction {
    return new StreamPhysicalWindowTableFunction(this.cluster, traits, inputs[0] ?? this.input(), this.outputRowType, this.windowing);
  }

  /** A row is in every window that covers it. */
  override estimateRowCount(mq: MetadataQuery): number {
    return mq.rowCount(this.input()) * windowsOfRow(this.windowing.spec);
  }

  override describe(): readonly Term[] {
    return [term('window', windowingText(this.windowing, this.input().rowType))];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}

/** How many windows a row is taken to be in; a session counts a window a millisecond of its gap, as Flink does. */
function windowsOfRow(spec: WindowSpec): number {
  switch (spec.kind) {
    case 'TUMBLE':
      return 1;
    case 'HOP':
      return Math.trunc(spec.size / spec.slide);
    case 'CUMULATE':
      return Math.trunc(spec.maxSize / spec.step);
    case 'SESSION':
      return spec.gap;
  }
}
