import type { RelNode } from '../rel/rel-node.ts';
import { validationError } from '../base/diagnostic.ts';
import { explainTree } from '../rel/explain.ts';

/**
 * Flink's `StreamPhysicalDeltaJoinForceValidator` (`table.optimizer.delta-join.strategy` = FORCE): a plan with regular joins must hold a delta
 * join. None can be made of a script: a delta join looks rows up by an index, and SQL declares none.
 */
export function checkDeltaJoins(roots: readonly RelNode[]): void {
  if (!roots.some(hasRegularJoin)) return;
  const plans = roots.map((root) => `${explainTree(root, { withChangelogMode: true, withDuplicateChanges: true })}\n`);
  throw validationError(
    'plan/delta-join',
    `The current sql doesn't support to do delta join optimization. The plan is:\n\n${plans.join('\n')}`,
  );
}

function hasRegularJoin(placeholder: RelNode): boolean {
  const node = placeholder.stripped();
  return node.typeName === 'StreamPhysicalJoin' || node.inputs.some(hasRegularJoin);
}
