import type { ExecNode } from '../../../exec/exec-node.ts';
import type { MatchOptions } from '../../../rel/core/match.ts';
import type { RowType } from '../../../types/sql-type.ts';
import type { Operator, OperatorContext } from '../../operator.ts';
import type { Row } from '../../record.ts';
import type { PatternPlan, RowsByVariable } from './pattern-matcher.ts';
import type { Condition } from './pattern-states.ts';
import { UnsupportedError } from '../../../base/diagnostic.ts';
import { patternVariables } from '../../../exec/match-pattern.ts';
import { StreamPhysicalMatch } from '../../../rel/physical/stream-physical-match.ts';
import { valueOfLiteral } from '../../../rel/rex/value-literal.ts';
import { isRowtime } from '../../../types/sql-type.ts';
import { millisOfTimestamp } from '../../event-time.ts';
import { fieldsKey } from '../../state/row-key.ts';
import { rowOrder } from '../sort-order.ts';
import { guardBuffered, guardCondition, guardForward, guardProcessingTimer } from './match-failure.ts';
import { compileMatchExpression } from './match-expressions.ts';
import { PatternMatcher } from './pattern-matcher.ts';
import { startState } from './pattern-states.ts';
import { skipStrategy } from './skip-strategy.ts';

/**
 * MATCH_RECOGNIZE (Flink's `CepOperator`). By event time rows wait until the watermark passes them and late ones are dropped; by processing
 * time they are matched as they come, or at the end of their millisecond where they have to be sorted.
 */
export function match(node: ExecNode, context: OperatorContext): Operator {
  const { rel } = node;
  if (!(rel instanceof StreamPhysicalMatch)) throw new Error(`${node.name} is no Match`);
  const input = rel.input().rowType;
  const timeIndex = rel.match.orderKeys[0]?.index ?? -1;
  const type = input.fields[timeIndex]?.type;
  const run = new MatchRun(rel.match, input, context);
  if (type && isRowtime(type)) return eventTime(run, context, timeIndex);
  return run.isSorted ? sortedProcessingTime(run, context) : processingTime(run, context);
}

/** Rows of one key: its matches so far, and what waits to be matched, by time. */
class KeyState {
  matcher: PatternMatcher;
  readonly waiting = new Map<number, Row[]>();

  constructor(plan: PatternPlan) {
    this.matcher = new PatternMatcher(plan);
  }
}

/** What the ways of time share: state by key, matching, results. */
class MatchRun {
  readonly within: number;
  readonly isSorted: boolean;
  private readonly plan: PatternPlan;
  private readonly keys: readonly number[];
  private readonly states = new Map<string, KeyState>();
  private readonly order: (a: Row, b: Row) => number;
  private readonly resultOf: (found: RowsByVariable, time: number) => Row;
  private readonly emit: (row: Row) => void;

  constructor(m: MatchOptions, input: RowType, context: OperatorContext) {
    this.within = m.interval?.rex === 'literal' ? Number(valueOfLiteral(m.interval)) : 0;
    this.keys = m.partitionKeys;
    const [, ...rest] = m.orderKeys;
    this.isSorted = rest.length > 0;
    this.order = rowOrder(rest);
    this.plan = patternPlan(m, { input, context, within: this.within });
    this.resultOf = resultRows(m, input, context);
    this.emit = (row) => context.emit('+I', row);
  }

  keyOf(row: Row): string {
    return fieldsKey(row, this.keys);
  }

  state(key: string): KeyState {
    let state = this.states.get(key);
    if (!state) this.states.set(key, (state = new KeyState(this.plan)));
    return state;
  }

  /** Puts a row aside; true if it is the first one of its time. */
  buffer(key: string, row: Row, time: number): boolean {
    const { waiting } = this.state(key);
    const rows = waiting.get(time);
    if (rows) rows.push(row);
    else waiting.set(time, [row]);
    return !rows;
  }

  /** Feeds all rows up to a time, time by time, and then moves on to `now`. */
  feed(key: string, o: { readonly upTo: number; readonly now: number; readonly onStart: (time: number) => void }): void {
    const state = this.state(key);
    const times = [...state.waiting.keys()].filter((t) => t <= o.upTo).sort((a, b) => a - b);
    for (const time of times) {
      this.advance(state, time);
      const rows = state.waiting.get(time) ?? [];
      for (const row of this.isSorted ? rows.toSorted(this.order) : rows) {
        const emit = (result: Row): void => guardForward(() => this.emit(result));
        guardBuffered(() => this.process(state, row, { time, onStart: o.onStart, emit }));
      }
      state.waiting.delete(time);
    }
    this.advance(state, o.now);
    state.matcher.hasStarted = false;
    if (state.matcher.isIdle && state.waiting.size === 0) this.states.delete(key);
  }

