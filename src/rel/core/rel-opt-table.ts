import type { TableSource } from '../../catalog/connector.ts';
import type { CatalogTable } from '../../catalog/table.ts';
import type { Monotonicities } from '../metadata/monotonicity.ts';
import type { RelNode } from '../rel-node.ts';
import type { RexNode } from '../rex/rex-node.ts';
import type { WindowProperties } from '../physical/windowing.ts';
import type { RowType } from '../../types/sql-type.ts';

/**
 * What a source has been told so far, in the order in which the push-downs were applied (Flink's `SourceAbilitySpec`s). Each prints one
 * item inside `table=[[…]]`.
 */
export type SourceAbility =
  /** `project=[a, b], metadata=[m]`; `fields` are paths into the physical row (`['nested', 'x']` prints `nested_x`). */
  | {
      readonly kind: 'project';
      readonly fields: readonly (readonly string[])[];
      readonly metadata: readonly string[];
      readonly nested: boolean;
    }
  /** `metadata=[k1, k2]` alone: metadata columns without a projection. */
  | { readonly kind: 'metadata'; readonly keys: readonly string[] }
  /** `filter=[and(>(a, 5), …)]`, `filter=[]` when nothing was accepted. `names` are the field names the expressions refer to. */
  | { readonly kind: 'filter'; readonly predicates: readonly RexNode[]; readonly names: readonly string[] }
  | { readonly kind: 'limit'; readonly limit: number }
  | { readonly kind: 'partitions'; readonly partitions: readonly (readonly (readonly [string, string])[])[] }
  /** `watermark=[-(ts, 5000:INTERVAL SECOND)], watermarkEmitStrategy=[on-periodic]`. */
  | {
      readonly kind: 'watermark';
      readonly expr: RexNode;
      readonly text: string;
      readonly emitStrategy: string;
      readonly idleTimeout: number;
      readonly alignment?: string;
    }
  | { readonly kind: 'sourceWatermark' };

/**
 * Calcite's `RelOptTable` as Flink's planner uses it (`TableSourceTable`, `DataStreamTable`, `IntermediateRelTable`): a table with a row
 * type and what was pushed into its source. Immutable; a push-down makes a new one.
 */
export interface RelOptTable {
  /** `[default_catalog, default_database, T]`. */
  readonly names: readonly string[];
  readonly rowType: RowType;
  /** The catalog's table; absent for intermediate tables. */
  readonly table?: CatalogTable;
  /** Abilities of the connector as a source, made when conversion met the table (kind `source`). */
  readonly source?: TableSource;
  readonly kind: 'source' | 'datastream' | 'intermediate';
  readonly abilities: readonly SourceAbility[];
  /** Texts of the abilities, printed after the names inside `table=[[…]]`. */
  readonly extraDigests: readonly string[];
  /** Unique keys by column index of `rowType`, empty if none. */
  readonly uniqueKeys: readonly (readonly number[])[];
  /** Rows as far as they are known (after a limit was pushed into the source); else the default counts. */
  readonly rowCount?: number;
  /** Options of an OPTIONS hint merged over the table's. */
  readonly hintOptions: readonly (readonly [string, string])[];
  /** Set by the event-time temporal join rewrite: the scan must not get a ChangelogNormalize. */
  readonly eventTimeSnapshotRequired: boolean;
  /** Facts of a block's output, for intermediate tables. */
  readonly intermediate?: IntermediateTableFacts;
}

export interface IntermediateTableFacts {
  /** The block's optimized tree. */
  readonly plan: RelNode;
  /** Undefined if unknown. */
  readonly upsertKeys: readonly (readonly number[])[] | undefined;
  readonly isUpdateBeforeRequired: boolean;
  readonly modifyKinds: { readonly insert: boolean; readonly update: boolean; readonly delete: boolean };
  /** How the block's columns change; undefined if unknown. */
  readonly monotonicity?: Monotonicities;
  readonly windowProperties?: WindowProperties;
}

/** `[default_catalog, default_database, T, project=[a], metadata=[]]` */
export function relOptTableText(t: RelOptTable): string {
  return `[${[...t.names, ...t.extraDigests].join(', ')}]`;
}
