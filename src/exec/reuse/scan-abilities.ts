import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { StreamPhysicalTableSourceScan } from '../../rel/physical/stream-physical-table-source-scan.ts';
import type { Field, SqlType } from '../../types/sql-type.ts';
import { hintText } from '../../rel/rel-node.ts';

/** Abilities that scans of one source may differ in and still be read once: the wider scan serves both. */
const ADJUSTABLE: ReadonlySet<SourceAbility['kind']> = new Set(['project', 'metadata', 'watermark']);

/** What the scan was told, word for word; an empty filter does not count. */
export function scanKey(scan: StreamPhysicalTableSourceScan): string {
  return keyWithout(scan, () => false);
}

/** What scans must share to be read once. */
export function sourceKey(scan: StreamPhysicalTableSourceScan): string {
  return keyWithout(scan, (a) => ADJUSTABLE.has(a.kind));
}

function keyWithout(scan: StreamPhysicalTableSourceScan, leftOut: (a: SourceAbility) => boolean): string {
  const { table } = scan;
  const digests = table.extraDigests.filter((_, i) => {
    const ability = table.abilities[i];
    return ability && !leftOut(ability) && !(ability.kind === 'filter' && ability.predicates.length === 0);
  });
  return [...table.names, ...digests, ...scan.hints.map(hintText)].join(', ');
}

export function isAdjustable(a: SourceAbility): boolean {
  return ADJUSTABLE.has(a.kind);
}

/** True if a filter refers to the columns of a projection before it, so that they cannot be exchanged any more. */
export function hasFilterAfterProjection(table: RelOptTable): boolean {
  const first = table.abilities.findIndex((a) => a.kind === 'project' || a.kind === 'metadata');
  return first >= 0 && table.abilities.slice(first).some((a) => a.kind === 'filter');
}

/** A column that a scan reads: a path into the physical row, or the key of a metadata column. */
export interface ReadColumn {
  readonly key: string;
  /** Positions along the path, for the order of columns. */
  readonly order: readonly number[];
  readonly path: readonly string[];
  readonly isMetadata: boolean;
  /** As the scan's row has it. */
  readonly field: Field;
}

/** The columns of a scan in the order of its row: physical ones, then metadata. */
export function readColumns(table: RelOptTable): readonly ReadColumn[] {
  const columns = table.table?.columns ?? [];
  const physical = columns.filter((c) => c.kind === 'physical');
  const project = table.abilities.find((a) => a.kind === 'project');
  const paths = project?.kind === 'project' ? project.fields : physical.map((c) => [c.name]);
  const metadata = table.abilities.find((a) => a.kind === 'metadata');
  const keys = metadata?.kind === 'metadata' ? metadata.keys : columns.flatMap((c) => (c.kind === 'metadata' ? [c.key] : []));
  const read = paths.map((path) => ({ key: JSON.stringify(path), order: orderOf(path, physical), path, isMetadata: false }));
  const meta = keys.map((key) => ({ key, order: [], path: [], isMetadata: true }));
  return [...read, ...meta].flatMap((column, i) => {
    const field = table.rowType.fields[i];
    return field ? [{ ...column, field }] : [];
  });
}

function orderOf(path: readonly string[], columns: readonly { readonly name: string; readonly type: SqlType }[]): readonly number[] {
  const order: number[] = [];
  let fields: readonly { readonly name: string; readonly type: SqlType }[] = columns;
  for (const name of path) {
    const index = fields.findIndex((f) => f.name === name);
    order.push(index);
    fields = fields[index]?.type.fields ?? [];
  }
  return order;
}

/** Order of Java's comparator over index paths: element by element, the shorter first. */
export function compareOrder(a: ReadColumn, b: ReadColumn): number {
  for (let i = 0; i < Math.min(a.order.length, b.order.length); i++) {
    const difference = (a.order[i] ?? 0) - (b.order[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.order.length - b.order.length;
}
