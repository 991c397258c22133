import type { RelNode } from '../rel-node.ts';
import type { RexFieldAccess, RexNode } from '../rex/rex-node.ts';
import { Correlate } from '../core/correlate.ts';
import { Filter } from '../core/filter.ts';
import { Join } from '../core/join.ts';
import { Project } from '../core/project.ts';
import { rexKey } from '../rex/rex-key.ts';
import { visitRex } from '../rex/rex-visit.ts';

/** A field of a correlation variable (Calcite's `CorDef`). */
export interface CorDef {
  readonly corr: number;
  readonly field: number;
}

/** A use of one; equal field accesses are one use (Calcite's `CorRef`). */
export interface CorRef extends CorDef {
  readonly key: number;
}

function compareRefs(a: CorRef, b: CorRef): number {
  return a.corr - b.corr || a.field - b.field || a.key - b.key;
}

/**
 * Where correlation variables are set and used in a tree (Calcite's `RelDecorrelator.CorelMap`). Nodes count by identity, so whoever copies
 * a node must say so.
 */
export class CorrelationMap {
  private readonly refs = new Map<RelNode, CorRef[]>();
  private readonly providers = new Map<number, RelNode>();
  private readonly accesses = new Map<string, CorRef>();

  /** The uses in a tree, sub-queries' plans included; several trees are looked at one after the other. */
  static of(...roots: readonly RelNode[]): CorrelationMap {
    const map = new CorrelationMap();
    for (const root of roots) map.visit(root.stripped());
    return map;
  }

  get hasCorrelation(): boolean {
    return this.providers.size > 0;
  }

  /** Variables that a node's own expressions use, ordered by variable and field; undefined if none. */
  usesOf(node: RelNode): readonly CorRef[] | undefined {
    return this.refs.get(node);
  }

  /** The use that a field access is. */
  refOf(e: RexFieldAccess): CorRef | undefined {
    return this.accesses.get(rexKey(e));
  }

  /** The Correlate that sets a variable. */
  providerOf(corr: number): RelNode | undefined {
    return this.providers.get(corr);
  }

  setProvider(corr: number, node: RelNode): void {
    this.providers.set(corr, node);
  }

  removeProvider(corr: number, node: RelNode): void {
    if (this.providers.get(corr) === node) this.providers.delete(corr);
  }

  /** A copy uses what the node uses. */
  copyUses(from: RelNode, to: RelNode): void {
    for (const ref of this.refs.get(from) ?? []) this.addUse(to, ref);
  }

  private visit(node: RelNode): void {
    if (node instanceof Correlate) this.providers.set(node.correlationId, node);
    else if (node instanceof Join || node instanceof Filter || node instanceof Project) {
      for (const e of node.rexNodes) this.visitExpression(e, node);
    }
    for (const input of node.inputs) this.visit(input.stripped());
  }

  private visitExpression(root: RexNode, node: RelNode): void {
    visitRex(root, (e) => {
      if (e.rex === 'subQuery') this.visit(e.rel.stripped());
      if (e.rex !== 'fieldAccess' || e.ref.rex !== 'correlVariable') return;
      const key = rexKey(e);
      const known = this.accesses.get(key);
      const ref = known ?? { corr: e.ref.id, field: e.fieldIndex, key: this.accesses.size };
      if (!known) this.accesses.set(key, ref);
      this.addUse(node, ref);
    });
  }

  private addUse(node: RelNode, ref: CorRef): void {
    const list = this.refs.get(node) ?? [];
    if (list.some((r) => r.key === ref.key)) return;
    this.refs.set(node, [...list, ref].sort(compareRefs));
  }
}
