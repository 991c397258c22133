import type { ExecNode } from '../../exec/exec-node.ts';
import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { RexWindowBound } from '../../rel/rex/rex-node.ts';
import type { RowType } from '../../types/sql-type.ts';
import type { Operator, OperatorContext } from '../operator.ts';
import type { Change, Row } from '../record.ts';
import type { SelfDescribing } from '../state/state-observer.ts';
import { UnsupportedError } from '../../base/diagnostic.ts';
import { aggregateInfoList } from '../../rel/physical/aggregate-info.ts';
import { StreamPhysicalOverAggregate } from '../../rel/physical/stream-physical-over-aggregate.ts';
import { valueOfLiteral } from '../../rel/rex/value-literal.ts';
import { isProctime, isRowtime, relRowType } from '../../types/sql-type.ts';
import { AggregateHandler } from '../aggregates/aggregate-handler.ts';
import { millisOfTimestamp } from '../event-time.ts';
import { joinRows } from '../row-builder.ts';
import { fieldsKey, keySelector } from '../state/row-key.ts';
import { ObservedMap } from '../state/state-observer.ts';
import { TimeMap } from '../state/time-map.ts';
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
  return byNonTime({ ...plan, order: group.orderKeys, inputFields: input.fields.length }, context);
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

/** Rows of one key and one time: they wait for their timer, then they stand in the frame. */
class Batch {
  readonly time: number;
  /** The key's moments while the rows wait. */
  owner: KeyMoments | undefined;
  rows: Row[];
  /** The next younger rows of the frame. */
  next: Batch | undefined = undefined;

  constructor(time: number, rows: Row[], owner?: KeyMoments) {
    this.time = time;
    this.rows = rows;
    this.owner = owner;
  }
}

/** Rows of a frame to be shown: only as many as are looked at. */
class FrameRows {
  readonly size: number;
  private readonly oldest: Batch | undefined;

  constructor(size: number, oldest: Batch | undefined) {
    this.size = size;
    this.oldest = oldest;
  }

  *entries(): Generator<readonly [Row, Row]> {
    for (let batch = this.oldest; batch; batch = batch.next) for (const row of batch.rows) yield [row, row];
  }
}

/** Rows of one key in the frame, a list from the oldest on, with the accumulators over them. */
class Frame implements SelfDescribing {
  readonly accs: ReturnType<AggregateHandler['create']>;
  private readonly plan: OverPlan;
  private oldest: Batch | undefined = undefined;
  private youngest: Batch | undefined = undefined;
  /** Rows in the frame. */
  private count = 0;

  constructor(plan: OverPlan) {
    this.plan = plan;
    this.accs = plan.handler.create();
  }

  /** Takes rows in: all of a time, or one where rows count one by one. What falls out of the frame is taken back first. */
  add(batch: Batch): void {
    const { preceding, handler, withConstants } = this.plan;
    if (preceding !== undefined) this.dropBefore(batch.time, preceding);
    for (const row of batch.rows) handler.accumulate(this.accs, withConstants(row));
    if (preceding === undefined) return;
    this.count += batch.rows.length;
    if (this.youngest) this.youngest.next = batch;
    else this.oldest = batch;
    this.youngest = batch;
  }

  private dropBefore(time: number, preceding: number): void {
    const { isRows, handler, withConstants } = this.plan;
    let batch = this.oldest;
    while (batch && (isRows ? this.count > preceding : time - batch.time > preceding)) {
      for (const row of batch.rows) handler.retract(this.accs, withConstants(row));
      this.count -= batch.rows.length;
      const { next } = batch;
      // Else an old batch that is gone would keep all younger ones from the garbage collector.
      batch.next = undefined;
      batch = next;
    }
    this.oldest = batch;
    if (!batch) this.youngest = undefined;
  }

  result(row: Row): Row {
    return joinRows(row, this.plan.handler.values(this.accs));
  }

  /** What a result rests on: the rows of a bounded frame, else all rows of the key so far. */
  get origin(): readonly object[] {
    return this.plan.preceding === undefined ? [this.accs] : this.rows;
  }

  shownState(): object {
    return { accs: this.accs, rows: new FrameRows(this.count, this.oldest) };
  }

  private get rows(): readonly Row[] {
    const rows: Row[] = [];
    for (let batch = this.oldest; batch; batch = batch.next) rows.push(...batch.rows);
    return rows;
  }
}

function addAndEmit(frame: Frame, plan: OverPlan, o: { readonly batch: Batch; readonly context: OperatorContext }): void {
  const { emit, watch } = o.context;
  const { batch } = o;
  if (!watch.derived && !plan.isRows) {
    frame.add(batch);
    for (const row of batch.rows) emit('+I', frame.result(row));
    return;
  }
  const add = (added: Batch): void => {
    frame.add(added);
    if (watch.derived) for (const row of added.rows) watch.derived(frame.accs, row);
  };
  // Where nobody listens nobody asks where a row comes from.
  const origin = (): readonly object[] | undefined => (watch.derived ? frame.origin : undefined);
  if (plan.isRows) {
    for (const row of batch.rows) {
      add(new Batch(batch.time, [row]));
      emit('+I', frame.result(row), origin());
    }
    return;
  }
  add(batch);
  for (const row of batch.rows) emit('+I', frame.result(row), origin());
}

