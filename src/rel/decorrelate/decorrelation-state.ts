import type { RelNode } from '../rel-node.ts';
import { Correlate } from '../core/correlate.ts';
import { CorrelationMap } from './correlation-map.ts';

/** What the steps of one decorrelation share: the map of variables as the last step left it. */
export class DecorrelationState {
  map: CorrelationMap;
  /** Correlates that a rule has made and must not look at again. */
  private readonly generated = new Set<RelNode>();

  constructor(root: RelNode) {
    this.map = CorrelationMap.of(root);
  }

  /** Makes the map anew. */
  lookAt(root: RelNode): void {
    this.map = CorrelationMap.of(root);
  }

  markGenerated(node: Correlate): void {
    this.generated.add(node);
  }

  isGenerated(node: Correlate): boolean {
    return this.generated.has(node);
  }

  /** A node stands for another one from now on (Calcite's copy hook). */
  copied(old: RelNode, copy: RelNode): void {
    this.map.copyUses(old, copy);
    if (!(old instanceof Correlate) || !(copy instanceof Correlate)) return;
    if (this.map.providerOf(old.correlationId) === old) this.map.setProvider(old.correlationId, copy);
    if (this.generated.has(old)) this.generated.add(copy);
  }
}
