import type { Cluster } from '../cluster.ts';
import type { JoinInfo } from '../core/join-info.ts';
import type { JoinType } from '../core/join.ts';
import type { LookupConditions, LookupKey } from './lookup-keys.ts';
import type { AsyncLookupOptions, LookupHint } from './lookup-hint.ts';
import type { PhysicalRel } from './physical-rel.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RelOptTable } from '../core/rel-opt-table.ts';
import type { RexProgram } from '../rex/rex-program.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TextFormat } from './text/text-format.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { isInsertOnly } from '../../catalog/changelog-mode.ts';
import { primaryKeyIndexes } from '../../catalog/table.ts';
import { selectText, whereText } from '../core/common-calc.ts';
import { flinkJoinTypeText, joinRowType } from '../core/join.ts';
import { SingleRel } from '../core/single-rel.ts';
import { literalText } from '../rex/literal-text.ts';
import { term } from '../rel-node.ts';
import { changelogModeOf } from './changelog.ts';
import { asyncLookupOptions, asyncOptionsText } from './lookup-hint.ts';
import { smallestKey } from './key-queries.ts';
import { lookupConditions, lookupKeysOf } from './lookup-keys.ts';
import { expressionText } from './text/expression-text.ts';
import { fieldName, fieldNames } from './text/field-text.ts';
import { PHYSICAL_TEXT } from './text/text-format.ts';

export interface LookupJoinOptions {
  readonly temporalTable: RelOptTable;
  /** Projection and filter of the dimension table. */
  readonly calc?: RexProgram;
  readonly joinInfo: JoinInfo;
  readonly joinType: JoinType;
  readonly hint?: LookupHint;
  readonly upsertMaterialize?: boolean;
  readonly shuffle?: boolean;
  readonly preferCustomShuffle?: boolean;
}

/** Flink's `StreamPhysicalLookupJoin`: asks the dimension table for each row of the input. */
export class StreamPhysicalLookupJoin extends SingleRel implements PhysicalRel {
  readonly typeName = 'StreamPhysicalLookupJoin';
  readonly requireWatermark = false;
  readonly options: LookupJoinOptions;
  /** By column of the table. */
  readonly lookupKeys: ReadonlyMap<number, LookupKey>;
  readonly conditions: LookupConditions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, options: LookupJoinOptions) {
    super(cluster, traits, [input]);
    this.options = options;
    this.lookupKeys = lookupKeysOf(options.joinInfo, options.calc);
    const row = { left: input.rowType, output: this.rowType, joinType: options.joinType };
    this.conditions = lookupConditions(options.joinInfo, this.lookupKeys, row);
  }

  /** The dimension's row as the join sees it. */
  get rightRowType(): RowType {
    return this.options.calc?.outputRowType ?? this.options.temporalTable.rowType;
  }

  protected override deriveRowType(): RowType {
    return joinRowType(this.input().rowType, this.rightRowType, this.options.joinType);
  }

  override copy(traits: TraitSet, inputs: readonly RelNode[]): StreamPhysicalLookupJoin {
    return new StreamPhysicalLookupJoin(this.cluster, traits, inputs[0] ?? this.input(), this.options);
  }

  withUpsertMaterialize(upsertMaterialize: boolean): StreamPhysicalLookupJoin {
    return new StreamPhysicalLookupJoin(this.cluster, this.traitSet, this.input(), { ...this.options, upsertMaterialize });
  }

  /** Async if the table offers it, unless the hint or materialisation says otherwise. */
  get isAsync(): boolean {
    const lookup = this.options.temporalTable.source?.lookup;
    if (!lookup || this.options.upsertMaterialize) return false;
    return (this.options.hint?.async ?? true) ? lookup.async : !lookup.sync;
  }

  /** How it runs where it is asynchronous. */
  get asyncOptions(): AsyncLookupOptions {
    return asyncLookupOptions(this.options.hint, this.cluster.config, this.inputInsertOnly);
  }

  /** Positions of the dimension's primary key in the joined Calc's output; empty if it is not all there. */
  get outputPrimaryKey(): readonly number[] {
    const { temporalTable, calc } = this.options;
    if (!temporalTable.table) return [];
    const names = temporalTable.rowType.fields.map((f) => f.name);
    const key = (primaryKeyIndexes(temporalTable.table) ?? []).map((i) => names.indexOf(temporalTable.table?.columns[i]?.name ?? ''));
    if (!calc) return key;
    const sources = calc.projects.map((_, i) => calc.sourceField(i));
    const mapped = key.map((k) => sources.lastIndexOf(k));
    return mapped.includes(-1) ? [] : mapped;
  }

  /** True if the lookup keys hold the primary key, so that each left row meets at most one row. */
  get keysHoldPrimaryKey(): boolean {
    const key = this.outputPrimaryKey;
    return key.length > 0 && key.every((k) => this.lookupKeys.has(k));
  }

  describeAs(format: TextFormat): readonly Term[] {
    const { temporalTable, calc, joinType, hint, upsertMaterialize, shuffle } = this.options;
    const inputNames = fieldNames(this.input().rowType);
    const outputNames = fieldNames(this.rowType);
    const terms: Term[] = [
      term('table', temporalTable.names.join('.')),
      term('joinType', flinkJoinTypeText(joinType)),
      term(
        'lookup',
        [...this.lookupKeys].map(([column, key]) => `${fieldName(temporalTable.rowType, column)}=${this.keyText(key)}`).join(', '),
      ),
    ];
    const where = calc && whereText(calc, format);
    if (where !== undefined && where !== '') terms.push(term('where', where));
    const { preFilter, remaining } = this.conditions;
    if (preFilter || remaining) {
      const text = [preFilter, remaining].map((e) => (e ? expressionText(e, outputNames, format) : '')).join('');
      terms.push(term('joinCondition', text));
    }
    terms.push(term('select', calc ? [...inputNames, selectText(calc, format)].join(', ') : outputNames.join(', ')));
    if (upsertMaterialize) terms.push(term('upsertMaterialize', 'true'));
    if (this.isAsync) terms.push(term('async', asyncOptionsText(this.asyncOptions)));
    if (shuffle) terms.push(term('shuffle', 'true'));
    if (hint?.retry) {
      const { predicate, strategy, delay, attempts } = hint.retry;
      terms.push(term('retry', `${predicate}, ${strategy}, ${delay}ms, ${attempts}`));
    }
    const upsertKey = smallestKey(this.cluster.mq.upsertKeys(this.input()) ?? []);
    if (upsertKey) terms.push(term('upsertKey', `[${upsertKey.join(', ')}]`));
    return terms;
  }

  private keyText(key: LookupKey): string {
    return key.kind === 'field' ? fieldName(this.input().rowType, key.index) : literalText(key.literal, 'never');
  }

  private get inputInsertOnly(): boolean {
    const mode = changelogModeOf(this.input());
    return mode === undefined || isInsertOnly(mode);
  }

  override describe(): readonly Term[] {
    return this.describeAs(PHYSICAL_TEXT);
  }
}
