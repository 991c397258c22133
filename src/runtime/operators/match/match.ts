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

/** What the ways of time share: state by key, matching, results. */
class MatchRun {
  readonly within: number;
  readonly isSorted: boolean;
  private readonly plan: PatternPlan;
  private readonly keys: readonly number[];
  private readonly matchers: Map<string, PatternMatcher>;
  /** Rows of a key that wait to be matched, by time. */
  private readonly waiting: Map<string, Map<number, Row[]>>;
  private readonly order: (a: Row, b: Row) => number;
  private readonly resultOf: (found: RowsByVariable, time: number) => Row;
  private readonly context: OperatorContext;

  constructor(m: MatchOptions, input: RowType, context: OperatorContext) {
    this.within = m.interval?.rex === 'literal' ? Number(valueOfLiteral(m.interval)) : 0;
    this.keys = m.partitionKeys;
    const [, ...rest] = m.orderKeys;
    this.isSorted = rest.length > 0;
    this.order = rowOrder(rest);
    this.plan = patternPlan(m, { input, context, within: this.within });
    this.resultOf = resultRows(m, input, context);
    this.context = context;
    this.matchers = context.mapState('nfaStateName');
    this.waiting = context.mapState('eventQueuesStateName');
  }

  keyOf(row: Row): string {
    return fieldsKey(row, this.keys);
  }

  /** Puts a row aside; true if it is the first one of its time. */
  buffer(key: string, row: Row, time: number): boolean {
    const waiting = this.waiting.get(key) ?? new Map<number, Row[]>();
    const rows = waiting.get(time);
    if (rows) rows.push(row);
    else waiting.set(time, [row]);
    this.waiting.set(key, waiting);
    return !rows;
  }

  /** Feeds all rows up to a time, time by time, and then moves on to `now`. */
  feed(key: string, o: { readonly upTo: number; readonly now: number; readonly onStart: (time: number) => void }): void {
    const matcher = this.matcher(key);
    const waiting = this.waiting.get(key) ?? new Map<number, Row[]>();
    const forward = (run: () => void): void => guardForward(run);
    for (const time of [...waiting.keys()].filter((t) => t <= o.upTo).sort((a, b) => a - b)) {
      this.advance(matcher, time);
      const rows = waiting.get(time) ?? [];
      for (const row of this.isSorted ? rows.toSorted(this.order) : rows) {
        guardBuffered(() => this.process(matcher, row, { time, onStart: o.onStart, forward }));
      }
      waiting.delete(time);
    }
    this.advance(matcher, o.now);
    this.keep(key, matcher);
    if (waiting.size === 0) this.waiting.delete(key);
  }

  /** Matches a row at once. */
  feedRow(row: Row, time: number, onStart: (time: number) => void): void {
    const key = this.keyOf(row);
    const matcher = this.matcher(key);
    this.advance(matcher, time);
    this.process(matcher, row, { time, onStart, forward: (run) => run() });
    this.keep(key, matcher);
  }

  private matcher(key: string): PatternMatcher {
    return this.matchers.get(key) ?? new PatternMatcher(this.plan);
  }

  /** A matcher that waits for a first row need not be remembered. */
  private keep(key: string, matcher: PatternMatcher): void {
    matcher.hasStarted = false;
    if (matcher.isIdle) this.matchers.delete(key);
    else this.matchers.set(key, matcher);
  }

  private process(
    matcher: PatternMatcher,
    row: Row,
    o: { readonly time: number; readonly onStart: (time: number) => void; readonly forward: (run: () => void) => void },
  ): void {
    const found = matcher.process(row, o.time);
    if (this.within > 0 && matcher.hasStarted) o.onStart(o.time + this.within);
    for (const f of found) {
      const result = this.resultOf(f, o.time);
      o.forward(() => this.emit(f, result));
    }
  }

  private advance(matcher: PatternMatcher, time: number): void {
    for (const f of matcher.advance(time)) this.emit(f, this.resultOf(f, time));
  }

  private emit(found: RowsByVariable, result: Row): void {
    const rows = [...found.values()].flatMap((list) => list.map((m) => m.row));
    this.context.emit('+I', result, rows);
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
