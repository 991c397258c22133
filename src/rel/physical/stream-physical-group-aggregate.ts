import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { GroupAggregateBaseOptions } from './group-aggregate-base.ts';
import type { PartialFinalType } from '../flink-logical/flink-logical-aggregate.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { StreamPhysicalGroupAggregateBase } from './group-aggregate-base.ts';
import { groupAggregateInfos } from './retraction.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';

export interface GroupAggregateOptions extends GroupAggregateBaseOptions {
  readonly outputRowType: RowType;
  readonly partialFinalType?: PartialFinalType;
}

/** Flink's `StreamPhysicalGroupAggregate`: a running aggregate per key, in one phase. */
export class StreamPhysicalGroupAggregate extends StreamPhysicalGroupAggregateBase {
  readonly typeName = 'StreamPhysicalGroupAggregate';
  readonly outputRowType: RowType;
  readonly partialFinalType: PartialFinalType;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: GroupAggregateOptions) {
    super(cluster, traits, input, o);
    this.outputRowType = o.outputRowType;
    this.partialFinalType = o.partialFinalType ?? 'NONE';
  }

  private get options(): GroupAggregateOptions {
    const { grouping, aggCalls, outputRowType, partialFinalType, relHints: hints } = this;
    return { grouping, aggCalls, outputRowType, partialFinalType, hints };
  }

  protected override deriveRowType(): RowType {
    return this.outputRowType;
  }

  /** The functions as they run, with the flags of the input's changelog. */
  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= groupAggregateInfos(this, this.grouping.length, this.aggCalls));
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalGroupAggregate {
    return new StreamPhysicalGroupAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override withHints(hints: readonly RelHint[]): StreamPhysicalGroupAggregate {
    return new StreamPhysicalGroupAggregate(this.cluster, this.traitSet, this.input(), { ...this.options, hints });
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos } = this;
    const input = this.input().rowType;
    const terms: Term[] = [];
    if (grouping.length > 0) terms.push(term('groupBy', fieldListText(grouping, input)));
    if (this.partialFinalType !== 'NONE') terms.push(term('partialFinalType', this.partialFinalType));
    terms.push(term('select', aggregateSelectText({ input, output: this.rowType, infos, grouping, phase: { phase: 'single' } })));
    return terms;
  }
}
