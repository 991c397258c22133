import type { Join } from '../../rel/core/join.ts';
import type { RelNode } from '../../rel/rel-node.ts';
import type { RexNode } from '../../rel/rex/rex-node.ts';
import type { RuleCall } from '../../planner/rule.ts';
import { defined } from '../../base/assert.ts';
import { any, defineRule } from '../../planner/rule.ts';
import { Join as JoinClass } from '../../rel/core/join.ts';
import { LogicalCalc } from '../../rel/logical/logical-calc.ts';
import { LogicalFilter } from '../../rel/logical/logical-filter.ts';
import { LogicalProject } from '../../rel/logical/logical-project.ts';
import { reduceExpressions } from '../../rel/rex/reduce-expressions.ts';
import { isAlwaysTrue, isNullLiteral } from '../../rel/rex/rex-node.ts';
import { RexProgram } from '../../rel/rex/rex-program.ts';
import { shiftRefs } from '../../rel/rex/rex-visit.ts';

const FLAGS = { substitution: true } as const;

/** `IS [NOT] NULL` of a column that cannot be null, possibly under NOT: what it always is. */
function knownNullTest(condition: RexNode): boolean | undefined {
  if (condition.rex !== 'call') return undefined;
  const isNegated = condition.op.kind === 'NOT';
  const test = isNegated ? condition.operands[0] : condition;
  if (test?.rex !== 'call') return undefined;
  const operand = test.operands[0];
  if (operand?.rex !== 'inputRef' || operand.type.nullable) return undefined;
  if (test.op.kind === 'IS_NULL' || test.op.kind === 'IS_UNKNOWN') return isNegated;
  if (test.op.kind === 'IS_NOT_NULL') return !isNegated;
  return undefined;
}

function becomeEmpty(call: RuleCall, node: RelNode): void {
  call.transformTo(call.builder().push(node).empty().build());
}

/**
 * Folds constants of a Filter, also those that the input's own conditions fix, and simplifies what is left. A condition that is always true
 * takes the Filter away, one that never holds leaves no rows.
 */
export const ReduceExpressionsRuleFilter = defineRule({
  ...FLAGS,
  description: 'ReduceExpressionsRule(Filter)',
  operand: any(LogicalFilter),
  explain: { summary: 'Folds constants in the condition of a Filter.' },
  onMatch: (call) => {
    const filter = call.rel<LogicalFilter>(0);
    const { expressions, changed } = reduceExpressions([filter.condition], {
      predicates: call.mq.pulledUpPredicates(filter.input()),
      executor: call.cluster.executor,
      unknownAsFalse: true,
      matchNullability: true,
      isProject: false,
    });
    const condition = changed ? defined(expressions[0], 'condition') : filter.condition;
    if (isAlwaysTrue(condition)) call.transformTo(filter.input());
    else if (condition.rex === 'literal' || isNullLiteral(condition)) becomeEmpty(call, filter);
    else if (changed) call.transformTo(call.builder().push(filter.input()).filter([condition]).build());
    else {
      const known = knownNullTest(condition);
      if (known === true) call.transformTo(filter.input());
      else if (known === false) becomeEmpty(call, filter);
      return;
    }
    call.prune(filter);
  },
});

/** Folds constants in a Project; a column that a condition below fixes becomes a literal, cast to the column's type. */
export const ReduceExpressionsRuleProject = defineRule({
  ...FLAGS,
  description: 'ReduceExpressionsRule(Project)',
  operand: any(LogicalProject),
  explain: { summary: 'Folds constants in a Project; columns fixed by a condition below become literals.' },
  onMatch: (call) => {
    const project = call.rel<LogicalProject>(0);
    const { expressions, changed } = reduceExpressions(project.projects, {
      predicates: call.mq.pulledUpPredicates(project.input()),
      executor: call.cluster.executor,
      unknownAsFalse: false,
      matchNullability: true,
      isProject: true,
    });
    if (!changed) return;
    const names = project.rowType.fields.map((f) => f.name);
    call.transformTo(call.builder().push(project.input()).project(expressions, names).build());
    call.prune(project);
  },
});

/** Folds constants in a join condition, knowing the conditions of both inputs. */
export const ReduceExpressionsRuleJoin = defineRule({
  ...FLAGS,
  description: 'ReduceExpressionsRule(Join)',
  operand: any(JoinClass),
  explain: { summary: 'Folds constants in a join condition.' },
  onMatch: (call) => {
    const join = call.rel<Join>(0);
    const leftCount = join.left.rowType.fields.length;
    const predicates = [
      ...call.mq.pulledUpPredicates(join.left),
      ...call.mq.pulledUpPredicates(join.right).map((p) => shiftRefs(p, leftCount)),
    ];
    const { expressions, changed } = reduceExpressions([join.condition], {
      predicates,
      executor: call.cluster.executor,
      unknownAsFalse: true,
      matchNullability: false,
      isProject: false,
    });
    if (!changed) return;
    call.transformTo(join.copyJoin(join.traitSet, defined(expressions[0], 'condition'), join.left, join.right, join.joinType));
    call.prune(join);
  },
});

/** Folds constants in a Calc. Calcs come into being only in the logical search, so the HEP stages never meet one. */
export const ReduceExpressionsRuleCalc = defineRule({
  ...FLAGS,
  description: 'ReduceExpressionsRule(Calc)',
  operand: any(LogicalCalc),
  explain: { summary: 'Folds constants in a Calc.' },
  onMatch: (call) => {
    const calc = call.rel<LogicalCalc>(0);
    const { program } = calc;
    const condition = program.expandedCondition;
    const list = condition ? [...program.expandedProjects, condition] : program.expandedProjects;
    const { expressions, changed } = reduceExpressions(list, {
      predicates: call.mq.pulledUpPredicates(calc.input()),
      executor: call.cluster.executor,
      unknownAsFalse: false,
      matchNullability: true,
      isProject: false,
    });
    if (!changed) return;
    const projects = expressions.slice(0, program.projects.length);
    const newCondition = condition ? expressions.at(-1) : undefined;
    if (newCondition && (newCondition.rex === 'literal' || isNullLiteral(newCondition)) && !isAlwaysTrue(newCondition)) {
      becomeEmpty(call, calc);
      return;
    }
    const kept = newCondition && isAlwaysTrue(newCondition) ? undefined : newCondition;
    const names = calc.rowType.fields.map((f) => f.name);
    call.transformTo(LogicalCalc.create(calc.input(), RexProgram.create(calc.input().rowType, projects, kept, names)));
    call.prune(calc);
  },
});
