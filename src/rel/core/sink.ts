import type { TableSink } from '../../catalog/connector.ts';
import type { CatalogTable } from '../../catalog/table.ts';
import type { Cluster } from '../cluster.ts';
import type { RelHint, RelNode, Term } from '../rel-node.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { hintText, term } from '../rel-node.ts';
import { SingleRel } from './single-rel.ts';

export interface SinkOptions {
  /** `[catalog, database, table]`. */
  readonly names: readonly string[];
  readonly table: CatalogTable;
  /** Abilities of the connector as a sink, made when conversion met the table. */
  readonly tableSink?: TableSink;
  /** Paths of the columns named in INSERT, by index of the sink's schema, in the order written; undefined if none were named. */
  readonly targetColumns?: readonly (readonly number[])[];
  readonly staticPartitions: readonly (readonly [string, string])[];
  readonly overwrite: boolean;
  readonly hints?: readonly RelHint[];
  /** ON CONFLICT DO …, 2.3 and later. */
  readonly conflictStrategy?: 'NOTHING' | 'ERROR' | 'DEDUPLICATE';
}

/** Flink's `Sink`: writes the input into a table. */
export abstract class Sink extends SingleRel {
  readonly sink: SinkOptions;

  constructor(cluster: Cluster, traits: TraitSet, input: RelNode, sink: SinkOptions) {
    super(cluster, traits, [input]);
    this.sink = sink;
  }

  override get hints(): readonly RelHint[] {
    return this.sink.hints ?? [];
  }

  override describe(): readonly Term[] {
    const terms = [term('table', this.sink.names.join('.'))];
    const targets = this.sink.targetColumns;
    if (targets && targets.length > 0) terms.push(term('targetColumns', targets.map((p) => `[${p.join(', ')}]`).join(',')));
    terms.push(term('fields', this.rowType.fields.map((f) => f.name).join(', ')));
    const hints = this.sink.hints ?? [];
    if (hints.length > 0) terms.push(term('hints', `[${hints.map(hintText).join(', ')}]`));
    return terms;
  }
}
