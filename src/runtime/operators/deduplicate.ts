import type { ExecNode } from '../../exec/exec-node.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { generatesUpdateBefore, isInsertOnlyKinds } from '../../rel/physical/changelog.ts';
import { keepsLastRow } from '../../rel/physical/deduplication.ts';
import { StreamPhysicalRank } from '../../rel/physical/stream-physical-rank.ts';
import { millisOfTimestamp } from '../event-time.ts';
import { keySelector, rowKey } from '../state/row-key.ts';

/** Flink's Deduplicate: the first or last row of each key, by processing time (arrival) or by rowtime. Input rows are inserts. */
export function deduplicate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalRank)) throw new Error(`${node.name} is no Rank`);
  const { partitionKey, orderKey } = rel.rank;
  const plan: DeduplicatePlan = {
    keyOf: keySelector(partitionKey),
    timeIndex: orderKey[0]?.index ?? 0,
    keepLast: keepsLastRow(orderKey),
    updateBefore: generatesUpdateBefore(rel),
  };
  if (!rel.sortOnRowTime) return plan.keepLast ? lastByArrival(plan, context) : firstByArrival(plan, context);
  return !plan.keepLast && isInsertOnlyKinds(rel.traitSet.modifyKinds) ? firstByWatermark(plan, context) : byRowtime(plan, context);
}

interface DeduplicatePlan {
  readonly keyOf: (row: Row) => string;
  readonly timeIndex: number;
  readonly keepLast: boolean;
  readonly updateBefore: boolean;
}

function firstByArrival({ keyOf }: DeduplicatePlan, context: OperatorContext): Operator {
  const seen = context.keyedState<true>('deduplicate-state');
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = keyOf(row);
      if (seen.get(key)) return;
      seen.set(key, true);
      context.emit('+I', row);
    },
  };
}

function update(context: OperatorContext, plan: DeduplicatePlan, change: { readonly before: Row | undefined; readonly row: Row }): void {
  if (!change.before) {
    context.emit('+I', change.row);
    return;
  }
  if (plan.updateBefore) context.emit('-U', change.before);
  context.emit('+U', change.row);
}

function lastByArrival(plan: DeduplicatePlan, context: OperatorContext): Operator {
  const state = context.keyedState<Row>('deduplicate-state');
  const keepsAlive = context.config.duration('table.exec.state.ttl') > 0;
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = plan.keyOf(row);
      const before = state.get(key);
      state.set(key, row);
      if (before && !keepsAlive && rowKey(before) === rowKey(row)) return;
      update(context, plan, { before, row });
    },
  };
}

/** Works at once: a row with a better time replaces the kept one, an equal time only where the last row is kept. */
function byRowtime(plan: DeduplicatePlan, context: OperatorContext): Operator {
  const state = context.keyedState<Row>('deduplicate-state');
  const time = (row: Row): number => millisOfTimestamp(row[plan.timeIndex]);
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = plan.keyOf(row);
      const before = state.get(key);
      if (before && (plan.keepLast ? time(row) < time(before) : time(row) >= time(before))) return;
      state.set(key, row);
      update(context, plan, { before, row });
    },
  };
}

/** Waits for the watermark, so that only one row of a key ever goes out. */
function firstByWatermark(plan: DeduplicatePlan, context: OperatorContext): Operator {
  const waiting = context.keyedState<Row>('waiting-to-emit-on-timer');
  const emitted = context.keyedState<true>('already-emitted-state-boolean');
  const time = (row: Row): number => millisOfTimestamp(row[plan.timeIndex]);
  const timers = context.eventTimers<null>({
    name: 'user-timers',
    namespaceKey: () => '',
    onTimer: ({ key }) => {
      const row = waiting.get(key);
      if (!row) return;
      waiting.delete(key);
      emitted.set(key, true);
      context.emit('+I', row);
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = plan.keyOf(row);
      if (time(row) < context.watermark) {
        context.lateDropped(row);
        return;
      }
      if (emitted.get(key)) return;
      const before = waiting.get(key);
      if (before && time(row) >= time(before)) return;
      if (before) timers.delete(time(before), key, null);
      waiting.set(key, row);
      timers.register(time(row), key, null);
    },
  };
}
