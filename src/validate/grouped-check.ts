import type { BoundExpr } from './bound.ts';
import type { NameScope } from './name-scope.ts';
import { Identities, boundKey, boundOperands } from './bound-key.ts';
import { isGroupingCall } from './bound.ts';
import { contextError } from './errors.ts';

/**
 * Checks that expressions of an aggregate query use columns only inside aggregates or as group keys (Calcite's `AggChecker`). With
 * DISTINCT the keys are the items of the select list.
 */
export function checkGrouped(exprs: readonly BoundExpr[], keys: readonly BoundExpr[], scope: NameScope, mode: 'group' | 'distinct'): void {
  const ids = new Identities();
  const known = new Set(keys.map((k) => boundKey(k, ids)));
  const visit = (e: BoundExpr): void => {
    if (known.has(boundKey(e, ids))) return;
    switch (e.kind) {
      case 'aggregate':
        if (mode === 'distinct') break;
        if (isGroupingCall(e)) for (const o of e.operands) checkGroupingOperand(o, known, ids);
        return;
      case 'subQuery':
        for (const o of e.operands) visit(o);
        return;
      case 'call':
        // The call stands for the window among the keys, see `checkAuxiliaries`.
        if (e.op.category === 'groupAuxiliary') return;
        break;
      case 'column':
        if (e.scope !== scope) return;
        throw notGrouped(e, mode);
      default:
    }
    for (const o of boundOperands(e)) visit(o);
  };
  exprs.forEach(visit);
}

function notGrouped(e: BoundExpr, mode: 'group' | 'distinct'): Error {
  const text = e.origin.text ?? (e.kind === 'column' ? e.name : '');
  const message = mode === 'group' ? `Expression '${text}' is not being grouped` : `Expression '${text}' is not in the select clause`;
  return contextError('validate/not-grouped', e.origin, message);
}

function checkGroupingOperand(o: BoundExpr, known: ReadonlySet<string>, ids: Identities): void {
  if (!known.has(boundKey(o, ids))) {
    throw contextError('validate/grouping', o.origin, 'Argument to GROUPING operator must be a grouped expression');
  }
}

/** The window among the keys that an auxiliary call belongs to, by the operands they share; −1 if there is none. */
export function windowKeyOf(auxiliary: Extract<BoundExpr, { readonly kind: 'call' }>, keys: readonly BoundExpr[], ids: Identities): number {
  const name = auxiliary.op.name.split('_')[0] ?? '';
  const operands = auxiliary.operands.map((o) => boundKey(o, ids)).join();
  return keys.findIndex(
    (k) =>
      k.kind === 'call' &&
      k.op.category === 'groupWindow' &&
      k.op.name.replace('$', '') === name &&
      k.operands.map((o) => boundKey(o, ids)).join() === operands,
  );
}

/** Every TUMBLE_START and kin must belong to a window of GROUP BY. */
export function checkAuxiliaries(exprs: readonly BoundExpr[], keys: readonly BoundExpr[]): void {
  const ids = new Identities();
  const visit = (e: BoundExpr): void => {
    if (e.kind === 'call' && e.op.category === 'groupAuxiliary' && windowKeyOf(e, keys, ids) < 0) {
      const window = e.op.name.split('_')[0] ?? '';
      throw contextError(
        'validate/auxiliary-function',
        e.origin,
        `Call to auxiliary group function '${e.op.name}' must have matching call to group function '$${window}' in GROUP BY clause`,
      );
    }
    boundOperands(e).forEach(visit);
  };
  exprs.forEach(visit);
}
