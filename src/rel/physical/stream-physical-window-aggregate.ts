import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowAggregateBaseOptions } from './window-aggregate-base.ts';
import type { Windowing } from './windowing.ts';
import { term } from '../rel-node.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';
import { StreamPhysicalWindowAggregateBase, windowAggregateInfos, windowAggregateRowType } from './window-aggregate-base.ts';
import { windowingText } from './windowing.ts';

export interface WindowAggregateOptions extends WindowAggregateBaseOptions {
  readonly windowing: Windowing;
}

/** Flink's `StreamPhysicalWindowAggregate`: an aggregate per key and window of a table-valued function, in one phase. */
export class StreamPhysicalWindowAggregate extends StreamPhysicalWindowAggregateBase {
  readonly typeName = 'StreamPhysicalWindowAggregate';
  readonly windowing: Windowing;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: WindowAggregateOptions) {
    super(cluster, traits, input, o);
    this.windowing = o.windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  get options(): WindowAggregateOptions {
    const { grouping, aggCalls, properties, windowing } = this;
    return { grouping, aggCalls, properties, windowing };
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= windowAggregateInfos(this, this.input().rowType, this.aggCalls, this.windowing.spec));
  }

  protected override deriveRowType(): RowType {
    return windowAggregateRowType(this.input().rowType, this.options, this.windowing);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalWindowAggregate {
    return new StreamPhysicalWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos, properties } = this;
    const input = this.input().rowType;
    const select = aggregateSelectText({ input, output: this.rowType, infos, grouping, properties, phase: { phase: 'single' } });
    const groupBy = grouping.length > 0 ? [term('groupBy', fieldListText(grouping, input))] : [];
    return [...groupBy, term('window', windowingText(this.windowing, input)), term('select', select)];
  }
}
