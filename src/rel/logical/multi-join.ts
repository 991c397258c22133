import type { Cluster } from '../cluster.ts';
import type { JoinType } from '../core/join.ts';
import type { RelHint, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode, rexTerm, term } from '../rel-node.ts';
import { rexText } from '../rex/rex-text.ts';
import { DEFAULT_TRAITS } from '../traits/trait-set.ts';

export interface MultiJoinOptions {
  readonly joinFilter: RexNode;
  readonly rowType: RowType;
  readonly isFullOuterJoin: boolean;
  /** One an input; undefined where there is none. */
  readonly outerJoinConditions: readonly (RexNode | undefined)[];
  readonly joinTypes: readonly JoinType[];
  /** Fields used of each input; undefined for all. */
  readonly projFields: readonly (readonly number[] | undefined)[];
  /** How often the conditions refer to each field of each input. */
  readonly joinFieldRefCounts: readonly (readonly number[])[];
  readonly postJoinFilter?: RexNode;
  readonly hints?: readonly RelHint[];
}

/** Calcite's `MultiJoin` (Flink's copy, which carries hints): a join of many inputs, before an order is chosen. */
export class MultiJoin extends RelNode {
  readonly typeName = 'MultiJoin';
  readonly join: MultiJoinOptions;

  static create(inputs: readonly [RelNode, ...RelNode[]], join: MultiJoinOptions): MultiJoin {
    return new MultiJoin(inputs[0].cluster, DEFAULT_TRAITS, inputs, join);
  }

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], join: MultiJoinOptions) {
    super(cluster, traits, inputs);
    this.join = join;
  }

  override inputName(i: number): string {
    return `input#${i}`;
  }

  protected override deriveRowType(): RowType {
    return this.join.rowType;
  }

  /** Calcite's class is not `Hintable`: its hints print as an item instead. */
  get joinHints(): readonly RelHint[] {
    return this.join.hints ?? [];
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): MultiJoin {
    return new MultiJoin(this.cluster, traits, inputs, this.join);
  }

  override describe(): readonly Term[] {
    const j = this.join;
    return [
      rexTerm('joinFilter', j.joinFilter),
      term('isFullOuterJoin', j.isFullOuterJoin),
      term('joinTypes', `[${j.joinTypes.map((t) => t.toUpperCase()).join(', ')}]`),
      term('outerJoinConditions', `[${j.outerJoinConditions.map((e) => (e ? rexText(e) : 'NULL')).join(', ')}]`),
      term('projFields', `[${j.projFields.map((f) => (f ? `{${f.join(', ')}}` : 'ALL')).join(', ')}]`),
      ...(j.postJoinFilter ? [rexTerm('postJoinFilter', j.postJoinFilter)] : []),
      ...(this.joinHints.length > 0 ? [term('hints', `[${this.joinHints.map(fullHintText).join(', ')}]`)] : []),
    ];
  }
}

/** Calcite's `RelHint.toString`, which prints the path also where it is empty. */
function fullHintText(h: RelHint): string {
  const options = h.kvOptions.length > 0 ? `{${h.kvOptions.map(([k, v]) => `${k}=${v}`).join(', ')}}` : `[${h.listOptions.join(', ')}]`;
  return `[${h.name} inheritPath:[${h.inheritPath.join(', ')}] options:${options}]`;
}
