import type { ExecGraph, ExecNode } from './exec-node.ts';
import type { PhysicalRel } from '../rel/physical/physical-rel.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { keepsLastRow, runsAsDeduplicate } from '../rel/physical/deduplication.ts';
import { physicalRel, shortTypeName } from '../rel/physical/physical-rel.ts';
import { StreamPhysicalRank } from '../rel/physical/stream-physical-rank.ts';
import { isInsertOnlyKinds } from '../rel/physical/changelog.ts';
import { descriptionTerms, descriptionText } from '../rel/physical/text/node-description.ts';
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
    const node: ExecNode = { id: made.size + 1, ...described(rel), inputs, rel };
    made.set(rel, node);
    return node;
  };
  return { roots: roots.map(visit) };
}

function described(rel: PhysicalRel): Pick<ExecNode, 'name' | 'terms' | 'description'> {
  const [name, terms] =
    rel instanceof StreamPhysicalRank && runsAsDeduplicate(rel)
      ? ['Deduplicate', deduplicateTerms(rel)]
      : [shortTypeName(rel), descriptionTerms(rel)];
  return { name, terms, description: descriptionText(name, terms) };
}

/** A Top-1 by a time attribute runs as a cheaper operator, which only the execution section shows. */
function deduplicateTerms(rel: StreamPhysicalRank): ExecNode['terms'] {
  const { partitionKey, orderKey } = rel.rank;
  return [
    { name: 'keep', text: keepsLastRow(orderKey) ? 'LastRow' : 'FirstRow' },
    { name: 'key', text: fieldListText(partitionKey, rel.rowType) },
    { name: 'order', text: rel.sortOnRowTime ? 'ROWTIME' : 'PROCTIME' },
    { name: 'outputInsertOnly', text: String(isInsertOnlyKinds(rel.traitSet.modifyKinds)) },
  ];
}
