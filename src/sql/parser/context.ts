import type { SqlNode } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { operandAhead } from './first-sets.ts';
import type { ExpressionContext, Grammar } from './grammar.ts';

/** Where only a query may stand, what was read last was none. */
export function forbidExpression(c: Cursor, context: ExpressionContext): void {
  if (context === 'QUERY') c.forbid('Non-query expression encountered in illegal context', c.last);
}

/** Where only an expression may stand, a query begins. */
export function forbidQuery(c: Cursor, context: ExpressionContext): void {
  if (context === 'NON_QUERY' || context === 'SUB_QUERY' || context === 'CURSOR') {
    c.forbid('Query expression encountered in illegal context', c.last);
  }
}

/** Inside parentheses more is allowed than outside. */
export function insideParentheses(context: ExpressionContext): ExpressionContext {
  if (context === 'SUB_QUERY') return 'NONCURSOR';
  return context === 'CURSOR' ? 'ALL' : context;
}

/** ExpressionCommaList without its place. */
export function expressions(g: Grammar, context: ExpressionContext): SqlNode[] {
  const list = [g.expression(context)];
  while (g.c.looksAt(0, ',') && operandAhead(g.c, 1, 1)) {
    g.c.advance();
    list.push(g.expression('SUB_QUERY'));
  }
  return list;
}
