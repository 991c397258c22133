import type { CorDef } from '../../rel/decorrelate/correlation-map.ts';
import type { Correlate } from '../../rel/core/correlate.ts';
import type { DecorrelationState } from '../../rel/decorrelate/decorrelation-state.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexFieldAccess, RexNode } from '../../rel/rex/rex-node.ts';
import { isCallOf } from '../../rel/rex/rex-node.ts';
import { containsFieldAccess, containsInputRef, visitRex } from '../../rel/rex/rex-visit.ts';

/** A conjunct that equates something of the filter's input with something correlated. */
export interface CorrelatedKey {
  readonly own: RexNode;
  readonly correlated: RexNode;
}

/**
 * Equations of a correlated condition. `field`: the correlated operand is a plain field; `ref`: the own operand is a plain reference
 * (Calcite's `splitCorrelatedFilterCondition`). Other conjuncts are left out.
 */
export function correlatedKeys(e: RexNode, plain: 'field' | 'ref'): CorrelatedKey[] {
  if (isCallOf(e, 'AND')) return e.operands.flatMap((o) => correlatedKeys(o, plain));
  if (!isCallOf(e, 'EQUALS')) return [];
  const [a, b] = e.operands as readonly [RexNode, RexNode];
  const fits =
    plain === 'field'
      ? (own: RexNode, correlated: RexNode): boolean => correlated.rex === 'fieldAccess' && !containsFieldAccess(own)
      : (own: RexNode, correlated: RexNode): boolean => own.rex === 'inputRef' && !containsInputRef(correlated);
  if (fits(b, a)) {
    // With references Calcite looks at this side first; with fields at the other one, but then only one of them can fit.
    return [{ own: b, correlated: a }];
  }
  return fits(a, b) ? [{ own: a, correlated: b }] : [];
}

/** Field accesses inside. */
export function fieldAccessesOf(list: readonly RexNode[]): RexFieldAccess[] {
  const found: RexFieldAccess[] = [];
  for (const e of list) {
    visitRex(e, (x) => {
      if (x.rex === 'fieldAccess') found.push(x);
    });
  }
  return found;
}

/** Whether all variables that the nodes use come from this correlate, and the filter uses none but in its keys (Calcite's `checkCorVars`). */
export function usesOnly(
  state: DecorrelationState,
  correlate: Correlate,
  nodes: { readonly project: RelNode; readonly filter?: RelNode; readonly keys?: readonly RexFieldAccess[] },
): boolean {
  const { map } = state;
  const inFilter = (nodes.filter && map.usesOf(nodes.filter)) ?? [];
  const inKeys = new Set((nodes.keys ?? []).map((k) => map.refOf(k)?.key));
  if (inFilter.some((use) => !inKeys.has(use.key))) return false;
  const comesFromHere = (use: CorDef): boolean => map.providerOf(use.corr) === correlate;
  return inFilter.every(comesFromHere) && (map.usesOf(nodes.project) ?? []).every(comesFromHere);
}
