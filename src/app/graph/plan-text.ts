import type { TraceNode } from '../../trace/plan-trace.ts';
import type { PlanTreeNode } from '../../trace/plan-diff.ts';
import { titleOf } from './card-model.ts';

/** A node on one line as EXPLAIN prints it. */
export function nodeText(node: TraceNode): string {
  return `${titleOf(node.type)}(${node.terms.map((term) => `${term.name}=[${term.text}]`).join(', ')})`;
}

function stepText(node: TraceNode): string {
  const text = nodeText(node);
  return node.changelogMode === undefined
    ? text
    : `${text.slice(0, -1)}${node.terms.length > 0 ? ', ' : ''}changelogMode=[${node.changelogMode}])`;
}

/** A tree as EXPLAIN prints it; with the changelog mode where a node has one, as stages print it, if that is wanted. */
export function planText(nodes: readonly TraceNode[], tree: PlanTreeNode, withChangelog = false): string {
  const lines: string[] = [];
  const visit = (place: PlanTreeNode, head: string, rest: string): void => {
    const node = nodes[place.ref];
    if (node) lines.push(head + (withChangelog ? stepText(node) : nodeText(node)));
    place.inputs.forEach((input, i) => {
      const isLast = i === place.inputs.length - 1;
      visit(input, rest + (isLast ? '+- ' : ':- '), rest + (isLast ? '   ' : ':  '));
    });
  };
  visit(tree, '', '');
  return lines.join('\n');
}
