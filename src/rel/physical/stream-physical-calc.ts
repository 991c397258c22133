import type { Cluster } from '../cluster.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { CommonCalc, selectText, whereText } from '../core/common-calc.ts';
import { term } from '../rel-node.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

/** Flink's `StreamPhysicalCalc`: filters and computes row by row. */
export class StreamPhysicalCalc extends CommonCalc implements PhysicalRel {
  readonly typeName = 'StreamPhysicalCalc';
  readonly requireWatermark = false;
  /** Row type of the node; a copy with another program keeps it. */
  readonly outputRowType: RowType;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, program: RexProgram, outputRowType: RowType = program.outputRowType) {
    super(cluster, traits, input, program);
    this.outputRowType = outputRowType;
  }

  protected override deriveRowType(): RowType {
    return this.outputRowType;
  }

  override copyCalc(traits: TraitSet, input: RelNode, program: RexProgram): StreamPhysicalCalc {
    return new StreamPhysicalCalc(this.cluster, traits, input, program, this.outputRowType);
  }

  describeAs(format: TextFormat): readonly Term[] {
    const where = whereText(this.program, format);
    const select = term('select', selectText(this.program, format));
    return where === undefined ? [select] : [select, term('where', where)];
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
