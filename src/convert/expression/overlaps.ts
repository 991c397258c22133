import type { BoundCall, BoundExpr } from '../../validate/bound.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Blackboard } from '../blackboard.ts';
import type { Converter } from '../converter.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { call } from '../../rel/rex/rex-factory.ts';
import { AND, CASE, GREATER_THAN_OR_EQUAL, LESS_THAN_OR_EQUAL, PLUS } from '../../rel/rex/standard-operators.ts';

interface Period {
  readonly start: RexNode;
  readonly end: RexNode;
}

/** `(a, b) OVERLAPS (c, d)`: each period's ends are put in order, then `e0 >= s1 AND e1 >= s0`. The second value may be an interval. */
export function convertOverlaps(e: BoundCall, bb: Blackboard, c: Converter): RexNode {
  const [left, right] = e.operands.map((o) => period(o, bb, c));
  if (!left || !right) throw new Error('OVERLAPS has two operands');
  return call(AND, [call(GREATER_THAN_OR_EQUAL, [left.end, right.start]), call(GREATER_THAN_OR_EQUAL, [right.end, left.start])]);
}

function period(e: BoundExpr, bb: Blackboard, c: Converter): Period {
  const [from, to] = e.kind === 'call' && e.op.kind === 'ROW' ? e.operands : [];
  if (!from || !to) throw new UnsupportedError('overlaps', 'A period is a pair of two values.', e.origin.span);
  const a = c.expression(from, bb);
  const second = c.expression(to, bb);
  const b = second.type.name === 'INTERVAL' ? call(PLUS, [a, second]) : second;
  const ordered = call(LESS_THAN_OR_EQUAL, [a, b]);
  return { start: call(CASE, [ordered, a, b]), end: call(CASE, [ordered, b, a]) };
}
