import type { AggregateOptions } from './aggregate.ts';
import type { Cluster } from '../cluster.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { relRowType } from '../../types/sql-type.ts';
import { term } from '../rel-node.ts';
import { Aggregate } from './aggregate.ts';

/** A field of the input by name and position (Flink's `FieldReferenceExpression`). */
export interface TimeField {
  readonly name: string;
  readonly index: number;
  readonly type: SqlType;
}

/** Flink's legacy group windows (`TumblingGroupWindow` and kin). Sizes are milliseconds or, for row-count windows, rows. */
export type GroupWindow =
  | { readonly kind: 'tumbling'; readonly alias: string; readonly timeField: TimeField; readonly size: number }
  | { readonly kind: 'sliding'; readonly alias: string; readonly timeField: TimeField; readonly size: number; readonly slide: number }
  | { readonly kind: 'session'; readonly alias: string; readonly timeField: TimeField; readonly gap: number };

/** `TumblingGroupWindow('w$, ts, 10000)` */
export function groupWindowText(w: GroupWindow): string {
  const head = `'${w.alias}, ${w.timeField.name}`;
  switch (w.kind) {
    case 'tumbling':
      return `TumblingGroupWindow(${head}, ${w.size})`;
    case 'sliding':
      return `SlidingGroupWindow(${head}, ${w.size}, ${w.slide})`;
    case 'session':
      return `SessionGroupWindow(${head}, ${w.gap})`;
  }
}

export type WindowPropertyKind = 'start' | 'end' | 'rowtime' | 'proctime';

/** Flink's `NamedWindowProperty`: a column that shows the window's start, end or time attribute. */
export interface NamedWindowProperty {
  readonly name: string;
  readonly kind: WindowPropertyKind;
  readonly type: SqlType;
}

/** `start('w$) AS w$start` and kin, as physical nodes print a property. */
export function windowPropertyText(p: NamedWindowProperty, alias: string): string {
  return `${p.kind}('${alias})`;
}

export interface WindowAggregateOptions extends AggregateOptions {
  readonly window: GroupWindow;
  readonly properties: readonly NamedWindowProperty[];
}

/** Flink's `WindowAggregate`: an aggregate per key and legacy group window; the window's properties follow the calls. */
export abstract class WindowAggregate extends Aggregate {
  readonly window: GroupWindow;
  readonly properties: readonly NamedWindowProperty[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: WindowAggregateOptions) {
    super(cluster, traits, input, { groupSet: o.groupSet, groupSets: [o.groupSet], aggCalls: o.aggCalls });
    this.window = o.window;
    this.properties = o.properties;
  }

  get windowAggregateOptions(): WindowAggregateOptions {
    return { ...this.aggregateOptions, window: this.window, properties: this.properties };
  }

  protected override deriveRowType(): RowType {
    return relRowType([...super.deriveRowType().fields, ...this.properties.map(({ name, type }) => ({ name, type }))]);
  }

  override describe(): readonly Term[] {
    return [
      ...super.describe(),
      term('window', groupWindowText(this.window)),
      term('properties', this.properties.map((p) => p.name).join(', ')),
    ];
  }
}
