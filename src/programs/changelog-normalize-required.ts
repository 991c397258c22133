import type { StreamPhysicalChangelogNormalize } from '../rel/physical/stream-physical-changelog-normalize.ts';
import type { RelNode } from '../rel/rel-node.ts';
import { metadataColumns } from '../catalog/table.ts';
import { StreamPhysicalCalc } from '../rel/physical/stream-physical-calc.ts';
import { StreamPhysicalTableSourceScan } from '../rel/physical/stream-physical-table-source-scan.ts';

/**
 * Whether a ChangelogNormalize must stay (Flink's `ChangelogNormalizeRequirementResolver`): it filters, someone needs UPDATE_BEFORE, it
 * removes duplicates, or a metadata column is read, whose value the last change alone need not have.
 */
export function isNormalizeRequired(node: StreamPhysicalChangelogNormalize): boolean {
  if (node.filterCondition) return true;
  if (node.traitSet.updateKind !== 'ONLY_UPDATE_AFTER') return true;
  if (node.cluster.config.boolean('table.exec.source.cdc-events-duplicate')) return true;
  return readsMetadata(node.input(), allColumns(node.input()));
}

function allColumns(node: RelNode): readonly number[] {
  return node.rowType.fields.map((_, i) => i);
}

function readsMetadata(placeholder: RelNode, required: readonly number[]): boolean {
  const node = placeholder.stripped();
  if (node instanceof StreamPhysicalTableSourceScan) {
    const { table, source } = node.table;
    if (!table || !source?.metadata) return false;
    const names = new Set(metadataColumns(table).map((c) => c.name));
    return required.some((i) => names.has(node.rowType.fields[i]?.name ?? ''));
  }
  if (node instanceof StreamPhysicalCalc) {
    const sources = required.flatMap((i) => {
      const e = node.projects[i];
      return e?.rex === 'inputRef' ? [e.index] : [];
    });
    return readsMetadata(node.input(), sources);
  }
  const [input] = node.inputs;
  return input !== undefined && readsMetadata(input, allColumns(input));
}
