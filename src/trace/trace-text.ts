import type { NodeRef, PlanTrace, TraceNode } from './plan-trace.ts';

export interface TraceTextOptions {
  /** `changelogMode=[I]` on physical nodes, as the stages after the physical search print it. */
  readonly withChangelogMode?: boolean;
}

const CUT_PREFIXES = ['StreamPhysical', 'StreamExec'];
/** Items that Flink's writer appends behind the changelog mode, where they stand at the end. */
const TRAILING_TERMS = new Set(['joinHints', 'stateTtlHints', 'hints', 'duplicateChanges', 'upsertKeys']);

/** The name that prints: physical and exec nodes without their prefix. */
export function traceNodeName(type: string): string {
  const prefix = CUT_PREFIXES.find((p) => type.startsWith(p));
  return prefix ? type.slice(prefix.length) : type;
}

/** `Calc(select=[a, b])`: a node's line as Flink's tree writer prints it. */
export function traceNodeText(node: TraceNode, options: TraceTextOptions = {}): string {
  const items = node.terms.map((t) => `${t.name}=[${t.text}]`);
  if (options.withChangelogMode && node.convention === 'STREAM_PHYSICAL') {
    const lastOwn = node.terms.findLastIndex((t) => t.name === 'hints' || !TRAILING_TERMS.has(t.name));
    items.splice(lastOwn + 1, 0, `changelogMode=[${node.changelogMode ?? 'NONE'}]`);
  }
  const name = traceNodeName(node.type);
  return items.length === 0 ? name : `${name}(${items.join(', ')})`;
}

/** A plan of a trace as Flink's tree writer prints it: a line a node, no line feed at the end. A shared node prints at each place. */
export function traceTreeText(trace: Pick<PlanTrace, 'nodes'>, root: NodeRef, options: TraceTextOptions = {}): string {
  const lines: string[] = [];
  const visit = (ref: NodeRef, prefix: string, branch: string): void => {
    const node = trace.nodes[ref];
    if (!node) return;
    lines.push(`${prefix}${branch}${traceNodeText(node, options)}`);
    const below = branch === '' ? '' : `${prefix}${branch === '+- ' ? '   ' : ':  '}`;
    node.inputs.forEach((input, i) => visit(input, below, i === node.inputs.length - 1 ? '+- ' : ':- '));
  };
  visit(root, '', '');
  return lines.join('\n');
}
