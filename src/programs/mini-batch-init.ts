import type { NodeProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { miniBatchText } from '../rel/traits/changelog.ts';
import { replaceTraits } from '../rel/traits/trait-set.ts';

/** Flink's `FlinkMiniBatchIntervalTraitInitProgram`: the root gets the interval that its consumers want. */
export const miniBatchInitProgram: NodeProgram = {
  kind: 'program',
  run: (root: RelNode, context: ProgramContext) => {
    const miniBatch = context.miniBatchInterval;
    const result = root.copy(replaceTraits(root.traitSet, { miniBatch }), root.inputs);
    context.listener.visited({
      node: root,
      result,
      action: 'starts with the mini-batch interval of the statement',
      provided: miniBatchText(miniBatch),
    });
    return result;
  },
};
