import type { Cluster } from '../cluster.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelHint, Term } from '../rel-node.ts';
import type { RelOptTable } from './rel-opt-table.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode, hintText, term } from '../rel-node.ts';
import { relOptTableText } from './rel-opt-table.ts';

/** Rows of a table without statistics. */
export const DEFAULT_ROW_COUNT = 1e8;

/** Calcite's `TableScan`. */
export abstract class TableScan extends RelNode {
  readonly table: RelOptTable;
  readonly relHints: readonly RelHint[];

  constructor(cluster: Cluster, traits: TraitSet, table: RelOptTable, hints: readonly RelHint[] = []) {
    super(cluster, traits, []);
    this.table = table;
    this.relHints = hints;
  }

  protected override deriveRowType(): RowType {
    return this.table.rowType;
  }

  override get hints(): readonly RelHint[] {
    return this.relHints;
  }

  override get isHintable(): boolean {
    return true;
  }

  override estimateRowCount(_mq: MetadataQuery): number {
    return this.table.rowCount ?? DEFAULT_ROW_COUNT;
  }

  protected get tableTerm(): Term {
    return term('table', relOptTableText(this.table));
  }

  /** OPTIONS hints print, `[[OPTIONS options:{k=v}]]`; others (aliases) do not in most sections. */
  protected hintTerms(): readonly Term[] {
    return this.relHints.length === 0 ? [] : [term('hints', `[${this.relHints.map(hintText).join(', ')}]`)];
  }

  override describe(): readonly Term[] {
    return [this.tableTerm, ...this.hintTerms()];
  }
}
