import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { rexTerm, term } from '../rel-node.ts';
import { relRowType, timestampLtzType, timestampType } from '../../types/sql-type.ts';
import { SingleRel } from './single-rel.ts';

/** Flink's `WatermarkAssigner`: makes one column the rowtime attribute. */
export abstract class WatermarkAssigner extends SingleRel {
  readonly rowtimeIndex: number;
  readonly watermarkExpr: RexNode;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, rowtimeIndex: number, watermarkExpr: RexNode) {
    super(cluster, traits, [input]);
    this.rowtimeIndex = rowtimeIndex;
    this.watermarkExpr = watermarkExpr;
  }

  protected override deriveRowType(): RowType {
    return relRowType(
      this.input().rowType.fields.map((f, i) => {
        if (i !== this.rowtimeIndex) return f;
        const make = f.type.name === 'TIMESTAMP' ? timestampType : timestampLtzType;
        return { name: f.name, type: make(f.type.precision ?? 3, f.type.nullable, 'ROWTIME') };
      }),
    );
  }

  override get rexNodes(): readonly RexNode[] {
    return [this.watermarkExpr];
  }

  override describe(): readonly Term[] {
    const name = this.input().rowType.fields[this.rowtimeIndex]?.name ?? '';
    return [term('rowtime', name), rexTerm('watermark', this.watermarkExpr)];
  }
}
