import type { DuplicateChanges } from '../../rel/traits/changelog.ts';
import { ALL_MODE, isInsertOnly } from '../../catalog/changelog-mode.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { isPhysicalRel } from '../../rel/physical/physical-rel.ts';
import { StreamPhysicalSink } from '../../rel/physical/stream-physical-sink.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** Hands down whether the same change may arrive twice: only an upsert sink by key, and what merely passes rows on, does not mind. */
export const DuplicateChangesInferRule = defineRule({
  description: 'DuplicateChangesInferRule',
  operand: any(RelNode, { convention: 'STREAM_PHYSICAL', predicate: isPhysicalRel }),
  identity: 'DuplicateChangesInferRule',
  explain: { summary: 'Each node learns whether its consumers bear the same change twice; delta joins need that.' },
  onMatch: (call) => {
    const node = call.rel(0);
    const required = requiredOfInputs(node);
    const inputs = call.childRels(node);
    const updated = inputs.map((input) => {
      const own = input.traitSet.duplicateChanges;
      if (own === required) return input;
      return input.copy(replaceTraits(input.traitSet, { duplicateChanges: merged(own, required) }), input.inputs);
    });
    if (updated.some((n, i) => n !== inputs[i])) call.transformTo(node.copy(node.traitSet, updated));
  },
});

const FORWARDING = new Set([
  'StreamPhysicalCalc',
  'StreamPhysicalExchange',
  'StreamPhysicalMiniBatchAssigner',
  'StreamPhysicalWatermarkAssigner',
  'StreamPhysicalDropUpdateBefore',
  'StreamPhysicalTableSourceScan',
  'StreamPhysicalDataStreamScan',
  'StreamPhysicalIntermediateTableScan',
  'StreamPhysicalLookupJoin',
]);

function requiredOfInputs(node: RelNode): DuplicateChanges {
  if (node instanceof StreamPhysicalSink) return bearsDuplicates(node) && !node.upsertMaterialize ? 'ALLOW' : 'DISALLOW';
  const { updateKind, duplicateChanges } = node.traitSet;
  if (node.typeName === 'StreamPhysicalJoin') return updateKind === 'ONLY_UPDATE_AFTER' ? duplicateChanges : 'DISALLOW';
  return FORWARDING.has(node.typeName) ? duplicateChanges : 'DISALLOW';
}

/** An upsert sink with a primary key writes a repeated change over itself. */
function bearsDuplicates(sink: StreamPhysicalSink): boolean {
  const mode = sink.sink.tableSink?.changelogMode(ALL_MODE);
  if (!mode || isInsertOnly(mode) || mode.kinds.has('UB')) return false;
  const { table } = sink.sink;
  return table.kind === 'connector' && table.primaryKey !== undefined;
}

function merged(a: DuplicateChanges, b: DuplicateChanges): DuplicateChanges {
  if (a === 'NONE') return b;
  if (b === 'NONE') return a;
  return a === 'DISALLOW' || b === 'DISALLOW' ? 'DISALLOW' : 'ALLOW';
}
