import type { RexCall, RexNode } from '../rex-node.ts';
import type { UnknownAs } from '../sarg.ts';
import type { Simplifier } from './contract.ts';
import { booleanLiteral, call } from '../rex-factory.ts';
import { sargOf } from '../rex-node.ts';
import { negateSarg, negateUnknownAs } from '../sarg.ts';
import { AND, CASE, negatedOperator, OR } from '../standard-operators.ts';
import { simplifySearch, withSarg } from './search.ts';
import { notOf } from './truth-tests.ts';

/** NOT, driven inwards wherever the operand has an opposite (`RexSimplify.simplifyNot`). */
export function simplifyNot(s: Simplifier, e: RexCall, u: UnknownAs): RexNode {
  const x = e.operands[0] as RexNode;
  if (x.rex === 'literal' && x.value.kind === 'boolean') return booleanLiteral(!x.value.value);
  if (x.rex === 'call') {
    const simpler = negatedCall(s, x, u);
    if (simpler) return simpler;
  }
  const operand = s.simplify(x, negateUnknownAs(u));
  return operand === x ? e : notOf(operand);
}

function negatedCall(s: Simplifier, x: RexCall, u: UnknownAs): RexNode | undefined {
  switch (x.op.kind) {
    case 'NOT':
      return s.simplify(x.operands[0] as RexNode, u);
    case 'SEARCH':
      return simplifySearch(s, withSarg(x, negateSarg(sargOf(x))), negateUnknownAs(u));
    case 'AND':
    case 'OR': {
      const operands = x.operands.map((o) => s.simplify(notOf(o), u));
      return s.simplify(call(x.op.kind === 'AND' ? OR : AND, operands), u);
    }
    case 'CASE': {
      const last = x.operands.length - 1;
      return s.simplify(
        call(
          CASE,
          x.operands.map((o, i) => (i === last || i % 2 === 1 ? notOf(o) : o)),
        ),
        u,
      );
    }
    default: {
      const opposite = negatedOperator(x.op.kind);
      return opposite && s.simplify(call(opposite, x.operands), u);
    }
  }
}
