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
  private readonly rows: Row[] = [];
  /** The time of each row. */
  private readonly times: number[] = [];

  constructor(plan: OverPlan) {
    this.plan = plan;
    this.accs = plan.handler.create();
  }

  /** Takes rows in; `time` is that of all of them. What falls out of the frame is taken back first. */
  add(rows: readonly Row[], time: number): void {
    const { preceding, isRows, handler, withConstants } = this.plan;
    if (preceding !== undefined) {
      while (this.rows.length > 0 && (isRows ? this.rows.length >= preceding + 1 : time - (this.times[0] as number) > preceding)) {
        const old = this.rows.shift();
        this.times.shift();
        if (old) handler.retract(this.accs, withConstants(old));
      }
    }
    for (const row of rows) {
      handler.accumulate(this.accs, withConstants(row));
      if (preceding === undefined) continue;
      this.rows.push(row);
      this.times.push(time);
    }
  }

  result(row: Row): Row {
    return joinRows(row, this.plan.handler.values(this.accs));
  }

  /** What a result rests on: the rows of a bounded frame, else all rows of the key so far. */
  get origin(): readonly object[] {
    return this.plan.preceding === undefined ? [this.accs] : this.rows.slice();
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

/** What is kept of a key besides its states. */
interface KeyMoments {
  readonly key: string;
  /** False once the key was forgotten: what comes later for it begins anew. */
  isKept: boolean;
  /** Time of the last timer. */
  lastTriggered: number | undefined;
  /** A bounded range forgets a key that had no row for half as long again as the range. */
  cleanup: number | undefined;
  /** The states themselves, where nobody watches them: one look-up finds all that a key has. */
  waiting: TimeMap<Row[]> | undefined;
  frame: Frame | undefined;
}

/** Waiting rows and frames of keys: in maps of their own where they are watched, else beside the moments of the key. */
class KeyStates {
  private readonly waiting: Map<string, TimeMap<Row[]>>;
  private readonly frames: Map<string, Frame>;
  private readonly moments = new Map<string, KeyMoments>();
  private readonly isWatched: boolean;

  constructor(context: OperatorContext) {
    this.waiting = context.mapState('inputState');
    this.frames = context.mapState('accState');
    this.isWatched = this.waiting instanceof ObservedMap;
  }

  known(key: string): KeyMoments | undefined {
    return this.moments.get(key);
  }

  of(key: string): KeyMoments {
    let moment = this.moments.get(key);
    if (!moment) {
      moment = { key, isKept: true, lastTriggered: undefined, cleanup: undefined, waiting: undefined, frame: undefined };
      this.moments.set(key, moment);
    }
    return moment;
  }

  waitingOf(moment: KeyMoments): TimeMap<Row[]> {
    const { key } = moment;
    const known = this.isWatched ? this.waiting.get(key) : moment.waiting;
    if (known) return known;
    const made = new TimeMap<Row[]>();
    if (this.isWatched) this.waiting.set(key, made);
    else moment.waiting = made;
    return made;
  }

  /** Takes the rows out that wait for a time. */
  takeRows(moment: KeyMoments, time: number): readonly Row[] | undefined {
    return (this.isWatched ? this.waiting.get(moment.key) : moment.waiting)?.take(time);
  }

  frameOf(moment: KeyMoments, plan: OverPlan): Frame {
    const { key } = moment;
    const known = this.isWatched ? this.frames.get(key) : moment.frame;
    if (known) return known;
    const made = new Frame(plan);
    if (this.isWatched) this.frames.set(key, made);
    else moment.frame = made;
    return made;
  }

  forget(moment: KeyMoments): void {
    const { key } = moment;
    moment.isKept = false;
    this.moments.delete(key);
    if (!this.isWatched) return;
    this.waiting.delete(key);
    this.frames.delete(key);
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
    moment.cleanup = time + Math.trunc(plan.preceding * 1.5) + 1;
    timers.register(moment.cleanup, moment.key, moment);
  };
  // Timers carry what is kept of their key: firing one looks nothing up.
  const timers = context.eventTimers<KeyMoments>({
    name: 'user-timers',
    namespaceKey: () => '',
    onTimer: ({ key, time, namespace }) => {
      const moment = namespace.isKept ? namespace : states.of(key);
      if (moment.cleanup !== undefined && moment.cleanup <= time) {
        states.forget(moment);
        return;
      }
      // A timer for a cleanup that was put off counts as a result: rows up to its time are late from now on.
      moment.lastTriggered = time;
      const rows = states.takeRows(moment, time);
      if (rows) addAndEmit(states.frameOf(moment, plan), plan, { rows, time, context });
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
      const byTime = states.waitingOf(moment);
      const rows = byTime.get(time);
      if (rows) rows.push(row);
      else byTime.set(time, [row]);
      timers.register(time, key, moment);
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
