import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode as RelNodeClass, term } from '../rel-node.ts';
import { leastRestrictive } from '../../types/least-restrictive.ts';
import { relRowType } from '../../types/sql-type.ts';

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
    const rows = this.inputs.map((n) => n.rowType);
    return relRowType(
      this.input().rowType.fields.map((f, i) => ({
        name: f.name,
        type: leastRestrictive(rows.map((r) => r.fields[i]?.type ?? f.type)) ?? f.type,
      })),
    );
  }

  override describe(): readonly Term[] {
    return [term('all', this.all)];
  }
}

export abstract class Union extends SetOp {}
export abstract class Intersect extends SetOp {}
export abstract class Minus extends SetOp {}
