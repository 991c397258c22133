import type { ExecNode } from '../../exec/exec-node.ts';
import type { Value } from '../../types/value.ts';
import type { Accumulators } from '../aggregates/aggregate-handler.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change } from '../record.ts';
import { generatesUpdateBefore } from '../../rel/physical/changelog.ts';
import { StreamPhysicalGroupAggregate } from '../../rel/physical/stream-physical-group-aggregate.ts';
import { valueEquals } from '../../types/value.ts';
import { AggregateHandler } from '../aggregates/aggregate-handler.ts';
import { isAccumulate } from '../record.ts';
import { stateTtl } from '../state-ttl.ts';
import { joinRows, rowBuilder } from '../row-builder.ts';
import { keySelector } from '../state/row-key.ts';

/** Flink's `GroupAggFunction`: a running aggregate per key. Each change gives the group's old and new result, if they differ. */
export function groupAggregate(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalGroupAggregate)) throw new Error(`${node.name} is no GroupAggregate`);
  const { grouping, aggInfos } = node.rel;
  const handler = new AggregateHandler(aggInfos, node.rel.input().rowType);
  const keyOf = keySelector(grouping);
  const keysOf = rowBuilder(grouping.map((i) => (row) => row[i] ?? null));
  const state = context.keyedState<Accumulators>('accState');
  const output = new GroupOutput(context, {
    updateBefore: generatesUpdateBefore(node.rel),
    ttl: stateTtl(node.rel, context.config),
  });
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const key = keyOf(row);
      const known = state.get(key);
      // A group cannot begin with the end of a row.
      if (!known && !isAccumulate(kind)) return;
      const accs = known ?? handler.create();
      const before = known && handler.values(known);
      if (isAccumulate(kind)) handler.accumulate(accs, row);
      else handler.retract(accs, row);
      context.watch.derived?.(accs, row);
      const isEmpty = handler.isEmpty(accs);
      const keys = keysOf(row);
      if (isEmpty) state.delete(key);
      else state.set(key, accs);
      output.emit(keys, { before, after: isEmpty ? undefined : handler.values(accs), from: accs });
    },
  };
}

/** Results of a group before and after; undefined where there is none. */
export interface GroupChange {
  readonly before: readonly Value[] | undefined;
  readonly after: readonly Value[] | undefined;
  /** The state that both come from. */
  readonly from?: object;
}

/** Writes the changes of groups as Flink's group aggregates do. */
export class GroupOutput {
  private readonly context: OperatorContext;
  private readonly updateBefore: boolean;
  private readonly ttl: number;

  constructor(context: OperatorContext, o: { readonly updateBefore: boolean; readonly ttl: number }) {
    this.context = context;
    this.updateBefore = o.updateBefore;
    this.ttl = o.ttl;
  }

  emit(keys: readonly Value[], { before, after, from }: GroupChange): void {
    const origin = this.context.watch.derived && from && [from];
    if (!after) {
      if (before) this.context.emit('-D', joinRows(keys, before), origin);
      return;
    }
    if (!before) {
      this.context.emit('+I', joinRows(keys, after), origin);
      return;
    }
    // With a time to live an unchanged result is sent again, which keeps the state below alive.
    if (this.ttl === 0 && areEqual(before, after)) return;
    if (this.updateBefore) this.context.emit('-U', joinRows(keys, before), origin);
    this.context.emit('+U', joinRows(keys, after), origin);
  }
}

function areEqual(a: readonly Value[], b: readonly Value[]): boolean {
  for (let i = 0; i < a.length; i++) if (!valueEquals(a[i] as Value, b[i] ?? null)) return false;
  return true;
}
