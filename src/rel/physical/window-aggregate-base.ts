import type { AggregateCall } from '../core/aggregate-call.ts';
import type { AggregateInfoList } from './aggregate-info.ts';
import type { Cluster } from '../cluster.ts';
import type { NamedWindowProperty } from './window-property.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType, SqlType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowSpec, Windowing } from './windowing.ts';
import { SingleRel } from '../core/single-rel.ts';
import { relRowType, timestampType, withNullability } from '../../types/sql-type.ts';
import { aggregateRowType } from '../core/aggregate.ts';
import { aggregateInfoList } from './aggregate-info.ts';
import { needRetraction } from './retraction.ts';

export interface WindowAggregateBaseOptions {
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly properties: readonly NamedWindowProperty[];
}

/** What all window aggregates share (Flink's `StreamPhysicalWindowAggregateBase`). */
export abstract class StreamPhysicalWindowAggregateBase extends SingleRel implements PhysicalRel {
  abstract readonly requireWatermark: boolean;
  readonly grouping: readonly number[];
  readonly aggCalls: readonly AggregateCall[];
  readonly properties: readonly NamedWindowProperty[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: WindowAggregateBaseOptions) {
    super(cluster, traits, [input]);
    this.grouping = o.grouping;
    this.aggCalls = o.aggCalls;
    this.properties = o.properties;
  }

  abstract override describe(): readonly Term[];

  describeAs(): readonly Term[] {
    return this.describe();
  }
}

/** Row of a window aggregate: keys, calls, properties (Flink's `deriveWindowAggregateRowType`). */
export function windowAggregateRowType(input: RowType, o: WindowAggregateBaseOptions, windowing: Windowing): RowType {
  const base = aggregateRowType(input, { groupSet: o.grouping, groupSets: [o.grouping], aggCalls: o.aggCalls });
  const properties = o.properties.map((p) => ({ name: p.name, type: propertyType(p, windowing) }));
  return relRowType([...base.fields, ...properties]);
}

function propertyType(p: NamedWindowProperty, windowing: Windowing): SqlType {
  return p.kind === 'start' || p.kind === 'end' ? timestampType(3, false) : withNullability(windowing.timeType, false);
}

/**
 * The functions of a window aggregate over rows of the type `input` (Flink's `deriveStreamWindowAggregateInfoList`). A hopping window
 * always counts its rows.
 */
export function windowAggregateInfos(
  node: RelNode,
  input: RowType,
  aggCalls: readonly AggregateCall[],
  spec: WindowSpec,
): AggregateInfoList {
  const retract = needRetraction(node);
  const needInputCount = spec.kind === 'HOP' || retract;
  return aggregateInfoList({ input, aggCalls, needRetractions: [...aggCalls.map(() => retract), retract], needInputCount });
}
