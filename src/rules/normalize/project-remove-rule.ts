import type { Project } from '../../rel/core/project.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';

/** The identity in number, order and value; names are not compared. */
function isTrivial(p: Project): boolean {
  const fields = p.input().rowType.fields;
  return p.projects.length === fields.length && p.projects.every((e, i) => e.rex === 'inputRef' && e.index === i);
}

/** Removes a Project that gives its input as it is. Field names of the Project are lost; the statement keeps the result's names elsewhere. */
export const ProjectRemoveRule = defineRule({
  description: 'ProjectRemoveRule',
  operand: any(ProjectClass, { predicate: isTrivial }),
  substitution: true,
  autoPruneOld: true,
  transformation: true,
  explain: { summary: 'Removes a Project that only gives its input back.' },
  onMatch: (call) => {
    const project = call.rel<Project>(0);
    call.transformTo(call.convert(project.input(), { convention: project.traitSet.convention }));
  },
});
