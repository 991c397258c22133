import type { RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';

/** Computes constant expressions (Calcite's `RexExecutor`, Flink's `ExpressionReducer`). */
export interface RexExecutor {
  /**
   * Each expression evaluated, or the expression itself where it cannot be. The lists have equal length. One failure leaves all of them
   * as they are.
   */
  reduce(expressions: readonly RexNode[]): readonly RexNode[];
}

/** What the files of this folder see of the simplifier. */
export interface Simplifier {
  /** Conditions known to be true of the input. */
  readonly predicates: readonly RexNode[];
  readonly executor: RexExecutor | undefined;
  /** Whether earlier terms of an AND or OR count as known for the later ones. */
  readonly eliminatesPredicates: boolean;
  /** The expression in a simpler form; an unknown answer counts as `u`. The same object if there is none. */
  simplify(e: RexNode, u: UnknownAs): RexNode;
  withPredicates(predicates: readonly RexNode[]): Simplifier;
}

/** All of a list simplified. */
export function simplifyList(s: Simplifier, list: readonly RexNode[], u: UnknownAs): RexNode[] {
  return list.map((e) => s.simplify(e, u));
}
