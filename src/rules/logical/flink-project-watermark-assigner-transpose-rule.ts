import type { RuleCall } from '../../planner/rule.ts';
import type { RexInputRef } from '../../rel/rex/rex-node.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalWatermarkAssigner } from '../../rel/logical/logical-watermark-assigner.ts';
import { mapInputRefs } from '../../rel/rex/rex-visit.ts';
import { NestedSchema } from '../shared/nested-schema.ts';

/** Columns that the Project and the watermark expression read, in the order of their first use, whole columns only. */
function usedColumns(call: RuleCall): NestedSchema {
  const assigner = call.rel<LogicalWatermarkAssigner>(1);
  return new NestedSchema(assigner.rowType, [...call.rel<LogicalProject>(0).projects, assigner.watermarkExpr]);
}

/**
 * Cuts the columns that nobody reads below a WatermarkAssigner, so that the source can be narrowed (Flink's
 * `ProjectWatermarkAssignerTransposeRule`). The row-time column stays in any case.
 */
export const FlinkProjectWatermarkAssignerTransposeRule = defineRule({
  description: 'FlinkProjectWatermarkAssignerTransposeRule',
  operand: some(LogicalProject, [any(LogicalWatermarkAssigner)]),
  explain: { summary: 'Cuts the columns that nobody reads below a watermark assigner, so that the source can be narrowed.' },
  matches: (call) => {
    const all = call.rel<LogicalWatermarkAssigner>(1).rowType.fields.length;
    return usedColumns(call).columns.size !== all || 'the Project and the watermark read every column';
  },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const assigner = call.rel<LogicalWatermarkAssigner>(1);
    const schema = usedColumns(call);
    const builder = call.builder().push(assigner.input());
    const columns: RexInputRef[] = [];
    const names: string[] = [];
    for (const column of schema.columns.values()) {
      column.markLeaf();
      column.newIndex = columns.length;
      columns.push(builder.field(column.index));
      names.push(column.name);
    }
    const fields = assigner.rowType.fields;
    const rowtime = defined(fields[assigner.rowtimeIndex], 'row-time column').name;
    let rowtimeIndex = schema.columns.get(rowtime)?.newIndex;
    if (rowtimeIndex === undefined) {
      rowtimeIndex = columns.length;
      columns.push(builder.field(assigner.rowtimeIndex));
      names.push(rowtime);
    }
    builder.project(columns, names);
    const newIndexOf = (i: number): number => defined(schema.columns.get(defined(fields[i], 'column').name), 'column').newIndex;
    const watermark = mapInputRefs(assigner.watermarkExpr, newIndexOf, (i) => builder.field(i).type);
    builder.watermark(rowtimeIndex, watermark);
    call.transformTo(
      builder
        .project(
          project.projects.map((e) => schema.rewrite(e)),
          project.names,
        )
        .build(),
    );
  },
});
