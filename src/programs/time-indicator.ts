import type { NodeProgram } from './optimizer-program.ts';
import type { ProgramContext } from './program-context.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { convertTimeIndicators } from './time-indicator-converter.ts';

/** Flink's `FlinkRelTimeIndicatorProgram`: time attributes become plain timestamps where they are used as values. */
export const timeIndicatorProgram: NodeProgram = {
  kind: 'program',
  run: (root: RelNode, context: ProgramContext) => convertTimeIndicators(root, context.listener, context.needFinalTimeIndicatorConversion),
};
