import type { ExecGraph, ExecNode } from './exec-node.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { keepsLastRow, runsAsDeduplicate } from '../rel/physical/deduplication.ts';
import { physicalRel, shortTypeName } from '../rel/physical/physical-rel.ts';
import { StreamPhysicalRank } from '../rel/physical/stream-physical-rank.ts';
import { isInsertOnlyKinds } from '../rel/physical/changelog.ts';
import { nodeDescription } from '../rel/physical/text/node-description.ts';
import { fieldListText } from '../rel/physical/text/field-text.ts';
import { checkTranslation } from './translation-checks.ts';

/**
 * Flink's `ExecNodeGraphGenerator`: one exec node a physical node, inputs first; the same physical node gives the same exec node. Throws
 * what Flink throws while it translates (checks of lookup joins, temporal joins, sorts, ranks, OVER windows).
 */
export function translateToExec(roots: readonly RelNode[]): ExecGraph {
  const made = new Map<RelNode, ExecNode>();
  const visit = (placeholder: RelNode): ExecNode => {
    const rel = physicalRel(placeholder);
    const known = made.get(rel);
    if (known) return known;
    const inputs = rel.inputs.map(visit);
    checkTranslation(rel);
    const node: ExecNode = { id: made.size + 1, ...nameAndDescription(rel), inputs, rel };
    made.set(rel, node);
    return node;
  };
  return { roots: roots.map(visit) };
}

function nameAndDescription(rel: PhysicalRel): { readonly name: string; readonly description: string } {
  return rel instanceof StreamPhysicalRank && runsAsDeduplicate(rel)
    ? { name: 'Deduplicate', description: deduplicateDescription(rel) }
    : { name: shortTypeName(rel), description: nodeDescription(rel) };
}

/** A Top-1 by a time attribute runs as a cheaper operator, which only the execution section shows. */
function deduplicateDescription(rel: StreamPhysicalRank): string {
  const { partitionKey, orderKey } = rel.rank;
  const items = [
    `keep=[${keepsLastRow(orderKey) ? 'LastRow' : 'FirstRow'}]`,
    `key=[${fieldListText(partitionKey, rel.rowType)}]`,
    `order=[${rel.sortOnRowTime ? 'ROWTIME' : 'PROCTIME'}]`,
    `outputInsertOnly=[${isInsertOnlyKinds(rel.traitSet.modifyKinds)}]`,
  ];
  return `Deduplicate(${items.join(', ')})`;
}
