import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import { StreamPhysicalCorrelate } from '../../rel/physical/stream-physical-correlate.ts';
import { noBody } from '../runtime-expression.ts';
import { correlate } from './correlate.ts';

/** Correlate with a table function that has a body: a user's function is known by its signature only. */
export function correlateFunction(node: ExecNode, context: OperatorContext): Operator {
  if (node.rel instanceof StreamPhysicalCorrelate && node.rel.options.call.op.isUserDefined) throw noBody(node.rel.options.call.op.name);
  return correlate(node, context);
}
