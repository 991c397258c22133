import type { PhysicalRel } from '../rel/physical/physical-rel.ts';

/** A node of the execution graph (Flink's `ExecNode`): what one physical node runs as. Shared nodes stand for reused sub-plans. */
export interface ExecNode {
  /** Counted in translation order, inputs first. */
  readonly id: number;
  /** `GroupAggregate`. */
  readonly name: string;
  /** What stands in the brackets of the description. */
  readonly terms: readonly { readonly name: string; readonly text: string }[];
  /** The line of EXPLAIN: `GroupAggregate(groupBy=[a], select=[a, COUNT(*) AS cnt])`. */
  readonly description: string;
  readonly inputs: readonly ExecNode[];
  /** The physical node that it was made from. */
  readonly rel: PhysicalRel;
}

/** Flink's `ExecNodeGraph`. */
export interface ExecGraph {
  readonly roots: readonly ExecNode[];
}
