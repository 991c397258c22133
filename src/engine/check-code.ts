import type { EvalContext } from '../runtime/eval/contract.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RexNode } from '../rel/rex/rex-node.ts';
import { FlinkError, UnsupportedError } from '../base/diagnostic.ts';
import { Calc } from '../rel/core/calc.ts';
import { Join } from '../rel/core/join.ts';
import { StreamPhysicalOverAggregate } from '../rel/physical/stream-physical-over-aggregate.ts';
import { checkStreaming } from '../runtime/aggregates/batch-only.ts';
import { compileExpression } from '../runtime/eval/compile-expression.ts';
import { NoEvaluator } from '../runtime/eval/contract.ts';

/**
 * Throws what Flink throws when it generates code for the expressions of a plan, inputs first. EXPLAIN generates all code too, so a plan
 * with an expression without code has none of the sections that come after the optimizer. Code that only Java's compiler refuses is not
 * compiled by EXPLAIN.
 */
export function checkCode(root: RelNode, context: EvalContext, seen: Set<RelNode> = new Set()): void {
  if (seen.has(root)) return;
  seen.add(root);
  for (const input of root.inputs) checkCode(input, context, seen);
  if (root instanceof StreamPhysicalOverAggregate) root.group.calls.forEach(({ call }) => checkStreaming(call.op.name));
  if (root instanceof Calc || root instanceof Join) for (const e of root.rexNodes) checkExpression(e, context);
}

function checkExpression(e: RexNode, context: EvalContext): void {
  try {
    compileExpression(e, context);
  } catch (error) {
    if (error instanceof FlinkError && error.code !== 'plan/uncompilable-code') throw error;
    if (error instanceof FlinkError || error instanceof NoEvaluator || error instanceof UnsupportedError) return;
    throw error;
  }
}
