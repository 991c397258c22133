import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { generatesUpdateBefore } from '../../rel/physical/changelog.ts';
import { StreamPhysicalChangelogNormalize } from '../../rel/physical/stream-physical-changelog-normalize.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey, rowKey } from '../state/row-key.ts';

/**
 * Flink's ChangelogNormalize: completes an upsert stream from the last row of each key. Repeats give nothing; a delete goes out with the row
 * that was kept. Rows that fail the pushed-in condition count as gone.
 */
export function changelogNormalize(node: ExecNode, context: OperatorContext): Operator {
  if (!(node.rel instanceof StreamPhysicalChangelogNormalize)) throw new Error(`${node.name} is no ChangelogNormalize`);
  const { uniqueKeys, filterCondition } = node.rel;
  const passes = context.condition(filterCondition, node.rel.input().rowType.fields.length);
  const updateBefore = generatesUpdateBefore(node.rel);
  const keepsAlive = context.config.duration('table.exec.state.ttl') > 0;
  const state = context.keyedState<Row>('deduplicate-state');
  return {
    onRecord(_input: number, { kind, row }: Change): void {
      const key = fieldsKey(row, uniqueKeys);
      const before = state.get(key);
      if (!isAccumulate(kind) || !passes(row)) {
        if (!before) return;
        state.delete(key);
        context.emit('-D', before);
        return;
      }
      if (before && !keepsAlive && rowKey(before) === rowKey(row)) return;
      state.set(key, row);
      if (!before) {
        context.emit('+I', row);
        return;
      }
      if (updateBefore) context.emit('-U', before);
      context.emit('+U', row);
    },
  };
}
