import { PlannerLimitError } from '../../base/planner-limit-error.ts';

/**
 * Most nodes that an expression may grow to when references are replaced by what they stand for. Each level of
 * `SELECT id + id AS id FROM (…)` doubles the expression, so that twenty of them would fill the memory.
 */
export const MAX_EXPRESSION_NODES = 50_000;

/** Throws if an expression, or the expressions of a node together, have grown too large. */
export function checkExpressionSize(nodes: number): void {
  if (nodes > MAX_EXPRESSION_NODES) {
    throw new PlannerLimitError(
      'size-limit',
      `stopped at an expression of more than ${MAX_EXPRESSION_NODES} nodes: it has grown too large`,
    );
  }
}
