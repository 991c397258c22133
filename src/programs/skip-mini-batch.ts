import type { RelNode } from '../rel/rel-node.ts';
import { Calc } from '../rel/core/calc.ts';
import { Filter } from '../rel/core/filter.ts';
import { Project } from '../rel/core/project.ts';
import { Sink } from '../rel/core/sink.ts';
import { TableScan } from '../rel/core/table-scan.ts';
import { Values } from '../rel/core/values.ts';
import { LogicalUnion } from '../rel/logical/logical-set-op.ts';

/**
 * Whether mini-batches would only delay rows: the trees hold nothing but nodes that keep no state (Flink's
 * `FlinkRexUtil.shouldSkipMiniBatch`).
 */
export function shouldSkipMiniBatch(roots: readonly RelNode[]): boolean {
  return roots.every(needsNoMiniBatch);
}

function needsNoMiniBatch(node: RelNode): boolean {
  return isStateless(node) && node.inputs.every(needsNoMiniBatch);
}

/** ROW_NUMBER keeps its mini-batches, since what it becomes may need them. */
function isStateless(node: RelNode): boolean {
  if (node instanceof Project) return !node.projects.some((e) => e.rex === 'over' && e.op.name === 'ROW_NUMBER');
  if (node instanceof LogicalUnion) return node.all;
  return [Filter, Calc, TableScan, Values, Sink].some((nodeClass) => node instanceof nodeClass);
}
