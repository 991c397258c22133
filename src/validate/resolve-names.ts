import type { SqlNode } from '../sql/ast.ts';
import type { ExprContext } from './expression/context.ts';
import { childNodes } from './expression/aggregate-finder.ts';
import { bindIdentifier } from './expression/identifier.ts';
import { nullaryFunction } from './expression/function.ts';
import { isQuery } from '../sql/parser/node.ts';

/**
 * Resolves every name of an expression without looking at types. Calcite expands all names of a clause before it checks anything else,
 * so an unknown column is reported before a wrong type to its left.
 */
export function resolveNames(node: SqlNode, cx: ExprContext): void {
  if (isQuery(node)) return;
  switch (node.type) {
    case 'SqlIdentifier':
      if (node.names[node.names.length - 1] !== '' && !nullaryFunction(node, cx)) bindIdentifier(node, cx);
      return;
    case 'SqlBasicCall': {
      if (node.operator === 'DESCRIPTOR') return;
      const [first, second] = node.operands;
      switch (node.kind) {
        case 'AS':
        case 'DOT':
        case 'ARGUMENT_ASSIGNMENT':
          if (first) resolveNames(first, cx);
          return;
        case 'OVER':
          if (first) resolveNames(first, cx);
          if (second && second.type !== 'SqlIdentifier') resolveNames(second, cx);
          return;
        default:
      }
      break;
    }
    default:
  }
  for (const child of childNodes(node)) resolveNames(child, cx);
}
