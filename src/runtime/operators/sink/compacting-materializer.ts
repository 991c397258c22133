import type { Value } from '../../../types/value.ts';
import type { OperatorContext } from '../../operator.ts';
import type { Change, Row } from '../../record.ts';
import type { MaterializerKeys } from './upsert-materializer.ts';
import { isAccumulate } from '../../record.ts';
import { RunError } from '../../run-error.ts';
import { fieldsKey, pick, rowKey } from '../../state/row-key.ts';
import { rowIdentity } from './upsert-materializer.ts';

export interface CompactingOptions extends MaterializerKeys {
  readonly conflict: 'ERROR' | 'NOTHING';
  /** A key's values as the message of a violation prints them. */
  readonly keyText: (values: readonly Value[]) => string;
}

/**
 * Flink's `WatermarkCompactingSinkMaterializer` (ON CONFLICT DO ERROR and DO NOTHING): changes of a primary key wait for the next
 * watermark, since a row's end and its successor may come in any order; then at most one row may be left. More of them are an error, or the
 * first one wins.
 */
export function compactingMaterializer(o: CompactingOptions, context: OperatorContext): (change: Change) => void {
  const identity = rowIdentity(o);
  const replaces = (o.upsertKey ?? []).length > 0;
  const buffers = context.keyedState<ReadonlyMap<number, readonly Change[]>>('watermark-buffer');
  const current = context.keyedState<Row>('current-value');

  /** Rows left over of those kept and the changes up to a time, which leave the buffer. */
  const compact = (key: string, upTo: number): Row[] => {
    const before = current.get(key);
    const rows: Row[] = before ? [before] : [];
    const rest = new Map<number, readonly Change[]>();
    for (const [stamp, changes] of buffers.get(key) ?? []) {
      if (stamp > upTo) rest.set(stamp, changes);
      else for (const change of changes) apply(rows, change);
    }
    if (rest.size === 0) buffers.delete(key);
    else buffers.set(key, rest);
    return rows;
  };
  const apply = (rows: Row[], { kind, row }: Change): void => {
    const at = rows.findIndex((r) => identity(r) === identity(row));
    if (!isAccumulate(kind)) {
      if (at >= 0) rows.splice(at, 1);
    } else if (replaces && at >= 0) rows[at] = row;
    else rows.push(row);
  };
  const timers = context.eventTimers<readonly Value[]>({
    name: 'compaction-timers',
    namespaceKey: () => '',
    onTimer: ({ key, time, namespace }) => {
      const before = current.get(key);
      const [first, second] = compact(key, time - 1);
      if (second) {
        if (o.conflict === 'ERROR') throw violation(o.keyText(namespace));
        if (before || !first) return;
      }
      if (!first) {
        if (!before) return;
        context.emit('-D', before);
        current.delete(key);
      } else if (!before || rowKey(before) !== rowKey(first)) {
        context.emit(before ? '+U' : '+I', first);
        current.set(key, first);
      }
    },
  });
  return (change) => {
    const key = fieldsKey(change.row, o.primaryKey);
    const stamp = context.watermark;
    const buffer = new Map(buffers.get(key));
    buffer.set(stamp, withChange(buffer.get(stamp) ?? [], change));
    buffers.set(key, buffer);
    timers.register(stamp + 1, key, pick(change.row, o.primaryKey));
  };
}

/** A row and its own end cancel out. */
function withChange(changes: readonly Change[], change: Change): readonly Change[] {
  const adds = isAccumulate(change.kind);
  const at = changes.findIndex((c) => isAccumulate(c.kind) !== adds && rowKey(c.row) === rowKey(change.row));
  return at < 0 ? [...changes, change] : changes.filter((_, i) => i !== at);
}

function violation(key: string): RunError {
  return new RunError(
    'TableRuntimeException',
    'Primary key constraint violation: multiple distinct records with the same primary key detected. ' +
      `Conflicting key: [${key}]. Use ON CONFLICT DO NOTHING to keep the first record.`,
  );
}
