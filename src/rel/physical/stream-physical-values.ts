import type { DescribeLevel, RelNode, Term } from '../rel-node.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Values } from '../core/values.ts';

/** Flink's `StreamPhysicalValues`: constant rows; prints its type in the physical section only. */
export class StreamPhysicalValues extends Values implements PhysicalRel {
  readonly typeName = 'StreamPhysicalValues';
  readonly requireWatermark = false;

  override copy(traits: TraitSet, _inputs: readonly RelNode[]): StreamPhysicalValues {
    return new StreamPhysicalValues(this.cluster, traits, this.rowType, this.tuples);
  }

  describeAs(format: TextFormat): readonly Term[] {
    const level: DescribeLevel = format.format === 'prefix' ? 'digest' : 'expplan';
    return this.describe(level);
  }
}
