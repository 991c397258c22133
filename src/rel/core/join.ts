import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import type { Field, RowType } from '../../types/sql-type.ts';
import { rexTerm, term } from '../rel-node.ts';
import { relRowType, withNullability } from '../../types/sql-type.ts';
import { uniquify } from '../names.ts';
import { BiRel } from './single-rel.ts';

/** Calcite's `JoinRelType`, in the text that Logical and FlinkLogical nodes print. */
export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'semi' | 'anti';

/** Whether the left (right) side's columns may become null. */
export function generatesNullsOnLeft(t: JoinType): boolean {
  return t === 'right' || t === 'full';
}

export function generatesNullsOnRight(t: JoinType): boolean {
  return t === 'left' || t === 'full';
}

/** False for semi and anti joins, whose output is the left row. */
export function projectsRight(t: JoinType): boolean {
  return t !== 'semi' && t !== 'anti';
}

/** `InnerJoin`, `LeftOuterJoin` … as physical nodes print it. */
export function flinkJoinTypeText(t: JoinType): string {
  const names: Record<JoinType, string> = {
    inner: 'InnerJoin',
    left: 'LeftOuterJoin',
    right: 'RightOuterJoin',
    full: 'FullOuterJoin',
    semi: 'LeftSemiJoin',
    anti: 'LeftAntiJoin',
  };
  return names[t];
}

/** Row of a join: left then right names made unique (`id`, `id0`), nullability added on outer sides; semi/anti: the left row. */
export function joinRowType(left: RowType, right: RowType, type: JoinType): RowType {
  if (!projectsRight(type)) return left;
  const nullable = (fields: readonly Field[], yes: boolean): Field[] =>
    fields.map((f) => (yes ? { name: f.name, type: withNullability(f.type, true) } : f));
  const fields = [...nullable(left.fields, generatesNullsOnLeft(type)), ...nullable(right.fields, generatesNullsOnRight(type))];
  const names = uniquify(fields.map((f) => f.name));
  return relRowType(fields.map((f, i) => ({ name: names[i] ?? f.name, type: f.type })));
}

export interface JoinOptions {
  readonly condition: RexNode;
  readonly joinType: JoinType;
  readonly hints?: readonly RelHint[];
  readonly variablesSet?: readonly number[];
  readonly semiJoinDone?: boolean;
}

/** Calcite's `Join`. The condition counts fields through: left first, then right, for semi and anti joins too. */
export abstract class Join extends BiRel {
  readonly condition: RexNode;
  readonly joinType: JoinType;
  readonly relHints: readonly RelHint[];
  readonly variablesSet: readonly number[];

  constructor(cluster: Cluster, traits: TraitSet, left: RelNode, right: RelNode, o: JoinOptions) {
    super(cluster, traits, [left, right]);
    this.condition = o.condition;
    this.joinType = o.joinType;
    this.relHints = o.hints ?? [];
    this.variablesSet = o.variablesSet ?? [];
  }

  get joinOptions(): JoinOptions {
    return { condition: this.condition, joinType: this.joinType, hints: this.relHints, variablesSet: this.variablesSet };
  }

  /** The same join with other traits, condition, inputs or type. */
  abstract copyJoin(traits: TraitSet, condition: RexNode, left: RelNode, right: RelNode, joinType: JoinType): Join;

  override copy(traits: TraitSet, inputs: readonly RelNode[]): Join {
    return this.copyJoin(traits, this.condition, inputs[0] ?? this.left, inputs[1] ?? this.right, this.joinType);
  }

  override withRexNodes(list: readonly RexNode[]): RelNode {
    const condition = list[0] ?? this.condition;
    return condition === this.condition ? this : this.copyJoin(this.traitSet, condition, this.left, this.right, this.joinType);
  }

  protected override deriveRowType(): RowType {
    return joinRowType(this.left.rowType, this.right.rowType, this.joinType);
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override get rexNodes(): readonly RexNode[] {
    return [this.condition];
  }

  override describe(): readonly Term[] {
    const terms = [rexTerm('condition', this.condition), term('joinType', this.joinType)];
    if (this.variablesSet.length > 0) terms.push(term('variablesSet', `[${this.variablesSet.map((v) => `$cor${v}`).join(', ')}]`));
    return terms;
  }
}
