import type { AggregateCall } from './core/aggregate-call.ts';
import type { BuilderAggregateCall, GroupKey } from './rel-builder-aggregate.ts';
import type { Cluster } from './cluster.ts';
import type { FieldCollation } from './traits/distribution.ts';
import type { JoinType } from './core/join.ts';
import type { RankOptions } from './core/rank.ts';
import type { NamedWindowProperty, GroupWindow } from './core/window-aggregate.ts';
import type { RelHint, RelNode } from './rel-node.ts';
import type { RexInputRef, RexLiteral, RexNode } from './rex/rex-node.ts';
import type { RowType } from '../types/sql-type.ts';
import type { SortKey } from './rel-builder-sort.ts';
import { defined } from '../base/assert.ts';
import { relRowType } from '../types/sql-type.ts';
import { TableScan } from './core/table-scan.ts';
import { LogicalAggregate } from './logical/logical-aggregate.ts';
import { LogicalExpand } from './logical/logical-expand.ts';
import { LogicalFilter } from './logical/logical-filter.ts';
import { LogicalIntersect, LogicalMinus, LogicalUnion } from './logical/logical-set-op.ts';
import { LogicalRank } from './logical/logical-rank.ts';
import { LogicalSnapshot } from './logical/logical-snapshot.ts';
import { LogicalValues } from './logical/logical-values.ts';
import { LogicalWatermarkAssigner } from './logical/logical-watermark-assigner.ts';
import { LogicalWindowAggregate } from './logical/logical-window-aggregate.ts';
import { buildAggregate } from './rel-builder-aggregate.ts';
import { castRel } from './cast-rel.ts';
import { buildCorrelate, buildJoin, buildSemiOrAntiJoin } from './rel-builder-join.ts';
import { buildProject, buildProjectNamed } from './rel-builder-project.ts';
import { simplifyConjunction } from './rel-builder-simplify.ts';
import { buildSort } from './rel-builder-sort.ts';
import { unionOfValues } from './rel-builder-values.ts';
import { composeConjunction } from './rex/conditions.ts';
import { call, charLiteral, inputRef } from './rex/rex-factory.ts';
import { isAlwaysFalse, isAlwaysTrue } from './rex/rex-node.ts';
import { AS } from './rex/standard-operators.ts';

/** Switches of Calcite's `RelBuilder.Config` that differ between its users in Flink. */
export interface RelBuilderConfig {
  readonly simplify: boolean;
  /** How much larger two merged Projects may be than both; −1: never merge (SQL conversion). */
  readonly bloat: number;
  /** Equations of joins get plain references by Projects below (SQL conversion only). */
  readonly pushJoinCondition: boolean;
  readonly pruneInputOfAggregate: boolean;
  readonly dedupAggregateCalls: boolean;
  /** An Aggregate stays although its input is unique already. */
  readonly aggregateUnique: boolean;
  /** `fetch = 0` gives empty Values. */
  readonly simplifyLimit: boolean;
  /** Literals over an input with a known number of rows become Values, and so does a union of Values. */
  readonly simplifyValues: boolean;
  /** A correlate whose right side does not use the variable is a join. */
  readonly convertCorrelateToJoin: boolean;
}

/** What Flink's rules use (`FLINK_REL_BUILDER_CONFIG`). */
export const FLINK_BUILDER_CONFIG: RelBuilderConfig = {
  simplify: true,
  bloat: 100,
  pushJoinCondition: false,
  pruneInputOfAggregate: true,
  dedupAggregateCalls: true,
  aggregateUnique: false,
  simplifyLimit: true,
  simplifyValues: false,
  convertCorrelateToJoin: false,
};

/** What Calcite's own rules use (`RelFactories.LOGICAL_BUILDER`). */
export const CALCITE_BUILDER_CONFIG: RelBuilderConfig = { ...FLINK_BUILDER_CONFIG, simplifyValues: true, convertCorrelateToJoin: true };

/** A field as the builder sees it: its name may differ from the node's (renamed without a node), and it knows the table aliases it came by. */
export interface BuilderField {
  readonly aliases: readonly string[];
  readonly name: string;
}

