import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { SortOptions } from '../core/sort.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { decimalToNumber } from '../../types/decimal.ts';
import { Sort } from '../core/sort.ts';
import { makeCost } from '../metadata/cost.ts';
import { LOGICAL_TRAITS } from '../traits/trait-set.ts';

/** Number of rows that a literal names; undefined for anything else. */
export function literalCount(e: RexNode | undefined): number | undefined {
  return e?.rex === 'literal' && e.value.kind === 'decimal' ? decimalToNumber(e.value.value) : undefined;
}

/** Flink's `FlinkLogicalSort`. */
export class FlinkLogicalSort extends Sort {
  readonly typeName = 'FlinkLogicalSort';

  static create(input: RelNode, o: SortOptions): FlinkLogicalSort {
    return new FlinkLogicalSort(input.cluster, LOGICAL_TRAITS, input, o);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): FlinkLogicalSort {
    return new FlinkLogicalSort(this.cluster, traits, inputs[0] ?? this.input(), this.sortOptions);
  }

  override estimateRowCount(mq: MetadataQuery): number {
    const rows = Math.max(mq.rowCount(this.input()) - (literalCount(this.offset) ?? 0), 1);
    return Math.min(rows, literalCount(this.fetch) ?? rows);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, 0);
  }
}
