import type { Filter } from '../../rel/core/filter.ts';
import type { Join } from '../../rel/core/join.ts';
import type { Project } from '../../rel/core/project.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode, RexSubQuery } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { defined } from '../../base/assert.ts';
import { range } from '../../rel/bit-set.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Filter as FilterClass } from '../../rel/core/filter.ts';
import { Join as JoinClass } from '../../rel/core/join.ts';
import { Project as ProjectClass } from '../../rel/core/project.ts';
import { variablesUsed } from '../../rel/correlation-uses.ts';
import { CALCITE_BUILDER_CONFIG } from '../../rel/rel-builder.ts';
import { rexEquals } from '../../rel/rex/rex-key.ts';
import { containsSubQuery, findSubQuery, mapRex } from '../../rel/rex/rex-visit.ts';
import { joinSubQuery } from './join-sub-query.ts';
import { requiredLogic } from './required-logic.ts';

function hasSubQuery(node: RelNode): boolean {
  return node.rexNodes.some(containsSubQuery);
}

function findFirst(list: readonly RexNode[]): RexSubQuery | undefined {
  for (const e of list) {
    const found = findSubQuery(e);
    if (found) return found;
  }
  return undefined;
}

/** Every occurrence of the sub-query replaced. */
function replaced(e: RexNode, query: RexSubQuery, target: RexNode): RexNode {
  return mapRex(e, (x) => (x.rex === 'subQuery' ? (rexEquals(x, query) ? target : x) : undefined));
}

function rewriteFilter(call: RuleCall): void {
  const filter = call.rel<Filter>(0);
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG).push(filter.input());
  let condition = filter.condition;
  let count = 0;
  for (let query = findSubQuery(condition); query; query = findSubQuery(condition)) {
    count++;
    const used = variablesUsed(query.rel);
    const target = joinSubQuery(b, query, {
      logic: requiredLogic('TRUE', [condition], query),
      // Variables of scopes further out are nobody's business here.
      variables: filter.variablesSet.length > 0 ? used.filter((v) => filter.variablesSet.includes(v)) : used,
      inputCount: 1,
      offset: b.peek().rowType.fields.length,
      index: count,
    });
    condition = replaced(condition, query, target);
  }
  b.filter(condition).project(b.fields(range(0, filter.rowType.fields.length)));
  call.transformTo(b.build());
}

function rewriteProject(call: RuleCall): void {
  const project = call.rel<Project>(0);
  const query = defined(findFirst(project.projects), 'sub-query of a Project');
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG).push(project.input());
  const target = joinSubQuery(b, query, {
    logic: requiredLogic('TRUE_FALSE_UNKNOWN', project.projects, query),
    variables: variablesUsed(query.rel),
    inputCount: 1,
    offset: b.peek().rowType.fields.length,
    index: 0,
  });
  b.project(
    project.projects.map((e) => replaced(e, query, target)),
    project.rowType.fields.map((f) => f.name),
  );
  call.transformTo(b.build());
}

function rewriteJoin(call: RuleCall): void {
  const join = call.rel<Join>(0);
  const query = defined(findSubQuery(join.condition), 'sub-query of a Join');
  const b = call.builder().transform(CALCITE_BUILDER_CONFIG).push(join.left).push(join.right);
  const total = join.rowType.fields.length;
  const target = joinSubQuery(b, query, {
    logic: requiredLogic('TRUE', [join.condition], query),
    variables: variablesUsed(query.rel),
    inputCount: 2,
    offset: total,
    index: 0,
  });
  b.join(join.joinType, replaced(join.condition, query, target));
  b.project(b.fields(range(0, total)));
  call.transformTo(b.build());
}

/** All sub-queries of a Filter become joins below it, one on top of the other; with variables they become correlates. */
export const SubQueryRemoveRuleFilter = defineRule({
  description: 'SubQueryRemoveRule:Filter',
  operand: any(FilterClass, { predicate: hasSubQuery }),
  transformation: true,
  explain: { summary: 'Sub-queries of a condition become joins, correlated ones correlates.' },
  onMatch: rewriteFilter,
});

/** The first sub-query of a select list becomes a join; one firing a sub-query. */
export const SubQueryRemoveRuleProject = defineRule({
  description: 'SubQueryRemoveRule:Project',
  operand: any(ProjectClass, { predicate: hasSubQuery }),
  transformation: true,
  explain: { summary: 'A sub-query of a select list becomes a join, a correlated one a correlate.' },
  onMatch: rewriteProject,
});

/** The first sub-query of a join condition becomes a join with the right side, which holds only if it reads no column of the left. */
export const SubQueryRemoveRuleJoin = defineRule({
  description: 'SubQueryRemoveRule:Join',
  operand: any(JoinClass, { predicate: hasSubQuery }),
  transformation: true,
  explain: { summary: 'A sub-query of a join condition becomes a join.' },
  onMatch: rewriteJoin,
});
