import type { Term } from '../rel-node.ts';
import type { TextFormat } from './text/text-format.ts';
import type { RelNode } from '../rel-node.ts';

/**
 * Flink's `StreamPhysicalRel`: what every `StreamPhysical…` node can tell beside a `RelNode`. An interface, since the classes extend the
 * core class of their kind.
 */
export interface PhysicalRel extends RelNode {
  /** True if the operator works by watermarks (decides where mini-batches are assigned). */
  readonly requireWatermark: boolean;
  /** The items of the node in the given format; `describe` is the same in the physical format. */
  describeAs(format: TextFormat): readonly Term[];
}

/** True for nodes of the physical convention (placeholders of the planners excepted). */
export function isPhysicalRel(node: RelNode): node is PhysicalRel {
  return node.traitSet.convention === 'STREAM_PHYSICAL' && 'describeAs' in node;
}

/** The node behind a planner's placeholder as a physical one. */
export function physicalRel(node: RelNode): PhysicalRel {
  const rel = node.stripped();
  if (!isPhysicalRel(rel)) throw new Error(`${rel.typeName} is not a physical node`);
  return rel;
}

/** Node name as EXPLAIN prints it: `StreamPhysical` cut off. */
export function shortTypeName(node: RelNode): string {
  return node.typeName.replace(/^StreamPhysical/, '');
}
