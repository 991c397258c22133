import type { SqlNode } from '../ast.ts';

/**
 * Where a node is printed: how strongly the operators at its left and right pull, and whether a query may stand here without
 * parentheses.
 */
export interface PrintContext {
  readonly left: number;
  readonly right: number;
  readonly inQuery: boolean;
}

/** Prints a node; passed to the files that print kinds of nodes, so that they do not import each other. */
export type Print = (node: SqlNode, context: PrintContext) => string;

/** At the top, and at the top of a query's own clauses. */
export const TOP: PrintContext = { left: 0, right: 0, inQuery: true };
/** Inside parentheses or a list: nothing pulls, and a query needs parentheses of its own. */
export const INSIDE: PrintContext = { left: 0, right: 0, inQuery: false };

/** An item of a list with commas, which pull a little: enough to put a query or an interval in parentheses. */
export const LIST_ITEM: PrintContext = { left: 2, right: 3, inQuery: false };

/** `a, b, c`. */
export function commaList(print: Print, nodes: readonly SqlNode[], separator = ', '): string {
  return nodes.map((n) => print(n, LIST_ITEM)).join(separator);
}
