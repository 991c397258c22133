import type { RelNode } from './rel-node.ts';
import type { RexNode } from './rex/rex-node.ts';
import { bitSet } from './bit-set.ts';
import { visitRex } from './rex/rex-visit.ts';

/** Visits all expressions of a plan, those of sub-queries' plans included; placeholders are looked through. */
export function visitPlanExpressions(root: RelNode, f: (e: RexNode) => void): void {
  const node = root.stripped();
  const visit = (e: RexNode): void =>
    visitRex(e, (n) => {
      f(n);
      if (n.rex === 'subQuery') visitPlanExpressions(n.rel, f);
    });
  node.rexNodes.forEach(visit);
  for (const input of node.inputs) visitPlanExpressions(input, f);
}

/** Fields of a correlation variable that a plan reads, ascending (Calcite's `correlationColumns`). */
export function correlationColumns(id: number, root: RelNode): number[] {
  const found: number[] = [];
  visitPlanExpressions(root, (e) => {
    if (e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable' && e.ref.id === id) found.push(e.fieldIndex);
  });
  return bitSet(found);
}

/** Correlation variables that a plan uses, in order of first use (Calcite's `getVariablesUsed`; those it sets itself are included). */
export function variablesUsed(root: RelNode): number[] {
  const found = new Set<number>();
  visitPlanExpressions(root, (e) => {
    if (e.rex === 'correlVariable') found.add(e.id);
  });
  return [...found];
}
