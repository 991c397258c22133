import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode as RelNodeClass, term } from '../rel-node.ts';
import { leastRestrictiveRow } from '../../types/least-restrictive.ts';

/** Calcite's `SetOp`: names of the first input, types the least restrictive of all inputs. */
export abstract class SetOp extends RelNodeClass {
  readonly all: boolean;

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], all: boolean) {
    super(cluster, traits, inputs);
    this.all = all;
  }

  override inputName(i: number): string {
    return `input#${i}`;
  }

  protected override deriveRowType(): RowType {
    return leastRestrictiveRow(this.inputs.map((n) => n.rowType));
  }

  override describe(): readonly Term[] {
    return [term('all', this.all)];
  }
}

export abstract class Union extends SetOp {}
export abstract class Intersect extends SetOp {}
export abstract class Minus extends SetOp {}