  /** Matches a row at once. */
  feedRow(row: Row, time: number, onStart: (time: number) => void): void {
    const state = this.state(this.keyOf(row));
    this.advance(state, time);
    this.process(state, row, { time, onStart, emit: this.emit });
    state.matcher.hasStarted = false;
  }

  private process(
    state: KeyState,
    row: Row,
    o: { readonly time: number; readonly onStart: (time: number) => void; readonly emit: (row: Row) => void },
  ): void {
    const found = state.matcher.process(row, o.time);
    if (this.within > 0 && state.matcher.hasStarted) o.onStart(o.time + this.within);
    for (const f of found) o.emit(this.resultOf(f, o.time));
  }

  private advance(state: KeyState, time: number): void {
    for (const f of state.matcher.advance(time)) this.emit(this.resultOf(f, time));
  }
}

function patternPlan(
  m: MatchOptions,
  o: { readonly input: RowType; readonly context: OperatorContext; readonly within: number },
): PatternPlan {
  const definitions = new Map(m.definitions);
  const conditions = new Map<string, Condition>();
  const variables = patternVariables(m.pattern, (name, soFar) => {
    const definition = definitions.get(name);
    if (!definition) return;
    const read = compileMatchExpression(definition, { input: o.input, context: o.context, variables: [...soFar], defines: name });
    conditions.set(name, (scope) => read(scope) === true);
  });
  const start = startState(variables, (name) => conditions.get(name) ?? (() => true));
  return { start, within: o.within, skip: skipStrategy(m.after), guard: guardCondition };
}

/** ONE ROW PER MATCH: the keys, then the measures. */
function resultRows(m: MatchOptions, input: RowType, context: OperatorContext): (found: RowsByVariable, time: number) => Row {
  const variables = patternVariables(m.pattern).map((v) => v.name);
  const measures = new Map(m.measures);
  const reads = m.rowType.fields.flatMap(({ name }) => {
    const measure = measures.get(name);
    return measure ? [compileMatchExpression(measure, { input, context, variables })] : [];
  });
  return (found, time) => {
    const rowsOf = (variable: string): readonly Row[] => (found.get(variable) ?? []).map((r) => r.row);
    const first = [...found.values()][0]?.[0]?.row ?? [];
    const keys = m.partitionKeys.map((i) => first[i] ?? null);
    return [...keys, ...reads.map((read) => read({ rowsOf, time }))];
  };
}

const WATERMARK_CALLBACKS = { name: 'watermark-callbacks', namespaceKey: () => '' };

function eventTime(run: MatchRun, context: OperatorContext, timeIndex: number): Operator {
  const timers = context.eventTimers<null>({
    ...WATERMARK_CALLBACKS,
    onTimer: ({ key }) => {
      const now = context.watermark;
      run.feed(key, { upTo: now, now, onStart: (time) => timers.register(time, key, null) });
    },
  });
  return {
    onRecord(_input, { row }) {
      const value = row[timeIndex] ?? null;
      if (value === null) throw new UnsupportedError('operator', 'MATCH_RECOGNIZE over rows without a rowtime cannot be run yet.');
      const time = millisOfTimestamp(value);
      if (time <= context.watermark) {
        context.lateDropped(row);
        return;
      }
      const key = run.keyOf(row);
      if (run.buffer(key, row, time)) timers.register(time, key, null);
    },
  };
}

/** The timers that end matches by WITHIN fire a millisecond after the time that they stand for. */
function processingTime(run: MatchRun, context: OperatorContext): Operator {
  const timers = context.processingTimers<null>({
    ...WATERMARK_CALLBACKS,
    onTimer: ({ key }) => feedAll(run, context, { key, onStart: () => {} }),
  });
  return {
    onRecord(_input, { row }) {
      const key = run.keyOf(row);
      run.feedRow(row, context.now, (time) => timers.register(time + 1, key, null));
    },
  };
}

function sortedProcessingTime(run: MatchRun, context: OperatorContext): Operator {
  const timers = context.processingTimers<null>({
    ...WATERMARK_CALLBACKS,
    onTimer: ({ key }) => feedAll(run, context, { key, onStart: (time) => timers.register(time + 1, key, null) }),
  });
  return {
    onRecord(_input, { row }) {
      const key = run.keyOf(row);
      if (run.buffer(key, row, context.now)) timers.register(context.now + 1, key, null);
    },
  };
}

function feedAll(run: MatchRun, context: OperatorContext, o: { readonly key: string; readonly onStart: (time: number) => void }): void {
  guardProcessingTimer(() => run.feed(o.key, { upTo: Infinity, now: context.now, onStart: o.onStart }));
}
