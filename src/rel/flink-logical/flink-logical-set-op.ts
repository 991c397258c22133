import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { Intersect, Minus, Union } from '../core/set-op.ts';
import { makeCost, plusCost } from '../metadata/cost.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Flink's `FlinkLogicalUnion`: passes rows on, so only their number costs. */
export class FlinkLogicalUnion extends Union {
  readonly typeName = 'FlinkLogicalUnion';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): FlinkLogicalUnion {
    return new FlinkLogicalUnion(inputs[0].cluster, LOGICAL_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalUnion {
    return new FlinkLogicalUnion(this.cluster, traits, inputs, this.all);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return makeCost(
      this.inputs.reduce((n, input) => n + mq.rowCount(input), 0),
      0,
      0,
    );
  }
}

function readAll(inputs: readonly RelNode[], mq: MetadataQuery): Cost {
  return inputs.reduce(
    (sum, input) => {
      const rows = mq.rowCount(input);
      return plusCost(sum, makeCost(rows, rows, rows * mq.averageRowSize(input)));
    },
    makeCost(0, 0, 0),
  );
}

/** Flink's `FlinkLogicalIntersect`. */
export class FlinkLogicalIntersect extends Intersect {
  readonly typeName = 'FlinkLogicalIntersect';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): FlinkLogicalIntersect {
    return new FlinkLogicalIntersect(inputs[0].cluster, LOGICAL_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalIntersect {
    return new FlinkLogicalIntersect(this.cluster, traits, inputs, this.all);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return readAll(this.inputs, mq);
  }
}

/** Flink's `FlinkLogicalMinus`. */
export class FlinkLogicalMinus extends Minus {
  readonly typeName = 'FlinkLogicalMinus';

  static create(inputs: readonly [RelNode, ...RelNode[]], all: boolean): FlinkLogicalMinus {
    return new FlinkLogicalMinus(inputs[0].cluster, LOGICAL_TRAITS, inputs, all);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalMinus {
    return new FlinkLogicalMinus(this.cluster, traits, inputs, this.all);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    return readAll(this.inputs, mq);
  }
}
