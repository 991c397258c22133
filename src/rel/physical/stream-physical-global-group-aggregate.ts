import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { GroupAggregateBaseOptions } from './group-aggregate-base.ts';
import type { PartialFinalType } from '../flink-logical/flink-logical-aggregate.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { aggregateInfoList } from './aggregate-info.ts';
import { StreamPhysicalGroupAggregateBase } from './group-aggregate-base.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';

export interface GlobalGroupAggregateOptions extends GroupAggregateBaseOptions {
  readonly outputRowType: RowType;
  readonly aggCallNeedRetractions: readonly boolean[];
  /** Row of the input of the local phase: what the calls' arguments refer to. */
  readonly localAggInputRowType: RowType;
  readonly needRetraction: boolean;
  readonly partialFinalType: PartialFinalType;
  readonly indexOfCountStar?: number;
}

/** Flink's `StreamPhysicalGlobalGroupAggregate`: merges what the local phase pre-aggregated. */
export class StreamPhysicalGlobalGroupAggregate extends StreamPhysicalGroupAggregateBase {
  readonly typeName = 'StreamPhysicalGlobalGroupAggregate';
  readonly options: GlobalGroupAggregateOptions;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: GlobalGroupAggregateOptions) {
    super(cluster, traits, input, options);
    this.options = options;
  }

  get partialFinalType(): PartialFinalType {
    return this.options.partialFinalType;
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= aggregateInfoList({
      input: this.options.localAggInputRowType,
      aggCalls: this.aggCalls,
      needRetractions: this.options.aggCallNeedRetractions,
      needInputCount: this.options.needRetraction,
      indexOfExistingCountStar: this.options.indexOfCountStar,
    }));
  }

  protected override deriveRowType(): RowType {
    return this.options.outputRowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalGlobalGroupAggregate {
    return new StreamPhysicalGlobalGroupAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos } = this;
    const input = this.input().rowType;
    const terms: Term[] = [];
    if (grouping.length > 0) terms.push(term('groupBy', fieldListText(grouping, input)));
    if (this.partialFinalType !== 'NONE') terms.push(term('partialFinalType', this.partialFinalType));
    terms.push(term('select', aggregateSelectText({ input, output: this.rowType, infos, grouping, phase: { phase: 'global' } })));
    if (this.options.indexOfCountStar !== undefined) terms.push(term('indexOfCountStar', this.options.indexOfCountStar));
    return terms;
  }
}
