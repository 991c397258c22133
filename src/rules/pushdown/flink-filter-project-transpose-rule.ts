import type { Filter } from '../../rel/core/filter.ts';
import type { Project } from '../../rel/core/project.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { removeNullabilityCast } from '../../rel/rex/rex-builder.ts';
import { collectInputRefs, containsCorrelation, containsOver, isDeterministic, substituteRefs } from '../../rel/rex/rex-visit.ts';

/**
 * Moves a Filter below a Project, its references replaced by the projected expressions. Not for a correlated condition, not past OVER
 * (fewer rows would enter the window), and not if the condition reads a non-deterministic expression: RAND() would be computed twice.
 */
export const FlinkFilterProjectTransposeRule = defineRule({
  description: 'FlinkFilterProjectTransposeRule',
  operand: some(FilterClass, [any(ProjectClass)], { predicate: (f: Filter) => !containsCorrelation(f.condition) }),
  transformation: true,
  explain: { summary: 'Moves a Filter below a Project.' },
  onMatch: (call) => {
    const filter = call.rel<Filter>(0);
    const project = call.rel<Project>(1);
    const reads = collectInputRefs(filter.condition);
    if (reads.some((i) => !isDeterministic(defined(project.projects[i], 'projected expression')))) return;
    if (project.projects.some(containsOver)) return;
    const condition = removeNullabilityCast(substituteRefs(filter.condition, project.projects));
    const below = filter.copy(filter.traitSet, [project.input()]).withRexNodes([condition]);
    call.transformTo(project.copy(project.traitSet, [below]));
  },
});
