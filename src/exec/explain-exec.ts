import type { ExecGraph, ExecNode } from './exec-node.ts';

/**
 * The execution section of EXPLAIN (Flink's `ExecNodePlanDumper`): a node with several consumers prints once with `(reuse_id=[1])` and
 * stands as `Reused(reference_id=[1])` elsewhere. With several roots the shared sub-plans are trees of their own, before their first user;
 * trees are separated by an empty line. No line feed at the end.
 */
export function explainExec(graph: ExecGraph): string {
  const [root, ...more] = graph.roots;
  if (!root) return '';
  const reuseIds = reusedNodes(graph);
  const printed = new Set<ExecNode>();
  if (more.length === 0) return treeText(root, reuseIds, printed);
  const trees: string[] = [];
  const seen = new Set<ExecNode>();
  const visit = (node: ExecNode): void => {
    if (seen.has(node)) return;
    seen.add(node);
    node.inputs.forEach(visit);
    if (reuseIds.has(node) || graph.roots.includes(node)) trees.push(treeText(node, reuseIds, printed));
  };
  graph.roots.forEach(visit);
  return trees.join('\n\n');
}

function treeText(root: ExecNode, reuseIds: ReadonlyMap<ExecNode, number>, printed: Set<ExecNode>): string {
  const lines: string[] = [];
  const visit = (node: ExecNode, prefix: string, branch: string): void => {
    const reuseId = reuseIds.get(node);
    if (printed.has(node) && reuseId !== undefined) {
      lines.push(`${prefix}${branch}Reused(reference_id=[${reuseId}])`);
      return;
    }
    printed.add(node);
    lines.push(`${prefix}${branch}${node.description}${reuseId === undefined ? '' : `(reuse_id=[${reuseId}])`}`);
    const below = branch === '' ? '' : `${prefix}${branch === '+- ' ? '   ' : ':  '}`;
    node.inputs.forEach((input, i) => visit(input, below, i === node.inputs.length - 1 ? '+- ' : ':- '));
  };
  visit(root, '', '');
  return lines.join('\n');
}

/** Nodes that are met more than once, numbered in the order in which they are met again. */
function reusedNodes(graph: ExecGraph): ReadonlyMap<ExecNode, number> {
  const seen = new Set<ExecNode>();
  const ids = new Map<ExecNode, number>();
  const visit = (node: ExecNode): void => {
    if (seen.has(node)) {
      if (!ids.has(node)) ids.set(node, ids.size + 1);
      return;
    }
    seen.add(node);
    node.inputs.forEach(visit);
  };
  graph.roots.forEach(visit);
  return ids;
}
