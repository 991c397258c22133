import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexCall, RexLiteral, RexWindowBound } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { FieldCollation } from '../traits/distribution.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { rexText } from '../rex/rex-text.ts';
import { collationListText } from './aggregate-call.ts';
import { SingleRel } from './single-rel.ts';

/** An aggregate or ranking call of a window group (Calcite's `RexWinAggCall`); operands are references to input fields or constants. */
export interface WindowCall {
  readonly call: RexCall;
  /** Position among the calls of all groups. */
  readonly ordinal: number;
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
}

/** Calls that share partition, order and frame (Calcite's `Window.Group`). */
export interface WindowGroup {
  /** Partition fields, ascending. */
  readonly keys: readonly number[];
  readonly isRows: boolean;
  /** Offsets are references to constants, counted after the input's fields. */
  readonly lower: RexWindowBound;
  readonly upper: RexWindowBound;
  readonly orderKeys: readonly FieldCollation[];
  readonly calls: readonly WindowCall[];
}

export interface WindowOptions {
  readonly constants: readonly RexLiteral[];
  readonly rowType: RowType;
  readonly groups: readonly WindowGroup[];
}

function boundText(b: RexWindowBound): string {
  return 'offset' in b ? `${rexText(b.offset)} ${b.bound}` : b.bound;
}

/** `window(partition {0} order by [1 DESC-nulls-last] rows between UNBOUNDED PRECEDING and CURRENT ROW aggs [ROW_NUMBER()])` */
export function windowGroupText(g: WindowGroup): string {
  const parts: string[] = [];
  const ordered = g.orderKeys.length > 0;
  if (g.keys.length > 0) parts.push(`partition {${g.keys.join(', ')}}`);
  if (ordered) parts.push(`order by ${collationListText(g.orderKeys)}`);
  const fromStart = g.lower.bound === 'UNBOUNDED PRECEDING';
  const isDefault = ordered
    ? fromStart && g.upper.bound === 'CURRENT ROW' && !g.isRows
    : fromStart && g.upper.bound === 'UNBOUNDED FOLLOWING';
  if (!isDefault) parts.push(`${g.isRows ? 'rows' : 'range'} between ${boundText(g.lower)} and ${boundText(g.upper)}`);
  if (g.calls.length > 0) parts.push(`aggs [${g.calls.map((c) => rexText(c.call)).join(', ')}]`);
  return `window(${parts.join(' ')})`;
}

/** Calcite's `Window`: OVER calls appended to the input's fields. */
export abstract class Window extends SingleRel {
  readonly constants: readonly RexLiteral[];
  readonly groups: readonly WindowGroup[];
  private readonly windowType: RowType;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: WindowOptions) {
    super(cluster, traits, [input]);
    this.constants = o.constants;
    this.groups = o.groups;
    this.windowType = o.rowType;
  }

  get windowOptions(): WindowOptions {
    return { constants: this.constants, groups: this.groups, rowType: this.windowType };
  }

  protected override deriveRowType(): RowType {
    return this.windowType;
  }

  override get isHintable(): boolean {
    return true;
  }

  override describe(): readonly Term[] {
    return this.groups.map((g, i) => term(`window#${i}`, windowGroupText(g)));
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this.input());
    const count = this.groups.reduce((n, g) => n + g.calls.length, this.groups.length);
    return { rows, cpu: rows * count, io: 0, network: 0, memory: 0 };
  }
}
