import type { RexNode } from '../../rel/rex/rex-node.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';

/**
 * What the surroundings of a condition need to know about its value (Calcite's `RelOptUtil.Logic`): `TRUE`: only whether it is true;
 * `UNKNOWN_AS_FALSE` and `UNKNOWN_AS_TRUE`: two values, unknown counted as one of them; `TRUE_FALSE`: it is never unknown.
 */
export type Logic = 'TRUE_FALSE_UNKNOWN' | 'TRUE_FALSE' | 'UNKNOWN_AS_FALSE' | 'UNKNOWN_AS_TRUE' | 'TRUE';

/** Below a NOT around something that must be true, false must be told from the rest; it does not leave this file. */
type InnerLogic = Logic | 'FALSE';

function negated(logic: InnerLogic): InnerLogic {
  switch (logic) {
    case 'TRUE':
      return 'FALSE';
    case 'FALSE':
      return 'TRUE';
    case 'UNKNOWN_AS_FALSE':
      return 'UNKNOWN_AS_TRUE';
    case 'UNKNOWN_AS_TRUE':
      return 'UNKNOWN_AS_FALSE';
    default:
      return logic;
  }
}

/** What a call needs to know of its operands. */
function ofOperands(kind: string, logic: InnerLogic): InnerLogic {
  let below = logic;
  switch (kind) {
    case 'IS_NULL':
    case 'IS_NOT_NULL':
    case 'CASE':
      below = 'TRUE_FALSE_UNKNOWN';
      break;
    case 'IS_TRUE':
    case 'IS_NOT_TRUE':
      below = 'UNKNOWN_AS_FALSE';
      break;
    case 'IS_FALSE':
    case 'IS_NOT_FALSE':
      below = 'UNKNOWN_AS_TRUE';
      break;
    case 'NOT':
      below = negated(logic);
      break;
    default:
  }
  return below === 'TRUE' && kind !== 'AND' ? 'TRUE_FALSE_UNKNOWN' : below;
}

/**
 * The least that must be known of `seek` so that the expressions around it, of which `logic` must be known, come out right (Calcite's
 * `LogicVisitor.find`). Where it stands at several places that need different things, everything must be known.
 */
export function requiredLogic(logic: Logic, expressions: readonly RexNode[], seek: RexNode): Logic {
  const found = new Set<Logic>();
  const meet = (e: RexNode, asked: InnerLogic): void => {
    if (rexEquals(e, seek)) found.add(asked === 'FALSE' ? 'UNKNOWN_AS_TRUE' : asked);
  };
  const visit = (e: RexNode, asked: InnerLogic): void => {
    if (e.rex === 'subQuery') {
      meet(e, asked === 'TRUE_FALSE_UNKNOWN' && !e.type.nullable ? 'TRUE_FALSE' : asked);
      return;
    }
    if (e.rex === 'call') {
      const below = ofOperands(e.op.kind, asked);
      for (const operand of e.operands) visit(operand, below);
    }
    meet(e, asked);
  };
  for (const e of expressions) visit(e, logic);
  const [only] = found;
  if (only === undefined) throw new Error('the sub-query is not in the expressions');
  return found.size === 1 ? only : 'TRUE_FALSE_UNKNOWN';
}
