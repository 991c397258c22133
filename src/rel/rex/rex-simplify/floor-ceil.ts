import type { RexCall, RexNode } from '../rex-node.ts';
import type { Simplifier } from './contract.ts';
import { withOperands } from '../rex-factory.ts';

const FINER: readonly string[] = ['YEAR', 'MONTH', 'DAY', 'HOUR', 'MINUTE', 'SECOND', 'MILLISECOND', 'MICROSECOND'];

function canRollUp(outer: string, inner: string): boolean {
  if (outer === 'QUARTER') return inner !== 'YEAR' && (inner === 'QUARTER' || FINER.includes(inner));
  if (!FINER.includes(outer)) return false;
  if (inner === 'QUARTER') return outer === 'YEAR';
  return FINER.includes(inner) && FINER.indexOf(outer) <= FINER.indexOf(inner);
}

function unitOf(e: RexNode | undefined): string | undefined {
  return e?.rex === 'literal' && e.value.kind === 'symbol' ? e.value.value : undefined;
}

/** FLOOR of a FLOOR to a finer unit, CEIL alike: the inner one is left out (`RexSimplify.simplifyCeilFloor`). */
export function simplifyFloorCeil(s: Simplifier, e: RexCall): RexNode {
  const [x, flag] = e.operands;
  if (!x || !flag || e.operands.length !== 2) return e;
  const operand = s.simplify(x, 'UNKNOWN');
  if (operand.rex === 'call' && operand.op.kind === e.op.kind) {
    const [innermost, innerFlag] = operand.operands;
    if (operand.operands.length !== 2 || !innermost) return e;
    const outer = unitOf(flag);
    const inner = unitOf(innerFlag);
    if (outer !== undefined && inner !== undefined && canRollUp(outer, inner)) return withOperands(e, [innermost, flag]);
  }
  return operand === x ? e : withOperands(e, [operand, flag]);
}
