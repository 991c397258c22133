import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { NamedWindowProperty } from './window-property.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowAggregateOptions } from './stream-physical-window-aggregate.ts';
import type { Windowing } from './windowing.ts';
import { relRowType, simpleType } from '../../types/sql-type.ts';
import { term } from '../rel-node.ts';
import { accumulatorFields } from './aggregate-info.ts';
import { aggregateSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';
import { StreamPhysicalWindowAggregateBase, windowAggregateInfos } from './window-aggregate-base.ts';
import { windowingText } from './windowing.ts';

/** Flink's `StreamPhysicalLocalWindowAggregate`: pre-aggregates per key and slice before the shuffle. */
export class StreamPhysicalLocalWindowAggregate extends StreamPhysicalWindowAggregateBase {
  readonly typeName = 'StreamPhysicalLocalWindowAggregate';
  readonly windowing: Windowing;
  private infosCache: AggregateInfoList | undefined;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: Omit<WindowAggregateOptions, 'properties'>) {
    super(cluster, traits, input, { ...o, properties: [] });
    this.windowing = o.windowing;
  }

  get requireWatermark(): boolean {
    return this.windowing.isRowtime;
  }

  get aggInfos(): AggregateInfoList {
    return (this.infosCache ??= windowAggregateInfos(this, this.input().rowType, this.aggCalls, this.windowing.spec));
  }

  /** Column that tells the slice (or the attached window's end) to the global phase. */
  private get endName(): string {
    return this.windowing.columns.by === 'window' ? '$window_end' : '$slice_end';
  }

  protected override deriveRowType(): RowType {
    const input = this.input().rowType;
    const keys = this.grouping.flatMap((k) => input.fields[k] ?? []);
    return relRowType([...keys, ...accumulatorFields(this.aggInfos), { name: this.endName, type: simpleType('BIGINT', true) }]);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalLocalWindowAggregate {
    const { grouping, aggCalls, windowing } = this;
    return new StreamPhysicalLocalWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), { grouping, aggCalls, windowing });
  }

  override describe(): readonly Term[] {
    const { grouping, aggInfos: infos } = this;
    const input = this.input().rowType;
    const properties: readonly NamedWindowProperty[] = [{ name: this.endName, kind: 'slice_end' }];
    const select = aggregateSelectText({ input, output: this.rowType, infos, grouping, properties, phase: { phase: 'local' } });
    const groupBy = grouping.length > 0 ? [term('groupBy', fieldListText(grouping, input))] : [];
    return [...groupBy, term('window', windowingText(this.windowing, input)), term('select', select)];
  }
}
