import type { RexNode } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { isWindowTableFunctionCall, windowTableArgument, windowTableFunctionRowType } from '../../rel/core/window-table-function.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalTableFunctionScan } from '../../rel/logical/logical-table-function-scan.ts';
import { windowingOf } from '../../rel/physical/windowing-of-call.ts';
import { collectInputRefs, remapRefs } from '../../rel/rex/rex-visit.ts';
import { rowTypeOf } from '../../types/sql-type.ts';

/**
 * Narrows the table argument of TUMBLE, HOP, CUMULATE or SESSION to the columns that the Project above reads. The time column always
 * stays, and for SESSION the partition keys.
 */
export const ProjectWindowTableFunctionTransposeRule = defineRule({
  description: 'ProjectWindowTableFunctionTransposeRule',
  operand: some(LogicalProject, [any(LogicalTableFunctionScan)]),
  explain: { summary: 'Narrows the input of a window function to the columns that the Project above reads.' },
  matches: (call) => isWindowTableFunctionCall(call.rel<LogicalTableFunctionScan>(1).call) || 'the table function is no window function',
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const scan = call.rel<LogicalTableFunctionScan>(1);
    const invocation = scan.call;
    if (!isWindowTableFunctionCall(invocation)) return;
    const argument = defined(windowTableArgument(invocation), 'table argument of a window function');
    const input = scan.input(0);
    const fields = input.rowType.fields;
    // Checks the window's sizes; whether its time column is a time attribute is asked only when an operator is made of it.
    const { timeType, columns: time } = windowingOf(invocation, input.rowType);
    const timeIndex = time.by === 'time' ? time.timeIndex : -1;
    const needed = new Set(collectInputRefs(project.projects).filter((i) => i < fields.length));
    needed.add(timeIndex);
    if (invocation.op.name === 'SESSION') argument.partitionKeys.forEach((k) => needed.add(k));
    if (needed.size === fields.length) return;
    const columns = [...needed].sort((a, b) => a - b);
    const mapping = scan.rowType.fields.map((_, i) => (i < fields.length ? columns.indexOf(i) : columns.length + i - fields.length));
    const builder = call.builder();
    const narrowed = builder
      .push(input)
      .project(columns.map((i) => builder.field(i)))
      .build();
    const named = defined(argument.type.fields, 'columns of the table argument').filter((_, i) => needed.has(i));
    const tableArgument: RexNode = {
      ...argument,
      type: rowTypeOf(named, argument.type.nullable, argument.type.structKind),
      partitionKeys: argument.partitionKeys.map((k) => defined(mapping[k], 'partition key')),
      orderKeys: argument.orderKeys.map((k) => defined(mapping[k], 'order key')),
    };
    const rowType = windowTableFunctionRowType(narrowed.rowType, timeType);
    const operands = invocation.operands.map((e, i) => (i === 0 ? tableArgument : remapRefs(e, mapping)));
    const newScan = LogicalTableFunctionScan.create(scan.cluster, [narrowed], { ...invocation, operands, type: rowType }, rowType);
    const top = call
      .builder()
      .push(newScan)
      .project(
        project.projects.map((e) => remapRefs(e, mapping)),
        project.names,
      );
    call.transformTo(top.build());
  },
});
