import type { TraceNode } from '../../trace/plan-trace.ts';
import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import { titleOf } from './card-model.ts';

/** A node on one line as EXPLAIN prints it. */
export function nodeText(node: TraceNode): string {
  return `${titleOf(node.type)}(${node.terms.map((term) => `${term.name}=[${term.text}]`).join(', ')})`;
}

/** A tree as EXPLAIN prints it. */
export function planText(nodes: readonly TraceNode[], tree: PlanTreeNode): string {
  const lines: string[] = [];
  const visit = (place: PlanTreeNode, head: string, rest: string): void => {
    const node = nodes[place.ref];
    if (node) lines.push(head + nodeText(node));
    place.inputs.forEach((input, i) => {
      const isLast = i === place.inputs.length - 1;
      visit(input, rest + (isLast ? '+- ' : ':- '), rest + (isLast ? '   ' : ':  '));
    });
  };
  visit(tree, '', '');
  return lines.join('\n');
}
