import type { DescribeLevel, RelNode } from './rel-node.ts';
import { javaDouble } from '../base/java-double.ts';
import { costText } from './metadata/cost.ts';

export interface CalciteWriterOptions {
  readonly level?: DescribeLevel;
  /** `: rowcount = R, cumulative cost = C, id = N` after each line. */
  readonly withCost?: boolean;
  /** `ID:` before each name, and no id at the end. */
  readonly withIdPrefix?: boolean;
  /** Blanks before the first line. */
  readonly indent?: number;
}

/**
 * A plan as Calcite's `RelWriterImpl` prints it: two blanks a level, full type names, a line feed after every line. Sub-queries inside
 * expressions, Volcano's dumps and "Original rel" print so.
 */
export function explainCalcite(root: RelNode, options: CalciteWriterOptions = {}): string {
  const lines: string[] = [];
  const visit = (placeholder: RelNode, depth: number): void => {
    const node = placeholder.stripped();
    const items = node.describe(options.level ?? 'expplan').filter((t) => !t.hidden);
    let line = `${' '.repeat(depth)}${options.withIdPrefix ? `${node.id}:` : ''}${node.typeName}`;
    if (items.length > 0) line += `(${items.map((t) => `${t.name}=[${t.text}]`).join(', ')})`;
    if (options.withCost) {
      const { mq } = node.cluster;
      line += `: rowcount = ${javaDouble(mq.rowCount(node))}, cumulative cost = ${costText(mq.cumulativeCost(node))}`;
      if (!options.withIdPrefix) line += `, id = ${node.id}`;
    }
    lines.push(`${line}\n`);
    for (const input of node.inputs) visit(input, depth + 2);
  };
  visit(root, options.indent ?? 0);
  return lines.join('');
}
