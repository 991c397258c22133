import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { VariablesInScope } from './sub-query-correlations.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { RelBuilder } from '../../rel/rel-builder.ts';
import { inputRef, inputRefs } from '../../rel/rex/rex-factory.ts';
import { collectInputRefs, mapRex } from '../../rel/rex/rex-visit.ts';
import { frameOf, moveRefs } from './sub-query-frames.ts';

/** The right side of the join that a correlated sub-query becomes, and what of it was correlated, over both sides. */
export interface SubQueryEquivalent {
  readonly right: RelNode;
  readonly condition: RexNode;
}

/** The compared columns first: below an Aggregate they would come behind the correlated ones. */
function withProject(plan: RelNode): RelNode {
  if (plan instanceof LogicalProject) return plan;
  const { fields } = plan.rowType;
  const names = fields.map((f) => f.name);
  return new RelBuilder(plan.cluster).push(plan).project(inputRefs(fields), names, true).build();
}

/** EXISTS needs no other columns than those of the condition. */
function onlyConditionColumns(right: RelNode, condition: RexNode): SubQueryEquivalent {
  const used = collectInputRefs(condition);
  if (used.length === right.rowType.fields.length) return { right, condition };
  const b = new RelBuilder(right.cluster).push(right);
  const narrow = b.project(b.fields(used)).build();
  return { right: narrow, condition: moveRefs(condition, new Map(used.map((old, i) => [old, i])), narrow.rowType) };
}

/** Variables become references to the left row; the right side's fields stand behind it. */
function overBothSides(condition: RexNode, leftCount: number): RexNode {
  return mapRex(condition, (e) => {
    if (e.rex === 'fieldAccess' && e.ref.rex === 'correlVariable') return inputRef(e.fieldIndex, e.type);
    return e.rex === 'inputRef' ? inputRef(e.index + leftCount, e.type) : undefined;
  });
}

/** A sub-query's plan without its correlated conditions; undefined if it has none or its plan cannot be rewritten. */
export function equivalentOf(query: RexSubQuery, leftCount: number, scope: VariablesInScope): SubQueryEquivalent | undefined {
  const frame = frameOf(query.kind === 'IN' ? withProject(query.rel) : query.rel, scope);
  if (!frame?.condition) return undefined;
  const { right, condition } =
    query.kind === 'EXISTS' ? onlyConditionColumns(frame.rel, frame.condition) : { right: frame.rel, condition: frame.condition };
  return { right, condition: overBothSides(condition, leftCount) };
}
