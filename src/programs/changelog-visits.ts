import type { NodeVisit, ProgramListener } from '../planner/program-listener.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { TraitSet } from '../rel/traits/trait-set.ts';
import { physicalRel } from '../rel/physical/physical-rel.ts';
import { replaceTraits } from '../rel/traits/trait-set.ts';

/**
 * Visits of one pass of the changelog inference. They are kept until the pass is over, since a requirement may be tried in vain: only the
 * visits of the attempt that succeeded are announced.
 */
export class VisitLog {
  private visits: NodeVisit[] = [];

  add(visit: NodeVisit): void {
    this.visits.push(visit);
  }

  /** A place to return to when an attempt fails. */
  mark(): number {
    return this.visits.length;
  }

  /** Forgets everything after the mark. */
  rewind(mark: number): void {
    this.visits = this.visits.slice(0, mark);
  }

  announce(listener: ProgramListener): void {
    for (const visit of this.visits) listener.visited(visit);
    this.visits = [];
  }
}

/** The node over other inputs with some traits replaced, as a physical one. */
export function copyWithTraits(node: PhysicalRel, inputs: readonly RelNode[], change: Partial<Omit<TraitSet, 'text'>>): PhysicalRel {
  return physicalRel(node.copy(replaceTraits(node.traitSet, change), inputs));
}

/** Inputs of a node as physical ones. */
export function physicalInputs(node: RelNode): readonly PhysicalRel[] {
  return node.inputs.map(physicalRel);
}
