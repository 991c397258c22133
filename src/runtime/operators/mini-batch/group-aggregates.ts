import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Accumulators } from '../../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { generatesUpdateBefore } from '../../../rel/physical/changelog.ts';
import { StreamPhysicalGlobalGroupAggregate } from '../../../rel/physical/stream-physical-global-group-aggregate.ts';
import { StreamPhysicalGroupAggregate } from '../../../rel/physical/stream-physical-group-aggregate.ts';
import { StreamPhysicalIncrementalGroupAggregate } from '../../../rel/physical/stream-physical-incremental-group-aggregate.ts';
import { StreamPhysicalLocalGroupAggregate } from '../../../rel/physical/stream-physical-local-group-aggregate.ts';
import { AggregateHandler } from '../../aggregates/aggregate-handler.ts';
import { fieldTypes } from '../../operator.ts';
import { isAccumulate } from '../../record.ts';
import { stateTtl } from '../../state-ttl.ts';
import { pick, rowKey } from '../../state/row-key.ts';
import { GroupOutput, groupAggregate } from '../group-aggregate.ts';
import { Bundle, hasMiniBatch, rowMap } from './bundle.ts';

/** A row of a local phase: keys, then the accumulators as one value. */
function partialRow(keys: Row, accs: Accumulators): Row {
  return [...keys, { opaque: accs }];
}

function accumulatorsOf(row: Row): Accumulators {
  const v = row.at(-1);
  if (typeof v === 'object' && v !== null && 'opaque' in v) return v.opaque as Accumulators;
  throw new Error('a row of a local phase has accumulators');
}

function apply(handler: AggregateHandler, accs: Accumulators, { kind, row }: Change): void {
  if (isAccumulate(kind)) handler.accumulate(accs, row);
  else handler.retract(accs, row);
}

/** A bundle's operator: nothing is left behind by a watermark or the end. */
function inBundles(bundle: { finish(): void }, onRecord: (change: Change) => void): Operator {
  return {
    onRecord: (_input: number, change: Change) => onRecord(change),
    beforeWatermark: () => bundle.finish(),
    finish: () => bundle.finish(),
  };
}

/** GroupAggregate with and without mini-batches: `MiniBatchGroupAggFunction` gives one change of a group a bundle. */
export function bundledGroupAggregate(node: ExecNode, context: OperatorContext): Operator {
  if (!hasMiniBatch(context.config)) return groupAggregate(node, context);
  if (!(node.rel instanceof StreamPhysicalGroupAggregate)) throw new Error(`${node.name} is no GroupAggregate`);
  const { grouping, aggInfos } = node.rel;
  const input = node.rel.input().rowType;
  const handler = new AggregateHandler(aggInfos, input);
  const state = context.keyedState<Accumulators>('accState');
  const output = outputOf(node.rel, context);
  const types = fieldTypes(input);
  const bundle = new Bundle<Change[]>({
    keyTypes: grouping.flatMap((i) => types[i] ?? []),
    config: context.config,
    finishBundle: (entries) => {
      for (const [keys, changes] of entries) {
        const key = rowKey(keys);
        const known = state.get(key);
        // A group cannot begin with the end of a row.
        const first = known ? 0 : changes.findIndex((c) => isAccumulate(c.kind));
        if (first < 0) continue;
        const accs = known ?? handler.create();
        const before = known && handler.values(accs);
        for (const change of changes.slice(first)) apply(handler, accs, change);
        const isEmpty = handler.isEmpty(accs);
        if (isEmpty) state.delete(key);
        else state.set(key, accs);
        output.emit(keys, { before, after: isEmpty ? undefined : handler.values(accs) });
      }
    },
  });
  return inBundles(bundle, (change) => bundle.add(pick(change.row, grouping), (known) => pushed(known, change)));
}

function pushed(list: Change[] | undefined, change: Change): Change[] {
  if (!list) return [change];
  list.push(change);
  return list;
}

function outputOf(rel: StreamPhysicalGroupAggregate | StreamPhysicalGlobalGroupAggregate, context: OperatorContext): GroupOutput {
  return new GroupOutput(context, { updateBefore: generatesUpdateBefore(rel), ttl: stateTtl(rel, context.config) });
}

