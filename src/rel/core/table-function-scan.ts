import type { Cluster } from '../cluster.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { RelNode, Term } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { TraitSet } from '../traits/trait-set.ts';
import { RelNode as RelNodeClass, rexTerm, term } from '../rel-node.ts';
import { shortTypeText } from '../../types/sql-type.ts';

/** Calcite's `TableFunctionScan`: `invocation` is the call, table arguments refer to the inputs. */
export abstract class TableFunctionScan extends RelNodeClass {
  readonly call: RexNode;
  private readonly scanType: RowType;

  constructor(cluster: Cluster, traits: TraitSet, inputs: readonly RelNode[], call: RexNode, rowType: RowType) {
    super(cluster, traits, inputs);
    this.call = call;
    this.scanType = rowType;
  }

  override inputName(i: number): string {
    return `input#${i}`;
  }

  protected override deriveRowType(): RowType {
    return this.scanType;
  }

  /** The rows of all inputs, or 1. */
  override estimateRowCount(mq: MetadataQuery): number {
    return this.inputs.length === 0 ? 1 : this.inputs.reduce((n, input) => n + mq.rowCount(input), 0);
  }

  override get rexNodes(): readonly RexNode[] {
    return [this.call];
  }

  override describe(): readonly Term[] {
    return [rexTerm('invocation', this.call), term('rowType', shortTypeText(this.rowType))];
  }
}
