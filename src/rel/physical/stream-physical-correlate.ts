import type { Cluster } from '../cluster.ts';
import type { JoinType } from '../core/join.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexCall, RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';
import { shortTypeText } from '../../types/sql-type.ts';
import { rexText } from '../rex/rex-text.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

export interface PhysicalCorrelateOptions {
  /** Call of the table function; its arguments read the input through the correlation variable. */
  readonly call: RexCall;
  /** Over the function's row. */
  readonly condition?: RexNode;
  readonly outputRowType: RowType;
  readonly joinType: JoinType;
}

/** Flink's `StreamPhysicalCorrelate`: calls a table function for each row. */
export class StreamPhysicalCorrelate extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalCorrelate';
  readonly requireWatermark = false;
  readonly options: PhysicalCorrelateOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: PhysicalCorrelateOptions) {
    super(cluster, traits, [input]);
    this.options = options;
  }

  protected override deriveRowType(): RowType {
    return this.options.outputRowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalCorrelate {
    return new StreamPhysicalCorrelate(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  /** The call is written as prefix in every section; its literals follow the section. */
  describeAs(format: TextFormat): readonly Term[] {
    const { call, condition, outputRowType, joinType } = this.options;
    const names = fieldNames(this.input().rowType);
    const operands = call.operands.map((o) => expressionText(o, names, { format: 'prefix', detail: format.detail }));
    const terms = [
      term('invocation', rexText(call)),
      term('correlate', `table(${call.op.name}(${operands.join(',')}))`),
      term('select', fieldNames(outputRowType).join(',')),
      term('rowType', shortTypeText(outputRowType)),
      term('joinType', joinType.toUpperCase()),
    ];
    if (condition) terms.push(term('condition', rexText(condition)));
    return terms;
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
