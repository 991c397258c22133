import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { GroupAggregateBaseOptions } from './group-aggregate-base.ts';
import type { PartialFinalType } from '../flink-logical/flink-logical-aggregate.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { relRowType } from '../../types/sql-type.ts';
import { term } from '../rel-node.ts';
import { accumulatorFields, aggregateInfoList } from './aggregate-info.ts';
import { StreamPhysicalGroupAggregateBase } from './group-aggregate-base.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';

export interface LocalGroupAggregateOptions extends GroupAggregateBaseOptions {
  readonly aggCallNeedRetractions: readonly boolean[];
  readonly needRetraction: boolean;
  readonly partialFinalType: PartialFinalType;
}

/** Flink's `StreamPhysicalLocalGroupAggregate`: pre-aggregates each mini-batch before the shuffle. */
export class StreamPhysicalLocalGroupAggregate extends StreamPhysicalGroupAggregateBase {
  readonly typeName = 'StreamPhysicalLocalGroupAggregate';
  readonly options: LocalGroupAggregateOptions;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: LocalGroupAggregateOptions) {
    super(cluster, traits, input, options);
    this.options = options;
  }

  get partialFinalType(): PartialFinalType {
    return this.options.partialFinalType;
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= aggregateInfoList({
      input: this.input().rowType,
      aggCalls: this.aggCalls,
      needRetractions: this.options.aggCallNeedRetractions,
      needInputCount: this.options.needRetraction,
    }));
  }

  protected override deriveRowType(): RowType {
    const input = this.input().rowType;
    return relRowType([...this.grouping.flatMap((k) => input.fields[k] ?? []), ...accumulatorFields(this.aggInfos)]);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalLocalGroupAggregate {
    return new StreamPhysicalLocalGroupAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos } = this;
    const input = this.input().rowType;
    const terms: Term[] = [];
    if (grouping.length > 0) terms.push(term('groupBy', fieldListText(grouping, input)));
    if (this.partialFinalType !== 'NONE') terms.push(term('partialFinalType', this.partialFinalType));
    terms.push(term('select', aggregateSelectText({ input, output: this.rowType, infos, grouping, phase: { phase: 'local' } })));
    return terms;
  }
}
