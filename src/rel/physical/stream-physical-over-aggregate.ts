import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { WindowGroup, WindowOptions } from '../core/window.ts';
import { SingleRel } from '../core/single-rel.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { collationListText, fieldListText } from './text/field-text.ts';
import { overSelectText, windowRangeText } from './text/over-text.ts';

/** Flink's `StreamPhysicalOverAggregate`: appends the calls of one OVER window to each row. */
export class StreamPhysicalOverAggregate extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalOverAggregate';
  readonly window: WindowOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, window: WindowOptions) {
    super(cluster, traits, [input]);
    this.window = window;
  }

  /** The only group that the streaming planner accepts. */
  get group(): WindowGroup {
    const group = this.window.groups[0];
    if (!group) throw new Error('an OverAggregate needs a window group');
    return group;
  }

  get requireWatermark(): boolean {
    const [key, second] = this.group.orderKeys;
    if (!key || second || this.window.groups.length !== 1) return false;
    const type = this.rowType.fields[key.index]?.type;
    return type !== undefined && isRowtime(type);
  }

  protected override deriveRowType(): RowType {
    return this.window.rowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalOverAggregate {
    return new StreamPhysicalOverAggregate(this.cluster, traits, inputs[0] ?? this.input(), this.window);
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    const share = (this.rowType.fields.length - 1) / this.input().rowType.fields.length;
    return makeCost(rows, rows * share, 0);
  }

  override describe(): readonly Term[] {
    const input = this.input().rowType;
    const { group } = this;
    const partitionBy = group.keys.length > 0 ? [term('partitionBy', fieldListText(group.keys, input))] : [];
    return [
      ...partitionBy,
      term('orderBy', collationListText(group.orderKeys, input)),
      term('window', windowRangeText(group, this.window, input.fields.length)),
      term('select', overSelectText(group, this.window.constants, input, this.rowType)),
    ];
  }

  describeAs(): readonly Term[] {
    return this.describe();
  }
}
