import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { JoinType } from '../core/join.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelHint, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode } from '../rel-node.ts';
import { makeCost } from '../metadata/cost.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

export interface FlinkMultiJoinOptions {
  readonly joinFilter: RexNode;
  readonly rowType: RowType;
  readonly joinConditions: readonly (RexNode | undefined)[];
  readonly joinTypes: readonly JoinType[];
  readonly postJoinFilter?: RexNode;
  readonly hints: readonly RelHint[];
}

/** Flink's `FlinkLogicalMultiJoin`. It prints no items. */
export class FlinkLogicalMultiJoin extends RelNode {
  readonly typeName = 'FlinkLogicalMultiJoin';
  readonly join: FlinkMultiJoinOptions;

  static create(cluster: Cluster, inputs: readonly RelNode[], join: FlinkMultiJoinOptions): FlinkLogicalMultiJoin {
    return new FlinkLogicalMultiJoin(cluster, LOGICAL_TRAITS, inputs, join);
  }

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], join: FlinkMultiJoinOptions) {
    super(cluster, traits, inputs);
    this.join = join;
  }

  protected override deriveRowType(): RowType {
    return this.join.rowType;
  }

  override inputName(i: number): string {
    return `input#${i}`;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalMultiJoin {
    return new FlinkLogicalMultiJoin(this.cluster, traits, inputs, this.join);
  }

  override describe(): readonly Term[] {
    return [];
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    let rows = 0;
    let io = 0;
    for (const input of this.inputs) {
      const count = mq.rowCount(input);
      rows += count;
      io += count * mq.averageRowSize(input);
    }
    return makeCost(1 + rows, rows, io);
  }
}
