import type { RelNode } from '../../rel/rel-node.ts';
import type { Uncollect } from '../../rel/core/uncollect.ts';
import type { Project } from '../../rel/core/project.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Uncollect as UncollectClass } from '../../rel/core/uncollect.ts';
import { LogicalCorrelate } from '../../rel/logical/logical-correlate.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { LogicalTableFunctionScan } from '../../rel/logical/logical-table-function-scan.ts';
import { makeCast } from '../../rel/rex/rex-builder.ts';
import { call as rexCall } from '../../rel/rex/rex-factory.ts';
import { withNullability } from '../../types/sql-type.ts';
import { unnestFunction, unnestedRowType } from '../shared/unnest-function.ts';
import { endsInValues, hasUncollect } from '../shared/uncollect-shape.ts';

/** The Uncollect as a call of Flink's internal UNNEST function on what the Project below it computes. */
export function uncollectToScan(uncollect: Uncollect): RelNode {
  const collection = defined(uncollect.input().rowType.fields[0], 'collection').type;
  const projects = (uncollect.input().stripped() as Project).projects;
  const rowType = unnestedRowType(collection, uncollect.withOrdinality);
  const invocation = rexCall(unnestFunction(uncollect.withOrdinality), projects, rowType);
  return LogicalTableFunctionScan.create(uncollect.cluster, [], invocation, rowType);
}

/** The right side of an UNNEST with the Uncollect replaced; a LEFT join makes the columns of a Project in between nullable. */
function convert(node: RelNode, isLeft: boolean): RelNode {
  const current = node.stripped();
  if (current instanceof LogicalProject) {
    const projects = isLeft
      ? current.projects.map((e) => (e.type.nullable ? e : makeCast(withNullability(e.type, true), e)))
      : current.projects;
    return LogicalProject.create(convert(current.input(), isLeft), { projects, names: current.names, hints: current.hints });
  }
  if (current instanceof LogicalFilter) return current.copy(current.traitSet, [convert(current.input(), isLeft)]);
  return uncollectToScan(current as Uncollect);
}

/**
 * Turns the right side of `CROSS JOIN UNNEST(…)` into a call of a table function, the one form in which the physical search implements
 * correlation over collections.
 */
export const LogicalUnnestRule = defineRule({
  description: 'LogicalUnnestRule',
  operand: any(LogicalCorrelate),
  explain: { summary: 'UNNEST becomes a call of a table function.' },
  matches: (call) => hasUncollect(call.rel<LogicalCorrelate>(0).right) || 'the right side is no UNNEST',
  onMatch: (call) => {
    const correlate = call.rel<LogicalCorrelate>(0);
    const right = convert(correlate.right, correlate.joinType === 'left');
    call.transformTo(correlate.copy(correlate.traitSet, [correlate.left.stripped(), right]));
  },
});

/** The same for an UNNEST that stands alone: its array comes from constants. */
export const UncollectToTableFunctionScanRule = defineRule({
  description: 'UncollectToTableFunctionScanRule',
  operand: any(UncollectClass),
  explain: { summary: 'UNNEST of constants becomes a call of a table function.' },
  matches: (call) => endsInValues(call.rel<Uncollect>(0).input()) || 'the array does not come from constants',
  onMatch: (call) => call.transformTo(uncollectToScan(call.rel(0))),
});