export interface Frame {
  readonly rel: RelNode;
  readonly fields: readonly BuilderField[];
}

/**
 * Calcite's `RelBuilder` with Flink's defaults: a stack of nodes; each method takes its inputs from the top and pushes what it made. Nodes
 * are logical ones. What it simplifies, merges and leaves out on the way decides plan texts, so it does exactly what Calcite's does.
 */
export class RelBuilder {
  readonly cluster: Cluster;
  readonly config: RelBuilderConfig;
  private readonly stack: Frame[] = [];

  constructor(cluster: Cluster, config: Partial<RelBuilderConfig> = {}) {
    this.cluster = cluster;
    this.config = { ...FLINK_BUILDER_CONFIG, ...config };
  }

  /** A builder of the same kind with other switches and an empty stack. */
  transform(change: Partial<RelBuilderConfig>): RelBuilder {
    return new RelBuilder(this.cluster, { ...this.config, ...change });
  }

  // The stack.

  push(node: RelNode): this {
    const names = node instanceof TableScan ? node.table.names : [];
    const alias = names.at(-1);
    return this.pushFrame({
      rel: node,
      fields: node.rowType.fields.map((f) => ({ aliases: alias === undefined ? [] : [alias], name: f.name })),
    });
  }

  pushAll(nodes: Iterable<RelNode>): this {
    for (const node of nodes) this.push(node);
    return this;
  }

  /** The node `n` positions below the top. */
  peek(n = 0): RelNode {
    return this.peekFrame(n).rel;
  }

  /** Takes the top node off. */
  build(): RelNode {
    return this.popFrame().rel;
  }

  get size(): number {
    return this.stack.length;
  }

  peekFrame(n = 0): Frame {
    return defined(this.stack[this.stack.length - 1 - n], 'node on the builder');
  }

  popFrame(): Frame {
    return defined(this.stack.pop(), 'node on the builder');
  }

  pushFrame(frame: Frame): this {
    this.stack.push(frame);
    return this;
  }

  /** Exchanges the top node for one with the same fields. */
  replaceTop(node: RelNode): this {
    const { fields } = this.popFrame();
    return this.pushFrame({ rel: node, fields });
  }

  // Expressions over the nodes on the stack.

  /** A field of the top node. */
  field(index: number): RexInputRef {
    return this.fieldOf(1, 0, index);
  }

  /** A field of input `ordinal` of `inputCount` inputs; references count through all of them. */
  fieldOf(inputCount: number, ordinal: number, index: number): RexInputRef {
    const { rel } = this.peekFrame(inputCount - 1 - ordinal);
    let offset = 0;
    for (let i = 0; i < ordinal; i++) offset += this.peek(inputCount - 1 - i).rowType.fields.length;
    const field = defined(rel.rowType.fields[index], `field ${index} of ${rel.typeName}`);
    return inputRef(offset + index, field.type);
  }

  /** A field of the top node by name. */
  fieldNamed(name: string): RexInputRef {
    return this.fieldNamedOf(1, 0, name);
  }

  fieldNamedOf(inputCount: number, ordinal: number, name: string): RexInputRef {
    const index = this.peekFrame(inputCount - 1 - ordinal).fields.findIndex((f) => f.name === name);
    if (index < 0) throw new Error(`field [${name}] not found`);
    return this.fieldOf(inputCount, ordinal, index);
  }

  /** A field of the top node by table alias and name. */
  fieldOfAlias(alias: string, name: string): RexInputRef {
    const index = this.peekFrame().fields.findIndex((f) => f.aliases.includes(alias) && f.name === name);
    if (index < 0) throw new Error(`no field ${alias}.${name}`);
    return this.field(index);
  }

  /** All fields of the top node, or those of a list. */
  fields(indexes?: readonly number[]): RexInputRef[] {
    const list = indexes ?? this.peek().rowType.fields.map((_, i) => i);
    return list.map((i) => this.field(i));
  }

  /** The expression under a name: only for `project`, `aggregate` and what they register. */
  alias(e: RexNode, name: string): RexNode {
    return call(AS, [e, charLiteral(name)], e.type);
  }

