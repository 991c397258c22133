import type { SqlNode, SqlWindow, SqlWindowBound } from '../ast.ts';
import { expressions } from './context.ts';
import { NAME, type Cursor, type Kinds } from './cursor.ts';
import { orderItem } from './function-call.ts';
import type { Grammar } from './grammar.ts';
import { operandAhead } from './first-sets.ts';
import { simpleIdentifier } from './identifier.ts';
import { from, placeOf, sum } from './place.ts';

const DIRECTIONS: Kinds = new Set(['PRECEDING', 'FOLLOWING']);

/** OrderBy. */
export function orderBy(g: Grammar, isAllowed: boolean): SqlNode[] {
  const { c } = g;
  c.require('ORDER');
  if (!isAllowed) c.forbid('ORDER BY unexpected', c.last);
  c.require('BY');
  const list = [orderItem(g)];
  while (c.looksAt(0, ',') && operandAhead(c, 1, 1)) {
    c.advance();
    list.push(orderItem(g));
  }
  return list;
}

/** The WINDOW clause behind its word. */
export function windowDeclarations(g: Grammar): SqlWindow[] {
  const { c } = g;
  const list = [windowDeclaration(g)];
  while (c.ahead(',', NAME)) {
    c.advance();
    list.push(windowDeclaration(g));
  }
  return list;
}

function windowDeclaration(g: Grammar): SqlWindow {
  const declName = simpleIdentifier(g.c);
  g.c.require('AS');
  return { ...windowSpecification(g), declName };
}

/** WindowSpecification. */
export function windowSpecification(g: Grammar): SqlWindow {
  const { c } = g;
  c.require('(');
  const start = c.last;
  const refName = c.atAny(NAME) ? simpleIdentifier(c) : undefined;
  const partitionList = c.takeWords('PARTITION', 'BY') ? expressions(g, 'NON_QUERY') : [];
  const orderList = c.at('ORDER') ? orderBy(g, true) : [];
  const unit = c.take('ROWS', 'RANGE');
  let lowerBound: SqlWindowBound | undefined;
  let upperBound: SqlWindowBound | undefined;
  if (unit && c.take('BETWEEN')) {
    lowerBound = windowBound(g);
    c.require('AND');
    upperBound = windowBound(g);
  } else if (unit) {
    lowerBound = windowBound(g);
  }
  const partial = c.take('ALLOW', 'DISALLOW');
  if (partial) c.require('PARTIAL');
  c.require(')');
  return {
    type: 'SqlWindow',
    ...(refName && { refName }),
    partitionList,
    orderList,
    isRows: unit?.kind === 'ROWS',
    ...(unit && { unitPos: unit.pos }),
    ...(lowerBound && { lowerBound }),
    ...(upperBound && { upperBound }),
    ...(partial && { allowPartial: partial.kind === 'ALLOW' }),
    ...from(start, c.last),
  };
}

/** WindowRange. */
function windowBound(g: Grammar): SqlWindowBound {
  const { c } = g;
  if (c.ahead('CURRENT', 'ROW')) {
    c.advance();
    const start = c.last;
    c.advance();
    return { bound: 'CURRENT ROW', ...from(start, c.last) };
  }
  if (c.ahead('UNBOUNDED', DIRECTIONS)) return unbounded(c);
  const offset = g.expression('NON_QUERY');
  const direction = c.require('PRECEDING', 'FOLLOWING').kind === 'PRECEDING' ? 'PRECEDING' : 'FOLLOWING';
  return { bound: direction, offset, ...placeOf(sum(offset, c.last)) };
}

function unbounded(c: Cursor): SqlWindowBound {
  c.advance();
  const start = c.last;
  const bound = c.advance().kind === 'PRECEDING' ? 'UNBOUNDED PRECEDING' : 'UNBOUNDED FOLLOWING';
  return { bound, ...from(start, c.last) };
}
