import type { Cluster } from '../cluster.ts';
import type { Cost } from '../metadata/cost.ts';
import type { FlinkMultiJoinOptions } from '../flink-logical/flink-logical-multi-join.ts';
import type { JoinType } from '../core/join.ts';
import type { MultiJoinKeys } from './common-join-key.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelHint, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode, term } from '../rel-node.ts';
import { shortTypeText } from '../../types/sql-type.ts';
import { hintsText } from '../hints.ts';
import { makeCost } from '../metadata/cost.ts';
import { composeConjunction } from '../rex/conditions.ts';
import { multiJoinKeys } from './common-join-key.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldListText, fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

/** Flink's `StreamPhysicalMultiJoin`: several joins with a common key as one operator without intermediate state. */
export class StreamPhysicalMultiJoin extends RelNode implements PhysicalRel {
  readonly typeName = 'StreamPhysicalMultiJoin';
  readonly requireWatermark = false;
  readonly join: FlinkMultiJoinOptions;
  readonly keys: MultiJoinKeys;

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], join: FlinkMultiJoinOptions) {
    super(cluster, traits, inputs);
    this.join = join;
    this.keys = multiJoinKeys(
      inputs.map((n) => n.rowType.fields.length),
      join.joinConditions,
    );
  }

  get joinTypes(): readonly JoinType[] {
    return this.join.joinTypes;
  }

  override get hints(): readonly RelHint[] {
    return this.join.hints;
  }

  /** All conditions as one. */
  get multiJoinCondition(): RexNode {
    const { joinConditions, joinFilter, postJoinFilter } = this.join;
    return composeConjunction([...joinConditions, joinFilter, postJoinFilter].filter((e) => e !== undefined));
  }

  /** True if some unique key of the input holds the whole common key, so that an update never changes partners. */
  inputUniqueKeyContainsCommonJoinKey(ordinal: number): boolean {
    const key = this.keys.common[ordinal] ?? [];
    const uniqueKeys = this.cluster.mq.uniqueKeys(this.input(ordinal)) ?? [];
    return key.length > 0 && uniqueKeys.some((unique) => key.every((k) => unique.includes(k)));
  }

  protected override deriveRowType(): RowType {
    return this.join.rowType;
  }

  override inputName(i: number): string {
    return `input#${i}`;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalMultiJoin {
    return new StreamPhysicalMultiJoin(this.cluster, traits, inputs, this.join);
  }

  override estimateRowCount(): number {
    return 1;
  }

  override computeSelfCost(): Cost {
    const rate = 100 * this.inputs.length;
    return makeCost(rate, rate, 0);
  }

  describeAs(format: TextFormat): readonly Term[] {
    const { joinConditions, joinTypes, postJoinFilter, hints } = this.join;
    const names = fieldNames(this.rowType);
    const text = (e: RexNode): string => expressionText(e, names, format);
    const conditions = joinConditions.slice(1).filter((e) => e !== undefined);
    const common = this.keys.common[0] ?? [];
    const terms = [
      term('commonJoinKey', common.length === 0 ? 'noCommonJoinKey' : fieldListText(common, this.input(0).rowType)),
      term(
        'joinTypes',
        joinTypes
          .slice(1)
          .map((t) => t.toUpperCase())
          .join(', '),
      ),
      term('inputUniqueKeys', this.inputs.map((n) => this.uniqueKeysText(n)).join(', ')),
    ];
    if (hints.length > 0) terms.push(term('stateTtlHints', hintsText(hints)));
    terms.push(term('joinConditions', conditions.map(text).join(', ')));
    if (postJoinFilter) terms.push(term('postJoinFilter', text(postJoinFilter)));
    terms.push(term('select', names.join(',')), term('rowType', shortTypeText(this.rowType)));
    return terms;
  }

  private uniqueKeysText(input: RelNode): string {
    const keys = this.cluster.mq.uniqueKeys(input) ?? [];
    if (keys.length === 0) return 'noUniqueKey';
    return keys
      .filter((k) => k.length > 0)
      .map((k) => `(${fieldListText(k, input.rowType)})`)
      .join(', ');
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