  // Nodes.

  /** A Filter with the simplified conjunction; nothing if it is true, empty Values if it is false. */
  filter(conditions: RexNode | readonly RexNode[], variablesSet: readonly number[] = []): this {
    const list = 'rex' in conditions ? [conditions] : conditions;
    const condition = this.config.simplify ? simplifyConjunction(this.cluster, list) : composeConjunction(list);
    if (condition === undefined || isAlwaysFalse(condition)) return this.empty();
    if (isAlwaysTrue(condition)) return this;
    return this.replaceTop(LogicalFilter.create(this.peek(), condition, variablesSet));
  }

  /**
   * A Project. Without `names` (or with an undefined one) the name comes from the expression: the field's, a cast field's, an alias, else
   * `$f` + position; duplicates get numbers. No node if nothing changes, unless `force`.
   */
  project(nodes: readonly RexNode[], names: readonly (string | undefined)[] = [], options: ProjectBuildOptions | boolean = {}): this {
    buildProject(this, nodes, names, typeof options === 'boolean' ? { force: options } : options);
    return this;
  }

  /** A Project whose names are made unique; an identity renames the Project or Values below instead (`projectNamed`). */
  projectNamed(nodes: readonly RexNode[], names?: readonly (string | undefined)[], options: ProjectBuildOptions | boolean = {}): this {
    buildProjectNamed(this, nodes, names, typeof options === 'boolean' ? { force: options } : options);
    return this;
  }

  projectPlus(nodes: readonly RexNode[]): this {
    return this.project([...this.fields(), ...nodes]);
  }

  /** Makes the field names those given (undefined = keep), by a Project if they differ. */
  rename(names: readonly (string | undefined)[]): this {
    const top = this.peek();
    const old = top.rowType.fields.map((f) => f.name);
    const next = old.map((name, i) => names[i] ?? name);
    if (next.every((name, i) => name === old[i])) return this;
    if (top instanceof LogicalValues) {
      this.build();
      const fields = top.rowType.fields.map((f, i) => ({ name: next[i] ?? f.name, type: f.type }));
      return this.values(top.tuples, relRowType(fields));
    }
    return this.project(this.fields(), next, { force: true });
  }

  /** Reorders: output i is input field `mapping[i]`; nothing for an identity. */
  permute(mapping: readonly number[]): this {
    if (mapping.length === this.peek().rowType.fields.length && mapping.every((m, i) => m === i)) return this;
    return this.project(this.fields(mapping));
  }

  groupKey(nodes: readonly RexNode[], sets?: readonly (readonly RexNode[])[]): GroupKey {
    return { nodes, sets };
  }

  /** A group key of field positions. */
  groupKeyOf(groupSet: readonly number[], groupSets: readonly (readonly number[])[] = [groupSet]): GroupKey {
    return { nodes: this.fields(groupSet), sets: groupSets.map((s) => this.fields(s)) };
  }

  /** An Aggregate: expressions are computed below, unused columns pruned, equal calls made once. */
  aggregate(key: GroupKey, calls: readonly (BuilderAggregateCall | AggregateCall)[]): this {
    buildAggregate(this, key, calls);
    return this;
  }

  /** An Aggregate over all fields. */
  distinct(): this {
    return this.aggregate(this.groupKey(this.fields()), []);
  }

  /** Flink's legacy group-window aggregate. */
  windowAggregate(
    window: GroupWindow,
    key: GroupKey,
    properties: readonly NamedWindowProperty[],
    calls: readonly (BuilderAggregateCall | AggregateCall)[],
  ): this {
    const aggregate = this.transform({ pruneInputOfAggregate: false }).push(this.build()).aggregate(key, calls).build();
    if (!(aggregate instanceof LogicalAggregate)) throw new Error(`expected an Aggregate, not ${aggregate.typeName}`);
    return this.push(LogicalWindowAggregate.create(aggregate.input(), { ...aggregate.aggregateOptions, window, properties }));
  }

  join(type: JoinType, conditions: RexNode | readonly RexNode[], variablesSet: readonly number[] = []): this {
    buildJoin(this, type, 'rex' in conditions ? conditions : composeConjunction(conditions), variablesSet);
    return this;
  }

