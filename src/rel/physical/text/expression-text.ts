import type { RexNode } from '../../rex/rex-node.ts';
import type { TextFormat } from './text-format.ts';
import { printExpression } from '../../rex/flink-expression-text.ts';

/** An expression over fields with the given names, in the format of the section. */
export function expressionText(e: RexNode, names: readonly string[], format: TextFormat): string {
  return printExpression(e, names, format);
}
