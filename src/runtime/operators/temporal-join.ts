import type { ExecNode } from '../../exec/exec-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { Value } from '../../types/value.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { StreamPhysicalTemporalJoin } from '../../rel/physical/stream-physical-temporal-join.ts';
import { composeConjunction, conjunctions } from '../../rel/rex/conditions.ts';
import { millisOfTimestamp } from '../event-time.ts';
import { isAccumulate } from '../record.ts';
import { fieldsKey } from '../state/row-key.ts';

const TEMPORAL_CONDITION = '__TEMPORAL_JOIN_CONDITION';

/** Joins each left row with the version of the right row at its time, or, by processing time, with the latest one. */
export function temporalJoin(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalTemporalJoin)) throw new Error(`${node.name} is no TemporalJoin`);
  const leftCount = rel.left.rowType.fields.length;
  const rightCount = rel.right.rowType.fields.length;
  const parts = rel.joinInfo.nonEqui.flatMap((e) => conjunctions(e));
  const marker = parts.find(isTemporal);
  const rest = parts.filter((e) => !isTemporal(e));
  const times = marker?.rex === 'call' ? marker.operands.flatMap((o) => (o.rex === 'inputRef' ? [o.index] : [])) : [];
  const checked = rel.joinInfo.left.filter((_, i) => rel.joinInfo.filterNulls[i]);
  const condition = rest.length === 0 ? () => true : context.condition(composeConjunction(rest), leftCount + rightCount);
  const plan: TemporalPlan = {
    leftKeys: rel.joinInfo.left,
    rightKeys: rel.joinInfo.right,
    padding: rel.joinType === 'left' ? Array.from({ length: rightCount }, () => null) : undefined,
    matches: (left, right) => checked.every((k) => left[k] !== null) && condition([...left, ...right]),
  };
  if (!rel.requireWatermark) return processingTimeJoin(plan, context);
  const leftTime = times.find((i) => i < leftCount) ?? 0;
  const rightTime = (times.find((i) => i >= leftCount) ?? leftCount) - leftCount;
  return eventTimeJoin({ ...plan, leftTime, rightTime }, context);
}

function isTemporal(e: RexNode): boolean {
  return e.rex === 'call' && e.op.name === TEMPORAL_CONDITION;
}

interface TemporalPlan {
  readonly leftKeys: readonly number[];
  readonly rightKeys: readonly number[];
  /** Nulls for a left row without a version; undefined for an inner join. */
  readonly padding: readonly Value[] | undefined;
  readonly matches: (left: Row, right: Row) => boolean;
}

interface Version {
  readonly time: number;
  readonly change: Change;
}

interface KeyState {
  left: Change[];
  /** By time; a later arrival of the same time takes the place of the earlier. */
  readonly right: Map<number, Version>;
  timer: number | undefined;
}

/**
 * Flink's `TemporalRowTimeJoinOperator`: rows wait for the watermark of both sides; then, in order of arrival, each meets the latest version
 * that is not younger. Versions that no waiting row can need go, the last one stays. Late rows are never dropped.
 */
function eventTimeJoin(plan: TemporalPlan & { readonly leftTime: number; readonly rightTime: number }, context: OperatorContext): Operator {
  const states = context.mapState<KeyState>('left-and-right');
  const timers = context.eventTimers<null>({ name: 'timers', namespaceKey: () => '', onTimer: ({ key }) => onTimer(key) });

  const register = (key: string, state: KeyState, time: number): void => {
    if (state.timer !== undefined) {
      if (state.timer <= time) return;
      timers.delete(state.timer, key, null);
    }
    state.timer = time;
    timers.register(time, key, null);
  };
  const onTimer = (key: string): void => {
    const state = states.get(key);
    if (!state) return;
    state.timer = undefined;
    const { watermark } = context;
    const versions = [...state.right.values()].sort((a, b) => a.time - b.time);
    const timeOf = (c: Change): number => millisOfTimestamp(c.row[plan.leftTime]);
    const due = state.left.filter((c) => timeOf(c) <= watermark);
    state.left = state.left.filter((c) => timeOf(c) > watermark);
    for (const { kind, row } of due) {
      const time = millisOfTimestamp(row[plan.leftTime]);
      const version = versions.findLast((v) => v.time <= time)?.change;
      if (version && isAccumulate(version.kind) && plan.matches(row, version.row))
        context.emit(kind, [...row, ...version.row], [row, version.row]);
      else if (plan.padding) context.emit(kind, [...row, ...plan.padding], [row]);
    }
    const latest = versions.findLastIndex((v) => v.time <= watermark);
    for (const v of versions.slice(0, Math.max(0, latest))) state.right.delete(v.time);
    const next = Math.min(Infinity, ...state.left.map(timeOf));
    if (next !== Infinity) register(key, state, next);
  };
  return {
    onRecord(input: number, change: Change): void {
      const key = fieldsKey(change.row, input === 0 ? plan.leftKeys : plan.rightKeys);
      const state: KeyState = states.get(key) ?? { left: [], right: new Map(), timer: undefined };
      states.set(key, state);
      const time = millisOfTimestamp(change.row[input === 0 ? plan.leftTime : plan.rightTime]);
      if (input === 0) state.left.push(change);
      else state.right.set(time, { time, change });
      register(key, state, time);
    },
  };
}

/** Flink's `TemporalProcessTimeJoinOperator`: the latest row of the key as it is now. */
function processingTimeJoin(plan: TemporalPlan, context: OperatorContext): Operator {
  const right = context.keyedState<Row>('right');
  return {
    onRecord(input: number, { kind, row }: Change): void {
      if (input === 1) {
        const key = fieldsKey(row, plan.rightKeys);
        if (isAccumulate(kind)) right.set(key, row);
        else right.delete(key);
        return;
      }
      const version = right.get(fieldsKey(row, plan.leftKeys));
      if (version && plan.matches(row, version)) context.emit(kind, [...row, ...version], [row, version]);
      else if (plan.padding) context.emit(kind, [...row, ...plan.padding], [row]);
    },
  };
}
