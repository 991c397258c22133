import { any, defineRule, some } from '../../planner/rule.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { PushProjector } from '../shared/push-projector.ts';

/**
 * Narrows the input of a Filter to the columns that the Project above and the condition read. Only plain references move; nothing happens
 * if all columns are read, or above OVER, whose rows the filter must see first.
 */
export const ProjectFilterTransposeRule = defineRule({
  description: 'ProjectFilterTransposeRule',
  operand: some(LogicalProject, [any(LogicalFilter)]),
  transformation: true,
  explain: { summary: 'Narrows the input of a Filter to the columns that the Project above and the condition read.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const filter = call.rel<LogicalFilter>(1);
    if (project.projects.some(containsOver)) return;
    const input = filter.input();
    const count = input.rowType.fields.length;
    const projector = new PushProjector(project, filter.condition, input, count, { keepOneColumn: count > 1 });
    if (projector.needsAll || projector.needsNone) return;
    const narrowed = projector.narrow(call.builder(), input, 0);
    const condition = projector.convert(filter.condition, narrowed.rowType.fields);
    const filtered = call.builder().push(narrowed).filter([condition]).build();
    call.transformTo(projector.projectAbove(call.builder(), filtered));
  },
});
