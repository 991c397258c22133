import type { MiniBatchInterval } from '../../rel/traits/changelog.ts';
import { RelNode } from '../../rel/rel-node.ts';
import { isPhysicalRel } from '../../rel/physical/physical-rel.ts';
import { StreamPhysicalMiniBatchAssigner } from '../../rel/physical/stream-physical-mini-batch-assigner.ts';
import { NO_MINI_BATCH } from '../../rel/traits/changelog.ts';
import { replaceTraits } from '../../rel/traits/trait-set.ts';
import { any, defineRule } from '../../planner/rule.ts';

/** Below a legacy group window no mini-batch may be used, whatever others want (Flink's `NO_MINIBATCH`). */
const FORBIDDEN: MiniBatchInterval = { interval: -1, mode: 'None' };

/**
 * Hands the mini-batch interval down from consumer to source. Where it reaches a source or a watermark, an assigner of mini-batches is put.
 *
 * Flink compares trait objects by identity here, so some visits give the same node back again; those productions are counted, too.
 */
export const MiniBatchIntervalInferRule = defineRule({
  description: 'MiniBatchIntervalInferRule',
  operand: any(RelNode, { convention: 'STREAM_PHYSICAL', predicate: isPhysicalRel }),
  identity: 'MiniBatchIntervalInferRule',
  explain: { summary: 'The mini-batch interval goes down from the result to the sources, where a MiniBatchAssigner marks the batches.' },
  onMatch: (call) => {
    const node = call.rel(0);
    const inputs = call.childRels(node);
    const { interval, always } = intervalForInputs(node);
    const updated = inputs.map((input) => updatedInput(input, interval, always));
    if (updated.some((n, i) => n !== inputs[i])) call.transformTo(node.copy(node.traitSet, updated));
  },
});

/** `always`: Flink's object is never the one that the input has, so inputs are copied on each visit. */
function intervalForInputs(node: RelNode): { interval: MiniBatchInterval; always: boolean } {
  if (node.typeName === 'StreamPhysicalGroupWindowAggregate') return { interval: FORBIDDEN, always: true };
  if (node.typeName === 'StreamPhysicalWatermarkAssigner' || node.typeName === 'StreamPhysicalMiniBatchAssigner') {
    return { interval: NO_MINI_BATCH, always: false };
  }
  const own = node.traitSet.miniBatch;
  const enabled = node.cluster.config.boolean('table.exec.mini-batch.enabled');
  if (!enabled || !isPhysicalRel(node) || !node.requireWatermark) return { interval: own, always: false };
  return { interval: mergeIntervals(own, { interval: 0, mode: 'RowTime' }), always: true };
}

function updatedInput(input: RelNode, interval: MiniBatchInterval, always: boolean): RelNode {
  if (needsAssigner(input)) {
    const leaf = input.copy(replaceTraits(input.traitSet, { miniBatch: NO_MINI_BATCH }), input.inputs);
    return new StreamPhysicalMiniBatchAssigner(input.cluster, input.traitSet, leaf);
  }
  const own = input.traitSet.miniBatch;
  if (!always && own.mode === interval.mode && own.interval === interval.interval) return input;
  return input.copy(replaceTraits(input.traitSet, { miniBatch: mergeIntervals(own, interval) }), input.inputs);
}

const ASSIGNER_TARGETS = new Set(['StreamPhysicalDataStreamScan', 'StreamPhysicalTableSourceScan', 'StreamPhysicalWatermarkAssigner']);

function needsAssigner(input: RelNode): boolean {
  return ASSIGNER_TARGETS.has(input.typeName) && input.traitSet.miniBatch.mode !== 'None';
}

/** Flink's `mergeMiniBatchInterval`: none yields, forbidden wins, rowtime beats processing time. */
function mergeIntervals(a: MiniBatchInterval, b: MiniBatchInterval): MiniBatchInterval {
  if (a.interval === FORBIDDEN.interval || b.interval === FORBIDDEN.interval) return FORBIDDEN;
  if (a.mode === 'None') return b;
  if (b.mode === 'None') return a;
  if (a.mode === 'RowTime') {
    if (b.mode === 'RowTime') return { interval: greatestCommonDivisor(a.interval, b.interval), mode: 'RowTime' };
    return a.interval === 0 ? { interval: b.interval, mode: 'RowTime' } : a;
  }
  if (b.mode === 'ProcTime') return a;
  return b.interval > 0 ? b : { interval: a.interval, mode: 'RowTime' };
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
