import type { RexCall, RexNode } from './rex-node.ts';
import { sameTypeIgnoringNullability } from '../../types/sql-type.ts';
import { call } from './rex-factory.ts';
import { rexEquals } from './rex-key.ts';
import { IS_NOT_DISTINCT_FROM } from './standard-operators.ts';

/**
 * Recognises the written-out forms of `a IS NOT DISTINCT FROM b` and gives the call instead
 * (`RelOptUtil.collapseExpandedIsNotDistinctFromExpr`): `OR(AND(a IS NULL, b IS NULL), a = b)`, the equality possibly under IS TRUE, and
 * `CASE(a IS NULL, b IS NULL, b IS NULL, a IS NULL, a = b)`. Everything else is given back as it is.
 */
export function collapseIsNotDistinctFrom(e: RexNode): RexNode {
  if (e.rex !== 'call') return e;
  if (e.op.kind === 'OR' && e.operands.length === 2) return fromOr(e);
  if (e.op.kind === 'CASE' && e.operands.length === 5) return fromCase(e);
  return e;
}

function fromOr(e: RexCall): RexNode {
  const [first, second] = e.operands;
  if (first?.rex !== 'call' || second?.rex !== 'call') return e;
  const swap = first.op.kind === 'AND' && (second.op.kind === 'EQUALS' || second.op.kind === 'IS_TRUE');
  const [equality, nulls] = swap ? [second, first] : [first, second];
  const bare = equality.op.kind === 'IS_TRUE' ? equality.operands[0] : equality;
  if (bare?.rex !== 'call' || bare.op.kind !== 'EQUALS' || nulls.op.kind !== 'AND' || nulls.operands.length !== 2) return e;
  return collapse(e, nulls.operands[0], nulls.operands[1], bare);
}

function fromCase(e: RexCall): RexNode {
  const [ifNull, thenNull, elseIf, elseIfThen, equality] = e.operands;
  if (!ifNull || !thenNull || !elseIf || !elseIfThen || equality?.rex !== 'call' || equality.op.kind !== 'EQUALS') return e;
  if (!rexEquals(ifNull, elseIfThen) || !rexEquals(thenNull, elseIf)) return e;
  return collapse(e, ifNull, elseIf, equality);
}

function collapse(e: RexCall, null0: RexNode | undefined, null1: RexNode | undefined, equality: RexCall): RexNode {
  const a = isNullOperand(null0);
  const b = isNullOperand(null1);
  const x = withoutNullabilityCast(equality.operands[0]);
  const y = withoutNullabilityCast(equality.operands[1]);
  if (!a || !b || !x || !y) return e;
  const same = (rexEquals(a, x) && rexEquals(b, y)) || (rexEquals(b, x) && rexEquals(a, y));
  return same ? call(IS_NOT_DISTINCT_FROM, [a, b]) : e;
}

function isNullOperand(e: RexNode | undefined): RexNode | undefined {
  return e?.rex === 'call' && e.op.kind === 'IS_NULL' ? e.operands[0] : undefined;
}

/** The operand of casts that change nullability only (`RexUtil.removeNullabilityCast`). */
function withoutNullabilityCast(e: RexNode | undefined): RexNode | undefined {
  let current = e;
  while (current?.rex === 'call' && current.op.kind === 'CAST') {
    const operand: RexNode | undefined = current.operands[0];
    if (!operand || !sameTypeIgnoringNullability(operand.type, current.type)) break;
    current = operand;
  }
  return current;
}
