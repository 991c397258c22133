import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowAggregateOptions } from './stream-physical-window-aggregate.ts';
import type { Windowing } from './windowing.ts';
import { term } from '../rel-node.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';
import { StreamPhysicalWindowAggregateBase, windowAggregateInfos, windowAggregateRowType } from './window-aggregate-base.ts';
import { windowingText } from './windowing.ts';

export interface GlobalWindowAggregateOptions extends WindowAggregateOptions {
  /** Row of the input of the local phase: what the calls' arguments refer to. */
  readonly localAggInputRowType: RowType;
}

/** Flink's `StreamPhysicalGlobalWindowAggregate`: merges the slices of the local phase and emits windows. */
export class StreamPhysicalGlobalWindowAggregate extends StreamPhysicalWindowAggregateBase {
  readonly typeName = 'StreamPhysicalGlobalWindowAggregate';
  readonly options: GlobalWindowAggregateOptions;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: GlobalWindowAggregateOptions) {
    super(cluster, traits, input, options);
    this.options = options;
  }

  get windowing(): Windowing {
    return this.options.windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= windowAggregateInfos(this, this.options.localAggInputRowType, this.aggCalls, this.windowing.spec));
  }

  protected override deriveRowType(): RowType {
    return windowAggregateRowType(this.input().rowType, this.options, this.windowing);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalGlobalWindowAggregate {
    return new StreamPhysicalGlobalWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos, properties } = this;
    const input = this.input().rowType;
    const select = aggregateSelectText({ input, output: this.rowType, infos, grouping, properties, phase: { phase: 'global' } });
    const groupBy = grouping.length > 0 ? [term('groupBy', fieldListText(grouping, input))] : [];
    return [...groupBy, term('window', windowingText(this.windowing, input)), term('select', select)];
  }
}