/** What is kept of a key. */
interface KeyMoments {
  readonly key: string;
  /** False once the key was forgotten: what comes later for it begins anew. */
  isKept: boolean;
  /** Time of the last timer. */
  lastTriggered: number | undefined;
  /** A bounded range forgets a key that had no row for half as long again as the range. */
  cleanup: number | undefined;
  frame: Frame | undefined;
}

/** Keys and their frames. Waiting rows are carried by their timers; where states are watched, they are shown as Flink's `inputState`. */
class KeyStates {
  private readonly shownWaiting: Map<string, TimeMap<Row[]>>;
  private readonly shownFrames: Map<string, Frame>;
  private readonly moments = new Map<string, KeyMoments>();
  private readonly isWatched: boolean;

  constructor(context: OperatorContext) {
    this.shownWaiting = context.mapState('inputState');
    this.shownFrames = context.mapState('accState');
    this.isWatched = this.shownWaiting instanceof ObservedMap;
  }

  known(key: string): KeyMoments | undefined {
    return this.moments.get(key);
  }

  of(key: string): KeyMoments {
    let moment = this.moments.get(key);
    if (!moment) {
      moment = { key, isKept: true, lastTriggered: undefined, cleanup: undefined, frame: undefined };
      this.moments.set(key, moment);
    }
    return moment;
  }

  frameOf(moment: KeyMoments, plan: OverPlan): Frame {
    const known = this.isWatched ? this.shownFrames.get(moment.key) : moment.frame;
    if (known) return known;
    const made = new Frame(plan);
    moment.frame = made;
    if (this.isWatched) this.shownFrames.set(moment.key, made);
    return made;
  }

  /** A batch got a row. */
  showWaiting(key: string, { time, rows }: Batch): void {
    if (!this.isWatched) return;
    const byTime = this.shownWaiting.get(key) ?? new TimeMap<Row[]>();
    byTime.set(time, rows);
    this.shownWaiting.set(key, byTime);
  }

  /** A batch has left. */
  showTaken(key: string, time: number): void {
    if (this.isWatched) this.shownWaiting.get(key)?.take(time);
  }

  forget(moment: KeyMoments): void {
    const { key } = moment;
    moment.isKept = false;
    this.moments.delete(key);
    if (!this.isWatched) return;
    this.shownWaiting.delete(key);
    this.shownFrames.delete(key);
  }
}

/**
 * Rows wait until the watermark reaches them. Unbounded frames drop rows at or behind the watermark; bounded ones those at or behind the
 * last time that gave a result for the key.
 */
function eventTime(plan: OverPlan, context: OperatorContext, timeIndex: number): Operator {
  const states = new KeyStates(context);
  const keyOf = keySelector(plan.keys);
  const registerCleanup = (moment: KeyMoments, time: number): void => {
    if (plan.preceding === undefined || plan.isRows) return;
    if (moment.cleanup !== undefined && moment.cleanup >= time + plan.preceding + 1) return;
    const cleanup = time + Math.trunc(plan.preceding * 1.5) + 1;
    moment.cleanup = cleanup;
    if (!timers.find(cleanup, moment.key)) timers.register(cleanup, moment.key, new Batch(cleanup, [], moment));
  };
  const timers = context.eventTimers<Batch>({
    name: 'user-timers',
    namespaceKey: () => '',
    onTimer: ({ key, time, namespace: batch }) => {
      const { owner } = batch;
      const moment = owner?.isKept ? owner : states.of(key);
      if (moment.cleanup !== undefined && moment.cleanup <= time) {
        states.forget(moment);
        return;
      }
      // A timer for a cleanup that was put off counts as a result: rows up to its time are late from now on.
      moment.lastTriggered = time;
      // Rows of a key that was forgotten are gone; their timer still fires.
      if (batch.rows.length === 0 || moment !== owner) return;
      states.showTaken(key, time);
      batch.owner = undefined;
      addAndEmit(states.frameOf(moment, plan), plan, { batch, context });
    },
  });
  return {
    onRecord(_input: number, { row }: Change): void {
      const key = keyOf(row);
      const time = millisOfTimestamp(row[timeIndex]);
      const known = states.known(key);
      const limit = plan.preceding === undefined ? context.watermark : (known?.lastTriggered ?? 0);
      if (time <= limit) {
        context.lateDropped(row);
        return;
      }
      const moment = known ?? states.of(key);
      let batch = timers.find(time, key);
      if (batch?.owner === moment) batch.rows.push(row);
      else if (batch) {
        batch.owner = moment;
        batch.rows = [row];
      } else {
        batch = new Batch(time, [row], moment);
        timers.register(time, key, batch);
      }
      states.showWaiting(key, batch);
      registerCleanup(moment, time);
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
        addAndEmit(frameOf(fieldsKey(row, plan.keys)), oneByOne, { batch: new Batch(context.now, [row]), context });
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
      addAndEmit(frameOf(key), plan, { batch: new Batch(time - 1, rows), context });
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
