import type { Cluster } from '../cluster.ts';
import type { GroupWindow, NamedWindowProperty } from '../core/window-aggregate.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowAggregateBaseOptions } from './window-aggregate-base.ts';
import { groupWindowText } from '../core/window-aggregate.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { term } from '../rel-node.ts';
import { legacyWindowSelectText } from './text/aggregate-text.ts';
import { fieldListText } from './text/field-text.ts';
import { StreamPhysicalWindowAggregateBase } from './window-aggregate-base.ts';

/** When a legacy window emits beside its end (Flink's `WindowEmitStrategy`); its text is empty by default. */
export interface EmitStrategy {
  readonly text: string;
  readonly produceUpdates: boolean;
}

export interface GroupWindowAggregateOptions extends WindowAggregateBaseOptions {
  readonly outputRowType: RowType;
  readonly window: GroupWindow;
  readonly properties: readonly NamedWindowProperty[];
  readonly emit: EmitStrategy;
}

/** Flink's `StreamPhysicalGroupWindowAggregate`: an aggregate per key and legacy group window. */
export class StreamPhysicalGroupWindowAggregate extends StreamPhysicalWindowAggregateBase {
  readonly typeName = 'StreamPhysicalGroupWindowAggregate';
  readonly options: GroupWindowAggregateOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: GroupWindowAggregateOptions) {
    super(cluster, traits, input, options);
    this.options = options;
  }

  get window(): GroupWindow {
    return this.options.window;
  }

  get emit(): EmitStrategy {
    return this.options.emit;
  }

  get requireWatermark(): boolean {
    return isRowtime(this.window.timeField.type);
  }

  protected override deriveRowType(): RowType {
    return this.options.outputRowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalGroupWindowAggregate {
    return new StreamPhysicalGroupWindowAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  override describe(): readonly Term[] {
    const { grouping, aggCalls, properties } = this;
    const input = this.input().rowType;
    const terms: Term[] = [];
    if (grouping.length > 0) terms.push(term('groupBy', fieldListText(grouping, input)));
    terms.push(term('window', groupWindowText(this.window)));
    if (properties.length > 0) terms.push(term('properties', properties.map((p) => p.name).join(', ')));
    terms.push(term('select', legacyWindowSelectText({ input, output: this.rowType, grouping, aggCalls, properties })));
    if (this.emit.text !== '') terms.push(term('emit', this.emit.text));
    return terms;
  }
}