  semiJoin(conditions: readonly RexNode[]): this {
    buildSemiOrAntiJoin(this, 'semi', conditions);
    return this;
  }

  antiJoin(conditions: readonly RexNode[]): this {
    buildSemiOrAntiJoin(this, 'anti', conditions);
    return this;
  }

  correlate(type: JoinType, correlationId: number, requiredFields: readonly RexNode[]): this {
    buildCorrelate(this, type, correlationId, requiredFields);
    return this;
  }

  union(all: boolean, n = 2): this {
    const inputs = this.popInputs(n);
    if (inputs.length > 1 && this.config.simplifyValues) {
      const values = unionOfValues(this.cluster, inputs, all);
      if (values) return this.push(values);
    }
    return this.push(inputs.length === 1 ? inputs[0] : LogicalUnion.create(inputs, all));
  }

  intersect(all: boolean, n = 2): this {
    const inputs = this.popInputs(n);
    return this.push(inputs.length === 1 ? inputs[0] : LogicalIntersect.create(inputs, all));
  }

  minus(all: boolean, n = 2): this {
    const inputs = this.popInputs(n);
    return this.push(inputs.length === 1 ? inputs[0] : LogicalMinus.create(inputs, all));
  }

  private popInputs(n: number): readonly [RelNode, ...RelNode[]] {
    const inputs: RelNode[] = [];
    for (let i = 0; i < n; i++) inputs.unshift(this.build());
    const [first, ...rest] = inputs;
    return [defined(first, 'input of a set operation'), ...rest];
  }

  values(tuples: readonly (readonly RexLiteral[])[], rowType: RowType): this {
    return this.push(LogicalValues.create(this.cluster, rowType, tuples));
  }

  /** Replaces the top by empty Values with its row type. */
  empty(): this {
    return this.replaceTop(LogicalValues.create(this.cluster, this.peek().rowType, []));
  }

  /** Order by expressions (computed below and removed above where they are no fields), offset, fetch. */
  sortLimit(keys: readonly SortKey[], offset?: RexNode, fetch?: RexNode): this {
    buildSort(this, keys, offset, fetch);
    return this;
  }

  sort(collation: readonly FieldCollation[]): this {
    return this.sortLimit(collation.map((c) => ({ expr: this.field(c.index), direction: c.direction, nullDirection: c.nullDirection })));
  }

  limit(offset: RexNode | undefined, fetch: RexNode | undefined): this {
    return this.sortLimit([], offset, fetch);
  }

  snapshot(period: RexNode): this {
    return this.replaceTop(LogicalSnapshot.create(this.peek(), period));
  }

  watermark(rowtimeIndex: number, expr: RexNode): this {
    return this.push(LogicalWatermarkAssigner.create(this.build(), rowtimeIndex, expr));
  }

  expand(projects: readonly (readonly RexNode[])[], expandIdIndex: number): this {
    return this.push(LogicalExpand.create(this.build(), projects, expandIdIndex));
  }

  rank(options: RankOptions): this {
    return this.push(LogicalRank.create(this.build(), options));
  }

  /** Casts the top to a row type, by a Project or in the Project that it is (Calcite's `createCastRel`). */
  convert(rowType: RowType, rename: boolean): this {
    return this.push(castRel(this.build(), rowType, rename));
  }

  /** Gives the top's fields a table alias. */
  as(alias: string): this {
    const { rel, fields } = this.popFrame();
    return this.pushFrame({ rel, fields: fields.map((f) => (f.aliases.includes(alias) ? f : { ...f, aliases: [...f.aliases, alias] })) });
  }

  /** Adds hints to the top node, which must be hintable. */
  hints(hints: readonly RelHint[]): this {
    const top = this.peek();
    return hints.length === 0 || !top.isHintable ? this : this.replaceTop(top.withHints([...top.hints, ...hints]));
  }
}

export interface ProjectBuildOptions {
  readonly force?: boolean;
  readonly variablesSet?: readonly number[];
  readonly hints?: readonly RelHint[];
}
