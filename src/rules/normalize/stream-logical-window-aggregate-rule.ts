import type { AggregateCall } from '../../rel/core/aggregate-call.ts';
import type { GroupWindow, TimeField } from '../../rel/core/window-aggregate.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexCall, RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { defined } from '../../base/assert.ts';
import { tableError, validationError } from '../../base/diagnostic.ts';
import { defineRule, leaf, some } from '../../planner/rule.ts';
import { LogicalAggregate } from '../../rel/logical/logical-aggregate.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalWindowAggregate } from '../../rel/logical/logical-window-aggregate.ts';
import { makeAbstractCast, makeCast, makeZeroLiteral, matchNullability } from '../../rel/rex/rex-builder.ts';
import { call as rexCall, inputRef } from '../../rel/rex/rex-factory.ts';
import { mapRex } from '../../rel/rex/rex-visit.ts';
import { PROCTIME } from '../../rel/rex/standard-operators.ts';
import { isTimeIndicator, isYearMonthInterval, shortTypeText } from '../../types/sql-type.ts';

interface WindowExpression {
  readonly call: RexCall;
  /** Position among the Project's expressions. */
  readonly index: number;
}

const OPERANDS: Readonly<Record<string, number>> = { $TUMBLE: 2, $HOP: 3, $SESSION: 2 };

function isWindowCall(e: RexNode): e is RexCall {
  return e.rex === 'call' && e.op.category === 'groupWindow';
}

/** Calls of TUMBLE, HOP, SESSION among the group keys. Throws for the forms that Flink refuses. */
function windowExpressions(aggregate: LogicalAggregate, project: LogicalProject): readonly WindowExpression[] {
  const found = aggregate.groupSet.flatMap((index) => {
    const e = project.projects[index];
    return e && isWindowCall(e) ? [{ call: e, index }] : [];
  });
  for (const { call } of found) {
    if (call.operands.length !== OPERANDS[call.op.name]) {
      throw tableError('plan/group-window', `${call.op.name.slice(1)} window with alignment is not supported yet.`);
    }
  }
  return found;
}

function millis(call: RexCall, index: number): number {
  const operand = call.operands[index];
  if (operand?.rex !== 'literal') throw tableError('plan/group-window', 'Only constant window descriptors are supported.');
  if (operand.value.kind !== 'interval' || isYearMonthInterval(operand.type)) {
    throw tableError(
      'plan/group-window',
      'Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. MONTH and YEAR time unit are not supported yet.',
    );
  }
  return Number(operand.value.value);
}

function groupWindow(call: RexCall, timeField: TimeField): GroupWindow {
  const alias = 'w$';
  switch (call.op.name) {
    case '$TUMBLE':
      return { kind: 'tumbling', alias, timeField, size: millis(call, 1) };
    case '$HOP':
      return { kind: 'sliding', alias, timeField, slide: millis(call, 1), size: millis(call, 2) };
    default:
      return { kind: 'session', alias, timeField, gap: millis(call, 1) };
  }
}

function isProctimeCall(e: RexNode | undefined): boolean {
  return e?.rex === 'call' && e.op.name === PROCTIME.name;
}

/** A window over a call of PROCTIME() reads a column instead, which a Project below computes. */
function withProctimeColumn(call: RuleCall, project: LogicalProject): LogicalProject {
  if (!project.projects.some((e) => isWindowCall(e) && isProctimeCall(e.operands[0]))) return project;
  const input = project.input().stripped();
  const column = input.rowType.fields.length;
  const projects = project.projects.map((e) =>
    isWindowCall(e) ? mapRex(e, (x) => (isProctimeCall(x) ? inputRef(column, x.type) : undefined)) : e,
  );
  const below = call
    .builder()
    .push(input)
    .projectPlus([rexCall(PROCTIME, [])])
    .build();
  return LogicalProject.create(below, { projects, names: project.names });
}

