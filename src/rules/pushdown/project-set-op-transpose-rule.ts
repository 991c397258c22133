import type { RelNode } from '../../rel/rel-node.ts';
import type { SetOp } from '../../rel/core/set-op.ts';
import { sameType } from '../../types/sql-type.ts';
import { any, defineRule, some } from '../../planner/rule.ts';
import { SetOp as SetOpClass } from '../../rel/core/set-op.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { containsOver } from '../../rel/rex/rex-visit.ts';
import { PushProjector } from '../shared/push-projector.ts';

/**
 * Computes a Project below UNION ALL (and the other ALL set operations), whole expressions included: the set operation filters nothing, so
 * no work is wasted. A distinct set operation compares rows and must see all columns; with OVER only the narrowing moves.
 */
export const ProjectSetOpTransposeRule = defineRule({
  description: 'ProjectSetOpTransposeRule',
  operand: some(LogicalProject, [any(SetOpClass)]),
  transformation: true,
  explain: { summary: 'Computes a Project below each input of an ALL set operation.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const setOp = call.rel<SetOp>(1);
    if (!setOp.all) return;
    const count = setOp.rowType.fields.length;
    const projector = new PushProjector(project, undefined, setOp, count, { preserve: (e) => e.rex !== 'over', keepOneColumn: true });
    const narrowed = setOp.inputs.map((input) => projector.narrow(call.builder(), input, 0));
    if (!project.projects.some(containsOver)) {
      const inputs = narrowed.map((n) => projector.projectAbove(call.builder(), n));
      call.transformTo(setOp.copy(setOp.traitSet, inputs));
      return;
    }
    const isWhole = (n: RelNode, input: RelNode): boolean => sameType(n.rowType, input.rowType);
    if (narrowed.some((n, i) => isWhole(n, setOp.input(i)))) return;
    call.transformTo(projector.projectAbove(call.builder(), setOp.copy(setOp.traitSet, narrowed)));
  },
});
