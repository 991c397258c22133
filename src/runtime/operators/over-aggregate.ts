import type { ExecNode } from '../../exec/exec-node.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RexWindowBound } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { aggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import { StreamPhysicalOverAggregate } from '../../rel/physical/stream-physical-over-aggregate.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { isProctime, isRowtime, relRowType } from '../../types/sql-type.ts';
import { AggregateHandler } from '../aggregates/aggregate-handler.ts';
import { millisOfTimestamp } from '../event-time.ts';
import { joinRows } from '../row-builder.ts';
import { fieldsKey, keySelector } from '../state/row-key.ts';
import { byNonTime } from './over-non-time.ts';

interface OverPlan {
  readonly keys: readonly number[];
  /** Rows count one by one, else all rows of one time together. */
  readonly isRows: boolean;
  /** Rows, or milliseconds, before the current row; undefined from the first row on. */
  readonly preceding: number | undefined;
  readonly handler: AggregateHandler;
  /** The row as arguments see it: constants stand behind the fields. */
  readonly withConstants: (row: Row) => Row;
}

/** OVER aggregates ordered by a time attribute, up to the current row. Input rows are inserts, and so is what comes out. */
export function overAggregate(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalOverAggregate)) throw new Error(`${node.name} is no OverAggregate`);
  const { group, window } = rel;
  const input = rel.input().rowType;
  const timeIndex = group.orderKeys[0]?.index ?? -1;
  const timeType = input.fields[timeIndex]?.type;
  const constants = window.constants.map(valueOfLiteral);
  const readsConstants = group.calls.some(({ call }) => call.operands.some((o) => o.rex === 'inputRef' && o.index >= input.fields.length));
  const withConstants = (row: Row): Row => (readsConstants ? [...row, ...constants] : row);
  const argumentRow = relRowType([...input.fields, ...window.constants.map((c, i) => ({ name: `$c${i}`, type: c.type }))]);
  const plan: OverPlan = {
    keys: group.keys,
    isRows: group.isRows,
    preceding: boundOffset(group.lower, input.fields.length, constants),
    handler: handlerOf(rel, argumentRow),
    withConstants,
  };
  if (timeType && isRowtime(timeType)) return eventTime(plan, context, timeIndex);
  if (timeType && isProctime(timeType)) return processingTime(plan, context);
  return byNonTime({ ...plan, order: group.orderKeys }, context);
}

function boundOffset(bound: RexWindowBound, fieldCount: number, constants: readonly unknown[]): number | undefined {
  if (bound.bound === 'UNBOUNDED PRECEDING') return undefined;
  if (!('offset' in bound)) return 0;
  if (bound.offset.rex === 'inputRef') return Number(constants[bound.offset.index - fieldCount]);
  if (bound.offset.rex === 'literal') return Number(valueOfLiteral(bound.offset));
  throw new UnsupportedError('operator', 'An OVER frame with a computed bound cannot be run yet.');
}

function handlerOf(rel: StreamPhysicalOverAggregate, input: RowType): AggregateHandler {
  const aggCalls = rel.group.calls.map(({ call, distinct, ignoreNulls }): AggregateCall => ({
    op: call.op,
    distinct,
    approximate: false,
    ignoreNulls,
    args: call.operands.flatMap((o) => (o.rex === 'inputRef' ? [o.index] : [])),
    filterArg: -1,
    collation: [],
    type: call.type,
  }));
  const retracts = rel.group.lower.bound !== 'UNBOUNDED PRECEDING';
  const infos = aggregateInfoList({ input, aggCalls, needRetractions: aggCalls.map(() => retracts), needInputCount: false });
  return new AggregateHandler(infos, input);
}

/** Rows of one key in the frame, oldest first, with the accumulators over them. */
class Frame {
  readonly accs: ReturnType<AggregateHandler['create']>;
  private readonly plan: OverPlan;
  private readonly rows: { readonly time: number; readonly row: Row }[] = [];

  constructor(plan: OverPlan) {
    this.plan = plan;
    this.accs = plan.handler.create();
  }

  /** Takes rows in; `time` is that of all of them. What falls out of the frame is taken back first. */
  add(rows: readonly Row[], time: number): void {
    const { preceding, isRows, handler, withConstants } = this.plan;
    if (preceding !== undefined) {
      while (this.rows[0] && (isRows ? this.rows.length >= preceding + 1 : time - this.rows[0].time > preceding)) {
        const old = this.rows.shift();
        if (old) handler.retract(this.accs, withConstants(old.row));
      }
    }
    for (const row of rows) {
      handler.accumulate(this.accs, withConstants(row));
      if (preceding !== undefined) this.rows.push({ time, row });
    }
  }

  result(row: Row): Row {
    return joinRows(row, this.plan.handler.values(this.accs));
  }

  /** What a result rests on: the rows of a bounded frame, else all rows of the key so far. */
  get origin(): readonly object[] {
    return this.plan.preceding === undefined ? [this.accs] : this.rows.map((r) => r.row);
  }
}

