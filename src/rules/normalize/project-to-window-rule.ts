import type { Project } from '../../rel/core/project.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { splitWindows } from '../shared/window-splitter.ts';

/**
 * Cuts a Project with OVER calls into layers: Projects for plain expressions, a LogicalWindow for the calls of one window that do not
 * depend on each other.
 */
export const ProjectToWindowRule = defineRule({
  description: 'ProjectToWindowRule:project',
  operand: any(ProjectClass, { predicate: (p: Project) => p.projects.some((e: RexNode) => containsOver(e)) }),
  explain: { summary: 'Calls with OVER move out of a Project into LogicalWindow nodes of their own.' },
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    call.transformTo(splitWindows(project, () => call.builder()));
  },
});