/** Flink's `MiniBatchLocalGroupAggFunction`: aggregates a bundle before the shuffle, without state. */
export function localGroupAggregate(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalLocalGroupAggregate)) throw new Error(`${node.name} is no LocalGroupAggregate`);
  const { grouping, aggInfos } = node.rel;
  const input = node.rel.input().rowType;
  const handler = new AggregateHandler(aggInfos, input);
  const types = fieldTypes(input);
  const bundle = new Bundle<Accumulators>({
    keyTypes: grouping.flatMap((i) => types[i] ?? []),
    config: context.config,
    finishBundle: (entries) => {
      for (const [keys, accs] of entries) context.emit('+I', partialRow(keys, accs));
    },
  });
  return inBundles(bundle, (change) =>
    bundle.add(pick(change.row, grouping), (known) => {
      const accs = known ?? handler.create();
      apply(handler, accs, change);
      return accs;
    }),
  );
}

/** A bundle of partial results merged by key. */
function mergingBundle(
  node: ExecNode,
  o: {
    readonly handler: AggregateHandler;
    readonly grouping: readonly number[];
    readonly context: OperatorContext;
    readonly finishBundle: (entries: readonly (readonly [Row, Accumulators])[]) => void;
  },
): Operator {
  const types = fieldTypes(node.inputs[0]?.rel.rowType ?? { fields: [] });
  const bundle = new Bundle<Accumulators>({
    keyTypes: o.grouping.flatMap((i) => types[i] ?? []),
    config: o.context.config,
    finishBundle: o.finishBundle,
  });
  return inBundles(bundle, ({ row }) =>
    bundle.add(pick(row, o.grouping), (known) => {
      const accs = known ?? o.handler.create();
      o.handler.merge(accs, accumulatorsOf(row));
      return accs;
    }),
  );
}

/** Flink's `MiniBatchGlobalGroupAggFunction`: merges a bundle of partial results, then each key's into its state. */
export function globalGroupAggregate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalGlobalGroupAggregate)) throw new Error(`${node.name} is no GlobalGroupAggregate`);
  const handler = new AggregateHandler(rel.aggInfos, rel.options.localAggInputRowType);
  const state = context.keyedState<Accumulators>('accState');
  const output = outputOf(rel, context);
  return mergingBundle(node, {
    handler,
    grouping: rel.grouping,
    context,
    finishBundle: (entries) => {
      for (const [keys, partial] of entries) {
        const key = rowKey(keys);
        const known = state.get(key);
        const accs = known ?? handler.create();
        const before = known && handler.values(accs);
        handler.merge(accs, partial);
        const isEmpty = handler.isEmpty(accs);
        if (isEmpty) state.delete(key);
        else state.set(key, accs);
        output.emit(keys, { before, after: isEmpty ? undefined : handler.values(accs) });
      }
    },
  });
}

/**
 * Flink's `MiniBatchIncrementalGroupAggFunction`: of each partial key it keeps which distinct values were there, and sends, merged by final
 * key, what a bundle adds.
 */
export function incrementalGroupAggregate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalIncrementalGroupAggregate)) throw new Error(`${node.name} is no IncrementalGroupAggregate`);
  const { partialAggGrouping, partialLocalAggInputRowType } = rel.options;
  const handler = new AggregateHandler(rel.aggInfos, partialLocalAggInputRowType);
  const state = context.keyedState<Accumulators>('accState');
  const types = fieldTypes(rel.input().rowType);
  const partialTypes = partialAggGrouping.flatMap((i) => types[i] ?? []);
  // Final keys stand among the columns of the partial result, which begins with the partial keys.
  const finalTypes = rel.grouping.flatMap((i) => partialTypes[i] ?? []);
  return mergingBundle(node, {
    handler,
    grouping: partialAggGrouping,
    context,
    finishBundle: (entries) => {
      const byFinalKey = rowMap<ReturnType<typeof rowMap<Accumulators>>>(finalTypes);
      for (const [partialKey, accs] of entries) {
        const finalKey = pick(partialKey, rel.grouping);
        byFinalKey.computeIfAbsent(finalKey, () => rowMap<Accumulators>(partialTypes)).set(partialKey, accs);
      }
      for (const [finalKey, group] of byFinalKey.entries()) {
        const sums = handler.createPlain();
        for (const [partialKey, accs] of group.entries()) {
          const key = rowKey(partialKey);
          const increment = handler.restart(state.get(key));
          handler.merge(increment, accs);
          state.set(key, increment);
          handler.mergePlain(sums, increment);
        }
        context.emit('+I', partialRow(finalKey, sums));
      }
    },
  });
}
