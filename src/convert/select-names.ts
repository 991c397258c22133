import type { BoundExpr } from '../validate/bound.ts';

/** The name that an expression has by itself. */
export function naturalName(e: BoundExpr): string | undefined {
  return e.kind === 'column' || e.kind === 'field' ? e.name : undefined;
}

/** The column that QUALIFY's condition is computed in. */
export const QUALIFY_FIELD = 'QualifyExpression';