function addAndEmit(
  frame: Frame,
  plan: OverPlan,
  o: { readonly rows: readonly Row[]; readonly time: number; readonly context: OperatorContext },
): void {
  const { emit, watch } = o.context;
  if (!watch.derived && !plan.isRows) {
    frame.add(o.rows, o.time);
    for (const row of o.rows) emit('+I', frame.result(row));
    return;
  }
  const add = (rows: readonly Row[]): void => {
    frame.add(rows, o.time);
    if (watch.derived) for (const row of rows) watch.derived(frame.accs, row);
  };
  // Where nobody listens nobody asks where a row comes from.
  const origin = (): readonly object[] | undefined => (watch.derived ? frame.origin : undefined);
  if (plan.isRows) {
    for (const row of o.rows) {
      add([row]);
      emit('+I', frame.result(row), origin());
    }
    return;
  }
  add(o.rows);
  for (const row of o.rows) emit('+I', frame.result(row), origin());
}

interface KeyMoments {
  /** Time of the last timer. */
  lastTriggered: number | undefined;
  /** A bounded range forgets a key that had no row for half as long again as the range. */
  cleanup: number | undefined;
}

/**
 * Rows wait until the watermark reaches them. Unbounded frames drop rows at or behind the watermark; bounded ones those at or behind the
 * last time that gave a result for the key.
 */
function eventTime(plan: OverPlan, context: OperatorContext, timeIndex: number): Operator {
  const waiting = context.mapState<Map<number, Row[]>>('inputState');
  const frames = context.mapState<Frame>('accState');
  const moments = new Map<string, KeyMoments>();
  const keyOf = keySelector(plan.keys);
  const momentsOf = (key: string): KeyMoments => {
    let moment = moments.get(key);
    if (!moment) {
      moment = { lastTriggered: undefined, cleanup: undefined };
      moments.set(key, moment);
    }
    return moment;
  };
  const registerCleanup = (key: string, time: number): void => {
    if (plan.preceding === undefined || plan.isRows) return;
    const moment = momentsOf(key);
    if (moment.cleanup !== undefined && moment.cleanup >= time + plan.preceding + 1) return;
    moment.cleanup = time + Math.trunc(plan.preceding * 1.5) + 1;
    timers.register(moment.cleanup, key, null);
  };
  const timers = context.eventTimers<null>({
    name: 'user-timers',
    namespaceKey: () => '',
    onTimer: ({ key, time }) => {
      const moment = momentsOf(key);
      if (moment.cleanup !== undefined && moment.cleanup <= time) {
        waiting.delete(key);
        frames.delete(key);
        moments.delete(key);
        return;
      }
      // A timer for a cleanup that was put off counts as a result: rows up to its time are late from now on.
      moment.lastTriggered = time;
      const byTime = waiting.get(key);
      const rows = byTime?.get(time);
      if (!byTime || !rows) return;
      byTime.delete(time);
      let frame = frames.get(key);
      if (!frame) {
        frame = new Frame(plan);
        frames.set(key, frame);
      }
      addAndEmit(frame, plan, { rows, time, context });
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = keyOf(row);
      const time = millisOfTimestamp(row[timeIndex]);
      const limit = plan.preceding === undefined ? context.watermark : (moments.get(key)?.lastTriggered ?? 0);
      if (time <= limit) {
        context.lateDropped(row);
        return;
      }
      let byTime = waiting.get(key);
      if (!byTime) {
        byTime = new Map();
        waiting.set(key, byTime);
      }
      const rows = byTime.get(time);
      if (rows) rows.push(row);
      else byTime.set(time, [row]);
      timers.register(time, key, null);
      registerCleanup(key, time);
    },
  };
}

/** By processing time rows come out at once; only bounded ranges wait for the end of their millisecond. */
function processingTime(plan: OverPlan, context: OperatorContext): Operator {
  const frames = context.keyedState<Frame>('accState');
  const frameOf = (key: string): Frame => frames.getOrCreate(key, () => new Frame(plan));
  if (plan.preceding === undefined || plan.isRows) {
    const oneByOne: OverPlan = { ...plan, isRows: true };
    return {
      onRecord(_input: number, { row }: Change): void {
        addAndEmit(frameOf(fieldsKey(row, plan.keys)), oneByOne, { rows: [row], time: context.now, context });
      },
    };
  }
  const waiting = context.mapState<Row[]>('inputState');
  const timers = context.processingTimers<null>({
    name: 'user-timers',
    namespaceKey: () => '',
    onTimer: ({ key, time }) => {
      const rows = waiting.get(key) ?? [];
      waiting.delete(key);
      addAndEmit(frameOf(key), plan, { rows, time: time - 1, context });
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = fieldsKey(row, plan.keys);
      waiting.set(key, [...(waiting.get(key) ?? []), row]);
      timers.register(context.now + 1, key, null);
    },
  };
}
