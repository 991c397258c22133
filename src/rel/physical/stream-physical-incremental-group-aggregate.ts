import type { AggregateCall } from '../core/aggregate-call.ts';
import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { GroupAggregateBaseOptions } from './group-aggregate-base.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { relRowType } from '../../types/sql-type.ts';
import { term } from '../rel-node.ts';
import { accumulatorFields, aggregateInfoList } from './aggregate-info.ts';
import { StreamPhysicalGroupAggregateBase } from './group-aggregate-base.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';

/** `grouping` and `aggCalls` are those of the final aggregation. */
export interface IncrementalGroupAggregateOptions extends GroupAggregateBaseOptions {
  readonly partialAggGrouping: readonly number[];
  readonly partialOriginalAggCalls: readonly AggregateCall[];
  readonly partialAggCallNeedRetractions: readonly boolean[];
  readonly partialAggNeedRetraction: boolean;
  readonly partialLocalAggInputRowType: RowType;
  readonly partialGlobalAggRowType: RowType;
}

/** Flink's `StreamPhysicalIncrementalGroupAggregate`: global phase of the partial and local phase of the final aggregation in one. */
export class StreamPhysicalIncrementalGroupAggregate extends StreamPhysicalGroupAggregateBase {
  readonly typeName = 'StreamPhysicalIncrementalGroupAggregate';
  readonly options: IncrementalGroupAggregateOptions;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: IncrementalGroupAggregateOptions) {
    super(cluster, traits, input, options);
    this.options = options;
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= aggregateInfoList({
      input: this.options.partialLocalAggInputRowType,
      aggCalls: this.options.partialOriginalAggCalls,
      needRetractions: this.options.partialAggCallNeedRetractions,
      needInputCount: this.options.partialAggNeedRetraction,
    }));
  }

  protected override deriveRowType(): RowType {
    const row = this.options.partialGlobalAggRowType;
    // Distinct values were removed before, so no sets of them go on.
    const accumulators = accumulatorFields({ ...this.aggInfos, distinctInfos: [] });
    return relRowType([...this.grouping.flatMap((k) => row.fields[k] ?? []), ...accumulators]);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalIncrementalGroupAggregate {
    return new StreamPhysicalIncrementalGroupAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos } = this;
    const input = this.input().rowType;
    const shuffleKey = this.options.partialAggGrouping;
    return [
      term('partialAggGrouping', fieldListText(shuffleKey, input)),
      term('finalAggGrouping', fieldListText(grouping, input)),
      term('select', aggregateSelectText({ input, output: this.rowType, infos, grouping, phase: { phase: 'incremental', shuffleKey } })),
    ];
  }
}
