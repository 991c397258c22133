import type { Cluster } from '../cluster.ts';
import type { MatchOptions } from '../core/match.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { SingleRel } from '../core/single-rel.ts';
import { isRowtime } from '../../types/sql-type.ts';
import { rexText } from '../rex/rex-text.ts';
import { term } from '../rel-node.ts';
import { expressionText } from './text/expression-text.ts';
import { collationListText, fieldListText, fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

/** Flink's `StreamPhysicalMatch`: MATCH_RECOGNIZE, run by the CEP operator. */
export class StreamPhysicalMatch extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalMatch';
  readonly match: MatchOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, match: MatchOptions) {
    super(cluster, traits, [input]);
    this.match = match;
  }

  get requireWatermark(): boolean {
    return this.input().rowType.fields.some((f) => isRowtime(f.type));
  }

  protected override deriveRowType(): RowType {
    return this.match.rowType;
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalMatch {
    return new StreamPhysicalMatch(this.cluster, traits, inputs[0] ?? this.input(), this.match);
  }

  describeAs(format: TextFormat): readonly Term[] {
    const input = this.input().rowType;
    const names = fieldNames(input);
    const m = this.match;
    const terms: Term[] = [];
    if (m.partitionKeys.length > 0) terms.push(term('partitionBy', fieldListText(m.partitionKeys, input)));
    if (m.orderKeys.length > 0) terms.push(term('orderBy', collationListText(m.orderKeys, input)));
    // Measures and definitions are written as prefix in every section.
    const prefix: TextFormat = { format: 'prefix', detail: format.detail };
    const measures = m.measures.map(([name, e]) => `${expressionText(e, names, prefix)} AS ${name}`);
    if (measures.length > 0) terms.push(term('measures', measures.join(', ')));
    terms.push(term('rowsPerMatch', m.allRows ? 'ALL ROWS PER MATCH' : 'ONE ROW PER MATCH'));
    terms.push(term('after', afterText(m.after)));
    terms.push(term('pattern', rexText(m.pattern)));
    if (m.subsets.length > 0) terms.push(term('subset', m.subsets.map(([k, v]) => `${k} = (${v.join(', ')})`).join(', ')));
    terms.push(term('define', `{${m.definitions.map(([k, e]) => `${k}=${rexText(e)}`).join(', ')}}`));
    return terms;
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}

function afterText(after: RexNode): string {
  if (after.rex === 'call') {
    const operand = after.operands[0];
    return `${after.op.name.replaceAll('_', ' ')} ${operand ? rexText(operand) : ''}`;
  }
  return after.rex === 'literal' && after.value.kind === 'symbol' ? after.value.value.replaceAll('_', ' ') : rexText(after);
}
