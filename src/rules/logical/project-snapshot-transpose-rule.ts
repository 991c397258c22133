import { defineRule, leaf, some } from '../../planner/rule.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalSnapshot } from '../../rel/logical/logical-snapshot.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';

/** A Project moves below a Snapshot, so that the versioned or looked-up table is narrowed. */
export const ProjectSnapshotTransposeRule = defineRule({
  description: 'ProjectSnapshotTransposeRule',
  operand: some(LogicalProject, [leaf(LogicalSnapshot)]),
  explain: { summary: 'A Project moves below a Snapshot, so that the versioned or looked-up table is narrowed.' },
  matches: (call) => !call.rel<LogicalProject>(0).projects.some(containsOver) || 'the Project has an OVER expression',
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const snapshot = call.rel<LogicalSnapshot>(1);
    call.transformTo(snapshot.copy(snapshot.traitSet, [project.copy(project.traitSet, snapshot.inputs)]));
  },
});