/** Types of calls that change when the window is no longer a group key (a global aggregate is nullable), by position of the call. */
function changedTypes(aggregate: LogicalAggregate): ReadonlyMap<number, SqlType> {
  const changed = new Map<number, SqlType>();
  if (aggregate.groupSet.length !== 1) return changed;
  const fields = aggregate.input().rowType.fields;
  aggregate.aggCalls.forEach((c, i) => {
    const operandTypes = c.args.map((a) => defined(fields[a], 'argument').type);
    const type = c.op.inferReturnType({
      operandTypes,
      isLiteral: () => false,
      isNullLiteral: () => false,
      literalValue: () => undefined,
      symbol: () => undefined,
      groupCount: 0,
      hasFilter: c.filterArg >= 0,
    });
    if (type.digest !== c.type.digest) changed.set(i, type);
  });
  return changed;
}

function rewrite(call: RuleCall): void {
  const aggregate = call.rel<LogicalAggregate>(0);
  const project = withProctimeColumn(call, call.rel<LogicalProject>(1));
  const window = defined(windowExpressions(aggregate, project)[0], 'window expression');
  const time = defined(window.call.operands[0], 'time attribute of the window');
  if (!isTimeIndicator(time.type)) {
    throw tableError(
      'plan/group-window',
      `Window aggregate can only be defined over a time attribute column, but ${shortTypeText(time.type)} encountered.`,
    );
  }
  const groupSet = aggregate.groupSet.filter((k) => k !== window.index);
  const below = call
    .builder()
    .push(project.input())
    .project(project.projects.map((e, i) => (i === window.index ? time : e)))
    .build();
  const field = defined(below.rowType.fields[window.index], 'time field');
  if (!isTimeIndicator(field.type)) throw validationError('plan/group-window', 'Window can only be defined over a time attribute column.');
  const groupWindowOf = groupWindow(window.call, { name: field.name, index: window.index, type: field.type });

  const types = changedTypes(aggregate);
  const aggCalls: AggregateCall[] = aggregate.aggCalls.map((c, i) => ({ ...c, type: types.get(i) ?? c.type }));
  const windowAggregate = LogicalWindowAggregate.create(below, {
    groupSet,
    groupSets: [groupSet],
    aggCalls,
    window: groupWindowOf,
    properties: [],
  });
  call.transformTo(restoreRow(call, aggregate, windowAggregate, window, types));
}

/** A Project with the old row: a constant stands for the window key (nothing above may read it), changed types are cast back. */
function restoreRow(
  call: RuleCall,
  aggregate: LogicalAggregate,
  windowAggregate: RelNode,
  window: WindowExpression,
  types: ReadonlyMap<number, SqlType>,
): RelNode {
  const { type } = window.call;
  const zero = makeZeroLiteral(type);
  let key: RexNode = isTimeIndicator(type) ? makeAbstractCast(type, zero) : zero;
  if (type.nullable !== key.type.nullable) key = makeAbstractCast(matchNullability(key.type, window.call), key);
  const builder = call.builder().push(windowAggregate);
  const columns: RexNode[] = [...builder.fields()];
  columns.splice(aggregate.groupSet.indexOf(window.index), 0, key);
  const projects = columns.map((e, i) => {
    const position = i - aggregate.groupSet.length;
    const original = aggregate.aggCalls[position];
    return original && types.has(position) ? makeCast(original.type, e, true) : e;
  });
  return builder.project(projects).build();
}

/**
 * Turns an aggregation whose keys hold TUMBLE, HOP or SESSION into a LogicalWindowAggregate: the call leaves the keys and becomes the
 * window; a constant column stands in its place above, since only the auxiliary functions (TUMBLE_END …) may read the window.
 */
export const StreamLogicalWindowAggregateRule = defineRule({
  description: 'StreamLogicalWindowAggregateRule',
  operand: some(LogicalAggregate, [leaf(LogicalProject)]),
  explain: { summary: 'A group key TUMBLE, HOP or SESSION becomes the window of a LogicalWindowAggregate.' },
  matches: (call) => {
    const aggregate = call.rel<LogicalAggregate>(0);
    const found = windowExpressions(aggregate, aggregate.input().stripped() as LogicalProject);
    if (found.length > 1) throw tableError('plan/group-window', 'Only a single window group function may be used in GROUP BY');
    if (!aggregate.isSimple) return 'the aggregation has several grouping sets';
    return found.length === 1 || 'no group key is a window function';
  },
  onMatch: rewrite,
});
