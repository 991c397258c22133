import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { FlinkError } from '../../base/diagnostic.ts';
import { Snapshot } from '../core/snapshot.ts';
import { makeCost } from '../metadata/cost.ts';
import { rexText } from '../rex/rex-text.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalSnapshot`: the period is a column of the other side of a join. */
export class FlinkLogicalSnapshot extends Snapshot {
  readonly typeName = 'FlinkLogicalSnapshot';

  static create(input: RelNode, period: RexNode): FlinkLogicalSnapshot {
    return new FlinkLogicalSnapshot(input.cluster, LOGICAL_TRAITS, input, period);
  }

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, period: RexNode) {
    super(cluster, traits, input, period);
    checkPeriod(period);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalSnapshot {
    return new FlinkLogicalSnapshot(this.cluster, traits, inputs[0] ?? this.input(), this.period);
  }

  override withRexNodes(list: readonly RexNode[]): FlinkLogicalSnapshot {
    const period = list[0] ?? this.period;
    return period === this.period ? this : new FlinkLogicalSnapshot(this.cluster, this.traitSet, this.input(), period);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, rows * mq.averageRowSize(this));
  }
}

function checkPeriod(period: RexNode): void {
  if (period.rex === 'fieldAccess' || period.rex === 'literal') return;
  throw new FlinkError('plan/snapshot', [
    {
      className: 'AssertionError',
      message:
        "Temporal table can only be used in temporal join and only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field.\n" +
        `Querying a temporal table using 'FOR SYSTEM TIME AS OF' syntax with an expression call '${rexText(period)}' is not supported yet.`,
    },
  ]);
}
