import type { RelNode } from '../../rel/rel-node.ts';
import type { PlannerListener } from '../planner-listener.ts';
import { RelSubset } from './rel-subset.ts';
import { failureText } from './failure-text.ts';

/** No rule led to a plan with the wanted traits (Calcite's `CannotPlanException`). `message` is Calcite's text without its dump. */
export class CannotPlanError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotPlanError';
  }
}

/**
 * The cheapest tree below the root (Calcite's `RelSubset.buildCheapestPlan`). A sub-set used twice gives one shared object; a node reached
 * through two sub-sets is copied twice.
 */
export function buildBestPlan(root: RelSubset, listener: PlannerListener): RelNode {
  const done = new Map<RelNode, RelNode>();
  const visit = (p: RelNode): RelNode => {
    const known = done.get(p);
    if (known) return known;
    const node = p instanceof RelSubset ? p.best : p;
    if (!node) throw new CannotPlanError(failureText(root));
    if (p !== root) listener.chosen?.(node);
    const inputs = node.inputs.map(visit);
    const result = inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
    done.set(p, result);
    return result;
  };
  const plan = visit(root);
  listener.chosen?.(undefined);
  return plan;
}
