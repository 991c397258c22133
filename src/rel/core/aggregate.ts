import type { AggregateCall } from './aggregate-call.ts';
import type { Cluster } from '../cluster.ts';
import type { Field, RowType } from '../../types/sql-type.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { term } from '../rel-node.ts';
import { relRowType, withNullability } from '../../types/sql-type.ts';
import { aggregateCallKey, aggregateCallText } from './aggregate-call.ts';
import { SingleRel } from './single-rel.ts';

export interface AggregateOptions {
  /** Input indices of all group keys, ascending. */
  readonly groupSet: readonly number[];
  /** One entry for a simple aggregate; sorted as Calcite sorts grouping sets. */
  readonly groupSets: readonly (readonly number[])[];
  readonly aggCalls: readonly AggregateCall[];
  readonly hints?: readonly RelHint[];
}

/** Row of an aggregate: keys keep their input names; a call without a name is `$f` + position; a taken name gets `_0`, `_1`, …. */
export function aggregateRowType(input: RowType, o: AggregateOptions): RowType {
  const simple = o.groupSets.length <= 1;
  const fields: Field[] = o.groupSet.map((k) => {
    const f = input.fields[k];
    if (!f) throw new Error(`no group key ${k}`);
    const inAll = simple || o.groupSets.every((s) => s.includes(k));
    return { name: f.name, type: inAll ? f.type : withNullability(f.type, true) };
  });
  const used = new Set(fields.map((f) => f.name));
  for (const c of o.aggCalls) {
    const base = c.name ?? `$f${fields.length}`;
    let name = base;
    for (let i = 0; used.has(name); i++) name = `${base}_${i}`;
    used.add(name);
    fields.push({ name, type: c.type });
  }
  return relRowType(fields);
}

/** Calcite's `Aggregate`. */
export abstract class Aggregate extends SingleRel {
  readonly groupSet: readonly number[];
  readonly groupSets: readonly (readonly number[])[];
  readonly aggCalls: readonly AggregateCall[];
  readonly relHints: readonly RelHint[];

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, o: AggregateOptions) {
    super(cluster, traits, [input]);
    this.groupSet = o.groupSet;
    this.groupSets = o.groupSets;
    this.aggCalls = o.aggCalls;
    this.relHints = o.hints ?? [];
  }

  get aggregateOptions(): AggregateOptions {
    return { groupSet: this.groupSet, groupSets: this.groupSets, aggCalls: this.aggCalls, hints: this.relHints };
  }

  /** One grouping set that holds all keys. */
  get isSimple(): boolean {
    return this.groupSets.length === 1;
  }

  /** The same kind of aggregate with some parts exchanged. */
  abstract copyAggregate(input: RelNode, o: Partial<AggregateOptions>): Aggregate;

  protected override deriveRowType(): RowType {
    return aggregateRowType(this.input().rowType, this.aggregateOptions);
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  /** Items carry the names of the calls (`s=SUM($3)`, unnamed ones `agg#0`), so names of calls count for equality. */
  override describe(): readonly Term[] {
    const terms = [term('group', `{${this.groupSet.join(', ')}}`)];
    if (!this.isSimple) terms.push(term('groups', `[${this.groupSets.map((s) => `{${s.join(', ')}}`).join(', ')}]`));
    this.aggCalls.forEach((c, i) => terms.push({ name: c.name ?? `agg#${i}`, text: aggregateCallText(c) }));
    if (this.aggCalls.some((c) => c.ignoreNulls))
      terms.push({ name: 'calls', text: this.aggCalls.map(aggregateCallKey).join(), hidden: true });
    return terms;
  }
}
