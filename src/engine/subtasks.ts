import type { ExecNode } from '../exec/exec-node.ts';
import type { OperatorRef, StepRef, Subtask, SubtaskView } from '../trace/run-trace.ts';
import type { Row } from '../runtime/record.ts';
import type { RunRecorder } from '../runtime/recorder/run-recorder.ts';
import { StreamPhysicalExchange } from '../rel/physical/stream-physical-exchange.ts';
import { eventRange } from '../runtime/recorder/moments.ts';
import { defaultMaxParallelism, subtaskOf } from '../runtime/key-groups.ts';
import { binaryRowHash } from '../runtime/state/binary-row-hash.ts';
import { fieldsKey, pick, rowKeyText } from '../runtime/state/row-key.ts';

const MOST_KEYS = 5;

export interface SubtaskQuestion {
  readonly operator: OperatorRef;
  /** Rows up to this step count. */
  readonly step: StepRef;
  readonly parallelism: number;
}

/**
 * How the rows of a hash exchange would be spread over n subtasks (`KeyGroupRangeAssignment`, by the hash of the key's binary row).
 * Undefined for operators that do not spread rows by a key.
 */
export function subtasksOf(recorder: RunRecorder, node: ExecNode | undefined, q: SubtaskQuestion): SubtaskView | undefined {
  if (!(node?.rel instanceof StreamPhysicalExchange) || node.rel.distribution.type !== 'hash') return undefined;
  const { keys } = node.rel.distribution;
  const types = keys.flatMap((k) => node.rel.rowType.fields[k]?.type ?? []);
  const maxParallelism = defaultMaxParallelism(q.parallelism);
  const counts = Array.from({ length: q.parallelism }, () => ({ rows: 0, keys: new Map<string, number>() }));
  for (const row of rowsOut(recorder, q)) {
    const subtask = counts[subtaskOf(binaryRowHash(pick(row, keys), types), q.parallelism, maxParallelism)];
    if (!subtask) continue;
    subtask.rows++;
    const key = fieldsKey(row, keys);
    subtask.keys.set(key, (subtask.keys.get(key) ?? 0) + 1);
  }
  const subtasks = counts.map(({ rows, keys: byKey }): Subtask => {
    const largest = [...byKey].sort((a, b) => b[1] - a[1]).slice(0, MOST_KEYS);
    return { rows, keys: byKey.size, largest: largest.map(([key, n]) => ({ key: rowKeyText(key), rows: n })) };
  });
  return { operator: q.operator, step: q.step, maxParallelism, subtasks };
}

function* rowsOut(recorder: RunRecorder, { operator, step }: SubtaskQuestion): Generator<Row> {
  const { events, rows } = recorder;
  const [, end] = eventRange(recorder, step);
  for (let e = 0; e < end; e++) {
    if (events.operator(e) !== operator || events.kind(e) !== 'record-out') continue;
    const row = rows[events.ref(e)];
    if (row) yield row;
  }
}
