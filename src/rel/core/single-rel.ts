import type { RowType } from '../../types/sql-type.ts';
import { RelNode } from '../rel-node.ts';

/** A node with one input whose row type is the input's unless a class says otherwise. */
export abstract class SingleRel extends RelNode {
  protected override deriveRowType(): RowType {
    return this.input().rowType;
  }
}

/** A node with two inputs, called `left` and `right`. */
export abstract class BiRel extends RelNode {
  get left(): RelNode {
    return this.input(0);
  }

  get right(): RelNode {
    return this.input(1);
  }

  override inputName(i: number): string {
    return i === 0 ? 'left' : 'right';
  }
}
