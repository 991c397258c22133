import type { BoundCall, BoundExpr } from '../validate/bound.ts';
import { AND, OR } from '../rel/rex/standard-operators.ts';
import { containsIn } from './expression/sub-query.ts';

/** Pushes NOT through AND and OR down to INs, only where an IN is below (Calcite's `pushDownNotForIn`). */
export function pushDownNot(e: BoundExpr): BoundExpr {
  if (e.kind !== 'call' || !containsIn(e)) return e;
  switch (e.op.kind) {
    case 'AND':
    case 'OR':
      return { ...e, operands: e.operands.map(pushDownNot) };
    case 'NOT': {
      const [child] = e.operands;
      return child ? negated(e, child) : e;
    }
    default:
      return e;
  }
}

function negated(not: BoundCall, child: BoundExpr): BoundExpr {
  if ((child.kind === 'inList' && !child.quantified) || (child.kind === 'subQuery' && child.subQuery === 'IN'))
    return { ...child, negated: !child.negated };
  if (child.kind !== 'call') return not;
  const each = (): BoundExpr[] => child.operands.map((o) => pushDownNot({ ...not, operands: [o] }));
  switch (child.op.kind) {
    case 'AND':
      return { ...child, op: OR, operands: each() };
    case 'OR':
      return { ...child, op: AND, operands: each() };
    case 'NOT': {
      const [inner] = child.operands;
      return inner ? pushDownNot(inner) : not;
    }
    default:
      return not;
  }
}
