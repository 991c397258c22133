import type { RelNode } from '../rel-node.ts';

/** Calcite's `RelMetadataQuery` with Flink's handlers. */
export class MetadataQuery {
  rowCount(node: RelNode): number {
    return node.estimateRowCount(this);
  }
}
