import type { ExecNode } from '../../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import { keepsLastRow } from '../../../rel/physical/deduplication.ts';
import { StreamPhysicalChangelogNormalize } from '../../../rel/physical/stream-physical-changelog-normalize.ts';
import { StreamPhysicalRank } from '../../../rel/physical/stream-physical-rank.ts';
import { millisOfTimestamp } from '../../event-time.ts';
import { fieldTypes } from '../../operator.ts';
import { pick } from '../../state/row-key.ts';
import { changelogNormalize } from '../changelog-normalize.ts';
import { deduplicate } from '../deduplicate.ts';
import { Bundle, hasMiniBatch } from './bundle.ts';

/** Which changes of a key a bundle keeps, given those kept so far. */
type Fold = (kept: readonly Change[], change: Change) => readonly Change[];

const LAST: Fold = (_, change) => [change];
const FIRST: Fold = (kept, change) => (kept.length > 0 ? kept : [change]);
const ALL: Fold = (kept, change) => [...kept, change];

/** An operator that sees what a bundle kept of each key, key by key, when the bundle ends. */
function bundled(
  inner: Operator,
  o: { readonly node: ExecNode; readonly keys: readonly number[]; readonly fold: Fold; readonly context: OperatorContext },
): Operator {
  const types = fieldTypes(o.node.inputs[0]?.rel.rowType ?? { fields: [] });
  const bundle = new Bundle<readonly Change[]>({
    keyTypes: o.keys.flatMap((i) => types[i] ?? []),
    config: o.context.config,
    finishBundle: (entries) => {
      for (const [, changes] of entries) for (const change of changes) inner.onRecord(0, change);
    },
  });
  return {
    onRecord: (_input: number, change: Change) => bundle.add(pick(change.row, o.keys), (kept) => o.fold(kept ?? [], change)),
    beforeWatermark: () => bundle.finish(),
    finish: () => bundle.finish(),
  };
}

/**
 * Deduplicate with and without mini-batches. By arrival a bundle keeps the first or last row of a key; by rowtime all rows, or only the
 * best one with `table.exec.deduplicate.mini-batch.compact-changes-enabled` (Flink's `ProcTimeMiniBatchDeduplicate…Function`,
 * `RowTimeMiniBatch…DeduplicateFunction`).
 */
export function bundledDeduplicate(node: ExecNode, context: OperatorContext): Operator {
  const inner = deduplicate(node, context);
  const { rel } = node;
  if (!hasMiniBatch(context.config) || !(rel instanceof StreamPhysicalRank)) return inner;
  const { partitionKey, orderKey } = rel.rank;
  const keepLast = keepsLastRow(orderKey);
  const fold = ((): Fold => {
    if (!rel.sortOnRowTime) return keepLast ? LAST : FIRST;
    if (!context.config.boolean('table.exec.deduplicate.mini-batch.compact-changes-enabled')) return ALL;
    const time = ({ row }: { readonly row: Row }): number => millisOfTimestamp(row[orderKey[0]?.index ?? 0]);
    return (kept, change) => {
      const [best] = kept;
      return best && (keepLast ? time(change) < time(best) : time(change) >= time(best)) ? kept : [change];
    };
  })();
  return bundled(inner, { node, keys: partitionKey, fold, context });
}

/** ChangelogNormalize with and without mini-batches: only the last change of a key in a bundle counts. */
export function bundledChangelogNormalize(node: ExecNode, context: OperatorContext): Operator {
  const inner = changelogNormalize(node, context);
  if (!hasMiniBatch(context.config) || !(node.rel instanceof StreamPhysicalChangelogNormalize)) return inner;
  return bundled(inner, { node, keys: node.rel.uniqueKeys, fold: LAST, context });
}
