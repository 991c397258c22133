import type { Cost } from '../metadata/cost.ts';
import type { MetadataQuery } from '../metadata/metadata-query.ts';
import type { Term } from '../rel-node.ts';
import { makeCost } from '../metadata/cost.ts';
import { term } from '../rel-node.ts';
import { TableScan } from '../core/table-scan.ts';
import { hintsText } from '../hints.ts';

/** What Flink's logical scans share: the fields print, reading costs bytes. */
export abstract class FlinkLogicalScan extends TableScan {
  override describe(): readonly Term[] {
    const terms = [this.tableTerm, term('fields', this.rowType.fields.map((f) => f.name).join(', '))];
    return this.relHints.length === 0 ? terms : [...terms, term('hints', hintsText(this.relHints))];
  }

  override computeSelfCost(mq: MetadataQuery): Cost {
    const rows = mq.rowCount(this);
    return makeCost(rows, rows, rows * mq.averageRowSize(this));
  }
}
