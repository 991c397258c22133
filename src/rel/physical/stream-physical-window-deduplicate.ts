import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { Windowing } from './windowing.ts';
import { SingleRel } from '../core/single-rel.ts';
import { term } from '../rel-node.ts';
import { fieldListText, fieldName } from './text/field-text.ts';
import { windowingText } from './windowing.ts';

export interface WindowDeduplicateOptions {
  readonly partitionKeys: readonly number[];
  readonly orderKey: number;
  readonly keepLastRow: boolean;
  readonly windowing: Windowing;
}

/** Flink's `StreamPhysicalWindowDeduplicate`: the first or last row per key and window. */
export class StreamPhysicalWindowDeduplicate extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalWindowDeduplicate';
  readonly options: WindowDeduplicateOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: WindowDeduplicateOptions) {
    super(cluster, traits, [input]);
    this.options = options;
  }

  get windowing(): Windowing {
    return this.options.windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalWindowDeduplicate {
    return new StreamPhysicalWindowDeduplicate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const row = this.input().rowType;
    const { partitionKeys, orderKey, keepLastRow, windowing } = this.options;
    return [
      term('window', windowingText(windowing, row)),
      term('keep', keepLastRow ? 'LastRow' : 'FirstRow'),
      term('partitionKeys', fieldListText(partitionKeys, row)),
      term('orderKey', fieldName(row, orderKey)),
      term('order', windowing.isRowtime ? 'ROWTIME' : 'PROCTIME'),
    ];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
