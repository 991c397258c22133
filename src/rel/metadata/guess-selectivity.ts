import type { RexNode } from '../rex/rex-node.ts';
import { isAlwaysTrue } from '../rex/rex-node.ts';
import { conjunctions } from '../rex/conditions.ts';
import { artificialSelectivity } from './artificial-selectivity.ts';

const COMPARISONS: ReadonlySet<string> = new Set([
  'IN',
  'NOT_EQUALS',
  'LESS_THAN',
  'GREATER_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN_OR_EQUAL',
  'IS_DISTINCT_FROM',
  'IS_NOT_DISTINCT_FROM',
]);

/** Selectivity without knowing anything (Calcite's `RelMdUtil.guessSelectivity`): a product over the conjuncts. */
export function guessSelectivity(predicate: RexNode | undefined): number {
  if (!predicate || isAlwaysTrue(predicate)) return 1;
  let guess = 1;
  let artificial = 1;
  for (const e of conjunctions(predicate)) {
    const given = artificialSelectivity(e);
    if (given !== undefined) artificial *= given;
    else guess *= guessOne(e);
  }
  return guess * artificial;
}

function guessOne(e: RexNode): number {
  if (e.rex !== 'call') return 0.25;
  const { kind } = e.op;
  if (kind === 'IS_NOT_NULL') return 0.9;
  if (kind === 'EQUALS') return 0.15;
  return COMPARISONS.has(kind) ? 0.5 : 0.25;
}
