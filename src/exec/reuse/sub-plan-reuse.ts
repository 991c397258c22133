import type { Config } from '../../catalog/config.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import { explainLine } from '../../rel/explain.ts';
import { Sink } from '../../rel/core/sink.ts';
import { TableFunctionScan } from '../../rel/core/table-function-scan.ts';
import { StreamPhysicalExchange } from '../../rel/physical/stream-physical-exchange.ts';
import { StreamPhysicalTableSourceScan } from '../../rel/physical/stream-physical-table-source-scan.ts';
import { scanKey } from './scan-abilities.ts';

/**
 * Makes one object of equal sub-plans (Flink's `SubplanReuser`); the leftmost one stays. What lies below a repeated sub-plan is not looked
 * at again, so it counts once.
 */
export function reuseSubPlans(roots: readonly RelNode[], config: Config): readonly RelNode[] {
  return reuse(roots, config.boolean('table.optimizer.reuse-source-enabled'));
}

function reuse(roots: readonly RelNode[], sourcesToo: boolean): readonly RelNode[] {
  const keyOf = digests();
  const groups = collectGroups(roots, keyOf, sourcesToo);
  const made = new Map<string, RelNode>();
  const rewrite = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const key = keyOf(node);
    const group = groups.get(key);
    const first = made.get(key);
    if (first && group?.reusable && group.nodes.length > 1 && group.nodes[0] !== node) return first;
    const inputs = node.inputs.map(rewrite);
    const result = inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
    made.set(key, result);
    return result;
  };
  return roots.map(rewrite);
}

interface Group {
  readonly nodes: RelNode[];
  readonly reusable: boolean;
}

function collectGroups(roots: readonly RelNode[], keyOf: (n: RelNode) => string, sourcesToo: boolean): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  const seen = new Set<RelNode>();
  const visit = (placeholder: RelNode): void => {
    const node = placeholder.stripped();
    if (seen.has(node)) return;
    seen.add(node);
    const key = keyOf(node);
    const group = groups.get(key) ?? { nodes: [], reusable: isReusable(node, sourcesToo) };
    groups.set(key, group);
    group.nodes.push(node);
    if (!(group.reusable && group.nodes.length > 1)) node.inputs.forEach(visit);
  };
  roots.forEach(visit);
  return groups;
}

function isReusable(node: RelNode, sourcesToo: boolean): boolean {
  if (node instanceof StreamPhysicalTableSourceScan) return sourcesToo;
  if (node instanceof StreamPhysicalExchange) return isReusable(node.input().stripped(), sourcesToo);
  return !(node instanceof Sink || node instanceof TableFunctionScan);
}

/**
 * Makes one object of equal sub-trees of logical trees before they are cut into blocks
 * (`table.optimizer.reuse-optimize-block-with-digest-enabled`).
 */
export function reuseLogicalTrees(roots: readonly RelNode[]): readonly RelNode[] {
  return reuse(roots, true);
}

/** Text of a whole sub-plan, changelog traits and row types included. */
function digests(): (node: RelNode) => string {
  const known = new Map<RelNode, string>();
  const ids = new Map<string, string>();
  const keyOf = (placeholder: RelNode): string => {
    const node = placeholder.stripped();
    const cached = known.get(node);
    if (cached !== undefined) return cached;
    const own =
      node instanceof StreamPhysicalTableSourceScan
        ? `Scan(${scanKey(node)})`
        : explainLine(node, { withRowType: true, withChangelogMode: true });
    const text = `${own}<${node.inputs.map(keyOf).join(';')}>`;
    // Equal texts share a short key, so that keys do not grow with the tree.
    const key = ids.get(text) ?? `#${ids.size}`;
    ids.set(text, key);
    known.set(node, key);
    return key;
  };
  return keyOf;
}
