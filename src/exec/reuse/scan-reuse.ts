import type { ReadColumn } from './scan-abilities.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RelOptTable, SourceAbility } from '../../rel/core/rel-opt-table.ts';
import type { RowType } from '../../types/sql-type.ts';
import { StreamPhysicalCalc } from '../../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalTableSourceScan } from '../../rel/physical/stream-physical-table-source-scan.ts';
import { inputRef } from '../../rel/rex/rex-factory.ts';
import { RexProgram, mergeAndSimplify } from '../../rel/rex/rex-program.ts';
import { mapInputRefs } from '../../rel/rex/rex-visit.ts';
import { relRowType, withoutIndicator } from '../../types/sql-type.ts';
import { compareOrder, hasFilterAfterProjection, isAdjustable, readColumns, scanKey, sourceKey } from './scan-abilities.ts';

/**
 * Scans of one source that differ in their columns only become one scan of all columns, each with a Calc above that narrows it again
 * (Flink's `ScanReuser`).
 */
export function reuseScans(roots: readonly RelNode[]): readonly RelNode[] {
  const groups = new Map<string, StreamPhysicalTableSourceScan[]>();
  const seen = new Set<RelNode>();
  const collect = (placeholder: RelNode): void => {
    const node = placeholder.stripped();
    if (seen.has(node)) return;
    seen.add(node);
    if (node instanceof StreamPhysicalTableSourceScan) {
      const key = sourceKey(node);
      groups.set(key, [...(groups.get(key) ?? []), node]);
    }
    node.inputs.forEach(collect);
  };
  roots.forEach(collect);
  const replacements = new Map<RelNode, RelNode>();
  for (const scans of groups.values()) widen(scans, replacements);
  return replacements.size === 0 ? roots : roots.map((r) => replaceScans(r, replacements));
}

function widen(scans: readonly StreamPhysicalTableSourceScan[], replacements: Map<RelNode, RelNode>): void {
  if (new Set(scans.map(scanKey)).size < 2 || scans.some((s) => hasFilterAfterProjection(s.table))) return;
  const picked = scans.find((s) => s.table.abilities.some((a) => a.kind === 'watermark')) ?? scans[0];
  if (!picked) return;
  const all = unionOfColumns(scans);
  const wide = picked.withTable(wideTable(picked.table, all));
  for (const scan of scans) {
    const own = readColumns(scan.table);
    if (own.length === all.length && own.every((c, i) => c.key === all[i]?.key)) {
      replacements.set(scan, wide);
      continue;
    }
    const positions = own.map((c) => all.findIndex((a) => a.key === c.key && a.isMetadata === c.isMetadata));
    const fields = positions.map((p) => wide.rowType.fields[p] ?? { name: '', type: picked.rowType });
    const projects = positions.map((p, i) => inputRef(p, fields[i]?.type ?? picked.rowType));
    const program = RexProgram.create(
      wide.rowType,
      projects,
      undefined,
      fields.map((f) => f.name),
    );
    replacements.set(scan, new StreamPhysicalCalc(wide.cluster, wide.traitSet, wide, program));
  }
}

/** All columns that some scan reads: physical ones in the table's order, metadata in the source's. */
function unionOfColumns(scans: readonly StreamPhysicalTableSourceScan[]): readonly ReadColumn[] {
  const byKey = new Map<string, ReadColumn>();
  for (const scan of scans) {
    for (const column of readColumns(scan.table)) {
      const key = `${column.isMetadata} ${column.key}`;
      if (!byKey.has(key)) byKey.set(key, column);
    }
  }
  const columns = [...byKey.values()];
  const metadataOrder = (scans[0]?.table.source?.metadata ?? []).map((m) => m.key);
  return [
    ...columns.filter((c) => !c.isMetadata).sort(compareOrder),
    ...columns.filter((c) => c.isMetadata).sort((a, b) => metadataOrder.indexOf(a.key) - metadataOrder.indexOf(b.key)),
  ];
}

function wideTable(table: RelOptTable, columns: readonly ReadColumn[]): RelOptTable {
  const kept = table.abilities.flatMap((a, i) => (isAdjustable(a) ? [] : [{ ability: a, text: table.extraDigests[i] ?? '' }]));
  const watermarkAt = table.abilities.findIndex((a) => a.kind === 'watermark');
  const watermark = table.abilities[watermarkAt];
  const rowtime = table.table?.kind === 'connector' && watermark ? table.table.watermarks[0]?.column : undefined;
  const timeType = table.rowType.fields.find((f) => f.name === rowtime)?.type;
  const rowType = relRowType(
    columns.map(({ field }) => ({
      name: field.name,
      type: field.name === rowtime && timeType ? timeType : withoutIndicator(field.type),
    })),
  );
  if ((table.source?.projection ?? 'none') !== 'none') {
    const physical = columns.filter((c) => !c.isMetadata);
    const fields = physical.map((c) => c.path);
    kept.push({
      ability: { kind: 'project', fields, metadata: [], nested: fields.some((p) => p.length > 1) },
      text: `project=[${physical.map((c) => c.field.name).join(', ')}]`,
    });
  }
  if (table.source?.metadata) {
    const keys = columns.filter((c) => c.isMetadata).map((c) => c.key);
    kept.push({ ability: { kind: 'metadata', keys }, text: `metadata=[${keys.join(', ')}]` });
  }
  if (watermark?.kind === 'watermark')
    kept.push({ ability: moveWatermark(watermark, table.rowType, rowType), text: table.extraDigests[watermarkAt] ?? '' });
  const uniqueKeys = table.uniqueKeys.map((key) =>
    key.map((i) => rowType.fields.findIndex((f) => f.name === table.rowType.fields[i]?.name)),
  );
  return { ...table, rowType, uniqueKeys, abilities: kept.map((k) => k.ability), extraDigests: kept.map((k) => k.text) };
}

function moveWatermark(a: Extract<SourceAbility, { kind: 'watermark' }>, from: RowType, to: RowType): SourceAbility {
  const expr = mapInputRefs(a.expr, (i) => to.fields.findIndex((f) => f.name === from.fields[i]?.name));
  return { ...a, expr };
}

function replaceScans(root: RelNode, replacements: ReadonlyMap<RelNode, RelNode>): RelNode {
  const made = new Map<RelNode, RelNode>();
  const visit = (placeholder: RelNode): RelNode => {
    const node = placeholder.stripped();
    const known = made.get(node);
    if (known) return known;
    const result = rewrite(node);
    made.set(node, result);
    return result;
  };
  const rewrite = (node: RelNode): RelNode => {
    const replaced = replacements.get(node);
    if (replaced) return replaced;
    const below = node.inputs[0] && replacements.get(node.inputs[0].stripped());
    if (node instanceof StreamPhysicalCalc && below instanceof StreamPhysicalCalc)
      return node.copyCalc(node.traitSet, below.input(), mergeAndSimplify(node.program, below.program, node.cluster.executor));
    const inputs = node.inputs.map(visit);
    return inputs.every((n, i) => n === node.inputs[i]) ? node : node.copy(node.traitSet, inputs);
  };
  return visit(root);
}
