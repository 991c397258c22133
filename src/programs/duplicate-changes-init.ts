import type { NodeProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { StreamPhysicalSink } from '../rel/physical/stream-physical-sink.ts';
import { replaceTraits } from '../rel/traits/trait-set.ts';

/** Flink's `FlinkDuplicateChangesTraitInitProgram`: whether the consumers of the root tolerate the same change twice. */
export const duplicateChangesInitProgram: NodeProgram = {
  kind: 'program',
  run: (root: RelNode, context: ProgramContext) => {
    const wanted = context.isAllowDuplicateChanges ? 'ALLOW' : 'DISALLOW';
    const duplicateChanges = root.stripped() instanceof StreamPhysicalSink ? 'NONE' : wanted;
    const result = root.copy(replaceTraits(root.traitSet, { duplicateChanges }), root.inputs);
    context.listener.visited({ node: root, result, action: 'starts with what the statement allows', provided: duplicateChanges });
    return result;
  },
};
